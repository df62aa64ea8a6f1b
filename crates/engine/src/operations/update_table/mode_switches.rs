//! The limit of changes from provisioned to on-demand mode: four in any 24 hours. The other direction has no limit.

use dynalab_types::Timestamp;
use dynalab_types::binary::Malformed;
use serde::{Deserialize, Serialize};

use crate::codec::record_form;
use crate::database::Database;
use crate::database::change::Change;
use crate::error::LimitError;
use crate::registry::{Checked, RecordKey, RecordKind};

const SWITCHES_MAX: usize = 4;
const WINDOW_MS: u64 = 24 * 60 * 60 * 1000;

/// The times of changes to on-demand mode, in milliseconds since 1970, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeSwitches {
    at_ms: Vec<u64>,
}

impl ModeSwitches {
    fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::MODE_SWITCHES, table, "")
    }

    /// Returns the stored switches of a table.
    pub fn load(database: &Database, table: &str) -> ModeSwitches {
        let bytes = database.record(&ModeSwitches::key(table));
        bytes.and_then(|bytes| ModeSwitches::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<ModeSwitches, Malformed> {
        record_form::read(bytes, |_| Err(Malformed))
    }

    /// Adds a change, and removes those outside the 24 hours.
    ///
    /// # Errors
    /// The limit is reached.
    pub fn after_another(mut self, now: Timestamp) -> Result<ModeSwitches, LimitError> {
        let counts = |at: &u64| now.epoch_ms.checked_sub(*at).is_some_and(|age_ms| age_ms < WINDOW_MS);
        self.at_ms.retain(counts);
        if let ([first, ..], Some(last)) = (self.at_ms.as_slice(), self.at_ms.last())
            && self.at_ms.len() >= SWITCHES_MAX
        {
            let next = Timestamp::from_epoch_ms(first + WINDOW_MS);
            return Err(LimitError::TooManyModeSwitches { last: Timestamp::from_epoch_ms(*last), next });
        }
        self.at_ms.push(now.epoch_ms);
        Ok(self)
    }

    /// Returns the change that stores the switches.
    pub fn change(&self, table: &str) -> Change {
        Change::record(ModeSwitches::key(table), Some(record_form::write(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_fit_into_any_day_and_are_read_as_they_were_written() {
        let at = |ms| Timestamp::from_epoch_ms(ms);
        let mut switches = ModeSwitches::default();
        for ms in [0, 1_000, 2_000, 50_000] {
            switches = switches.after_another(at(ms)).unwrap();
        }
        for ms in [50_000, WINDOW_MS - 1] {
            let refused = LimitError::TooManyModeSwitches { last: at(50_000), next: at(WINDOW_MS) };
            assert_eq!(switches.clone().after_another(at(ms)), Err(refused));
        }
        let later = switches.after_another(at(WINDOW_MS)).unwrap();
        // A time in the future does not count.
        let strange = ModeSwitches { at_ms: vec![u64::MAX; 4] };
        assert_eq!(strange.after_another(at(7)).unwrap().at_ms, [7]);
        assert_eq!(later.at_ms, [1_000, 2_000, 50_000, WINDOW_MS]);
        assert_eq!(ModeSwitches::from_bytes(&record_form::write(&later)), Ok(later));
        assert_eq!(ModeSwitches::from_bytes(&[]), Err(Malformed));
    }
}
