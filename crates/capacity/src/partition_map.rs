//! The partition map: the range of hashes of each partition, and of sort keys in a divided item collection.

use serde::{Deserialize, Serialize};

/// The first key of a partition. Keys are ordered by hash, then by their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KeyBoundary {
    pub hash: u64,
    /// The key bytes after the hash. Empty unless an item collection is divided.
    pub rest: Box<[u8]>,
}

impl KeyBoundary {
    /// Returns the boundary before all keys.
    pub fn first() -> KeyBoundary {
        KeyBoundary::default()
    }

    /// Returns the boundary before all keys with this hash.
    pub fn of_hash(hash: u64) -> KeyBoundary {
        KeyBoundary { hash, rest: Box::default() }
    }

    /// Returns the boundary at a key. `bytes` are eight bytes of hash, then the key.
    pub fn of_key(bytes: &[u8]) -> KeyBoundary {
        let (hash, rest) = divided(bytes);
        KeyBoundary { hash, rest: rest.into() }
    }

    /// Returns the bytes that [`KeyBoundary::of_key`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.hash.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.rest);
        bytes
    }

    fn is_at_or_before(&self, hash: u64, rest: &[u8]) -> bool {
        (self.hash, self.rest.as_ref()) <= (hash, rest)
    }
}

/// Splits the bytes into hash and rest. Missing bytes are zero.
fn divided(bytes: &[u8]) -> (u64, &[u8]) {
    let mut first = [0; 8];
    for (target, byte) in first.iter_mut().zip(bytes) {
        *target = *byte;
    }
    (u64::from_be_bytes(first), bytes.get(8..).unwrap_or_default())
}

/// One partition. Its range ends where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The id, never reused.
    pub id: u64,
    /// The partition that was split into this one.
    pub parent: Option<u64>,
    pub from: KeyBoundary,
}

/// A split: the parent partition and its two children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    pub parent: u64,
    pub children: [u64; 2],
    pub at: KeyBoundary,
}

/// All partitions of a table or an index, sorted by range. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionMap {
    partitions: Vec<Partition>,
    next_id: u64,
}

impl PartitionMap {
    /// Creates `count` partitions with equal parts of the hash space. Their ids start at 0.
    pub fn even(count: u64) -> PartitionMap {
        let count = count.max(1);
        let from = |place: u64| {
            let hash = (u128::from(place) << 64).div_ceil(u128::from(count));
            KeyBoundary::of_hash(u64::try_from(hash).unwrap_or(u64::MAX))
        };
        let partition = |id| Partition { id, parent: None, from: from(id) };
        PartitionMap { partitions: (0..count).map(partition).collect(), next_id: count }
    }

    /// Restores a stored map. Returns None if it is empty, unsorted or does not start at the first key.
    pub fn from_parts(partitions: Vec<Partition>, next_id: u64) -> Option<PartitionMap> {
        let begins = partitions.first()?.from == KeyBoundary::first();
        let in_order = partitions.is_sorted_by(|one, next| one.from < next.from);
        let ids_known = partitions.iter().all(|partition| partition.id < next_id);
        (begins && in_order && ids_known).then_some(PartitionMap { partitions, next_id })
    }

    /// Returns the id that the next partition of a split gets.
    pub fn next_id(&self) -> u64 {
        self.next_id
    }

    /// Returns the partitions in the order of their ranges.
    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    pub fn count(&self) -> u64 {
        self.partitions.len() as u64
    }

    /// Returns the index in [`PartitionMap::partitions`] of the partition that contains the key.
    pub fn place_of_key(&self, bytes: &[u8]) -> usize {
        let (hash, rest) = divided(bytes);
        let behind = self.partitions.partition_point(|partition| partition.from.is_at_or_before(hash, rest));
        behind.saturating_sub(1)
    }

    /// Returns the partition that contains the key. `bytes` are those that order the table.
    pub fn of_key(&self, bytes: &[u8]) -> &Partition {
        &self.partitions[self.place_of_key(bytes)]
    }

    /// Returns the index of the partition that contains the first key with this hash.
    pub fn place_of_hash(&self, hash: u64) -> usize {
        self.partitions
            .partition_point(|partition| partition.from.is_at_or_before(hash, &[]))
            .saturating_sub(1)
    }

    /// Returns the place of a partition in that order, starting at 0.
    pub fn place_of_id(&self, id: u64) -> Option<usize> {
        self.partitions.iter().position(|partition| partition.id == id)
    }

    /// Returns the end of a partition's range. Returns None for the last partition.
    pub fn end_of(&self, place: usize) -> Option<&KeyBoundary> {
        self.partitions.get(place + 1).map(|next| &next.from)
    }

