//! Split for heat: when a hot partition is split, and at which key. The recently used keys decide.

use serde::{Deserialize, Serialize};

use crate::admission::CapacityRules;
use crate::partition_map::KeyBoundary;

/// Maximum number of keys that are watched in a hot partition. Frequent keys stay, the others are the latest ones.
pub const WATCHED_KEYS: usize = 16;
/// Maximum length of a watched key in bytes. Keys with the same prefix of this length count as one.
const WATCHED_KEY_BYTES: usize = 128;
/// No split if one item has this share of the heat, or this share of requests has ascending keys.
const NEARLY_ALL_PERMILLE: u64 = 900;

/// One watched key and the capacity that it consumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedKey {
    pub key: KeyBoundary,
    pub milli: u64,
}

/// Since when a partition is hot, and its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// The first of the consecutive hot seconds. None if the partition is not hot.
    pub since_second: Option<u64>,
    /// Sorted by key.
    pub watched: Vec<WatchedKey>,
    pub last_key: Option<KeyBoundary>,
    /// Number of watched requests, and how many of them had a greater key than the previous request.
    pub seen: u64,
    pub rising: u64,
}

impl Heat {
    /// Records the use of a second that ended. `ended` and `now` are seconds of the clock, and the seconds between them had no
    /// requests.
    pub fn end_second(&mut self, rules: &CapacityRules, ended: u64, now: u64, used_permille: u64) {
        let is_busy = rules.split_heat_permille > 0 && used_permille >= rules.split_heat_permille;
        match (is_busy && now == ended + 1, self.since_second) {
            (true, None) => self.since_second = Some(ended),
            (true, Some(_)) => {}
            (false, None) => {}
            (false, Some(_)) => *self = Heat::default(),
        }
    }

    /// Returns true while the partition is above the threshold, before the split.
    pub fn is_busy(&self) -> bool {
        self.since_second.is_some()
    }

    /// Records a request for a key of a hot partition. `key` has the bytes that order the table.
    pub fn watch(&mut self, key: &[u8], milli: u64) {
        let key = KeyBoundary::of_key(key.get(..WATCHED_KEY_BYTES).unwrap_or(key));
        self.seen += 1;
        self.rising += u64::from(self.last_key.as_ref().is_some_and(|last| *last < key));
        self.last_key = Some(key.clone());
        match self.watched.binary_search_by(|watched| watched.key.cmp(&key)) {
            Ok(place) => self.watched[place].milli += milli,
            Err(place) if self.watched.len() < WATCHED_KEYS => {
                self.watched.insert(place, WatchedKey { key, milli });
            }
            Err(place) => self.replace_least(place, key, milli),
        }
    }

    /// Replaces the key with the least heat. The new key inherits that heat, so a frequent key is never lost.
    fn replace_least(&mut self, place: usize, key: KeyBoundary, milli: u64) {
        let least = (0..self.watched.len()).min_by_key(|place| self.watched[*place].milli);
        let Some(least) = least else { return };
        let replaced = self.watched.remove(least);
        let place = if least < place { place - 1 } else { place };
        self.watched.insert(place, WatchedKey { key, milli: replaced.milli + milli });
    }

    /// Returns the boundary of a split, if the partition is hot long enough and a split helps.
    pub fn split_due(
        &self,
        rules: &CapacityRules,
        now_ms: u64,
        keep_collections: bool,
    ) -> Option<KeyBoundary> {
        let since = self.since_second?;
        let busy_ms = now_ms.saturating_sub(since.saturating_mul(1_000));
        if busy_ms < rules.split_heat_ms || self.rising * 1_000 >= self.seen * NEARLY_ALL_PERMILLE {
            return None;
        }
        split_boundary(&self.watched, keep_collections)
    }
}

