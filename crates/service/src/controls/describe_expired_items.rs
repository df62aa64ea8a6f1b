//! Dynalab.DescribeTimeToLive: the expired items of a table that are not deleted yet, and when TTL deletes the next ones.

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::expiries::{Expiries, Expiry, SweepRule};
use dynalab_engine::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_engine::table::Table;
use dynalab_types::{Item, Timestamp};

use crate::complete::{Complete, Context};
use crate::controls::describe_dials;
use crate::time_to_live::{self, Sweeper};

/// The maximum number of items in the response.
const TOLD_MAX: usize = 10;

#[derive(Clone, Debug)]
pub struct DescribeExpiredItems {
    table: String,
}

#[derive(Debug)]
pub struct ExpiredItems {
    table: String,
    status: &'static str,
    attribute: Option<Box<str>>,
    sweeping: bool,
    sweeper: Sweeper,
    expired: u64,
    oldest: Option<Timestamp>,
    next: Vec<WaitingItem>,
}

#[derive(Debug)]
struct WaitingItem {
    key: Item,
    expires_at: Timestamp,
    due_at: Timestamp,
}

impl ExpiredItems {
    fn from_table(table: &Table, context: &Context) -> ExpiredItems {
        let definition = &table.definition;
        let setting = &definition.settings.time_to_live;
        let sweeping = table.expiries.rule().is_some();
        let mut told = ExpiredItems {
            table: definition.name.to_string(),
            status: time_to_live::status(setting, context.now, context.config.dials.as_ref()),
            attribute: setting.attribute.clone(),
            sweeping,
            sweeper: Sweeper::load(context.database, &definition.name),
            expired: 0,
            oldest: None,
            next: Vec::new(),
        };
        let mut tell = |expiries: &Expiries| {
            expiries.waiting(context.now).for_each(|expiry| told.add(table, expiry, context.now))
        };
        match sweeping {
            true => tell(&table.expiries),
            false => {
                let rule = SweepRule::as_if_swept(definition, &describe_dials::current(context.database));
                tell(&Expiries::of_items(rule, &table.items));
            }
        }
        told
    }

    fn add(&mut self, table: &Table, expiry: Expiry, now: Timestamp) {
        if expiry.expires_at < now {
            self.expired += 1;
            self.oldest = Some(self.oldest.map_or(expiry.expires_at, |oldest| oldest.min(expiry.expires_at)));
        }
        if self.next.len() < TOLD_MAX
            && let Some(item) = table.items.get(&expiry.key)
        {
            let key = table.definition.key.key_of(&item);
            self.next.push(WaitingItem { key, expires_at: expiry.expires_at, due_at: expiry.due_at });
        }
    }
}

impl Operation<Complete> for DescribeExpiredItems {
    const NAME: &'static str = "Dynalab.DescribeTimeToLive";
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    const READS_ONLY: bool = true;
    type Response = ExpiredItems;

    fn decode(fields: &mut Fields) -> DescribeExpiredItems {
        DescribeExpiredItems { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<ExpiredItems>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        Ok(Step::Done(ExpiredItems::from_table(table, context), WriteSet::default()))
    }

    fn encode(told: &ExpiredItems, body: &mut ObjectWriter) {
        body.text("TableName", &told.table);
        body.text("TimeToLiveStatus", told.status);
        if let Some(attribute) = &told.attribute {
            body.text("AttributeName", attribute);
        }
        body.boolean("Sweeping", told.sweeping);
        body.integer("ExpiredItemCount", told.expired);
        if let Some(oldest) = told.oldest {
            body.date("OldestExpiry", oldest);
        }
        if let Some(wakes_at) = told.sweeper.wakes_at.filter(|_| told.sweeping) {
            body.date("NextSweep", wakes_at);
        }
        if let Some(swept_at) = told.sweeper.swept_at {
            body.date("LastSweep", swept_at);
        }
        body.integer("DeletedItemCount", told.sweeper.swept);
        body.objects("Next", &told.next, |object, waiting| {
            object.item("Key", &waiting.key);
            object.date("Expires", waiting.expires_at);
            object.date("Due", waiting.due_at);
        });
    }
}
