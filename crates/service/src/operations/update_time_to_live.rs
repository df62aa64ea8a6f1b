//! UpdateTimeToLive: sets or removes the TTL attribute. The change takes effect after a delay, which is a setting.
//! `time_to_live` deletes expired items.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::table::settings::TimeToLive;
use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::error::{DynamoError, SettingError, StrongError};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::table_times::gate::{self, Setting};
use crate::time_to_live::Sweeper;

/// A UpdateTimeToLive request.
#[derive(Clone, Debug)]
pub struct UpdateTimeToLive {
    table: String,
    enabled: bool,
    attribute: String,
}

impl UpdateTimeToLive {
    fn table<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        database.described_table(table_name_of(&self.table))
    }

    fn check<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        let table = self.table(database)?;
        if table.definition.status == TableStatus::Creating {
            // A table that is being created counts as missing.
            return Err(DynamoError::TableNotFound { table: table.definition.name.to_string() });
        }
        match table.definition.settings.time_to_live.attribute.as_deref() {
            Some(current) if current != self.attribute => {
                Err(SettingError::TimeToLiveOnOtherAttribute { attribute: current.to_owned() }.into())
            }
            current if current.is_some() == self.enabled => {
                Err(SettingError::TimeToLiveUnchanged { enabled: self.enabled }.into())
            }
            _ => Ok(table),
        }
    }
}

impl Operation<Complete> for UpdateTimeToLive {
    const NAME: &'static str = "UpdateTimeToLive";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    /// The requested status and attribute.
    type Response = (bool, String);

    fn decode(fields: &mut Fields) -> UpdateTimeToLive {
        let table = fields.table_name();
        fields.require("TimeToLiveSpecification");
        let specification = fields.nested("TimeToLiveSpecification", |specification| {
            specification.require("AttributeName");
            specification.require("Enabled");
            let enabled = specification.boolean("Enabled");
            (enabled, specification.text_of_length("AttributeName", 1, 255))
        });
        let (enabled, attribute) = specification.unwrap_or_default();
        UpdateTimeToLive {
            table,
            enabled: enabled.unwrap_or_default(),
            attribute: attribute.unwrap_or_default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.table(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<(bool, String)>, DynamoError> {
        gate::check(context, self.table(context.database)?, Setting::TimeToLive)?;
        let table = self.check(context.database)?;
        if context.service.simulation_state.replicated.get(&table.definition.name) == Some(&true) {
            return Err(StrongError::TimeToLive.into());
        }
        let waits_ms = context.config.delays.time_to_live_change_ms;
        let changed_at = table.definition.settings.time_to_live.changed_at;
        let again = changed_at.map(|at| at.plus_ms(waits_ms)).filter(|again| *again > context.now);
        if let Some(again) = again {
            return Err(DynamoError::from(SettingError::TimeToLiveChangedTooOften).until(again));
        }
        let mut after = table.definition.as_ref().clone();
        after.settings.time_to_live = TimeToLive {
            attribute: self.enabled.then(|| self.attribute.as_str().into()),
            changed_at: Some(context.now),
        };
        let asked = (self.enabled, self.attribute.clone());
        let mut writes = WriteSet::from_change(Change::alter_table(after));
        if context.config.dials.as_ref().is_some_and(|dials| dials.time_to_live_enabling_ms > 0) {
            let name = &table.definition.name;
            let leaves = (!self.enabled).then(|| self.attribute.as_str().into());
            let sweeper = Sweeper { leaves, ..Sweeper::load(context.database, name) };
            writes.changes.push(Change::record(Sweeper::key(name), Some(sweeper.to_bytes())));
        }
        Ok(Step::Done(asked, writes))
    }

    fn encode((enabled, attribute): &(bool, String), body: &mut ObjectWriter) {
        body.object("TimeToLiveSpecification", |specification| {
            specification.boolean("Enabled", *enabled);
            specification.text("AttributeName", attribute);
        });
    }
}
