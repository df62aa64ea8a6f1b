//! CreateBackup: stores a table as it is now, until the backup is deleted.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::database::table::{Table, TableStatus};
use dynalab_engine::error::DynamoError;
use dynalab_engine::registry::backup::Backup;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::backup_description::encode_details;
use crate::complete::{Complete, Context};
use crate::table_times::gate::{self, Setting};

/// A CreateBackup request.
#[derive(Clone, Debug)]
pub struct CreateBackup {
    table: String,
    name: String,
}

impl CreateBackup {
    /// Returns the table. A table that is being created counts as missing.
    fn table<'a>(&self, database: &'a Database) -> Result<&'a Table, DynamoError> {
        let name = table_name_of(&self.table);
        let table = database.backed_up_table(name)?;
        match table.definition.status {
            TableStatus::Creating => Err(DynamoError::NoTableToBackUp { table: name.to_owned() }),
            _ => Ok(table),
        }
    }
}

impl CreateBackup {
    /// Returns what the request will read of the whole table: the backup, whose time can still change, and the table.
    pub(crate) fn whole_table<'a>(&self, context: &Context<'a>) -> Option<(Backup, &'a Table)> {
        let table = self.table(context.database).ok()?;
        let backup = Backup::of_table(table, self.name.clone(), context.now, 0, context.database);
        Some((backup, table))
    }
}

impl Operation<Complete> for CreateBackup {
    const NAME: &'static str = "CreateBackup";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = Backup;

    fn decode(fields: &mut Fields) -> CreateBackup {
        let table = fields.table_name();
        fields.require("BackupName");
        CreateBackup { table, name: fields.index_name("BackupName").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.backed_up_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Backup>, DynamoError> {
        let table = context.database.backed_up_table(table_name_of(&self.table))?;
        gate::check(context, table, Setting::Backups)?;
        let table = self.table(context.database)?;
        let suffix = (context.ids.next() >> 32) as u32;
        let backup = Backup::of_table(table, self.name.clone(), context.now, suffix, context.database);
        let mut writes = WriteSet::from_change(backup.kept(&table.items, context.database.prepared()));
        writes.changes.extend(Backup::expired(context.database, context.now));
        Ok(Step::Done(backup, writes))
    }

    fn encode(response: &Backup, body: &mut ObjectWriter) {
        body.object("BackupDetails", |object| encode_details(response, "CREATING", object));
    }
}
