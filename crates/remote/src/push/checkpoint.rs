//! How far a push is: kept in a file, so that an interrupted one goes on.

use std::collections::BTreeMap;

use dynalab_types::fingerprint::fingerprint;
use serde::{Deserialize, Serialize};

use crate::endpoint::Endpoint;

/// What an earlier run did. It is valid for the same text and the same endpoint alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// A fingerprint of the pushed text.
    source: String,
    url: String,
    region: String,
    tables: BTreeMap<String, TableProgress>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableProgress {
    /// True if a push made the table, so it may write into it.
    pub is_own: bool,
    /// So many items from the beginning are acknowledged.
    pub items: u64,
    pub is_done: bool,
}

impl Checkpoint {
    pub fn new(text: &str, endpoint: &Endpoint) -> Checkpoint {
        Checkpoint {
            source: format!("{:032x}", fingerprint(text.as_bytes())),
            url: endpoint.url().to_owned(),
            region: endpoint.region().to_owned(),
            tables: BTreeMap::new(),
        }
    }

    /// Reads what an earlier run kept. Returns a new checkpoint if that is about something else, or cannot be read: puts can be repeated.
    pub fn resume(kept: Option<&str>, text: &str, endpoint: &Endpoint) -> Checkpoint {
        let new = Checkpoint::new(text, endpoint);
        let kept = kept.and_then(|kept| serde_json::from_str::<Checkpoint>(kept).ok());
        match kept {
            Some(kept) if (&kept.source, &kept.url, &kept.region) == (&new.source, &new.url, &new.region) => {
                kept
            }
            _ => new,
        }
    }

    pub fn write(&self) -> String {
        // Only a map with keys that are not strings could fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    pub fn table(&mut self, name: &str) -> &mut TableProgress {
        self.tables.entry(name.to_owned()).or_default()
    }

    /// Returns the number of items that are acknowledged.
    pub fn written(&self, name: &str) -> u64 {
        self.tables.get(name).map_or(0, |table| table.items)
    }

    /// Returns true if a push made the table.
    pub fn is_own(&self, name: &str) -> bool {
        self.tables.get(name).is_some_and(|table| table.is_own)
    }

    /// Returns true if an earlier run began.
    pub fn is_resumed(&self) -> bool {
        !self.tables.is_empty()
    }
}
