//! Write sharding: each key is stored under several partition keys, and each request goes to one of them at random.

use serde::{Deserialize, Serialize};

use super::{HotKey, KeyDistribution, Picker, Shares, Zipf};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sharded {
    pub keys: ShardedKeys,
    /// Partition keys for each key. The shards of key `n` have the numbers from `n * shards` on.
    pub shards: u64,
}

/// The keys before they are sharded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShardedKeys {
    Zipf(Zipf),
    HotKey(HotKey),
}

impl ShardedKeys {
    pub(crate) fn distribution(self) -> KeyDistribution {
        match self {
            ShardedKeys::Zipf(zipf) => KeyDistribution::Zipf(zipf),
            ShardedKeys::HotKey(hot) => KeyDistribution::HotKey(hot),
        }
    }
}

impl Sharded {
    pub(super) fn count(&self) -> u64 {
        self.keys.distribution().count().saturating_mul(self.shards)
    }

    /// A key with fewer shards than `named_max` has all of them by name.
    pub(super) fn shares(&self, at_ms: u64, named_max: u64) -> Shares {
        let shards = self.shards.max(1);
        let of_keys = self.keys.distribution().shares(at_ms, named_max.div_ceil(shards));
        let mut named = Vec::new();
        for (number, share) in of_keys.named {
            let until = |shard: u64| (u128::from(share) * u128::from(shard) / u128::from(shards)) as u64;
            let room = named_max.saturating_sub(named.len() as u64).min(shards);
            named.extend((0..room).map(|shard| (number * shards + shard, until(shard + 1) - until(shard))));
        }
        let given: u64 = named.iter().map(|(_, share)| share).sum();
        Shares { named, rest: super::SHARE_ONE - given }
    }

    pub(super) fn picker(&self) -> Picker {
        Picker::Sharded(Box::new(self.keys.distribution().picker()), self.shards.max(1))
    }
}
