//! What the transactions in flight hold: items they have prepared, and the tokens they run under.
//!
//! In memory only, and nothing of it outlives its ticket: a request that has finished or is forgotten holds nothing.

use std::sync::Arc;

use dynalab_types::{KeyBytes, SmallMap};

use crate::engine::Ticket;

#[cfg_attr(feature = "complete", derive(Clone))]
#[derive(Debug, Default)]
pub struct Holds {
    items: SmallMap<Arc<str>, SmallMap<KeyBytes, Ticket>>,
    tokens: SmallMap<Box<str>, Ticket>,
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

    /// Lets go of everything that a request holds.
    pub fn release(&mut self, ticket: Ticket) {
        for (_, items) in self.items.iter_mut() {
            items.retain(|_, holder| *holder != ticket);
        }
        self.items.retain(|_, items| !items.is_empty());
        self.tokens.retain(|_, holder| *holder != ticket);
    }
}
