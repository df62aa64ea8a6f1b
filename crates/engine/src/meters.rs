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
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Meter {
    total: HalfUnits,
    /// What the log knows.
    logged: HalfUnits,
}

impl Meters {
    pub fn settle(&mut self, charges: &Charges) {
        for charge in charges.iter() {
            let key = (charge.owner.clone(), charge.kind);
            self.meters.get_or_insert_with(key, Meter::default).total += charge.units;
        }
    }

    pub fn total(&self, owner: &Owner, kind: CapacityKind) -> HalfUnits {
        self.meters.get(&(owner.clone(), kind)).map(|meter| meter.total).unwrap_or_default()
    }

    pub fn totals(&self) -> impl Iterator<Item = (&MeterKey, HalfUnits)> {
        self.meters.iter().map(|(key, meter)| (key, meter.total))
    }

    /// The changes that bring a log up to date.
    pub fn take_unlogged(&mut self) -> Vec<Change> {
        let behind = self.meters.iter_mut().filter(|(_, meter)| meter.total != meter.logged);
        behind
            .map(|(key, meter)| {
                let before = std::mem::replace(&mut meter.logged, meter.total);
                Change::Meter { key: key.clone(), before, after: meter.total }
            })
            .collect()
    }

    pub(crate) fn set(&mut self, key: MeterKey, units: HalfUnits) {
        self.meters.insert(key, Meter { total: units, logged: units });
    }
}
