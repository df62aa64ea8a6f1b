//! One block of rows: some hundred rows in the order of their keys, shared by clones.

use std::sync::Arc;

use dynalab_types::{KeyBytes, PackedItem};

pub(super) type Row = (KeyBytes, PackedItem);

/// A write copies or moves at most this many rows of 32 bytes.
pub(super) const BLOCK_ROWS_MAX: usize = 512;
/// A block with fewer rows joins its neighbor, if both together leave room to grow.
const BLOCK_ROWS_LEAST: usize = 128;
const JOINED_ROWS_MAX: usize = 384;
/// The number of rows for which a block grows and beyond which it shrinks. Doubling would leave a third of it unused.
const SPARE_ROWS: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The first eight bytes of the first key, so that a search through many blocks reads only this list.
    first: u64,
    /// The number of rows, for the same reason.
    pub(super) count: usize,
    pub(super) rows: Arc<Vec<Row>>,
}

/// Returns the first eight bytes of a key, filled with zeros, as a number. Different prefixes are ordered as their keys are.
#[inline]
pub(super) fn prefix_of(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => key.iter().rev().fold(0, |prefix, byte| prefix >> 8 | u64::from(*byte) << 56),
    }
}

impl Block {
    pub(super) fn new(key: KeyBytes, item: PackedItem, expected: usize) -> Block {
        let first = prefix_of(key.as_slice());
        let mut rows = Vec::with_capacity(expected);
        rows.push((key, item));
        Block { first, count: 1, rows: Arc::new(rows) }
    }

    fn of_rows(rows: Vec<Row>) -> Block {
        let first = rows.first().map_or(0, |(key, _)| prefix_of(key.as_slice()));
        Block { first, count: rows.len(), rows: Arc::new(rows) }
    }

    /// Returns true if the first key is the given one or before it.
    #[inline]
    pub(super) fn starts_by(&self, prefix: u64, key: &[u8]) -> bool {
        if self.first != prefix {
            return self.first < prefix;
        }
        self.first_key().is_none_or(|first| first.as_slice() <= key)
    }

    #[inline]
    pub(super) fn first_key(&self) -> Option<&KeyBytes> {
        self.rows.first().map(|(key, _)| key)
    }

    #[inline]
    pub(super) fn last_key(&self) -> Option<&KeyBytes> {
        self.rows.last().map(|(key, _)| key)
    }

    /// Returns the place of a key, or the place at which it would be inserted.
    #[inline]
    pub(super) fn find(&self, key: &[u8]) -> Result<usize, usize> {
        self.rows.binary_search_by(|(row, _)| row.as_slice().cmp(key))
    }

    pub(super) fn is_shared_with(&self, other: &Block) -> bool {
        Arc::ptr_eq(&self.rows, &other.rows)
    }

    pub(super) fn is_small(&self) -> bool {
        self.count < BLOCK_ROWS_LEAST
    }

    pub(super) fn fits(&self, other: &Block) -> bool {
        self.count + other.count <= JOINED_ROWS_MAX
    }

    pub(super) fn replace(&mut self, row: usize, item: PackedItem) -> PackedItem {
        std::mem::replace(&mut Arc::make_mut(&mut self.rows)[row].1, item)
    }

    pub(super) fn insert(&mut self, row: usize, key: KeyBytes, item: PackedItem) {
        if row == 0 {
            self.first = prefix_of(key.as_slice());
        }
        let rows = Arc::make_mut(&mut self.rows);
        if rows.len() == rows.capacity() && rows.len() >= SPARE_ROWS {
            rows.reserve_exact(SPARE_ROWS);
        }
        rows.insert(row, (key, item));
        self.count += 1;
    }

    pub(super) fn remove(&mut self, row: usize) -> PackedItem {
        let rows = Arc::make_mut(&mut self.rows);
        let (_, item) = rows.remove(row);
        if rows.capacity() > rows.len() + 3 * SPARE_ROWS {
            rows.shrink_to(rows.len() + SPARE_ROWS);
        }
        self.count -= 1;
        if row == 0 {
            self.first = self.first_key().map_or(0, |first| prefix_of(first.as_slice()));
        }
        item
    }

    /// Keeps the lower half, and returns the upper one.
    pub(super) fn split(&mut self) -> Block {
        let rows = Arc::make_mut(&mut self.rows);
        let upper = rows.split_off(self.count / 2);
        rows.shrink_to(rows.len() + SPARE_ROWS);
        self.count = rows.len();
        Block::of_rows(upper)
    }

    /// Adds the rows of the next block.
    pub(super) fn append(&mut self, next: Block) {
        let rows = Arc::make_mut(&mut self.rows);
        match Arc::try_unwrap(next.rows) {
            Ok(mut next) => rows.append(&mut next),
            Err(shared) => rows.extend_from_slice(&shared),
        }
        self.count = rows.len();
    }
}
