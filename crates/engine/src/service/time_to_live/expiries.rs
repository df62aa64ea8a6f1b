//! The expiring items of a table, in the order of their deletion. They are derived from the items and never stored. A table
//! without TTL deletion has none.

use std::collections::BTreeMap;

use dynalab_types::{KeyBytes, PackedItem, Timestamp};

use crate::rows::Rows;
use crate::service::time_to_live::{SweepRule, expiry_of, is_too_old};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expiries {
    rule: Option<SweepRule>,
    /// From the time of deletion and the key to the expiry time.
    entries: BTreeMap<(Timestamp, KeyBytes), Timestamp>,
}

/// An item that waits for TTL deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expiry {
    pub due_at: Timestamp,
    pub expires_at: Timestamp,
    pub key: KeyBytes,
}

impl Expiries {
    pub(crate) fn of_items(rule: Option<SweepRule>, items: &Rows) -> Expiries {
        let mut expiries = Expiries { rule, entries: BTreeMap::new() };
        if expiries.rule.is_some() {
            items.iter().for_each(|(key, item)| expiries.follow(key, None, Some(item)));
        }
        expiries
    }

    pub(crate) fn rule(&self) -> Option<&SweepRule> {
        self.rule.as_ref()
    }

    /// Applies one write of the table.
    pub(crate) fn follow(&mut self, key: &KeyBytes, before: Option<&PackedItem>, after: Option<&PackedItem>) {
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
    pub(crate) fn waiting(&self, now: Timestamp) -> impl Iterator<Item = Expiry> {
        let entries = self.entries.iter().map(|((due_at, key), expires_at)| Expiry {
            due_at: *due_at,
            expires_at: *expires_at,
            key: key.clone(),
        });
        entries.filter(move |expiry| !is_too_old(expiry.expires_at, expiry.due_at.max(now)))
    }

    /// Returns the items to delete now.
    pub(crate) fn due(&self, now: Timestamp) -> impl Iterator<Item = Expiry> {
        self.waiting(now).take_while(move |expiry| expiry.due_at <= now)
    }
}
