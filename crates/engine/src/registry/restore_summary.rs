//! The source of a restored table, as DescribeTable returns it.

use std::sync::Arc;

use dynalab_types::Timestamp;
use dynalab_types::binary::Malformed;

use crate::codec::primitives::{read_time, write_time};
use crate::codec::record_form;
use crate::database::Database;
use crate::database::table::{Table, TableStatus};
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::response::json_writer::ObjectWriter;

/// The source of a table, reported while it is being restored and afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreSummary {
    pub backup: Option<Arc<str>>,
    pub table: String,
    pub at: Timestamp,
}

impl RestoreSummary {
    /// Returns the key of the record of a table.
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::RESTORE, table, "")
    }

    /// Encodes the record.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.text(self.backup.as_deref().unwrap_or_default());
        writer.text(&self.table);
        write_time(Some(self.at), &mut writer);
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn read(bytes: &[u8]) -> Result<RestoreSummary, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let backup = Some(reader.text()?).filter(|arn| !arn.is_empty()).map(Arc::from);
        let table = reader.text()?.to_owned();
        Ok(RestoreSummary { backup, table, at: read_time(&mut reader)?.ok_or(Malformed)? })
    }

    pub(crate) fn encode(&self, is_in_progress: bool, object: &mut ObjectWriter) {
        object.object("RestoreSummary", |object| {
            if let Some(backup) = &self.backup {
                object.text("SourceBackupArn", backup);
            }
            object.text("SourceTableArn", &self.table);
            object.date("RestoreDateTime", self.at);
            object.boolean("RestoreInProgress", is_in_progress);
        });
    }

    /// Returns the summary of a table that is being restored.
    pub fn in_progress(table: &Table, database: &Database) -> Option<RestoreSummary> {
        if table.definition.status == TableStatus::Creating {
            RestoreSummary::of(table, database)
        } else {
            None
        }
    }

    /// Returns the summary of a restored table.
    pub fn of(table: &Table, database: &Database) -> Option<RestoreSummary> {
        let bytes = database.record(&RestoreSummary::key(&table.definition.name))?;
        RestoreSummary::read(bytes).checked()
    }

    /// Returns true while a table is being restored from this backup.
    pub fn is_in_use(database: &Database, backup: &str) -> bool {
        let mut records = database.registry().of_kind(RecordKind::RESTORE);
        records.any(|(key, _)| {
            let summary =
                database.find(&key.table).and_then(|table| RestoreSummary::in_progress(table, database));
            summary.is_some_and(|summary| summary.backup.as_deref() == Some(backup))
        })
    }
}
