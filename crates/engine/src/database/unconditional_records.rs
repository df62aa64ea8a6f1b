//! Records that are written even if the request fails, like charges. Examples are capacity balances and counters.

use std::sync::Arc;

use dynalab_types::SmallMap;

use crate::database::Database;
use crate::database::change::Change;
use crate::registry::{RecordKey, RecordKind};

/// The records that the current step has settled so far.
#[derive(Clone, Debug, Default)]
pub struct UnconditionalRecords {
    records: SmallMap<RecordKey, Option<Arc<[u8]>>>,
}

impl UnconditionalRecords {
    /// Returns a record as it will be after the step.
    #[inline]
    pub fn get<'a>(&'a self, database: &'a Database, key: &RecordKey) -> Option<&'a [u8]> {
        match self.records.get(key) {
            Some(unconditional_records) => unconditional_records.as_deref(),
            None => database.record(key).map(|bytes| bytes.as_ref()),
        }
    }

    pub(crate) fn keys_of(&self, kind: RecordKind) -> impl Iterator<Item = RecordKey> {
        self.records.keys().filter(move |key| key.kind == kind).cloned()
    }

    /// Sets a record, or removes it with `None`.
    pub fn set(&mut self, key: RecordKey, bytes: Option<Vec<u8>>) {
        self.records.insert(key, bytes.map(Arc::from));
    }

    /// Returns the changes of records that differ from the database.
    pub fn take(&mut self, database: &Database) -> Vec<Change> {
        let records = std::mem::take(&mut self.records).into_iter();
        let changed = records
            .filter(|(key, after)| database.record(key).map(|bytes| bytes.as_ref()) != after.as_deref());
        changed.map(|(key, after)| Change::Record { key, before: None, after }).collect()
    }
}
