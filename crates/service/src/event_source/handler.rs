//! The simulated function: its duration, and the records that make it fail.

use dynalab_engine::database::stream::StreamRecord;
use dynalab_engine::seed::draw::draw_between;
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{Item, KeySchema, fingerprint};
use serde::{Deserialize, Serialize};

const POISON: u64 = 0x706f_6973_6f6e;
const ERROR: u64 = 0x0065_7272_6f72;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Handler {
    pub duration_ms: u64,
    /// A record fails in every attempt if its key has all attributes of one of these.
    pub poison_keys: Vec<Item>,
    /// The fraction of records that fail in every attempt, in thousandths.
    pub poison_permille: u64,
    /// The fraction of invocations that fail as a whole, in thousandths. A retry can succeed.
    pub error_permille: u64,
    /// The numbers of invocations of the mapping that fail as a whole. The first is 1.
    pub failing_batches: Vec<u64>,
}

/// The result of an invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Done,
    /// The whole batch failed.
    Failed,
    /// The record with this sequence number failed. Those before it count as processed.
    FailedAt(u64),
    /// Not known yet: the host executes the user's handler and will report the result.
    Awaited,
}

impl Handler {
    /// Returns the outcome of a batch. It depends on the seed, the number of the batch, and its records.
    pub fn outcome(&self, records: &[&StreamRecord], key: &KeySchema, batch: u64, seed: u64) -> Outcome {
        let by_chance = self.error_permille > draw_between(seed, &[ERROR, batch], 0, 999);
        if by_chance || self.failing_batches.contains(&batch) {
            return Outcome::Failed;
        }
        match records.iter().find(|record| self.is_poison(record, key, seed)) {
            Some(record) => Outcome::FailedAt(record.sequence),
            None => Outcome::Done,
        }
    }

    fn is_poison(&self, record: &StreamRecord, key: &KeySchema, seed: u64) -> bool {
        let mark = fingerprint(record.key.as_slice());
        let question = [POISON, (mark >> 64) as u64, mark as u64, record.sequence];
        if self.poison_permille > 0 && self.poison_permille > draw_between(seed, &question, 0, 999) {
            return true;
        }
        if self.poison_keys.is_empty() {
            return false;
        }
        let keys = record.keys(key);
        let has_all = |poison: &Item| poison.iter().all(|(name, value)| keys.get(name) == Some(value));
        self.poison_keys.iter().any(has_all)
    }

    /// Writes the handler into the record of its mapping.
    pub fn write(&self, writer: &mut Writer) {
        writer.unsigned(self.duration_ms);
        writer.unsigned(self.poison_keys.len() as u64);
        self.poison_keys.iter().for_each(|key| writer.map(key));
        writer.unsigned(self.poison_permille);
        writer.unsigned(self.error_permille);
        writer.unsigned(self.failing_batches.len() as u64);
        self.failing_batches.iter().for_each(|batch| writer.unsigned(*batch));
    }

    /// Reads a handler of [`Handler::write`].
    ///
    /// # Errors
    /// The bytes are no handler.
    pub fn read(reader: &mut Reader) -> Result<Handler, Malformed> {
        let mut handler = Handler { duration_ms: reader.unsigned()?, ..Handler::default() };
        for _ in 0..reader.count()? {
            handler.poison_keys.push(reader.map()?);
        }
        (handler.poison_permille, handler.error_permille) = (reader.unsigned()?, reader.unsigned()?);
        for _ in 0..reader.count()? {
            handler.failing_batches.push(reader.unsigned()?);
        }
        Ok(handler)
    }
}