    /// Splits a partition in two. Returns None if the boundary is outside its range.
    pub fn split(&mut self, id: u64, at: KeyBoundary) -> Option<Split> {
        let place = self.place_of_id(id)?;
        let inside = at > self.partitions.get(place)?.from && self.end_of(place).is_none_or(|end| at < *end);
        if !inside {
            return None;
        }
        let children = [self.next_id, self.next_id + 1];
        self.next_id += 2;
        let from = std::mem::take(&mut self.partitions[place].from);
        let child = |id, from| Partition { id, parent: Some(self.partitions[place].id), from };
        let new = [child(children[0], from), child(children[1], at.clone())];
        self.partitions.splice(place..=place, new);
        Some(Split { parent: id, children, at })
    }

    /// Splits the partition with the widest hash range, the first one if equal, until there are `count`. Partitions never merge.
    pub fn grow_to(&mut self, count: u64) -> Vec<Split> {
        let mut splits = Vec::new();
        while self.count() < count {
            let Some((id, at)) = self.middle_of_widest() else { break };
            splits.extend(self.split(id, at));
        }
        splits
    }

    fn middle_of_widest(&self) -> Option<(u64, KeyBoundary)> {
        let width = |place: usize| {
            let from = u128::from(self.partitions[place].from.hash);
            self.end_of(place).map_or(1 << 64, |end| u128::from(end.hash)) - from
        };
        let widest = (0..self.partitions.len()).rev().max_by_key(|place| width(*place))?;
        let partition = &self.partitions[widest];
        let middle = u128::from(partition.from.hash) + width(widest) / 2;
        let at = KeyBoundary::of_hash(u64::try_from(middle).ok()?);
        (at > partition.from).then_some((partition.id, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(hash: u64, rest: &[u8]) -> Vec<u8> {
        KeyBoundary { hash, rest: rest.into() }.to_bytes()
    }

    #[test]
    fn equal_parts_of_the_hash_space() {
        let map = PartitionMap::even(4);
        for (hash, id) in [(0, 0), ((1 << 62) - 1, 0), (1 << 62, 1), (1 << 63, 2), (u64::MAX, 3)] {
            assert_eq!(map.of_key(&key(hash, b"x")).id, id, "{hash:x}");
            assert_eq!(map.partitions()[map.place_of_hash(hash)].id, id, "{hash:x}");
        }
        assert_eq!(PartitionMap::even(0).count(), 1);
        assert_eq!(PartitionMap::even(1).of_key(&[]).id, 0);
    }

    #[test]
    fn a_split_makes_two_children_of_new_names() {
        let mut map = PartitionMap::even(2);
        let at = KeyBoundary::of_key(&key(7, b"m"));
        let split = map.split(0, at.clone()).unwrap();
        assert_eq!(split, Split { parent: 0, children: [2, 3], at: at.clone() });
        for (rest, id) in [(&b"a"[..], 2), (b"lz", 2), (b"m", 3), (b"z", 3)] {
            assert_eq!(map.of_key(&key(7, rest)).id, id);
        }
        let parents: Vec<_> =
            map.partitions().iter().map(|partition| (partition.id, partition.parent)).collect();
        assert_eq!(parents, [(2, Some(0)), (3, Some(0)), (1, None)]);
        assert_eq!(map.split(0, at.clone()), None, "it is no more");
        assert_eq!(map.split(3, at.clone()), None, "it begins there");
        assert_eq!(map.split(1, at), None, "it is elsewhere");
        let again = PartitionMap::from_parts(map.partitions().to_vec(), map.next_id());
        assert_eq!(again, Some(map));
    }

    #[test]
    fn it_grows_by_its_widest_and_never_shrinks() {
        let mut map = PartitionMap::even(3);
        assert_eq!(map.grow_to(3), []);
        assert_eq!(map.grow_to(5).len(), 2);
        assert_eq!(map.count(), 5);
        assert_eq!(map.grow_to(1), []);
        let ids: Vec<u64> = map.partitions().iter().map(|partition| partition.id).collect();
        assert_eq!(ids, [3, 4, 5, 6, 2]);
        assert!(map.partitions().is_sorted_by(|one, next| one.from < next.from));
    }

    #[test]
    fn what_is_no_map_is_refused() {
        let partition = |id, hash| Partition { id, parent: None, from: KeyBoundary::of_hash(hash) };
        assert_eq!(PartitionMap::from_parts(Vec::new(), 0), None);
        assert_eq!(PartitionMap::from_parts(vec![partition(0, 1)], 1), None);
        assert_eq!(PartitionMap::from_parts(vec![partition(0, 0), partition(1, 0)], 2), None);
        assert_eq!(PartitionMap::from_parts(vec![partition(0, 0), partition(1, 9)], 1), None);
    }
}