/// Returns the boundary that divides the heat most evenly. Returns None if almost all heat is of one item. With `keep_collections`, the
/// same applies to one item collection. `keys` are sorted.
pub fn split_boundary(keys: &[WatchedKey], keep_collections: bool) -> Option<KeyBoundary> {
    let total: u64 = keys.iter().map(|watched| watched.milli).sum();
    let mut best: Option<(u64, KeyBoundary)> = None;
    let (mut before, mut heaviest, mut of_one) = (0, 0, 0);
    for (place, watched) in keys.iter().enumerate() {
        let previous = place.checked_sub(1).map(|previous| &keys[previous].key);
        let begins = previous.is_none_or(|previous| !keep_collections || previous.hash != watched.key.hash);
        if begins {
            of_one = 0;
            let uneven = (total - before).abs_diff(before);
            if place > 0 && best.as_ref().is_none_or(|(least, _)| uneven < *least) {
                let at = match keep_collections {
                    true => KeyBoundary::of_hash(watched.key.hash),
                    false => watched.key.clone(),
                };
                best = Some((uneven, at));
            }
        }
        of_one += watched.milli;
        heaviest = heaviest.max(of_one);
        before += watched.milli;
    }
    best.filter(|_| heaviest * 1_000 < total * NEARLY_ALL_PERMILLE).map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: CapacityRules = CapacityRules { split_heat_ms: 60_000, ..CapacityRules::OF_THE_SERVICE };

    fn key(hash: u64, rest: &[u8]) -> Vec<u8> {
        KeyBoundary { hash, rest: rest.into() }.to_bytes()
    }

    fn busy_for(seconds: u64) -> Heat {
        let mut heat = Heat::default();
        (0..seconds).for_each(|second| heat.end_second(&RULES, second, second + 1, 950));
        heat
    }

    #[test]
    fn splits_only_partitions_with_constant_load() {
        let mut heat = busy_for(60);
        assert!(heat.is_busy());
        for round in 0..100_u64 {
            heat.watch(&key(round.wrapping_mul(0x9E37_79B9_7F4A_7C15), b"k"), 1_000);
        }
        assert_eq!(heat.split_due(&RULES, 59_999, false), None);
        assert!(heat.split_due(&RULES, 60_000, false).is_some());
        heat.end_second(&RULES, 60, 62, 950);
        assert_eq!(heat, Heat::default(), "a second in between was quiet");
    }

    #[test]
    fn one_hot_item_is_not_helped() {
        let mut heat = busy_for(60);
        for round in 0..1_000_u64 {
            heat.watch(&key(77, b"hot"), 1_000);
            if round % 20 == 0 {
                heat.watch(&key(round << 50, b"cold"), 1_000);
            }
        }
        assert_eq!(heat.watched.len(), WATCHED_KEYS);
        assert_eq!(heat.split_due(&RULES, 60_000, false), None);
    }

    #[test]
    fn an_item_collection_is_divided_by_the_sort_key_unless_a_local_index_keeps_it_together() {
        let mut heat = busy_for(60);
        for round in 0..900_u64 {
            heat.watch(&key(77, &[((round * 7) % 9) as u8]), 1_000);
        }
        let at = heat.split_due(&RULES, 60_000, false).unwrap();
        assert_eq!((at.hash, at.rest.as_ref()), (77, &[4_u8][..]));
        assert_eq!(heat.split_due(&RULES, 60_000, true), None);
    }

    #[test]
    fn keys_in_order_are_not_helped() {
        let mut heat = busy_for(60);
        (0..1_000_u16).for_each(|round| heat.watch(&key(77, &round.to_be_bytes()), 1_000));
        assert_eq!(heat.split_due(&RULES, 60_000, false), None);
    }

    #[test]
    fn the_boundary_divides_the_heat() {
        let watched = |hash, milli| WatchedKey { key: KeyBoundary::of_hash(hash), milli };
        let keys = [watched(1, 10), watched(2, 10), watched(3, 40), watched(4, 40)];
        assert_eq!(split_boundary(&keys, false), Some(KeyBoundary::of_hash(4)));
        assert_eq!(split_boundary(&keys[..1], false), None);
        assert_eq!(split_boundary(&[], false), None);
    }
}
