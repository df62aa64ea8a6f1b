//! The capacity units of a request, calculated before it runs: bytes / step, rounded up, times the units per step.

use crate::index_write::{IndexEntryChange, index_write_units};
use crate::units::{HalfUnits, ReadConsistency, read_units, write_units};

/// The bytes of one step of reads: 4 KB.
pub const READ_STEP_BYTES: u64 = 4 * 1024;
/// The bytes of one step of writes: 1 KB.
pub const WRITE_STEP_BYTES: u64 = 1024;
/// Maximum bytes that Query and Scan read for one results page.
pub const PAGE_MAX_BYTES: u64 = 1024 * 1024;
/// A transaction consumes the units of the table times this factor.
const TRANSACTION_FACTOR: u64 = 2;

/// The operations that read items. Batches and transactions round each item up, Query and Scan only their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOperation {
    GetItem,
    BatchGetItem,
    TransactGetItems,
    Query,
    Scan,
}

/// The operations that write items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOperation {
    PutItem,
    UpdateItem,
    DeleteItem,
    BatchWriteItem,
    TransactWriteItems,
}

/// One line of the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    pub bytes: u64,
    pub step_bytes: u64,
    pub steps: u64,
    /// Half units per step.
    pub step_half_units: u64,
    /// Number of items, results pages or indexes with the same consumption.
    pub times: u64,
    pub units: HalfUnits,
}

/// Returns the sum of all lines.
pub fn total(lines: &[Arithmetic]) -> HalfUnits {
    lines.iter().map(|line| line.units).sum()
}

impl ReadOperation {
    /// Returns true for Query and Scan, which round the sum of a page's items.
    pub fn should_round_sum(self) -> bool {
        matches!(self, ReadOperation::Query | ReadOperation::Scan)
    }

    /// Calculates a read of `items` items of `item_bytes` each. A transaction ignores `consistency`. Without items, DynamoDB charges
    /// one step.
    pub fn arithmetic(self, consistency: ReadConsistency, item_bytes: u64, items: u64) -> Vec<Arithmetic> {
        let consistency = match self {
            ReadOperation::TransactGetItems => ReadConsistency::Transactional,
            _ => consistency,
        };
        if !self.should_round_sum() {
            let items = if self == ReadOperation::GetItem { 1 } else { items.max(1) };
            return vec![read_line(item_bytes, consistency, items)];
        }
        // The item that crosses the limit is the last of its page.
        let page_items = PAGE_MAX_BYTES.div_ceil(item_bytes.max(1));
        let (full_pages, rest) = (items / page_items, items % page_items);
        let mut lines = Vec::new();
        if full_pages > 0 {
            lines.push(read_line(page_items * item_bytes, consistency, full_pages));
        }
        if rest > 0 || full_pages == 0 {
            lines.push(read_line(rest * item_bytes, consistency, 1));
        }
        lines
    }
}

impl WriteOperation {
    /// Calculates a write of `items` items. The size before is 0 for new items, the size after for deleted ones.
    pub fn arithmetic(self, before_bytes: u64, after_bytes: u64, items: u64) -> Vec<Arithmetic> {
        let bytes = match self {
            WriteOperation::DeleteItem => before_bytes,
            _ => before_bytes.max(after_bytes),
        };
        let items = match self {
            WriteOperation::BatchWriteItem | WriteOperation::TransactWriteItems => items.max(1),
            _ => 1,
        };
        let factor = if self == WriteOperation::TransactWriteItems { TRANSACTION_FACTOR } else { 1 };
        vec![write_line(bytes, factor, items)]
    }
}

/// Calculates the write of one item in `indexes` indexes whose entries change in the same way.
pub fn index_arithmetic(change: IndexEntryChange, indexes: u64) -> Vec<Arithmetic> {
    let lines: Vec<Arithmetic> = match change {
        IndexEntryChange::Absent | IndexEntryChange::Unchanged => Vec::new(),
        IndexEntryChange::Added { size_bytes } | IndexEntryChange::Removed { size_bytes } => {
            vec![write_line(size_bytes, 1, indexes)]
        }
        IndexEntryChange::Replaced { before_bytes, after_bytes } => {
            vec![write_line(before_bytes.max(after_bytes), 1, indexes)]
        }
        IndexEntryChange::Moved { before_bytes, after_bytes } => {
            vec![write_line(before_bytes, 1, indexes), write_line(after_bytes, 1, indexes)]
        }
    };
    debug_assert_eq!(total(&lines), index_write_units(change) * indexes);
    lines
}

fn read_line(bytes: u64, consistency: ReadConsistency, times: u64) -> Arithmetic {
    let units = read_units(bytes, consistency);
    let step_half_units = read_units(0, consistency).0;
    Arithmetic {
        bytes,
        step_bytes: READ_STEP_BYTES,
        steps: units.0 / step_half_units,
        step_half_units,
        times,
        units: units * times,
    }
}

fn write_line(bytes: u64, factor: u64, times: u64) -> Arithmetic {
    let units = write_units(bytes);
    let step_half_units = write_units(0).0;
    Arithmetic {
        bytes,
        step_bytes: WRITE_STEP_BYTES,
        steps: units.0 / step_half_units,
        step_half_units: step_half_units * factor,
        times,
        units: units * factor * times,
    }
}

#[cfg(test)]
mod tests;
