//! Where in the order of keys the traffic goes: how much of it lies before a place. Frequent keys stand there by name, all
//! others are spread evenly over the hashes.

use dynalab_capacity::partition_map::KeyBoundary;

use crate::workload::Traffic;
use crate::workload::chance::draw_of;
use crate::workload::keys::SHARE_ONE;

/// So many keys are known by name.
const NAMED_MAX: u64 = 65_536;

/// The hash in the upper half; in the lower, how far into an item collection, where these can be divided.
pub(super) type Place = u128;

#[derive(Clone, Debug, Default)]
pub(super) struct KeyMass {
    /// In the order of their hashes: the hash, the number of the key, and its share with that of all before it.
    keys: Vec<NamedKey>,
    rest: u64,
    /// Item collections have many items that are asked for alike.
    divisible: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NamedKey {
    pub hash: u64,
    pub number: u64,
    pub share: u64,
    until: u64,
}

impl KeyMass {
    /// At that moment.
    pub fn of(traffic: &Traffic, at_ms: u64, keeps_collections: bool) -> KeyMass {
        let shares = traffic.keys.shares(at_ms, NAMED_MAX);
        let mut rest = shares.rest;
        let mut keys = Vec::with_capacity(shares.named.len());
        for (number, share) in shares.named {
            let text = traffic.partition_key.fill(number, &mut draw_of(0, &[])).unwrap_or_default();
            match traffic.partition_key.hash(&text) {
                Some(hash) => keys.push(NamedKey { hash, number, share, until: 0 }),
                None => rest += share,
            }
        }
        keys.sort_unstable_by_key(|key| (key.hash, key.number));
        let mut before = 0;
        for key in &mut keys {
            before += key.share;
            key.until = before;
        }
        // What is written as time goes on is written at the end of the collection.
        let divisible = traffic.items_per_key > 1 && !keeps_collections && !traffic.is_time_series();
        KeyMass { keys, rest, divisible }
    }

    /// The share of all keys before that place; of all there are, where there is none.
    pub fn before(&self, place: Option<Place>) -> u64 {
        let Some(place) = place else { return SHARE_ONE };
        let (hash, into) = ((place >> 64) as u64, place as u64);
        let behind = self.keys.partition_point(|key| key.hash < hash);
        let named = behind.checked_sub(1).map_or(0, |last| self.keys[last].until);
        let part = match self.keys.get(behind) {
            Some(key) if into > 0 && key.hash == hash => {
                if self.divisible {
                    ((u128::from(key.share) * u128::from(into)) >> 64) as u64
                } else {
                    key.share
                }
            }
            _ => 0,
        };
        named + part + ((u128::from(self.rest) * u128::from(hash)) >> 64) as u64
    }

    /// Between two places.
    pub fn between(&self, from: Place, until: Option<Place>) -> u64 {
        self.before(until).saturating_sub(self.before(Some(from)))
    }

    /// The keys by name, as they lie.
    pub fn keys(&self) -> &[NamedKey] {
        &self.keys
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
        KeyMass::of(&Workload::parse(&text).unwrap().traffic[0], 0, false)
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
            let parts: Vec<u64> =
                boundaries.iter().zip(ends).map(|(from, end)| mass.between(*from, end)).collect();
            assert_eq!(parts.iter().sum::<u64>(), SHARE_ONE, "{keys}");
        }
    }

    #[test]
    fn a_collection_is_divided_where_it_has_many_items() {
        for (items_per_key, part) in [(1, SHARE_ONE), (50, SHARE_ONE / 4)] {
            let mass = mass(r#"{"kind":"uniform","count":1}"#, items_per_key);
            let hash = u128::from(mass.keys()[0].hash) << 64;
            let quarter = hash | (1 << 62);
            assert_eq!(mass.before(Some(hash)), 0);
            assert_eq!(mass.before(Some(quarter)), part);
            assert_eq!(place_of(&boundary_of(quarter)), quarter);
            assert_eq!(mass.before(Some(hash + (1 << 64))), SHARE_ONE);
        }
    }
}
