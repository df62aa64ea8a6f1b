//! The heat map of a day: how much each part of the hash space uses of its partitions, in each quarter of an hour.

use serde::{Deserialize, Serialize};

use crate::twin::PartitionMinute;

const ROWS_MAX: u64 = 32;
const ROWS_MIN: u64 = 8;
/// A partition is marked as throttled from this share of its requests.
const THROTTLED_PERMILLE: u64 = 10;

/// A row is an equal part of the hash space, a column a quarter of an hour. A cell has the hottest partition and minute in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeatMap {
    pub rows: usize,
    pub columns: usize,
    /// The use in permille of a partition's limit, by row, then by column.
    pub used_permille: Vec<u16>,
    pub is_throttled: Vec<bool>,
}

impl HeatMap {
    /// Creates the rows for a table with this initial number of partitions. If possible, each partition has the same number of
    /// rows.
    pub(super) fn begun(partitions: u64, columns: usize) -> HeatMap {
        let partitions = partitions.max(1);
        let rows = (partitions * ROWS_MIN.div_ceil(partitions)).min(ROWS_MAX) as usize;
        let cells = rows * columns;
        HeatMap { rows, columns, used_permille: vec![0; cells], is_throttled: vec![false; cells] }
    }

    /// Adds a minute of the partitions, which are in hash order.
    pub(super) fn add(&mut self, column: usize, partitions: &[PartitionMinute]) {
        for (place, partition) in partitions.iter().enumerate() {
            let last = partitions.get(place + 1).map_or(u64::MAX, |next| next.from_hash.saturating_sub(1));
            for row in self.row_of(partition.from_hash)..=self.row_of(last) {
                let cell = row * self.columns + column;
                let used = partition.used_permille.min(1_000) as u16;
                self.used_permille[cell] = self.used_permille[cell].max(used);
                self.is_throttled[cell] |= partition.throttled_permille >= THROTTLED_PERMILLE;
            }
        }
    }

    fn row_of(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.rows as u128) >> 64) as usize
    }

    /// Returns 0 to 3 by use, or 4 if throttled.
    pub fn level(&self, row: usize, column: usize) -> usize {
        let cell = row * self.columns + column;
        if self.is_throttled.get(cell).copied().unwrap_or_default() {
            return 4;
        }
        let used = self.used_permille.get(cell).copied().unwrap_or_default();
        [120, 450, 750].iter().filter(|limit| used >= **limit).count()
    }

    /// Returns the highest use of a row during the day.
    pub fn row_permille(&self, row: usize) -> u16 {
        let cells = self.used_permille.iter().skip(row * self.columns).take(self.columns);
        cells.copied().max().unwrap_or_default()
    }

    /// Returns the number of columns in which a row is throttled.
    pub fn row_throttled(&self, row: usize) -> usize {
        let cells = self.is_throttled.iter().skip(row * self.columns).take(self.columns);
        cells.filter(|is_throttled| **is_throttled).count()
    }

    /// Returns the number of rows whose highest use was at least a tenth of a partition's limit.
    pub fn used_rows(&self) -> usize {
        (0..self.rows).filter(|row| self.row_permille(*row) >= 100).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_have_equal_rows_and_the_hottest_minute_is_kept() {
        for (partitions, rows) in [(1, 8), (3, 9), (4, 8), (8, 8), (20, 20), (32, 32), (200, 32)] {
            assert_eq!(HeatMap::begun(partitions, 96).rows, rows, "{partitions}");
        }
        let minute = |from_hash, used_permille, throttled_permille| PartitionMinute {
            from_hash,
            used_permille,
            throttled_permille,
        };
        let mut heat = HeatMap::begun(2, 3);
        heat.add(1, &[minute(0, 100, 0), minute(1 << 63, 800, 0)]);
        heat.add(1, &[minute(0, 500, 0), minute(1 << 63, 1_000, 300)]);
        assert_eq!((0..8).map(|row| heat.level(row, 1)).collect::<Vec<_>>(), [2, 2, 2, 2, 4, 4, 4, 4]);
        assert_eq!(heat.level(4, 0), 0);
        assert_eq!((heat.row_permille(0), heat.row_permille(7), heat.row_throttled(7)), (500, 1_000, 1));
        assert_eq!(heat.used_rows(), 8);
    }
}
