//! Capacity consumed since the beginning, by table, index and kind.

use dynalab_capacity::HalfUnits;
use dynalab_types::SmallMap;

use crate::change::Change;
use crate::charges::{CapacityKind, Charges, Owner};

pub type MeterKey = (Owner, CapacityKind);

/// Running totals. They are moved by reads and refused requests too, which change nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    totals: SmallMap<MeterKey, HalfUnits>,
    /// What the meters that the current request moved had shown before.
    moved: SmallMap<MeterKey, HalfUnits>,
}

impl Meters {
    /// To be followed by [`Meters::take_moved`] when the request is over.
    pub fn settle(&mut self, charges: &Charges) {
        for charge in charges.iter().filter(|charge| !charge.units.is_zero()) {
            let key = (charge.owner.clone(), charge.kind);
            let total = self.totals.get_or_insert_with(key.clone(), HalfUnits::default);
            self.moved.get_or_insert_with(key, || *total);
            *total += charge.units;
        }
    }

    pub fn total(&self, owner: &Owner, kind: CapacityKind) -> HalfUnits {
        self.totals.get(&(owner.clone(), kind)).copied().unwrap_or_default()
    }

    pub fn totals(&self) -> impl Iterator<Item = (&MeterKey, HalfUnits)> {
        self.totals.iter().map(|(key, units)| (key, *units))
    }

    /// What the current request consumed, as changes.
    pub fn take_moved(&mut self) -> impl Iterator<Item = Change> {
        let moved = std::mem::take(&mut self.moved);
        let totals = &self.totals;
        moved.into_iter().map(|(key, before)| {
            let after = totals.get(&key).copied().unwrap_or_default();
            debug_assert!(after >= before, "what is charged is never taken back");
            Change::Meter { key, before, after }
        })
    }

    /// As a change says. A meter that shows nothing is as one that never moved.
    pub(crate) fn set(&mut self, key: MeterKey, units: HalfUnits) {
        match units.is_zero() {
            true => drop(self.totals.remove(&key)),
            false => drop(self.totals.insert(key, units)),
        }
    }
}
