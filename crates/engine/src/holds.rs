//! What the transactions in flight hold: items they have prepared, and the tokens they run under.
//!
//! In memory only, and nothing of it outlives its ticket: a request that has finished or is forgotten holds nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_types::{KeyBytes, SmallMap};

use crate::change::Change;
use crate::ticket::Ticket;

#[derive(Clone, Debug, Default)]
pub struct Holds {
    items: SmallMap<Arc<str>, SmallMap<KeyBytes, Ticket>>,
    tokens: SmallMap<Box<str>, Ticket>,
    timestamps: Timestamps,
}

/// In which order transactions came and items were written, from when the oldest transaction in flight came: an item that has
/// been written by somebody with a later timestamp takes no more from one with an earlier. Nobody else can tell them.
#[derive(Clone, Debug, Default)]
struct Timestamps {
    last: u64,
    transactions: SmallMap<Ticket, u64>,
    written: BTreeMap<(Arc<str>, KeyBytes), u64>,
}

impl Holds {
    pub fn holder_of_item(&self, table: &str, key: &KeyBytes) -> Option<Ticket> {
        self.items.get(table)?.get(key).copied()
    }

    pub fn hold_item(&mut self, table: &Arc<str>, key: &KeyBytes, ticket: Ticket) {
        self.items.get_or_insert_with(table.clone(), SmallMap::new).insert(key.clone(), ticket);
    }

    pub fn holder_of_token(&self, token: &str) -> Option<Ticket> {
        self.tokens.get(token).copied()
    }

    pub fn hold_token(&mut self, token: &str, ticket: Ticket) {
        self.tokens.insert(token.into(), ticket);
    }

    /// A transaction gets its timestamp.
    pub fn stamp(&mut self, ticket: Ticket) {
        self.timestamps.last += 1;
        self.timestamps.transactions.insert(ticket, self.timestamps.last);
    }

    /// An item keeps the timestamp of its last write: that of the transaction, or of now.
    pub fn note_writes(&mut self, ticket: Ticket, changes: &[Change]) {
        let Timestamps { last, transactions, written } = &mut self.timestamps;
        if transactions.is_empty() {
            return;
        }
        for change in changes {
            if let Change::Item { table, key, .. } = change {
                let stamp = transactions.get(&ticket).copied().unwrap_or_else(|| {
                    *last += 1;
                    *last
                });
                let kept = written.entry((table.clone(), key.clone())).or_default();
                *kept = stamp.max(*kept);
            }
        }
    }

    /// Whether somebody who came later than the transaction has written the item.
    pub fn comes_too_late(&self, ticket: Ticket, table: &Arc<str>, key: &KeyBytes) -> bool {
        let Some(stamp) = self.timestamps.transactions.get(&ticket) else { return false };
        self.timestamps.written.get(&(table.clone(), key.clone())).is_some_and(|written| written > stamp)
    }

    /// The transaction is over; with the last one nobody asks for timestamps any more.
    pub fn forget_timestamp(&mut self, ticket: Ticket) {
        if self.timestamps.transactions.remove(&ticket).is_some() && self.timestamps.transactions.is_empty() {
            self.timestamps = Timestamps::default();
        }
    }

    /// Lets go of everything that a request holds.
    pub fn release(&mut self, ticket: Ticket) {
        for (_, items) in self.items.iter_mut() {
            items.retain(|_, holder| *holder != ticket);
        }
        self.items.retain(|_, items| !items.is_empty());
        self.tokens.retain(|_, holder| *holder != ticket);
    }
}
