//! Rows in the order of their keys, from both ends.

use std::slice;

use dynalab_types::{KeyBytes, PackedItem};

use super::block::{Block, Row};

/// An iterator over consecutive rows, from both ends.
#[derive(Clone, Debug, Default)]
pub struct Range<'a> {
    front: slice::Iter<'a, Row>,
    between: slice::Iter<'a, Block>,
    back: slice::Iter<'a, Row>,
}

impl<'a> Range<'a> {
    /// Returns the rows from one place to another. A place is a block and a row in it.
    pub(super) fn between(
        blocks: &'a [Block],
        (start_block, start_row): (usize, usize),
        (end_block, end_row): (usize, usize),
    ) -> Range<'a> {
        let part = |block: usize, from: usize, to: usize| {
            let rows = blocks.get(block).and_then(|block| block.rows.get(from..to.min(block.count)));
            rows.unwrap_or_default().iter()
        };
        if start_block == end_block {
            return Range { front: part(start_block, start_row, end_row), ..Range::default() };
        }
        let Some(between) = blocks.get(start_block + 1..end_block) else { return Range::default() };
        Range {
            front: part(start_block, start_row, usize::MAX),
            between: between.iter(),
            back: part(end_block, 0, end_row),
        }
    }
}

impl<'a> Iterator for Range<'a> {
    type Item = (&'a KeyBytes, &'a PackedItem);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, item)) = self.front.next() {
                return Some((key, item));
            }
            match self.between.next() {
                Some(block) => self.front = block.rows.iter(),
                None => return self.back.next().map(|(key, item)| (key, item)),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let between: usize = self.between.clone().map(|block| block.count).sum();
        let count = self.front.len() + between + self.back.len();
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Range<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, item)) = self.back.next_back() {
                return Some((key, item));
            }
            match self.between.next_back() {
                Some(block) => self.back = block.rows.iter(),
                None => return self.front.next_back().map(|(key, item)| (key, item)),
            }
        }
    }
}

impl ExactSizeIterator for Range<'_> {}
