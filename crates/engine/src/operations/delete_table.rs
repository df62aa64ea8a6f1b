//! DeleteTable: deletes a table with its items and indexes.

use std::sync::Arc;

use crate::database::Database;
use crate::database::change::{Change, WriteSet};
use crate::database::scheduler::Work;
use crate::database::table::{Table, TableStatus};
use crate::error::{DynamoError, TableError};
use crate::execution::context::Context;
use crate::execution::table_action::TableAction;
use crate::execution::table_service::TableService;
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::operation::{Access, Operation, Step};
use crate::response::json_writer::ObjectWriter;
use crate::response::table_description::TableDescription;
use crate::settings::durations::Timed;
use crate::trace::EventKind;

/// A DeleteTable request.
#[derive(Clone, Debug)]
pub struct DeleteTable {
    table: String,
}

impl DeleteTable {
    fn table<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        database.described_table(table_name_of(&self.table))
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
        self.table(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context<S>) -> Result<Step<TableDescription>, DynamoError> {
        let table = self.table(context.database)?;
        S::check_state(context.database, table, &[TableAction::Delete], context.now)?;
        if table.definition.deletion_protection {
            return Err(TableError::DeletionProtected { table: table.definition.name.to_string() }.into());
        }
        S::check_deletable(context, table)?;
        let mut definition = table.definition.as_ref().clone();
        definition.status = TableStatus::Deleting;
        let description = TableDescription::altered(table, Arc::new(definition.clone()));
        let description = S::describe_deleted(context, table, description);
        context.trace.emit(|| EventKind::TableDropped { table: definition.name.clone() });
        let work = Work::FinishTableDelete { table: definition.reference() };
        let delay_ms = S::duration_ms(context.config, Timed::Deletion, &definition, context.now);
        let further = S::note_deletion(context, &definition, delay_ms);
        let mut writes = WriteSet::from_change(Change::alter_table(definition)).then(delay_ms, work);
        writes.changes.extend(further);
        Ok(Step::Done(description, writes))
    }

    fn encode(response: &TableDescription, body: &mut ObjectWriter) {
        body.object("TableDescription", |object| response.encode_deleted::<S>(object));
    }
}
