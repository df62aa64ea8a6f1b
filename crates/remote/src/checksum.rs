//! A checksum of the items of a table. It does not depend on their order, nor on how a service writes numbers and sets.

use std::fmt;

use dynalab_types::wire::item_json;
use dynalab_types::{AttributeValue, Item};
use sha2::{Digest, Sha256};

/// The number of items, and the sum of their hashes. Two tables with the same items have the same checksum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum {
    pub items: u64,
    sum: u128,
}

impl Checksum {
    pub fn add(&mut self, item: &Item) {
        self.items += 1;
        self.sum = self.sum.wrapping_add(hash(item));
    }

    /// Adds the items of another part of the table.
    pub fn join(&mut self, other: Checksum) {
        self.items += other.items;
        self.sum = self.sum.wrapping_add(other.sum);
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.sum)
    }
}

fn hash(item: &Item) -> u128 {
    let mut names: Vec<(&str, &AttributeValue)> = item.iter().collect();
    names.sort_unstable_by_key(|(name, _)| *name);
    let ordered: Item = names.into_iter().map(|(name, value)| (name, in_order(value))).collect();
    let digest = Sha256::digest(item_json(&ordered).as_bytes());
    digest.iter().take(16).fold(0, |hash, byte| hash << 8 | u128::from(*byte))
}

/// Returns a value with the members of maps in order. Sets and numbers have one form already.
fn in_order(value: &AttributeValue) -> AttributeValue {
    match value {
        AttributeValue::M(members) => {
            let mut names: Vec<(&str, &AttributeValue)> = members.iter().collect();
            names.sort_unstable_by_key(|(name, _)| *name);
            AttributeValue::M(names.into_iter().map(|(name, value)| (name, in_order(value))).collect())
        }
        AttributeValue::L(values) => AttributeValue::L(values.iter().map(in_order).collect()),
        other => other.clone(),
    }
}
