//! The locks of transactions in progress: the items that they have prepared, and their tokens.
//!
//! The locks are in memory only. A request that has finished or was dropped holds no locks.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::{KeyBytes, SmallMap};

use crate::database::change::Change;
use crate::engine::ticket::Ticket;

/// All locks, by table and key, and by client token.
#[derive(Clone, Debug, Default)]
pub struct LockTable {
    items: SmallMap<Arc<str>, SmallMap<KeyBytes, Ticket>>,
    tokens: SmallMap<Box<str>, Ticket>,
    timestamps: Timestamps,
}

/// The order of transactions and writes since the oldest transaction in progress began. An item rejects transactions with a
/// timestamp earlier than its last write. Timestamps are internal: no response contains them.
#[derive(Clone, Debug, Default)]
struct Timestamps {
    last: u64,
    transactions: SmallMap<Ticket, u64>,
    written: BTreeMap<(Arc<str>, KeyBytes), u64>,
}

impl LockTable {
    /// Returns the transaction that has locked the item.
    pub fn lock_owner(&self, table: &str, key: &KeyBytes) -> Option<Ticket> {
        self.items.get(table)?.get(key).copied()
    }

    /// Locks an item for a transaction, until its ticket is released.
    pub fn lock_item(&mut self, table: &Arc<str>, key: &KeyBytes, ticket: Ticket) {
        self.items.get_or_insert_with(table.clone(), SmallMap::new).insert(key.clone(), ticket);
    }

    /// Returns the transaction that has locked the client token.
    pub fn token_owner(&self, token: &str) -> Option<Ticket> {
        self.tokens.get(token).copied()
    }

    /// Locks a client token for a transaction, until its ticket is released.
    pub fn lock_token(&mut self, token: &str, ticket: Ticket) {
        self.tokens.insert(token.into(), ticket);
    }

    /// Assigns a timestamp to a transaction.
    #[inline]
    pub fn stamp(&mut self, ticket: Ticket) {
        self.timestamps.last += 1;
        self.timestamps.transactions.insert(ticket, self.timestamps.last);
    }

    /// Stores the timestamp of each written item: that of the transaction, or a new one.
    pub fn note_writes(&mut self, ticket: Ticket, changes: &[Change]) {
        let Timestamps { last, transactions, written } = &mut self.timestamps;
        if transactions.is_empty() {
            return;
        }
        let mut note = |table: &Arc<str>, key: &KeyBytes| {
            let stamp = transactions.get(&ticket).copied().unwrap_or_else(|| {
                *last += 1;
                *last
            });
            let kept = written.entry((table.clone(), key.clone())).or_default();
            *kept = stamp.max(*kept);
        };
        for change in changes {
            match change {
                Change::Item { table, key, .. } => note(table, key),
                Change::Items { table, items, .. } => items.rows.iter().for_each(|(key, _)| note(table, key)),
                _ => {}
            }
        }
    }

    /// Returns true if a later request has written the item since the transaction began.
    pub fn is_stale_timestamp(&self, ticket: Ticket, table: &Arc<str>, key: &KeyBytes) -> bool {
        let Some(stamp) = self.timestamps.transactions.get(&ticket) else { return false };
        self.timestamps.written.get(&(table.clone(), key.clone())).is_some_and(|written| written > stamp)
    }

    /// Removes a finished transaction. After the last one, all timestamps are removed.
    pub fn forget_timestamp(&mut self, ticket: Ticket) {
        if self.timestamps.transactions.remove(&ticket).is_some() && self.timestamps.transactions.is_empty() {
            self.timestamps = Timestamps::default();
        }
    }

    /// Releases all locks of a request.
    pub fn release(&mut self, ticket: Ticket) {
        for (_, items) in self.items.iter_mut() {
            items.retain(|_, holder| *holder != ticket);
        }
        self.items.retain(|_, items| !items.is_empty());
        self.tokens.retain(|_, holder| *holder != ticket);
    }
}
