//! The expiring items of a table, in the order of their deletion. They are derived from the items and never stored. A table
//! without TTL deletion has none.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::{AttributeValue, Item, KeyBytes, PackedItem, Timestamp, fingerprint};

use crate::database::rows::Rows;
use crate::database::table::TableDefinition;
use crate::seed::draw::draw_between;
use crate::settings::dials::Dials;

/// DynamoDB does not delete items that expired more than five years ago, in milliseconds.
const OLDEST_MS: u64 = 5 * 365 * 24 * 60 * 60 * 1000;
/// The purpose of these random numbers.
const PURPOSE: u64 = 0x7474_6c5f_7377_6570;

/// How TTL deletes the items of a table. Another rule gives another list of expiry times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepRule {
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

/// The expiring items of one table. Empty while TTL is off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expiries {
    rule: Option<SweepRule>,
    /// From the time of deletion and the key to the expiry time.
    entries: BTreeMap<(Timestamp, KeyBytes), Timestamp>,
}

/// An item that waits for TTL deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expiry {
    pub due_at: Timestamp,
    pub expires_at: Timestamp,
    pub key: KeyBytes,
}

impl Expiries {
    /// Finds the expiring items among all items of a table.
    pub fn of_items(rule: Option<SweepRule>, items: &Rows) -> Expiries {
        let mut expiries = Expiries { rule, entries: BTreeMap::new() };
        if expiries.rule.is_some() {
            items.iter().for_each(|(key, item)| expiries.apply_item_change(key, None, Some(item)));
        }
        expiries
    }

    /// Returns the rule, or `None` while TTL is off.
    #[inline]
    pub fn rule(&self) -> Option<&SweepRule> {
        self.rule.as_ref()
    }

    /// Applies one write of the table.
    pub fn apply_item_change(
        &mut self,
        key: &KeyBytes,
        before: Option<&PackedItem>,
        after: Option<&PackedItem>,
    ) {
        if let Some(place) = before.and_then(|item| self.place(key, item)) {
            self.entries.remove(&(place.due_at, place.key));
        }
        if let Some(place) = after.and_then(|item| self.place(key, item)) {
            self.entries.insert((place.due_at, place.key), place.expires_at);
        }
    }

    fn place(&self, key: &KeyBytes, item: &PackedItem) -> Option<Expiry> {
        let rule = self.rule.as_ref()?;
        let expires_at = expiry_of(&item.unpack(), &rule.attribute)?;
        // The item was too old before TTL took effect.
        if is_too_old(expires_at, rule.in_force_at) {
            return None;
        }
        Some(Expiry { due_at: rule.due_at(key, expires_at), expires_at, key: key.clone() })
    }

    /// Returns the items in the order of deletion, without those that are too old at `now`.
    pub fn waiting(&self, now: Timestamp) -> impl Iterator<Item = Expiry> {
        let entries = self.entries.iter().map(|((due_at, key), expires_at)| Expiry {
            due_at: *due_at,
            expires_at: *expires_at,
            key: key.clone(),
        });
        entries.filter(move |expiry| !is_too_old(expiry.expires_at, expiry.due_at.max(now)))
    }

    /// Returns the items to delete now.
    pub fn due(&self, now: Timestamp) -> impl Iterator<Item = Expiry> {
        self.waiting(now).take_while(move |expiry| expiry.due_at <= now)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_seconds_in_a_number_are_an_expiry_time() {
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
}
