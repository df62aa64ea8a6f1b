//! Capacity consumed since the beginning, by table, index and kind.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_capacity::HalfUnits;

use crate::change::Change;
use crate::charges::{CapacityKind, Charges, Owner};

pub type MeterKey = (Owner, CapacityKind);

/// Running totals. A read moves a meter without changing the data, so meters are logged together with the next change
/// of the data; until then they are `unlogged`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    totals: BTreeMap<MeterKey, HalfUnits>,
    logged: BTreeMap<MeterKey, HalfUnits>,
    unlogged: BTreeSet<MeterKey>,
}

impl Meters {
    pub fn settle(&mut self, charges: &Charges) {
        for charge in charges.iter() {
            let key = (charge.owner.clone(), charge.kind);
            *self.totals.entry(key.clone()).or_default() += charge.units;
            self.unlogged.insert(key);
        }
    }

    pub fn total(&self, owner: &Owner, kind: CapacityKind) -> HalfUnits {
        self.totals.get(&(owner.clone(), kind)).copied().unwrap_or_default()
    }

    pub fn totals(&self) -> impl Iterator<Item = (&MeterKey, HalfUnits)> {
        self.totals.iter().map(|(key, units)| (key, *units))
    }

    /// The changes that bring a log up to date.
    pub fn take_unlogged(&mut self) -> Vec<Change> {
        let keys = std::mem::take(&mut self.unlogged);
        keys.into_iter()
            .map(|key| {
                let after = self.totals.get(&key).copied().unwrap_or_default();
                let before = self.logged.insert(key.clone(), after).unwrap_or_default();
                Change::Meter { key, before, after }
            })
            .collect()
    }

    pub(crate) fn set(&mut self, key: MeterKey, units: HalfUnits) {
        self.unlogged.remove(&key);
        self.logged.insert(key.clone(), units);
        self.totals.insert(key, units);
    }
}
