//! TTL: the rules for the setting and for the deletion of expired items, and the state of deletion.

pub(crate) mod expiries;
pub(crate) mod sweep;

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader};
use dynalab_types::{AttributeValue, Item, KeyBytes, Timestamp, fingerprint};
use serde::{Deserialize, Serialize};

use crate::definition_codec::read_time;
use crate::record_form;
use crate::registry::{RecordKey, RecordKind};
use crate::service::dials::Dials;
use crate::service::draw::draw_between;
use crate::settings::{TimeToLive, read_text};
use crate::table::TableDefinition;
pub use expiries::Expiries;

/// DynamoDB does not delete items that expired more than five years ago, in milliseconds.
const OLDEST_MS: u64 = 5 * 365 * 24 * 60 * 60 * 1000;
/// The purpose of these random numbers.
const PURPOSE: u64 = 0x7474_6c5f_7377_6570;

/// How TTL deletes the items of a table. Another rule gives another list of expiry times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SweepRule {
    pub attribute: Box<str>,
    /// Nothing is deleted before this time. Items that expired earlier count as expired at this time.
    pub in_force_at: Timestamp,
    pub seed: u64,
    pub least_ms: u64,
    pub most_ms: u64,
}

impl SweepRule {
    /// Returns `None` if TTL deletes nothing.
    pub fn of(definition: &TableDefinition, dials: Option<&Arc<Dials>>) -> Option<SweepRule> {
        let dials = dials.filter(|dials| dials.time_to_live_sweep > 0)?;
        SweepRule::as_if_swept(definition, dials)
    }

    /// Returns the rule as if TTL deletion were on.
    pub fn as_if_swept(definition: &TableDefinition, dials: &Dials) -> Option<SweepRule> {
        let setting = &definition.settings.time_to_live;
        let changed_at = setting.changed_at.unwrap_or_default();
        Some(SweepRule {
            attribute: setting.attribute.clone()?,
            in_force_at: changed_at.plus_ms(dials.time_to_live_enabling_ms),
            seed: dials.seed,
            least_ms: dials.time_to_live_delay_least_ms,
            most_ms: dials.time_to_live_delay_most_ms,
        })
    }

    /// Returns the earliest time at which TTL deletes an item.
    pub fn due_at(&self, key: &KeyBytes, expires_at: Timestamp) -> Timestamp {
        let mark = fingerprint(key.as_slice());
        let question = [PURPOSE, (mark >> 64) as u64, mark as u64, expires_at.epoch_ms];
        let delay_ms = draw_between(self.seed, &question, self.least_ms, self.most_ms);
        expires_at.max(self.in_force_at).plus_ms(delay_ms)
    }
}

/// Returns when an item expires: whole seconds since 1970 in a top-level number. Other values mean that it does not expire.
pub(crate) fn expiry_of(item: &Item, attribute: &str) -> Option<Timestamp> {
    let AttributeValue::N(number) = item.get(attribute)? else { return None };
    let seconds = u64::try_from(number.to_i64()?).ok()?;
    Some(Timestamp::from_epoch_ms(seconds.saturating_mul(1000)))
}

pub(crate) fn is_too_old(expires_at: Timestamp, now: Timestamp) -> bool {
    expires_at.plus_ms(OLDEST_MS) < now
}

/// Returns the status for DescribeTimeToLive.
pub(crate) fn status(setting: &TimeToLive, now: Timestamp, dials: Option<&Arc<Dials>>) -> &'static str {
    let takes_ms = dials.map_or(0, |dials| dials.time_to_live_enabling_ms);
    let in_force = setting.changed_at.is_none_or(|at| now >= at.plus_ms(takes_ms));
    match (setting.attribute.is_some(), in_force) {
        (true, true) => "ENABLED",
        (true, false) => "ENABLING",
        (false, true) => "DISABLED",
        (false, false) => "DISABLING",
    }
}

/// The stored state of a table's TTL deletion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sweeper {
    /// The time of the next run.
    pub wakes_at: Option<Timestamp>,
    /// The time of the last deletion.
    pub swept_at: Option<Timestamp>,
    /// The number of deleted items.
    pub swept: u64,
    /// The previous attribute, while TTL is being disabled.
    pub leaves: Option<Box<str>>,
}

impl Sweeper {
    pub fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::TIME_TO_LIVE, table, "")
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Sweeper, Malformed> {
        record_form::read(bytes, Sweeper::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Sweeper, Malformed> {
        Ok(Sweeper {
            wakes_at: read_time(reader)?,
            swept_at: read_time(reader)?,
            swept: reader.unsigned()?,
            leaves: read_text(reader)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sweeper_keeps_is_read_back() {
        let sweeper = Sweeper {
            wakes_at: Some(Timestamp::from_epoch_ms(7)),
            swept_at: None,
            swept: 300,
            leaves: Some("ends".into()),
        };
        assert_eq!(Sweeper::from_bytes(&sweeper.to_bytes()), Ok(sweeper));
    }

    #[test]
    fn only_whole_seconds_in_a_number_say_when() {
        let number = |text: &str| AttributeValue::N(dynalab_types::Number::parse(text).expect("a number"));
        let seen = |value: AttributeValue| {
            let item: Item = [(Box::from("ends"), value)].into_iter().collect();
            expiry_of(&item, "ends").map(|at| at.epoch_ms)
        };
        assert_eq!(seen(number("1790000000")), Some(1_790_000_000_000));
        assert_eq!(seen(number("1790000000000")), Some(1_790_000_000_000_000));
        for nothing in [number("-1"), number("17.5"), number("1E30"), AttributeValue::S("1790000000".into())]
        {
            assert_eq!(seen(nothing), None);
        }
    }

    #[test]
    fn a_sweeper_without_a_version_is_read() {
        const BEFORE: &[u8] = &[8, 0, 172, 2, 1, 4, 101, 110, 100, 115];
        let kept = Sweeper {
            wakes_at: Some(Timestamp::from_epoch_ms(7)),
            swept_at: None,
            swept: 300,
            leaves: Some("ends".into()),
        };
        assert_eq!(Sweeper::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Sweeper::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
