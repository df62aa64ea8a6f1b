//! The distribution of traffic over the order of keys: the share before any place. Frequent keys are listed; all others are
//! spread evenly over the hashes.

use dynalab_capacity::partition_map::KeyBoundary;

use super::demand::{costs, costs_of_sizes};
use super::{KINDS, READ, WRITE};
use crate::workload::Traffic;
use crate::workload::chance::draw_of;
use crate::workload::keys::SHARE_ONE;

/// The maximum number of listed keys.
const NAMED_MAX: u64 = 65_536;

/// The upper half is the hash. The lower half is the position in an item collection, if it can be split.
pub(super) type Place = u128;

/// The index of the share of requests. The shares of the cost of reads and writes have the other indexes.
pub(super) const REQUESTS: usize = 2;

/// Shares of the cost of all reads, of the cost of all writes, and of all requests.
pub(super) type KeyShares = [u64; 3];

#[derive(Clone, Debug, Default)]
pub(super) struct KeyMass {
    /// The frequent keys, in hash order.
    keys: Vec<NamedKey>,
    rest: KeyShares,
    /// The mean cost of a read and of a write, in thousandths of a unit. The items of frequent keys have individual sizes.
    pub mean_milli: [u64; 2],
    /// Item collections have several equally frequent items and can be split.
    divisible: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NamedKey {
    pub hash: u64,
    pub number: u64,
    pub shares: KeyShares,
    /// The sum of the shares up to and including this key.
    until: KeyShares,
}

impl KeyMass {
    /// Computes the distribution at a time.
    pub fn from_traffic(seed: u64, traffic: &Traffic, at_ms: u64, keeps_collections: bool) -> KeyMass {
        let named = traffic.keys.shares(at_ms, NAMED_MAX).named;
        let sizes = SizeCosts::from_traffic(seed, traffic);
        let all = costs(traffic);
        let mut keys = Vec::with_capacity(named.len());
        // The cost of reads and writes of the listed keys, weighted by their frequency.
        let (mut sums, mut rest) = ([0_u128; 2], SHARE_ONE);
        for (number, share) in named {
            let text = traffic.partition_key.fill(number, &mut draw_of(0, &[])).unwrap_or_default();
            let Some(hash) = traffic.partition_key.hash(&text) else { continue };
            let milli = sizes.of_key(number);
            sums = KINDS.map(|kind| sums[kind] + u128::from(share) * u128::from(milli[kind]));
            rest -= share;
            keys.push((hash, number, share, milli));
        }
        let of_rest = |kind: usize| u128::from(rest) * u128::from(all[kind].mean_milli);
        let totals = KINDS.map(|kind| (sums[kind] + of_rest(kind)).max(1));
        keys.sort_unstable();
        let mut until = [0; 3];
        let keys = keys.into_iter().map(|(hash, number, share, milli)| {
            let by_cost = |kind: usize| {
                let part = u128::from(share) * u128::from(milli[kind]) * u128::from(SHARE_ONE >> 20);
                (part / (totals[kind] >> 20).max(1)) as u64
            };
            let shares = [by_cost(READ), by_cost(WRITE), share];
            until.iter_mut().zip(shares).for_each(|(until, share)| *until += share);
            NamedKey { hash, number, shares, until }
        });
        let keys: Vec<NamedKey> = keys.collect();
        KeyMass {
            keys,
            rest: until.map(|named| SHARE_ONE.saturating_sub(named)),
            mean_milli: totals.map(|total| (total / u128::from(SHARE_ONE)) as u64),
            // A time series always writes at the end of the collection, so a split does not help.
            divisible: traffic.items_per_key > 1 && !keeps_collections && !traffic.is_time_series(),
        }
    }

    /// Returns the share of one measure before a place. `None` means the end, so everything.
    pub fn before(&self, measure: usize, place: Option<Place>) -> u64 {
        let Some(place) = place else { return SHARE_ONE };
        let (hash, into) = ((place >> 64) as u64, place as u64);
        let behind = self.keys.partition_point(|key| key.hash < hash);
        let named = behind.checked_sub(1).map_or(0, |last| self.keys[last].until[measure]);
        let part = match self.keys.get(behind) {
            Some(key) if into > 0 && key.hash == hash => {
                let share = key.shares[measure];
                if self.divisible { ((u128::from(share) * u128::from(into)) >> 64) as u64 } else { share }
            }
            _ => 0,
        };
        named + part + ((u128::from(self.rest[measure]) * u128::from(hash)) >> 64) as u64
    }

    /// Returns the shares of all measures between two places.
    pub fn between(&self, from: Place, until: Option<Place>) -> KeyShares {
        [READ, WRITE, REQUESTS]
            .map(|measure| self.before(measure, until).saturating_sub(self.before(measure, Some(from))))
    }

