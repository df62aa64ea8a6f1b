//! The write units that a table write consumes in each of its indexes.
//!
//! Source: DynamoDB Developer Guide, "Global secondary indexes: write capacity", and captured responses of DynamoDB.

use crate::units::{HalfUnits, write_units};

/// How an item's entry in one index changed. Sizes are of the projected entry, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexEntryChange {
    /// No entry before and after. DynamoDB does not write the index.
    Absent,
    Added {
        size_bytes: u64,
    },
    Removed {
        size_bytes: u64,
    },
    /// The same index key and the same projected attributes.
    Unchanged,
    /// The same index key with different projected attributes. DynamoDB replaces the entry.
    Replaced {
        before_bytes: u64,
        after_bytes: u64,
    },
    /// A different index key. DynamoDB deletes one entry and puts one.
    Moved {
        before_bytes: u64,
        after_bytes: u64,
    },
}

/// Returns the write units that one change of an entry consumes. A changed key deletes one entry and writes another.
pub fn index_write_units(change: IndexEntryChange) -> HalfUnits {
    match change {
        IndexEntryChange::Absent | IndexEntryChange::Unchanged => HalfUnits::ZERO,
        IndexEntryChange::Added { size_bytes } | IndexEntryChange::Removed { size_bytes } => {
            write_units(size_bytes)
        }
        IndexEntryChange::Replaced { before_bytes, after_bytes } => {
            write_units(before_bytes.max(after_bytes))
        }
        IndexEntryChange::Moved { before_bytes, after_bytes } => {
            write_units(before_bytes) + write_units(after_bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_entry_costs_twice_and_an_untouched_one_nothing() {
        for (change, units) in [
            (IndexEntryChange::Absent, 0),
            (IndexEntryChange::Unchanged, 0),
            (IndexEntryChange::Added { size_bytes: 1025 }, 2),
            (IndexEntryChange::Removed { size_bytes: 10 }, 1),
            (IndexEntryChange::Replaced { before_bytes: 3000, after_bytes: 10 }, 3),
            (IndexEntryChange::Moved { before_bytes: 3000, after_bytes: 10 }, 4),
        ] {
            assert_eq!(index_write_units(change), HalfUnits::whole(units), "{change:?}");
        }
    }
}
