//! Capacity consumed since the beginning, by table, index and kind.

use dynalab_capacity::HalfUnits;
use dynalab_types::SmallMap;

use crate::change::Change;
use crate::charges::{CapacityKind, Charges, Owner};

pub type MeterKey = (Owner, CapacityKind);

/// Running totals. A read moves a meter without changing the data, so meters are logged together with the next change
/// of the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    meters: SmallMap<MeterKey, Meter>,
    /// What the meters that the current request moved had shown before.
    moved: SmallMap<MeterKey, HalfUnits>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Meter {
    total: HalfUnits,
    /// What the log knows; none when it knows nothing, or something that was undone.
    logged: Option<HalfUnits>,
}

impl Meters {
    /// To be followed by [`Meters::forget_moved`] when the request is over.
    pub fn settle(&mut self, charges: &Charges) {
        for charge in charges.iter().filter(|charge| !charge.units.is_zero()) {
            let key = (charge.owner.clone(), charge.kind);
            let meter = self.meters.get_or_insert_with(key.clone(), Meter::default);
            self.moved.get_or_insert_with(key, || meter.total);
            meter.total += charge.units;
        }
    }

    pub fn total(&self, owner: &Owner, kind: CapacityKind) -> HalfUnits {
        self.meters.get(&(owner.clone(), kind)).map(|meter| meter.total).unwrap_or_default()
    }

    pub fn totals(&self) -> impl Iterator<Item = (&MeterKey, HalfUnits)> {
        self.meters.iter().map(|(key, meter)| (key, meter.total))
    }

    /// The changes that bring a log up to date. Undoing them takes back what the current request consumed, and nothing
    /// of what reads before it did.
    pub fn take_unlogged(&mut self) -> Vec<Change> {
        let behind = self.meters.iter_mut().filter(|(_, meter)| meter.logged != Some(meter.total));
        let changes = behind.map(|(key, meter)| {
            meter.logged = Some(meter.total);
            let before = self.moved.get(key).copied().unwrap_or(meter.total);
            Change::Meter { key: key.clone(), before, after: meter.total }
        });
        changes.collect()
    }

    /// The current request is over.
    pub fn forget_moved(&mut self) {
        self.moved = SmallMap::new();
    }

    /// As the log says.
    pub(crate) fn set(&mut self, key: MeterKey, units: HalfUnits) {
        self.meters.insert(key, Meter { total: units, logged: Some(units) });
    }

    /// Back to what was before a request; the log has to be told again.
    pub(crate) fn undo(&mut self, key: MeterKey, before: HalfUnits) {
        if before.is_zero() {
            self.meters.remove(&key);
        } else {
            self.meters.insert(key, Meter { total: before, logged: None });
        }
    }
}
