//! DeleteTable: deletes a table with its items and indexes.

use std::sync::Arc;

use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, TableState};
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operation::{Access, Operation, Step};
use crate::scheduler::Work;
use crate::table::{Table, TableStatus};
use crate::table_description::TableDescription;
use crate::table_service::TableService;
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

impl<S: TableService> Operation<S> for DeleteTable {
    const NAME: &'static str = "DeleteTable";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = TableDescription;

    fn decode(fields: &mut Fields) -> DeleteTable {
        DeleteTable { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context<S>) -> Result<Step<TableDescription>, DynamoError> {
        let table = self.check(context.database)?;
        S::check_deletable(context, table)?;
        let mut definition = table.definition.as_ref().clone();
        definition.status = TableStatus::Deleting;
        let description = TableDescription::altered(table, Arc::new(definition.clone()));
        let description = S::describe_deleted(context, table, description);
        context.trace.emit(|| EventKind::TableDropped { table: definition.name.clone() });
        let work = Work::FinishTableDelete { table: definition.reference() };
        let writes = WriteSet::from_change(Change::alter_table(definition))
            .then(context.config.delays.table_change_ms, work);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode_deleted::<S>(object));
    }
}
