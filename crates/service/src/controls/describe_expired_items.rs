//! Dynalab.DescribeTimeToLive: the expired items of a table that are not deleted yet, and when TTL deletes the next ones.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::expiries::{Expiries, Expiry, SweepRule};
use dynalab_engine::database::table::Table;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
pub use crate::contract::partitions::DescribeExpiredItems;
use crate::contract::partitions::{ExpiredItemsDescription, ExpiringItem};
use crate::contract::{Call, Json, encode};
use crate::controls::describe_dials;
use crate::time_to_live::{self, Sweeper};

/// The maximum number of items in the response.
const TOLD_MAX: usize = 10;

fn describe(table: &Table, context: &Context) -> ExpiredItemsDescription {
    let definition = &table.definition;
    let setting = &definition.settings.time_to_live;
    let sweeping = table.expiries.rule().is_some();
    let sweeper = Sweeper::load(context.database, &definition.name);
    let seconds = |at: Option<Timestamp>| at.map(Timestamp::epoch_seconds);
    let status = time_to_live::status(setting, context.now, context.config.dials.as_ref());
    let mut described = ExpiredItemsDescription {
        table_name: definition.name.to_string(),
        time_to_live_status: status.to_owned(),
        attribute_name: setting.attribute.as_deref().map(str::to_owned),
        sweeping,
        next_sweep: seconds(sweeper.wakes_at.filter(|_| sweeping)),
        last_sweep: seconds(sweeper.swept_at),
        deleted_item_count: sweeper.swept,
        ..ExpiredItemsDescription::default()
    };
    let mut oldest = None;
    let mut add = |expiries: &Expiries| {
        expiries.waiting(context.now).for_each(|expiry| {
            if expiry.expires_at < context.now {
                described.expired_item_count += 1;
                oldest = Some(oldest.map_or(expiry.expires_at, |oldest| expiry.expires_at.min(oldest)));
            }
            if described.next.len() < TOLD_MAX {
                described.next.extend(describe_item(table, &expiry));
            }
        });
    };
    match sweeping {
        true => add(&table.expiries),
        false => {
            let rule = SweepRule::as_if_swept(definition, &describe_dials::current(context.database));
            add(&Expiries::of_items(rule, &table.items));
        }
    }
    described.oldest_expiry = seconds(oldest);
    described
}

fn describe_item(table: &Table, expiry: &Expiry) -> Option<ExpiringItem> {
    let item = table.items.get(&expiry.key)?;
    Some(ExpiringItem {
        key: Json::from(&table.definition.key.key_of(&item)),
        expires: expiry.expires_at.epoch_seconds(),
        due: expiry.due_at.epoch_seconds(),
    })
}

impl Operation<Complete> for DescribeExpiredItems {
    const NAME: &'static str = <DescribeExpiredItems as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table_name];
    const READS_ONLY: bool = true;
    type Response = ExpiredItemsDescription;

    fn decode(fields: &mut Fields) -> DescribeExpiredItems {
        DescribeExpiredItems { table_name: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table_name)).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<ExpiredItemsDescription>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table_name))?;
        Ok(Step::Done(describe(table, context), WriteSet::default()))
    }

    fn encode(response: &ExpiredItemsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
