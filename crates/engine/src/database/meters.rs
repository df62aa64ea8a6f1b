//! Consumed capacity since the creation of the data, by table, index and kind.

use dynalab_capacity::HalfUnits;
use dynalab_types::SmallMap;

use crate::database::change::Change;
use crate::database::charges::{CapacityKind, Charges, Owner};

/// What a meter counts: a table or index, and a kind of capacity.
pub type MeterKey = (Owner, CapacityKind);

/// Running totals. Reads and rejected requests change them too, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    totals: SmallMap<MeterKey, HalfUnits>,
    /// The values of changed meters before the current request.
    moved: SmallMap<MeterKey, HalfUnits>,
}

impl Meters {
    /// Adds the charges of a request. Call [`Meters::take_moved`] at the end of the request.
    pub fn settle(&mut self, charges: &Charges) {
        for charge in charges.iter().filter(|charge| !charge.units.is_zero()) {
            let key = (charge.owner.clone(), charge.kind);
            let total = self.totals.get_or_insert_with(key.clone(), HalfUnits::default);
            self.moved.get_or_insert_with(key, || *total);
            *total += charge.units;
        }
    }

    /// Returns the units that were consumed so far.
    pub fn total(&self, owner: &Owner, kind: CapacityKind) -> HalfUnits {
        self.totals.get(&(owner.clone(), kind)).copied().unwrap_or_default()
    }

    /// Returns all meters that are not zero.
    pub fn totals(&self) -> impl Iterator<Item = (&MeterKey, HalfUnits)> {
        self.totals.iter().map(|(key, units)| (key, *units))
    }

    /// Returns the capacity that the current request consumed, as changes.
    pub fn take_moved(&mut self) -> impl Iterator<Item = Change> {
        let moved = std::mem::take(&mut self.moved);
        let totals = &self.totals;
        moved.into_iter().map(|(key, before)| {
            let after = totals.get(&key).copied().unwrap_or_default();
            debug_assert!(after >= before, "what is charged is never taken back");
            Change::Meter { key, before, after }
        })
    }

    /// Sets a meter from a change. A meter of zero is removed.
    pub(crate) fn set(&mut self, key: MeterKey, units: HalfUnits) {
        match units.is_zero() {
            true => drop(self.totals.remove(&key)),
            false => drop(self.totals.insert(key, units)),
        }
    }
}
