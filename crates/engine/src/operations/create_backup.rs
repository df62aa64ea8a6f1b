//! CreateBackup: stores a table as it is now, until the backup is deleted.

use crate::backup::Backup;
use crate::backup_description::encode_details;
use crate::change::WriteSet;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::operation::{Access, Operation, Step};
use crate::service::complete::{Complete, Context};
use crate::table::{Table, TableStatus};

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

impl Operation<Complete> for CreateBackup {
    const NAME: &'static str = "CreateBackup";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    type Response = Backup;

    fn decode(fields: &mut Fields) -> CreateBackup {
        let table = fields.table_name();
        fields.require("BackupName");
        CreateBackup { table, name: fields.index_name("BackupName").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.table(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Backup>, DynamoError> {
        let table = self.table(context.database)?;
        let suffix = (context.ids.next() >> 32) as u32;
        let backup = Backup::of_table(table, self.name.clone(), context.now, suffix, context.database);
        let mut writes = WriteSet::of(backup.kept(&table.items));
        writes.changes.extend(Backup::expired(context.database, context.now));
        Ok(Step::Done(backup, writes))
    }

    fn encode(response: &Backup, body: &mut ObjectWriter) {
        body.object("BackupDetails", |object| encode_details(response, "CREATING", object));
    }
}
