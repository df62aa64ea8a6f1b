//! Which keys are asked for: numbers of keys, and how often each is drawn.

mod hot_key;
mod sharded;
mod time_series;
mod zipf;

use serde::{Deserialize, Serialize};

use crate::generator::Draw;
use zipf::RankTable;

pub use hot_key::HotKey;
pub use sharded::{Sharded, ShardedKeys};
pub use time_series::TimeSeries;
pub use zipf::Zipf;

pub const KEYS_MAX: u64 = 1_000_000_000_000;
/// All shares of a distribution together.
pub const SHARE_ONE: u64 = 1 << 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyDistribution {
    /// Each of so many keys as often as any other.
    Uniform {
        count: u64,
    },
    Zipf(Zipf),
    HotKey(HotKey),
    TimeSeries(TimeSeries),
    Sharded(Sharded),
}

/// Weights: named keys, and one weight for all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// Number of the key, and its share of [`SHARE_ONE`].
    pub named: Vec<(u64, u64)>,
    /// What is left, for keys that are not named.
    pub rest: u64,
}

impl KeyDistribution {
    /// How many keys there are at any one time.
    pub fn count(&self) -> u64 {
        match self {
            KeyDistribution::Uniform { count } => *count,
            KeyDistribution::Zipf(zipf) => zipf.count,
            KeyDistribution::HotKey(hot) => hot.count,
            KeyDistribution::TimeSeries(series) => series.shards,
            KeyDistribution::Sharded(sharded) => sharded.count(),
        }
    }

    /// Returns the number furthest from zero among the keys up to that time.
    pub(crate) fn last_number(&self, at_ms: u64) -> u64 {
        match self {
            KeyDistribution::TimeSeries(series) => series.first_number(at_ms) + series.shards - 1,
            other => other.count() - 1,
        }
    }

    /// Returns the shares at a time, of the most frequent keys by name, at most so many.
    pub fn shares(&self, at_ms: u64, named_max: u64) -> Shares {
        let alike = |first: u64, count: u64, all: u64| {
            let named = count.min(named_max);
            let share = |place: u64| {
                let until = |place: u64| (u128::from(all) * u128::from(place) / u128::from(count)) as u64;
                until(place + 1) - until(place)
            };
            let named: Vec<(u64, u64)> = (0..named).map(|place| (first + place, share(place))).collect();
            let rest = all - named.iter().map(|(_, share)| share).sum::<u64>();
            Shares { named, rest }
        };
        match self {
            KeyDistribution::Uniform { count } => alike(0, *count, SHARE_ONE),
            KeyDistribution::TimeSeries(series) => {
                alike(series.first_number(at_ms), series.shards, SHARE_ONE)
            }
            KeyDistribution::HotKey(hot) if hot.count == 1 => alike(0, 1, SHARE_ONE),
            KeyDistribution::HotKey(hot) => {
                let share = hot.share();
                let mut shares = alike(1, hot.count - 1, SHARE_ONE - share);
                shares.named.insert(0, (0, share));
                shares
            }
            KeyDistribution::Zipf(zipf) => zipf.table().shares(named_max),
            KeyDistribution::Sharded(sharded) => sharded.shares(at_ms, named_max),
        }
    }

    /// Made once for many draws.
    pub(crate) fn picker(&self) -> Picker {
        match self {
            KeyDistribution::Uniform { count } => Picker::Uniform { count: *count },
            KeyDistribution::Zipf(zipf) => Picker::Ranks(zipf.table()),
            KeyDistribution::HotKey(hot) => Picker::HotKey(*hot),
            KeyDistribution::TimeSeries(series) => Picker::TimeSeries(*series),
            KeyDistribution::Sharded(sharded) => sharded.picker(),
        }
    }
}

/// A distribution with what it takes to draw from it quickly.
#[derive(Clone, Debug)]
pub(crate) enum Picker {
    Uniform {
        count: u64,
    },
    Ranks(RankTable),
    HotKey(HotKey),
    TimeSeries(TimeSeries),
    /// Of the keys before they are sharded, and the shards of each.
    Sharded(Box<Picker>, u64),
}

impl Picker {
    /// The number of a key.
    pub(crate) fn pick(&self, at_ms: u64, draw: &mut Draw) -> u64 {
        match self {
            Picker::Uniform { count } => draw.below(*count),
            Picker::Ranks(table) => table.pick(draw),
            Picker::HotKey(hot) => hot.pick(draw),
            Picker::TimeSeries(series) => series.first_number(at_ms) + draw.below(series.shards),
            Picker::Sharded(keys, shards) => keys.pick(at_ms, draw) * shards + draw.below(*shards),
        }
    }
}

#[cfg(test)]
mod tests;
