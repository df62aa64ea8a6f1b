//! Read and write units of a size, counted in halves. An eventually consistent read of 4 KB consumes half a unit.
//!
//! Source: DynamoDB Developer Guide, "Read and write operations".

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

const READ_UNIT_BYTES: u64 = 4 * 1024;
const WRITE_UNIT_BYTES: u64 = 1024;

/// Capacity in half units: 3 is 1.5 RCU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfUnits(pub u64);

impl HalfUnits {
    pub const ZERO: HalfUnits = HalfUnits(0);

    /// Returns whole units.
    pub fn whole(units: u64) -> HalfUnits {
        HalfUnits(units * 2)
    }

    /// Returns whole units, as responses show them. Halves are exact in binary.
    pub fn as_units(self) -> f64 {
        self.0 as f64 / 2.0
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Add for HalfUnits {
    type Output = HalfUnits;
    fn add(self, other: HalfUnits) -> HalfUnits {
        HalfUnits(self.0 + other.0)
    }
}

impl AddAssign for HalfUnits {
    fn add_assign(&mut self, other: HalfUnits) {
        self.0 += other.0;
    }
}

impl Mul<u64> for HalfUnits {
    type Output = HalfUnits;
    fn mul(self, factor: u64) -> HalfUnits {
        HalfUnits(self.0 * factor)
    }
}

impl Sum for HalfUnits {
    fn sum<Terms: Iterator<Item = HalfUnits>>(terms: Terms) -> HalfUnits {
        HalfUnits(terms.map(|term| term.0).sum())
    }
}

impl std::fmt::Display for HalfUnits {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}{}", self.0 / 2, if self.0 % 2 == 1 { ".5" } else { "" })
    }
}

/// How current a read is. It decides the units: a half, one, or two for 4 KB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadConsistency {
    Eventual,
    Strong,
    Transactional,
}

impl ReadConsistency {
    fn half_units_per_step(self) -> u64 {
        match self {
            ReadConsistency::Eventual => 1,
            ReadConsistency::Strong => 2,
            ReadConsistency::Transactional => 4,
        }
    }
}

/// Returns the units to read `size_bytes`: one step per 4 KB, at least one. A missing item costs one step. GetItem and
/// batches call this per item, Query and Scan for the sum of a page.
pub fn read_units(size_bytes: u64, consistency: ReadConsistency) -> HalfUnits {
    HalfUnits(size_bytes.div_ceil(READ_UNIT_BYTES).max(1) * consistency.half_units_per_step())
}

/// Returns the units to write one item: one step per 1 KB, at least one. `size_bytes` is the larger of before and
/// after.
pub fn write_units(size_bytes: u64) -> HalfUnits {
    HalfUnits::whole(size_bytes.div_ceil(WRITE_UNIT_BYTES).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReadConsistency::*;

    const KB: u64 = 1024;

    #[test]
    fn reads_round_up_to_four_kilobytes() {
        for (size_bytes, consistency, printed) in [
            (0, Eventual, "0.5"),
            (0, Strong, "1"),
            (0, Transactional, "2"),
            (4 * KB, Eventual, "0.5"),
            (4 * KB + 1, Eventual, "1"),
            (8 * KB, Eventual, "1"),
            (10 * KB, Eventual, "1.5"),
            (10 * KB, Strong, "3"),
            (10 * KB, Transactional, "6"),
            (96_000, Strong, "24"),
            (96_000, Eventual, "12"),
        ] {
            assert_eq!(
                read_units(size_bytes, consistency).to_string(),
                printed,
                "{size_bytes} {consistency:?}"
            );
        }
    }

    #[test]
    fn writes_round_up_to_one_kilobyte() {
        for (size_bytes, units) in
            [(0, 1), (512, 1), (KB, 1), (KB + 1, 2), (2_560, 3), (3 * KB, 3), (310 * KB, 310)]
        {
            assert_eq!(write_units(size_bytes), HalfUnits::whole(units), "{size_bytes}");
        }
    }
}
