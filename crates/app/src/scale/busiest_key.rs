//! The key behind a hot partition of the lab: which value gets most in a minute, and from which access pattern of the load.

use std::collections::BTreeMap;

use dynalab_load::{IndexLoad, Keys, Load, RequestLoad};
use dynalab_traffic::lab::Break;

/// The busiest key of a table, or of its global indexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BusiestKey<'a> {
    /// The value of the partition key, as the check of the design printed it, and its template.
    pub keys: &'a Keys,
    /// What all access patterns together read or write on it per second, in units.
    pub units_per_second: f64,
    /// The access pattern with most of these units.
    pub pattern: &'a str,
}

/// Returns the busiest key of a table in the minute in which the day breaks, of the kind of units that DynamoDB throttles there. Returns
/// none if the load knows no key.
pub fn busiest_key<'a>(load: &'a Load, table: &str, breaks: &Break) -> Option<BusiestKey<'a>> {
    let table = load.table(table)?;
    let is_global =
        |name: &str| table.indexes.iter().any(|index: &IndexLoad| index.name == name && !index.is_local);
    // A local index has the partitions of its table.
    let is_there =
        |request: &RequestLoad| request.index.as_deref().is_some_and(is_global) == breaks.reason.is_index;
    let minute = usize::try_from(breaks.minute).unwrap_or(usize::MAX);
    let mut keys: BTreeMap<(Option<&str>, &str), (f64, f64, BusiestKey)> = BTreeMap::new();
    for pattern in &load.patterns {
        let rate = pattern.flow().most_in(minute);
        for request in pattern.requests_on(&table.name).filter(|request| is_there(request)) {
            let units = match breaks.reason.is_write {
                true => request.mean_write_units(pattern.failed_conditions),
                false => request.read_units,
            };
            let units = rate * units * request.keys.busiest_share;
            let index = request.index.as_deref().filter(|name| is_global(name));
            let found =
                BusiestKey { keys: &request.keys, units_per_second: 0.0, pattern: pattern.name.as_str() };
            let known = keys.entry((index, &request.keys.busiest)).or_insert((0.0, 0.0, found));
            known.0 += units;
            if units > known.1 {
                (known.1, known.2) = (units, found);
            }
        }
    }
    let (units_per_second, _, found) = keys.into_values().max_by(|one, other| one.0.total_cmp(&other.0))?;
    let is_known = units_per_second > 0.0 && !found.keys.busiest.is_empty();
    is_known.then_some(BusiestKey { units_per_second, ..found })
}

#[cfg(test)]
mod tests {
    use dynalab_load::{PatternLoad, TableLoad};
    use dynalab_traffic::lab::{Limit, Reason};

    use super::*;

    fn request(index: Option<&str>, key: &str, share: f64, read: f64, write: f64) -> RequestLoad {
        RequestLoad {
            table: "Seats".to_owned(),
            index: index.map(str::to_owned),
            read_units: read,
            write_units: write,
            keys: Keys { values: 100.0, busiest: key.to_owned(), busiest_share: share, ..Keys::default() },
            ..RequestLoad::default()
        }
    }

    fn pattern(name: &str, per_second: f64, requests: Vec<RequestLoad>) -> PatternLoad {
        PatternLoad { name: name.to_owned(), average: per_second, requests, ..PatternLoad::default() }
    }

    fn load() -> Load {
        let index =
            |name: &str, is_local| IndexLoad { name: name.to_owned(), is_local, ..IndexLoad::default() };
        Load {
            tables: vec![TableLoad {
                name: "Seats".to_owned(),
                indexes: vec![index("ByCity", false), index("ByPrice", true)],
                ..TableLoad::default()
            }],
            patterns: vec![
                pattern("Seat map", 10.0, vec![request(Some("ByPrice"), "EVENT#2", 0.5, 40.0, 0.0)]),
                pattern("Hold", 300.0, vec![request(None, "EVENT#1", 0.1, 0.0, 2.0)]),
                pattern(
                    "Buy",
                    100.0,
                    vec![
                        request(None, "EVENT#1", 0.2, 0.0, 4.0),
                        request(Some("ByCity"), "CITY#Kyoto", 0.25, 0.0, 1.0),
                    ],
                ),
                pattern("Sign up", 200.0, vec![request(None, "USER#1", 0.5, 0.0, 1.0)]),
            ],
            ..Load::default()
        }
    }

    fn found(is_index: bool, is_write: bool) -> Option<(String, f64, String)> {
        let reason = Reason { is_index, is_write, limit: Limit::Partition };
        let breaks = Break { minute: 0, reason, throttled_permille: 100 };
        let load = load();
        let found = busiest_key(&load, "Seats", &breaks)?;
        Some((found.keys.busiest.clone(), found.units_per_second.round(), found.pattern.to_owned()))
    }

    #[test]
    fn patterns_on_one_key_are_added_and_the_busiest_is_named() {
        let of = |key: &str, units, pattern: &str| Some((key.to_owned(), units, pattern.to_owned()));
        assert_eq!(found(false, true), of("EVENT#1", 140.0, "Buy"));
        assert_eq!(
            found(false, false),
            of("EVENT#2", 200.0, "Seat map"),
            "a local index is part of the table"
        );
        assert_eq!(found(true, true), of("CITY#Kyoto", 25.0, "Buy"));
        assert_eq!(found(true, false), None);
    }
}
