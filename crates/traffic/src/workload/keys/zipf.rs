//! Zipf's law: the key of rank k is drawn in proportion to k to the power of minus an exponent.
//!
//! The first ranks have their exact weights. Those behind are drawn in groups, each a thirty-second of a doubling, whose
//! ranks are equally likely: inside a group the law falls by some 2 % at an exponent of 1.

use serde::{Deserialize, Serialize};

use super::{SHARE_ONE, Shares};
use crate::generator::Draw;
use crate::workload::chance::weight_of_rank;

/// Ranks with weights of their own.
const EXACT_RANKS: u64 = 1_024;
const GROUPS_PER_DOUBLING: u64 = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zipf {
    /// The key of the first rank has the number zero.
    pub count: u64,
    pub exponent_permille: u64,
}

/// Groups of ranks, and up to where each reaches when all shares are in a row.
#[derive(Clone, Debug)]
pub(crate) struct RankTable {
    groups: Vec<Group>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    /// The number of the first key.
    first: u64,
    count: u64,
    /// Its share and those of all before it.
    until: u64,
}

impl Zipf {
    pub(crate) fn table(&self) -> RankTable {
        let mut weights: Vec<(u64, u64, u128)> = Vec::new();
        let mut first = 0;
        while first < self.count {
            let size = if first < EXACT_RANKS { 1 } else { (first / GROUPS_PER_DOUBLING).max(1) };
            let count = size.min(self.count - first);
            weights.push((first, count, self.weight(first, count)));
            first += count;
        }
        let total: u128 = weights.iter().map(|(_, _, weight)| weight).sum();
        let mut before = 0;
        let groups = weights.into_iter().map(|(first, count, weight)| {
            before += weight;
            Group { first, count, until: scaled(before, total) }
        });
        RankTable { groups: groups.collect() }
    }

    /// Of a group: Simpson's rule over its ranks.
    fn weight(&self, first: u64, count: u64) -> u128 {
        let at = |number: u64| u128::from(weight_of_rank(number + 1, self.exponent_permille));
        if count == 1 {
            return at(first);
        }
        let weights = at(first) + 4 * at(first + (count - 1) / 2) + at(first + count - 1);
        weights * u128::from(count) / 6
    }
}

/// As a part of [`SHARE_ONE`]; the weights are too large to be multiplied by it.
fn scaled(part: u128, total: u128) -> u64 {
    let excess = (u128::BITS - total.leading_zeros()).saturating_sub(64);
    let (part, total) = (part >> excess, total >> excess);
    (part * u128::from(SHARE_ONE) / total.max(1)) as u64
}

impl RankTable {
    pub(super) fn pick(&self, draw: &mut Draw) -> u64 {
        let place = draw.below(SHARE_ONE);
        let found = self.groups.partition_point(|group| group.until <= place);
        match self.groups.get(found.min(self.groups.len().saturating_sub(1))) {
            Some(Group { first, count: 1, .. }) => *first,
            Some(Group { first, count, .. }) => first + draw.below(*count),
            None => 0,
        }
    }

    pub(super) fn shares(&self, named_max: u64) -> Shares {
        let mut named = Vec::new();
        let (mut before, mut given) = (0, 0);
        for group in &self.groups {
            let share = group.until - before;
            before = group.until;
            for place in 0..group.count {
                if named.len() as u64 == named_max {
                    return Shares { named, rest: SHARE_ONE - given };
                }
                let until =
                    |place: u64| (u128::from(share) * u128::from(place) / u128::from(group.count)) as u64;
                let of_key = until(place + 1) - until(place);
                given += of_key;
                named.push((group.first + place, of_key));
            }
        }
        Shares { named, rest: SHARE_ONE - given }
    }
}
