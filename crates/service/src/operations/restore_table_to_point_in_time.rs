//! RestoreTableToPointInTime: creates a table with the items that another table had at a point in time.

use dynalab_engine::database::Database;
use dynalab_engine::database::new_items::NewItems;
use dynalab_engine::database::table::{Table, TableDefinition, TableStatus};
use dynalab_engine::error::{ArnError, DynamoError, RecoveryError};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::registry::restore_summary::RestoreSummary;
use dynalab_engine::request::fields::{Arn, Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::response::table_description::TableDescription;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::recovery::{RestorableWindow, items_at, redo};
use crate::restored_table::{Overrides, RestoredDefinitions, check_target, restore};

/// A RestoreTableToPointInTime request.
#[derive(Clone, Debug)]
pub struct RestoreTableToPointInTime {
    source_arn: Option<String>,
    source: Option<String>,
    target: String,
    use_latest: bool,
    at: Option<Timestamp>,
    overrides: Overrides,
}

impl RestoreTableToPointInTime {
    fn check_shape(&self) -> Result<(), RecoveryError> {
        match (&self.source_arn, &self.source) {
            (Some(_), Some(_)) => return Err(RecoveryError::OneSourceOnly),
            (None, None) => return Err(RecoveryError::SourceMissing),
            _ => {}
        }
        match (self.at, self.use_latest) {
            (Some(_), true) => Err(RecoveryError::TwoTimes),
            (None, false) => Err(RecoveryError::NoTime),
            _ => Ok(()),
        }
    }

    fn source<'a>(&self, database: &'a Database, config: &EngineConfig) -> Result<&'a Table, DynamoError> {
        let name = match (&self.source_arn, &self.source) {
            (Some(arn), _) => named_by_arn(arn, config)?,
            (None, name) => name.as_deref().unwrap_or_default(),
        };
        let table = database.backed_up_table(name)?;
        match table.definition.status {
            TableStatus::Creating => Err(DynamoError::NoTableToBackUp { table: name.to_owned() }),
            _ => Ok(table),
        }
    }

    /// Returns the time to restore. DynamoDB compares whole seconds.
    fn restore_time(&self, window: RestorableWindow) -> Result<Timestamp, RecoveryError> {
        let Some(asked) = self.at else { return Ok(window.latest) };
        let RestorableWindow { earliest, latest, .. } = window;
        let second = |at: Timestamp| at.epoch_ms / 1000;
        if second(asked) < second(earliest) || asked > latest {
            return Err(RecoveryError::RestoreTimeOutside { asked, earliest, latest });
        }
        Ok(Timestamp::from_epoch_ms(second(asked) * 1000))
    }
}

/// Returns the table name of an ARN of this account and Region.
fn named_by_arn<'a>(arn: &'a str, config: &EngineConfig) -> Result<&'a str, DynamoError> {
    let found = Arn::parse(arn).filter(|arn| (arn.partition, arn.service) == ("aws", "dynamodb"));
    let Some((found, table)) = found.and_then(|found| Some((found, found.table()?))) else {
        return Err(RecoveryError::InvalidSourceArn.into());
    };
    if found.account != config.account_id {
        return Err(ArnError::OtherOwner.into());
    }
    if found.region != config.region {
        return Err(RecoveryError::InvalidSourceArn.into());
    }
    Ok(table)
}

/// The table and time of a restore, and the table that it creates.
pub(crate) struct Restored<'a> {
    pub table: &'a Table,
    pub at: Timestamp,
    pub definitions: RestoredDefinitions,
}

impl RestoreTableToPointInTime {
    /// Checks the request, without reading the items.
    pub(crate) fn restored<'a>(&self, context: &mut Context<'a>) -> Result<Restored<'a>, DynamoError> {
        let database = context.database;
        let table = self.source(database, context.config)?;
        let Some(window) = RestorableWindow::from_table(table, database, context.now, context.config) else {
            let table = table.definition.name.to_string();
            return Err(RecoveryError::RecoveryNotEnabled { table }.into());
        };
        let at = self.restore_time(window)?;
        let vectors: Vec<_> = table.vectors.definitions().cloned().collect();
        let definitions = self.overrides.apply(&table.definition, &vectors, &self.target, context)?;
        check_target(database, &self.target)?;
        Ok(Restored { table, at, definitions })
    }
}

/// Returns the items of a table at a time. Prepared ones can be of a time before it, because "the latest time" moves on.
fn past_items(database: &Database, table: &Table, at: Timestamp, definition: &TableDefinition) -> NewItems {
    let Some((mut items, next)) = database.prepared().items_of_table(&table.definition.id, at, definition)
    else {
        let (rows, size_bytes) = items_at(table, database, at);
        return NewItems::with_size(rows, size_bytes, definition);
    };
    match redo(&mut items, table, database, (next, at)) {
        true => NewItems::with_size(items.rows, items.size_bytes, definition),
        false => items,
    }
}

impl Operation<Complete> for RestoreTableToPointInTime {
    const NAME: &'static str = "RestoreTableToPointInTime";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::TableOrAccount(|operation| operation.source.as_deref());
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> RestoreTableToPointInTime {
        let source_arn = fields.text_of_length("SourceTableArn", 1, 1024);
        let source = fields.index_name("SourceTableName");
        fields.require("TargetTableName");
        RestoreTableToPointInTime {
            source_arn,
            source,
            target: fields.index_name("TargetTableName").unwrap_or_default(),
            use_latest: fields.boolean("UseLatestRestorableTime").unwrap_or_default(),
            at: fields.date("RestoreDateTime"),
            overrides: Overrides::decode(fields),
        }
    }

    type Planned = ();

    fn plan(&self, _: &Database) -> Result<(), DynamoError> {
        Ok(self.check_shape()?)
    }

    /// An execution checks in another order, so the plan checks the target here.
    fn describe(&self, (): &(), database: &Database) -> Result<Plan, DynamoError> {
        check_target(database, &self.target).map(|()| Plan::NoRead)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<TableDescription>, DynamoError> {
        let Restored { table, at, definitions } = self.restored(context)?;
        let items = past_items(context.database, table, at, &definitions.definition);
        let summary = RestoreSummary { backup: None, table: table.definition.arn.clone(), at };
        let (description, writes) = restore(definitions, items, summary, context);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode::<Complete>(object));
    }
}
