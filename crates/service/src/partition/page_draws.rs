//! The capacity that a page of Query or Scan consumes in its partitions. It is admitted at its first partition. Its capacity is
//! known only at the end, so a partition can get into debt.

use std::ops::Bound;

use dynalab_capacity::HalfUnits;
use dynalab_capacity::partition_map::PartitionMap;
use dynalab_engine::database::table::{IndexDefinition, IndexKind};
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::read_page::KeyRange;
use dynalab_engine::request::read_request::ReadSource;
use dynalab_types::KeyBytes;

use super::admission::{Admission, Draw, current_map};
use crate::complete::Context;

/// Greater than every key.
const LAST_KEY: &[u8] = &[0xFF; 8];

/// The partitions that a page has read so far.
pub struct PageDraws<'a> {
    source: &'a ReadSource<'a>,
    map: PartitionMap,
    start: Vec<u8>,
    /// For each partition in reading order: its position, its first read key, and the bytes read.
    touched: Vec<(usize, KeyBytes, u64)>,
    /// The units of items that entries of a local index needed from the table, by the entry's key.
    fetched: Vec<(KeyBytes, HalfUnits)>,
}

impl<'a> PageDraws<'a> {
    /// Begins a page. Returns `None` if limits are off.
    ///
    /// # Errors
    /// The capacity of the first partition, the table or the account is used up.
    pub fn begin(
        context: &mut Context,
        source: &'a ReadSource<'a>,
        range: &KeyRange,
    ) -> Result<Option<PageDraws<'a>>, DynamoError> {
        if context.capacity_rules().is_none() {
            return Ok(None);
        }
        let start = match (range.forward, &range.from, &range.to) {
            (true, Bound::Included(key) | Bound::Excluded(key), _)
            | (false, _, Bound::Included(key) | Bound::Excluded(key)) => key.clone(),
            (true, Bound::Unbounded, _) => Vec::new(),
            (false, _, Bound::Unbounded) => LAST_KEY.to_vec(),
        };
        let index = global_index(source);
        let draw = Draw::read(&start, HalfUnits::ZERO).of_index(index);
        context.check_capacity(source.table, &draw)?;
        let map = current_map(context, source.table, index);
        Ok(Some(PageDraws { source, map, start, touched: Vec::new(), fetched: Vec::new() }))
    }

    /// Adds an evaluated item to the read of its partition.
    pub fn read(&mut self, key: &KeyBytes, size_bytes: u64) {
        let place = self.map.place_of_key(key.as_slice());
        match self.touched.last_mut().filter(|(last, _, _)| *last == place) {
            Some((_, _, bytes)) => *bytes += size_bytes,
            None => self.touched.push((place, key.clone(), size_bytes)),
        }
    }

    /// Adds the read of an item in the table, for an index that does not have its attributes.
    pub fn fetch(&mut self, key: &KeyBytes, units: HalfUnits) {
        self.fetched.push((key.clone(), units));
    }

    /// Consumes the units of the page, divided among its partitions.
    pub fn take(self, context: &mut Context, units: HalfUnits) {
        let (table, index) = (self.source.table, global_index(self.source));
        let total_bytes: u64 = self.touched.iter().map(|(_, _, bytes)| bytes).sum();
        let mut left = units.0;
        for (place, (_, key, bytes)) in self.touched.iter().enumerate() {
            let is_last = place + 1 == self.touched.len();
            let part = if is_last { left } else { (units.0 * bytes / total_bytes.max(1)).min(left) };
            left -= part;
            context.take_capacity(table, &Draw::read(key.as_slice(), HalfUnits(part)).of_index(index));
        }
        if self.touched.is_empty() {
            context.take_capacity(table, &Draw::read(&self.start, units).of_index(index));
        }
        for (key, units) in &self.fetched {
            context.take_capacity(table, &Draw::read(key.as_slice(), *units));
        }
    }
}

pub(super) fn global_index<'a>(source: &ReadSource<'a>) -> Option<&'a IndexDefinition> {
    source.index.filter(|index| index.kind == IndexKind::Global)
}
