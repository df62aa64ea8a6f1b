//! The record of a part of a bulk operation: how far it came, and what it has to report. It exists until the operation ends.

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::binary::Malformed;
use serde::{Deserialize, Serialize};

/// A part that is written while others follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BulkPart {
    /// The size of the files whose records are all processed, in bytes.
    pub read_bytes: u64,
    pub errors: Report,
    pub conditions: Report,
}

/// The lines that a part adds to a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The length of the lines of the parts before, in bytes.
    pub before_bytes: u64,
    pub text: String,
}

impl Report {
    /// Returns the length of all lines so far, in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.before_bytes + self.text.len() as u64
    }

    /// Returns the empty report of the next part.
    fn next(&self) -> Report {
        Report { before_bytes: self.length(), text: String::new() }
    }
}

impl BulkPart {
    fn key(arn: &str, processed: u64) -> RecordKey {
        RecordKey::of_account(RecordKind::BULK_PART, &format!("{arn}/{processed:020}"))
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<BulkPart, Malformed> {
        record_form::read(bytes, |_| Err(Malformed))
    }

    /// Returns the part that ended after this number of records, if others were to follow.
    pub(crate) fn find(database: &Database, arn: &str, processed: u64) -> Option<BulkPart> {
        BulkPart::from_bytes(database.record(&BulkPart::key(arn, processed))?).checked()
    }

    /// Returns the part after this one, without reports.
    pub(crate) fn next(&self) -> BulkPart {
        BulkPart {
            read_bytes: self.read_bytes,
            errors: self.errors.next(),
            conditions: self.conditions.next(),
        }
    }

    /// Returns the change that stores the part, which ended after this number of records.
    pub(crate) fn kept(&self, arn: &str, processed: u64) -> Change {
        Change::record(BulkPart::key(arn, processed), Some(record_form::write(self)))
    }

    /// Returns the records of all parts of an operation in their order. They are shared, so it takes no time for their bytes.
    pub(crate) fn records(database: &Database, arn: &str) -> Vec<Arc<[u8]>> {
        BulkPart::all(database, arn).map(|(_, bytes)| bytes.clone()).collect()
    }

    /// Returns the changes that delete all parts of an operation.
    pub(crate) fn removals(database: &Database, arn: &str) -> Vec<Change> {
        BulkPart::all(database, arn).map(|(key, _)| Change::record(key.clone(), None)).collect()
    }

    fn all<'a>(
        database: &'a Database,
        arn: &str,
    ) -> impl Iterator<Item = (&'a RecordKey, &'a Arc<[u8]>)> + use<'a> {
        database.registry().with_prefix(RecordKind::BULK_PART, "", &format!("{arn}/"))
    }

    /// Joins what the parts report: the lines of errors, and those of conditions that were not met. Both can be long, so call it without the
    /// engine's lock.
    pub(crate) fn join_reports(records: &[Arc<[u8]>]) -> (String, String) {
        let (mut errors, mut conditions) = (String::new(), String::new());
        for part in records.iter().filter_map(|bytes| BulkPart::from_bytes(bytes).checked()) {
            errors.push_str(&part.errors.text);
            conditions.push_str(&part.conditions.text);
        }
        (errors, conditions)
    }
}
