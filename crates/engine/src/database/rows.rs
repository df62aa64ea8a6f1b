//! Packed items in the order of their key bytes, in shared blocks. A table and each of its indexes store them.

mod block;
mod differences;
mod range;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use dynalab_types::{Item, KeyBytes, PackedItem};

use block::{BLOCK_ROWS_MAX, Block, prefix_of};
pub use differences::Difference;
pub use range::Range;

/// A sorted list of blocks of rows. Clones share the blocks, and a write copies a block only while a clone shares it. So the rows of a
/// large table are taken in microseconds and read later, while others write.
///
/// Index entries share the allocation of the table's items. Attributes outside the projection are removed when an entry is
/// read.
#[derive(Clone, Default)]
pub struct Rows {
    /// In the order of their keys. None is empty.
    blocks: Vec<Block>,
    count: usize,
}

impl Rows {
    /// Builds rows without a search for each, if they come in the order of their keys. Otherwise, they are inserted as they come:
    /// the last row of a key stays.
    pub fn from_sorted(rows: impl IntoIterator<Item = (KeyBytes, PackedItem)>) -> Rows {
        let mut built = Rows::default();
        for (key, item) in rows {
            built.append(key, item);
        }
        built
    }

    /// Returns an item, unpacked.
    pub fn get(&self, key: &KeyBytes) -> Option<Arc<Item>> {
        self.packed(key).map(|packed| Arc::new(packed.unpack()))
    }

    /// Returns an item as it is stored.
    #[inline]
    pub fn packed(&self, key: &KeyBytes) -> Option<&PackedItem> {
        let block = self.blocks.get(self.block_of(key.as_slice()))?;
        block.find(key.as_slice()).ok().map(|row| &block.rows[row].1)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns all rows in the order of their keys.
    pub fn iter(&self) -> Range<'_> {
        self.between((0, 0), (self.blocks.len(), 0))
    }

    /// Returns the rows in a range of keys. A range that ends before it begins is empty.
    pub fn range(&self, keys: impl RangeBounds<[u8]>) -> Range<'_> {
        let start = match keys.start_bound() {
            Bound::Included(key) => self.seek(key, false),
            Bound::Excluded(key) => self.seek(key, true),
            Bound::Unbounded => (0, 0),
        };
        let end = match keys.end_bound() {
            Bound::Included(key) => self.seek(key, true),
            Bound::Excluded(key) => self.seek(key, false),
            Bound::Unbounded => (self.blocks.len(), 0),
        };
        self.between(start, end)
    }

    /// Returns the number of rows before a key. The key itself need not exist.
    pub fn position(&self, key: &[u8]) -> usize {
        let (block, row) = self.seek(key, false);
        self.blocks[..block].iter().map(|block| block.count).sum::<usize>() + row
    }

    /// Returns the row at a position in the order of keys.
    pub fn at(&self, position: usize) -> Option<(&KeyBytes, &PackedItem)> {
        self.from_position(position).next()
    }

    /// Returns the rows from a position on.
    pub fn from_position(&self, position: usize) -> Range<'_> {
        let mut row = position;
        for (place, block) in self.blocks.iter().enumerate() {
            if row < block.count {
                return self.between((place, row), (self.blocks.len(), 0));
            }
            row -= block.count;
        }
        Range::default()
    }

    /// Stores an item. Returns the previous one.
    pub fn insert(&mut self, key: KeyBytes, item: PackedItem) -> Option<PackedItem> {
        let place = self.block_of(key.as_slice());
        let Some(block) = self.blocks.get_mut(place) else {
            self.push_block(key, item);
            return None;
        };
        match block.find(key.as_slice()) {
            Ok(row) => Some(block.replace(row, item)),
            Err(row) => {
                self.insert_at((place, row), key, item);
                None
            }
        }
    }

    /// Stores an item whose key is most likely after all others. Its place is then known without a search. Returns the previous item.
    pub fn append(&mut self, key: KeyBytes, item: PackedItem) -> Option<PackedItem> {
        match self.blocks.last_mut() {
            Some(last) if last.last_key().is_none_or(|last| *last >= key) => return self.insert(key, item),
            Some(last) if last.count < BLOCK_ROWS_MAX => {
                last.insert(last.count, key, item);
                self.count += 1;
            }
            _ => self.push_block(key, item),
        }
        None
    }

    /// Removes a row and returns its item.
    pub fn remove(&mut self, key: &KeyBytes) -> Option<PackedItem> {
        let place = self.block_of(key.as_slice());
        let block = self.blocks.get_mut(place)?;
        let row = block.find(key.as_slice()).ok()?;
        let item = block.remove(row);
        self.count -= 1;
        if block.is_small() {
            self.merge(place);
        }
        Some(item)
    }

    /// Returns the place of the block in which a key is, or would be inserted.
    #[inline]
    fn block_of(&self, key: &[u8]) -> usize {
        let prefix = prefix_of(key);
        self.blocks.partition_point(|block| block.starts_by(prefix, key)).saturating_sub(1)
    }

    /// Returns the place of a key as block and row: before the row with the key, or `after` it.
    fn seek(&self, key: &[u8], after: bool) -> (usize, usize) {
        let place = self.block_of(key);
        let row = self.blocks.get(place).map_or(0, |block| match block.find(key) {
            Ok(row) if after => row + 1,
            Ok(row) | Err(row) => row,
        });
        (place, row)
    }

    /// Inserts a row before the place of another. A full block is split.
    fn insert_at(&mut self, (place, row): (usize, usize), key: KeyBytes, item: PackedItem) {
        let is_last = place + 1 == self.blocks.len();
        let block = &mut self.blocks[place];
        if block.count == BLOCK_ROWS_MAX && row == block.count && is_last {
            return self.push_block(key, item);
        }
        self.count += 1;
        if block.count < BLOCK_ROWS_MAX {
            return block.insert(row, key, item);
        }
        let mut upper = block.split();
        match row.checked_sub(block.count) {
            // At the border, the row goes to the end of the lower half.
            None | Some(0) => block.insert(row, key, item),
            Some(row) => upper.insert(row, key, item),
        }
        self.blocks.insert(place + 1, upper);
    }

    fn between(&self, start: (usize, usize), end: (usize, usize)) -> Range<'_> {
        Range::between(&self.blocks, start, end)
    }

    /// Begins a block at the end.
    fn push_block(&mut self, key: KeyBytes, item: PackedItem) {
        // After a whole block, another one is likely to be filled.
        let expected = if self.blocks.is_empty() { 1 } else { BLOCK_ROWS_MAX };
        self.blocks.push(Block::new(key, item, expected));
        self.count += 1;
    }

    /// Removes an empty block, or joins a small one with a neighbor that has room for it.
    fn merge(&mut self, place: usize) {
        if self.blocks[place].count == 0 {
            self.blocks.remove(place);
            return;
        }
        for lower in [Some(place), place.checked_sub(1)].into_iter().flatten() {
            if let [block, next, ..] = &self.blocks[lower..]
                && block.fits(next)
            {
                let next = self.blocks.remove(lower + 1);
                self.blocks[lower].append(next);
                return;
            }
        }
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Rows) -> bool {
        self.count == other.count && self.differences_since(other).is_empty()
    }
}

impl Eq for Rows {}

impl fmt::Debug for Rows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a Rows {
    type Item = (&'a KeyBytes, &'a PackedItem);
    type IntoIter = Range<'a>;

    fn into_iter(self) -> Range<'a> {
        self.iter()
    }
}
