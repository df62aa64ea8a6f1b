//! DeleteTable: a table goes, with its items and indexes.

use std::sync::Arc;

use crate::agenda::Work;
use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, TableState};
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operation::{Access, Operation, Step};
#[cfg(feature = "complete")]
use crate::replication_description::{ReplicationDescription, check_deletable};
use crate::table::{Table, TableStatus};
use crate::table_description::TableDescription;
use crate::trace::EventKind;

#[derive(Clone, Debug)]
pub struct DeleteTable {
    table: String,
}

impl DeleteTable {
    fn check<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        let table = database.described_table(table_name_of(&self.table))?;
        let in_use = |state| DynamoError::TableInUse { table: table.definition.name.to_string(), state };
        match table.definition.status {
            TableStatus::Creating => Err(in_use(TableState::BeingCreated)),
            TableStatus::Deleting => Err(in_use(TableState::BeingDeleted)),
            TableStatus::Updating => Err(in_use(TableState::BeingUpdated)),
            _ if table.definition.deletion_protection => {
                Err(crate::error::TableError::DeletionProtected { table: table.definition.name.to_string() }
                    .into())
            }
            TableStatus::Active => Ok(table),
        }
    }
}

impl Operation for DeleteTable {
    const NAME: &'static str = "DeleteTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> DeleteTable {
        DeleteTable { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<TableDescription>, DynamoError> {
        let table = self.check(context.database)?;
        #[cfg(feature = "complete")]
        check_deletable(table, context)?;
        let mut definition = table.definition.as_ref().clone();
        definition.status = TableStatus::Deleting;
        let description = TableDescription::altered(table, Arc::new(definition.clone()));
        #[cfg(feature = "complete")]
        let description = description.with_replication(ReplicationDescription::of(table, context));
        context.trace.emit(|| EventKind::TableDropped { table: definition.name.clone() });
        let work = Work::FinishTableDelete { table: definition.reference() };
        let writes =
            WriteSet::of(Change::alter_table(definition)).then(context.config.delays.table_change_ms, work);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode_deleted(object));
    }
}
