//! A checksum of the items of a table. It does not depend on their order, nor on how a service writes numbers and sets.

use std::fmt;

use dynalab_types::Item;
use dynalab_types::wire::item_json;
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
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.sum)
    }
}

/// Items keep their names and sets in order, and numbers in one form, so equal items have one text.
fn hash(item: &Item) -> u128 {
    let digest = Sha256::digest(item_json(item).as_bytes());
    digest.iter().take(16).fold(0, |hash, byte| hash << 8 | u128::from(*byte))
}
