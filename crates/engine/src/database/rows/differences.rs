//! The rows in which two versions of the same rows differ. Blocks that both share are not read.

use std::cmp::Ordering;

use dynalab_types::{KeyBytes, PackedItem};

use super::Rows;
use super::block::Block;

/// A row that is in one version only, or in both with different items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    pub key: &'a KeyBytes,
    pub before: Option<&'a PackedItem>,
    pub after: Option<&'a PackedItem>,
}

impl Rows {
    /// Returns what was written since an earlier version, in the order of keys.
    pub fn differences_since<'a>(&'a self, earlier: &'a Rows) -> Vec<Difference<'a>> {
        let (before, after) = unshared(&earlier.blocks, &self.blocks);
        let mut before = before.into_iter().flat_map(|block| block.rows.iter()).peekable();
        let mut after = after.into_iter().flat_map(|block| block.rows.iter()).peekable();
        let mut differences = Vec::new();
        loop {
            let order = match (before.peek(), after.peek()) {
                (Some((before, _)), Some((after, _))) => before.cmp(after),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return differences,
            };
            let before = before.next_if(|_| order.is_le());
            let after = after.next_if(|_| order.is_ge());
            let (before_item, after_item) = (before.map(|(_, item)| item), after.map(|(_, item)| item));
            if let Some((key, _)) = before.or(after)
                && before_item != after_item
            {
                differences.push(Difference { key, before: before_item, after: after_item });
            }
        }
    }
}

/// Returns the blocks of each list that are not in the other. A shared block has one first key, so walking both lists by their first
/// keys meets it in both at once.
fn unshared<'a>(before: &'a [Block], after: &'a [Block]) -> (Vec<&'a Block>, Vec<&'a Block>) {
    let (mut only_before, mut only_after) = (Vec::new(), Vec::new());
    let (mut before, mut after) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let order = match (before.peek(), after.peek()) {
            (Some(before), Some(after)) => before.first_key().cmp(&after.first_key()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (only_before, only_after),
        };
        match (before.next_if(|_| order.is_le()), after.next_if(|_| order.is_ge())) {
            (Some(one), Some(other)) if one.is_shared_with(other) => {}
            (one, other) => {
                only_before.extend(one);
                only_after.extend(other);
            }
        }
    }
}
