//! What a scan of an on-demand table consumes at least: something for each partition that it touches, even an empty one.

use std::ops::Bound;

use dynalab_capacity::partition_map::PartitionMap;
use dynalab_capacity::{HalfUnits, ReadConsistency, read_units};
use dynalab_engine::database::table::BillingMode;
use dynalab_engine::execution::read_page::KeyRange;
use dynalab_engine::request::read_request::ReadSource;
use dynalab_types::KeyBytes;

use super::page_draws::global_index;
use super::{map_key, map_of_bytes};
use crate::complete::Context;

/// The bytes of a key that are the hash of its partition key.
const HASH_BYTES: usize = 8;

/// Returns the least that a page consumes. `last` is the key at which the page ended before the range.
pub(crate) fn least_units(
    context: &Context,
    consistency: ReadConsistency,
    source: &ReadSource,
    (range, last): (&KeyRange, Option<&KeyBytes>),
) -> HalfUnits {
    let is_on = context.config.dials.as_ref().is_some_and(|dials| dials.scan_partitions > 0);
    if !is_on || source.table.definition.billing != BillingMode::PayPerRequest || is_query(range) {
        return HalfUnits::ZERO;
    }
    let index = global_index(source);
    let kept = context.record(&map_key(&source.table.definition.name, index));
    let map = map_of_bytes(source.table, index, kept);
    HalfUnits(read_units(0, consistency).0 * touched(&map, range, last))
}

/// Returns true for a range within one partition key.
fn is_query(range: &KeyRange) -> bool {
    let hash = |bound: &Bound<Vec<u8>>| match bound {
        Bound::Included(key) | Bound::Excluded(key) => key.get(..HASH_BYTES).map(<[u8]>::to_vec),
        Bound::Unbounded => None,
    };
    hash(&range.from).is_some_and(|from| hash(&range.to) == Some(from))
}

/// Counts the partitions from the start of the range to its end, or to the last key of the page.
fn touched(map: &PartitionMap, range: &KeyRange, last: Option<&KeyBytes>) -> u64 {
    let first_place = match &range.from {
        Bound::Included(key) | Bound::Excluded(key) => map.place_of_key(key),
        Bound::Unbounded => 0,
    };
    let end_place = match (last, &range.to) {
        (Some(last), _) => map.place_of_key(last.as_slice()),
        (None, Bound::Included(key)) => map.place_of_key(key),
        (None, Bound::Excluded(key)) => match hash_before(key) {
            Some(hash) => map.place_of_hash(hash),
            None => map.place_of_key(key),
        },
        (None, Bound::Unbounded) => map.count().saturating_sub(1) as usize,
    };
    (end_place.saturating_sub(first_place) + 1) as u64
}

/// Returns the hash before that of a key which is only a hash, as the end of a segment is.
fn hash_before(key: &[u8]) -> Option<u64> {
    u64::from_be_bytes(key.try_into().ok()?).checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_bound(hash: u64) -> Vec<u8> {
        hash.to_be_bytes().to_vec()
    }

    #[test]
    fn a_segment_touches_only_its_own_partitions() {
        let map = PartitionMap::even(4);
        let quarter = 1_u64 << 62;
        let range = |from: Bound<Vec<u8>>, to: Bound<Vec<u8>>| KeyRange { from, to, forward: true };
        for (from, to, partitions) in [
            (Bound::Unbounded, Bound::Unbounded, 4),
            (Bound::Unbounded, Bound::Excluded(hash_bound(quarter)), 1),
            (Bound::Included(hash_bound(quarter)), Bound::Excluded(hash_bound(2 * quarter)), 1),
            (Bound::Included(hash_bound(quarter)), Bound::Excluded(hash_bound(2 * quarter + 1)), 2),
            (Bound::Included(hash_bound(2 * quarter)), Bound::Unbounded, 2),
            (Bound::Included(hash_bound(3 * quarter + 7)), Bound::Unbounded, 1),
        ] {
            assert_eq!(touched(&map, &range(from.clone(), to.clone()), None), partitions, "{from:?} {to:?}");
        }
        let last = KeyBytes::from_vec(hash_bound(quarter + 1));
        assert_eq!(touched(&map, &KeyRange::whole(), Some(&last)), 2);
        assert_eq!(touched(&PartitionMap::even(1), &KeyRange::whole(), None), 1);
    }

    #[test]
    fn a_range_within_one_partition_key_is_a_query() {
        let key = |end: u8| [hash_bound(7), vec![end]].concat();
        let range = KeyRange { from: Bound::Included(key(1)), to: Bound::Excluded(key(9)), forward: true };
        assert!(is_query(&range));
        assert!(!is_query(&KeyRange::whole()));
        assert!(!is_query(&KeyRange {
            from: Bound::Included(hash_bound(1)),
            to: Bound::Excluded(hash_bound(9)),
            forward: true
        }));
    }
}