    /// Returns the listed keys, in hash order.
    pub fn keys(&self) -> &[NamedKey] {
        &self.keys
    }
}

/// The cost of the items of single keys: each item has its own size.
struct SizeCosts<'a> {
    seed: u64,
    traffic: &'a Traffic,
    mean_milli: [u64; 2],
    /// Costs by item size in kilobytes, rounded up, which is all that costs depend on. Computed on demand.
    by_kilobytes: std::cell::RefCell<std::collections::BTreeMap<u64, [u64; 2]>>,
}

impl<'a> SizeCosts<'a> {
    /// For keys with more items, the mean is exact enough.
    const ITEMS_MAX: u64 = 8;

    fn from_traffic(seed: u64, traffic: &'a Traffic) -> SizeCosts<'a> {
        let mean_milli = costs(traffic).map(|cost| cost.mean_milli);
        SizeCosts { seed, traffic, mean_milli, by_kilobytes: std::cell::RefCell::default() }
    }

    /// Returns the cost of a read and of a write of one of the key's items.
    fn of_key(&self, number: u64) -> [u64; 2] {
        let count = self.traffic.items_per_key;
        if count > SizeCosts::ITEMS_MAX || self.traffic.is_time_series() {
            return self.mean_milli;
        }
        let mut sums = [0; 2];
        for item in 0..count {
            let kilobytes = self.traffic.item_size_bytes(self.seed, number, item).div_ceil(1024).max(1);
            let mut known = self.by_kilobytes.borrow_mut();
            let milli = *known.entry(kilobytes).or_insert_with(|| {
                let bytes = kilobytes * 1024;
                costs_of_sizes(self.traffic, (bytes, bytes)).map(|cost| cost.mean_milli)
            });
            sums = KINDS.map(|kind| sums[kind] + milli[kind]);
        }
        sums.map(|sum| sum / count)
    }
}

pub(super) fn place_of(boundary: &KeyBoundary) -> Place {
    let mut into = [0; 8];
    into.iter_mut().zip(boundary.rest.iter()).for_each(|(target, byte)| *target = *byte);
    (u128::from(boundary.hash) << 64) | u128::from(u64::from_be_bytes(into))
}

pub(super) fn boundary_of(place: Place) -> KeyBoundary {
    let (hash, into) = ((place >> 64) as u64, place as u64);
    match into {
        0 => KeyBoundary::of_hash(hash),
        into => KeyBoundary { hash, rest: into.to_be_bytes().into() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Workload;

    fn mass(keys: &str, items_per_key: u64) -> KeyMass {
        let text = format!(
            r#"{{"format":"dynalab.workload","version":1,"seed":1,"traffic":[{{"table":"Some",
            "partition_key":{{"name":"pk","type":"S","template":"K{{n}}"}},
            "sort_key":{{"name":"sk","type":"N","template":"{{n}}"}},"items_per_key":{items_per_key},
            "item_bytes":{{"least":100,"most":100}},"mix":{{"get":1000}},
            "keys":{keys},"rate":{{"kind":"constant","per_second_milli":1}}}}]}}"#
        );
        KeyMass::from_traffic(1, &Workload::parse(&text).unwrap().traffic[0], 0, false)
    }

    #[test]
    fn parts_add_up_to_all_there_is() {
        for keys in [
            r#"{"kind":"zipf","count":1000,"exponent_permille":990}"#,
            r#"{"kind":"zipf","count":10000000000,"exponent_permille":990}"#,
            r#"{"kind":"uniform","count":3}"#,
        ] {
            let mass = mass(keys, 1);
            let boundaries: Vec<Place> = (0..16_u128).map(|part| part << 124).collect();
            let ends = boundaries.iter().skip(1).copied().map(Some).chain([None]);
            let parts: Vec<KeyShares> =
                boundaries.iter().zip(ends).map(|(from, end)| mass.between(*from, end)).collect();
            for measure in [READ, WRITE, REQUESTS] {
                assert_eq!(parts.iter().map(|part| part[measure]).sum::<u64>(), SHARE_ONE, "{keys}");
            }
        }
    }

    #[test]
    fn a_collection_is_divided_where_it_has_many_items() {
        for (items_per_key, part) in [(1, SHARE_ONE), (50, SHARE_ONE / 4)] {
            let mass = mass(r#"{"kind":"uniform","count":1}"#, items_per_key);
            let hash = u128::from(mass.keys()[0].hash) << 64;
            let quarter = hash | (1 << 62);
            assert_eq!(mass.before(REQUESTS, Some(hash)), 0);
            assert_eq!(mass.before(REQUESTS, Some(quarter)), part);
            assert_eq!(place_of(&boundary_of(quarter)), quarter);
            assert_eq!(mass.before(REQUESTS, Some(hash + (1 << 64))), SHARE_ONE);
        }
    }
}
