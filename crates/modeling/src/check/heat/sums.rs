//! Units per second of each key: the loads of one pattern, and of all patterns together.

use std::collections::BTreeMap;

use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

use super::loads::KeyLoad;
use crate::design::{AccessPattern, Design};
use crate::report::{Heat, HeatCause, KeyHeat, PatternPart};

/// Keys of one table or index that are compared for the report.
const KEYS_MAX: usize = 8;

/// Units per second that read and write one key.
#[derive(Clone, Copy, Debug, Default)]
struct Units {
    read: f64,
    write: f64,
}

impl Units {
    fn add(&mut self, other: Units) {
        self.read += other.read;
        self.write += other.write;
    }

    /// Returns the part of a partition's limit.
    fn part(self) -> f64 {
        (self.read / PARTITION_READ_UNITS as f64).max(self.write / PARTITION_WRITE_UNITS as f64)
    }
}

/// A load with the access pattern that has it.
type PatternAndLoad<'a> = (&'a AccessPattern, &'a KeyLoad);

/// What all loads together have on one key.
#[derive(Clone, Copy)]
struct KeySum<'a> {
    key: &'a str,
    /// The template of the first load on the key.
    template: &'a str,
    units: Units,
    cause: HeatCause,
}

/// The keys of one table or global index.
#[derive(Default)]
struct Keys<'a> {
    by_key: BTreeMap<&'a str, KeySum<'a>>,
    all: Units,
    /// The number of different keys in production.
    values: f64,
}

impl<'a> Keys<'a> {
    fn add(&mut self, load: &'a KeyLoad, rate: f64) {
        let units = |share: f64| Units { read: load.read * rate * share, write: load.write * rate * share };
        self.all.add(units(1.0));
        self.values = self.values.max(load.shares.values * load.shards);
        for (key, share) in load.keys() {
            let (template, cause) = (load.shares.template.as_str(), load.shares.cause);
            let new = KeySum { key, template, units: Units::default(), cause };
            let known = self.by_key.entry(key).or_insert(new);
            known.units.add(units(share));
            known.cause = both(known.cause, cause);
        }
    }

    /// Returns the keys, the busiest first, keys with equal load by their text.
    fn sorted(self) -> Vec<KeySum<'a>> {
        let mut keys: Vec<KeySum> = self.by_key.into_values().collect();
        keys.sort_by(|left, right| {
            right.units.part().total_cmp(&left.units.part()).then_with(|| left.key.cmp(right.key))
        });
        keys
    }
}

/// Returns the cause of a key that two steps use. A literal value in one of them says nothing about the number of values.
fn both(one: HeatCause, other: HeatCause) -> HeatCause {
    match (one, other) {
        (HeatCause::Time, _) | (_, HeatCause::Time) => HeatCause::Time,
        (HeatCause::ManyValues, _) | (_, HeatCause::ManyValues) => HeatCause::ManyValues,
        (HeatCause::FewValues { values: one }, HeatCause::FewValues { values: other }) => {
            HeatCause::FewValues { values: one.max(other) }
        }
    }
}

fn heat((table, index): (&str, Option<&str>), one: KeySum, (all, values): (Units, f64)) -> Heat {
    let share = |part: f64, all: f64| if all > 0.0 { part / all } else { 0.0 };
    let KeySum { key, template, units, cause } = one;
    Heat {
        table: table.to_owned(),
        index: index.map(str::to_owned),
        key: key.to_owned(),
        template: template.to_owned(),
        values,
        share: share(units.read, all.read).max(share(units.write, all.write)),
        read_units_per_second: units.read,
        write_units_per_second: units.write,
        is_above_limit: units.part() > 1.0,
        cause,
    }
}

/// Returns the busiest key of each table and index that one pattern uses, in the order of its steps. `rate` is in requests per second.
pub(crate) fn of_loads(loads: &[KeyLoad], rate: f64) -> Vec<Heat> {
    let mut places: Vec<(&str, Option<&str>)> = Vec::new();
    for load in loads {
        let place = (load.table.as_str(), load.index.as_deref());
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let mut found = Vec::new();
    for place in places {
        // Shares do not depend on the rate. A pattern without one has a busiest key all the same.
        let mut keys = Keys::default();
        let own = loads.iter().filter(|load| (load.table.as_str(), load.index.as_deref()) == place);
        own.for_each(|load| keys.add(load, 1.0));
        let of_all = (keys.all, keys.values);
        if let Some(one) = keys.sorted().into_iter().next() {
            let shown = heat(place, one, of_all);
            let scaled = Units { read: one.units.read * rate, write: one.units.write * rate };
            found.push(Heat {
                read_units_per_second: scaled.read,
                write_units_per_second: scaled.write,
                is_above_limit: scaled.part() > 1.0,
                ..shown
            });
        }
    }
    found
}

/// Returns the busiest keys of each table and index, with the units of all patterns together, and the number of keys above the limit
/// of a partition. `loads` has one list per pattern of the design.
pub(crate) fn busiest_keys(design: &Design, loads: &[Vec<KeyLoad>]) -> (Vec<KeyHeat>, u32) {
    let mut places: BTreeMap<(&str, Option<&str>), Vec<PatternAndLoad>> = BTreeMap::new();
    for (pattern, loads) in design.patterns.iter().zip(loads) {
        for load in loads {
            let place = (load.table.as_str(), load.index.as_deref());
            places.entry(place).or_default().push((pattern, load));
        }
    }
    let (mut found, mut hot): (Vec<KeyHeat>, u32) = (Vec::new(), 0);
    for (place, loads) in places {
        let mut keys = Keys::default();
        loads.iter().for_each(|(pattern, load)| keys.add(load, pattern.rate.highest()));
        let of_all = (keys.all, keys.values);
        let sorted = keys.sorted();
        hot += sorted.iter().filter(|one| one.units.part() > 1.0).count() as u32;
        let mut of_place: Vec<KeyHeat> = Vec::new();
        let shown = sorted.into_iter().enumerate().filter(|(number, one)| {
            *number == 0 || one.units.part() > 1.0 || (one.cause == HeatCause::Time && one.units.write > 0.0)
        });
        for (_, one) in shown.take(KEYS_MAX) {
            let patterns = parts(&loads, one.key);
            let names =
                |parts: &[PatternPart]| parts.iter().map(|part| part.pattern.clone()).collect::<Vec<_>>();
            // A second key of the same requests says nothing new.
            if of_place.iter().all(|known| names(&known.patterns) != names(&patterns)) {
                of_place.push(KeyHeat { heat: heat(place, one, of_all), patterns });
            }
        }
        found.extend(of_place);
    }
    (found, hot)
}

/// Returns what each pattern adds to the load of a key. The loads are those of one table or index, in the order of the design.
fn parts(loads: &[PatternAndLoad], key: &str) -> Vec<PatternPart> {
    let of_pattern = loads.chunk_by(|one, other| std::ptr::eq(one.0, other.0));
    let parts = of_pattern.filter_map(|loads| {
        let (pattern, _) = loads.first()?;
        let mut sum = Units::default();
        for (_, load) in loads {
            for (_, share) in load.keys().filter(|(known, _)| *known == key) {
                let rate = pattern.rate.highest() * share;
                sum.add(Units { read: load.read * rate, write: load.write * rate });
            }
        }
        (sum.read > 0.0 || sum.write > 0.0).then(|| PatternPart {
            pattern: pattern.name.clone(),
            read_units_per_second: sum.read,
            write_units_per_second: sum.write,
        })
    });
    parts.collect()
}
