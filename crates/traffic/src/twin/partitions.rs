//! The partitions of a table in the traffic model: where they begin, the state of their limits, and how they are split.

use dynalab_capacity::admission::{PartitionFlow, PartitionLimits};
use dynalab_capacity::heat::{Heat, WatchedKey};
use dynalab_capacity::partition_map::{KeyBoundary, PartitionMap, Split};

use super::key_mass::{KeyMass, KeyShares, Place, boundary_of, place_of};
use super::load::short_share;
use super::report::DemandResult;
use super::{READ, WRITE};

/// The keys of a hot partition are examined in this many parts of equal heat.
const HEAT_PARTS: u64 = 64;

#[derive(Clone, Debug)]
pub(super) struct TwinPartition {
    pub id: u64,
    pub flows: [PartitionFlow; 2],
    pub heat: Heat,
    /// A hot partition that cannot be split is not checked again before this time.
    pub next_look_ms: u64,
    pub size_bytes: u64,
    /// The shares of each traffic, in [`SHARE_BITS`](super::load::SHARE_BITS).
    pub shares: Vec<KeyShares>,
    /// The use in the current or last minute.
    pub minute: [DemandResult; 2],
}

#[derive(Clone, Debug)]
pub(super) struct Partitions {
    pub map: PartitionMap,
    /// The states, in the order of the map.
    pub states: Vec<TwinPartition>,
}

impl Partitions {
    pub fn begun(
        count: u64,
        limits: [PartitionLimits; 2],
        size_bytes: u64,
        masses: &[KeyMass],
        at_ms: u64,
    ) -> Partitions {
        let map = PartitionMap::even(count);
        let states = map.partitions().iter().map(|partition| TwinPartition {
            id: partition.id,
            flows: limits.map(|limits| PartitionFlow::begun(limits, at_ms)),
            heat: Heat::default(),
            next_look_ms: 0,
            size_bytes: size_bytes / map.count(),
            shares: Vec::new(),
            minute: [DemandResult::default(); 2],
        });
        let states = states.collect();
        let mut partitions = Partitions { map, states };
        partitions.follow_keys(masses);
        partitions
    }

    /// Recomputes the shares after a change of the keys or the partitions.
    pub fn follow_keys(&mut self, masses: &[KeyMass]) {
        (0..self.states.len()).for_each(|place| self.follow_keys_of(place, masses));
    }

    fn follow_keys_of(&mut self, place: usize, masses: &[KeyMass]) {
        let (from, until) = self.range(place);
        let shares = masses.iter().map(|mass| mass.between(from, until).map(short_share));
        self.states[place].shares = shares.collect();
    }

    pub fn range(&self, place: usize) -> (Place, Option<Place>) {
        let from = place_of(&self.map.partitions()[place].from);
        (from, self.map.end_of(place).map(place_of))
    }

    /// Returns the place at which to split a hot partition, if a split helps. `asked` is the demand of each traffic.
    pub fn split_due(
        &self,
        place: usize,
        rules: &dynalab_capacity::admission::CapacityRules,
        now_ms: u64,
        (masses, asked): (&[KeyMass], &[[u64; 2]]),
    ) -> Option<KeyBoundary> {
        let heat = Heat {
            since_second: self.states[place].heat.since_second,
            watched: self.parts_of_equal_heat(place, masses, asked),
            seen: 1,
            ..Heat::default()
        };
        // The masses never divide collections that must stay together.
        heat.split_due(rules, now_ms, false)
    }

    /// Returns the key in the middle of each part. A key that is in several parts is listed once, with the heat of all.
    fn parts_of_equal_heat(&self, place: usize, masses: &[KeyMass], asked: &[[u64; 2]]) -> Vec<WatchedKey> {
        let (from, until) = self.range(place);
        let heat_before = |end: Option<Place>| -> u128 {
            let of = |mass: &KeyMass, asked: &[u64; 2], kind: usize| {
                u128::from(mass.before(kind, end)) * u128::from(asked[kind] >> 8)
            };
            let parts = masses.iter().zip(asked);
            parts.map(|(mass, asked)| of(mass, asked, READ) + of(mass, asked, WRITE)).sum()
        };
        let first = heat_before(Some(from));
        let total = heat_before(until).saturating_sub(first);
        let mut watched: Vec<WatchedKey> = Vec::new();
        for part in 0..HEAT_PARTS {
            let before = first + total / u128::from(2 * HEAT_PARTS) * u128::from(2 * part + 1);
            let (mut least, mut most) = (from, until.unwrap_or(Place::MAX));
            // Finds the first place with more than that share before it.
            while least < most {
                let middle = least + (most - least) / 2;
                if heat_before(Some(middle)) > before { most = middle } else { least = middle + 1 }
            }
            let key = boundary_of(least.saturating_sub(1).max(from));
            match watched.last_mut() {
                Some(last) if last.key >= key => last.milli += 1_000,
                _ => watched.push(WatchedKey { key, milli: 1_000 }),
            }
        }
        watched
    }

    /// Returns the place at which to split a full partition: the middle of its hash range.
    pub fn middle(&self, place: usize) -> Option<KeyBoundary> {
        let (from, until) = self.range(place);
        let (first, last) = ((from >> 64) as u64, until.map_or(u64::MAX, |until| (until >> 64) as u64));
        let middle = first + last.saturating_sub(first) / 2;
        (middle > first).then(|| KeyBoundary::of_hash(middle))
    }

    /// Splits a partition. Returns false if the boundary is not inside.
    pub fn split(&mut self, place: usize, at: KeyBoundary, masses: &[KeyMass]) -> bool {
        let Some(split) = self.map.split(self.states[place].id, at) else { return false };
        self.divide_state(&split);
        self.follow_keys_of(place, masses);
        self.follow_keys_of(place + 1, masses);
        true
    }

    pub fn grow_to(&mut self, count: u64, masses: &[KeyMass]) {
        let splits = self.map.grow_to(count);
        splits.iter().for_each(|split| self.divide_state(split));
        self.follow_keys(masses);
    }

    fn divide_state(&mut self, split: &Split) {
        let Some(place) = self.states.iter().position(|state| state.id == split.parent) else { return };
        let parent = self.states.remove(place);
        let [first, second] = split.children.map(|id| TwinPartition {
            id,
            flows: [parent.flows[0].halved(), parent.flows[1].halved()],
            heat: Heat::default(),
            next_look_ms: 0,
            size_bytes: parent.size_bytes / 2,
            shares: Vec::new(),
            minute: [parent.minute[0].halved(), parent.minute[1].halved()],
        });
        self.states.insert(place, second);
        self.states.insert(place, first);
    }
}
