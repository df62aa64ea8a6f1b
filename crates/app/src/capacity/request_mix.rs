//! The capacity that requests consumed: mean units with their margin, and the share of each kind of request.

use std::collections::BTreeMap;

use dynalab_playground::views::trace::{Charge, TraceLine};

use crate::request::answer::CapacityUnit;
use crate::request::history::{Outcome, RequestCard};

/// Half the width of the 95 % confidence interval of a mean, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// A mean with its margin of error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    /// The margin, or none for a single measurement, which has no variance.
    pub margin: Option<f64>,
}

impl Estimate {
    fn from_values(values: &[f64]) -> Estimate {
        let count = values.len() as f64;
        if values.is_empty() {
            return Estimate::default();
        }
        let mean = values.iter().sum::<f64>() / count;
        if values.len() < 2 {
            return Estimate { mean, margin: None };
        }
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Estimate { mean, margin: Some(STANDARD_ERRORS * (variance / count).sqrt()) }
    }
}

/// Units of one request: reads, writes of the table, writes of its indexes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    pub reads: f64,
    pub writes: f64,
    pub index_writes: f64,
}

/// Requests of one operation on a table or an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    pub operation: String,
    /// The index that the requests read.
    pub index: Option<String>,
    pub requests: u64,
    /// The sum of all requests of this kind.
    pub units: Units,
}

/// The requests that consumed capacity of one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestMix {
    pub requests: u64,
    pub reads: Estimate,
    pub writes: Estimate,
    pub index_writes: Estimate,
    /// The kinds, sorted by name.
    pub kinds: Vec<Kind>,
}

impl RequestMix {
    pub fn from_cards<'a>(table: &str, cards: impl Iterator<Item = &'a RequestCard>) -> RequestMix {
        let mut each = Vec::new();
        let mut kinds: BTreeMap<(String, Option<String>), Kind> = BTreeMap::new();
        for card in cards {
            let Some((units, index)) = units_of(card, table) else { continue };
            each.push(units);
            let name = (card.operation.clone(), index.clone());
            let kind = kinds.entry(name).or_insert_with(|| Kind {
                operation: card.operation.clone(),
                index,
                requests: 0,
                units: Units::default(),
            });
            kind.requests += 1;
            kind.units.reads += units.reads;
            kind.units.writes += units.writes;
            kind.units.index_writes += units.index_writes;
        }
        let estimate =
            |part: fn(&Units) -> f64| Estimate::from_values(&each.iter().map(part).collect::<Vec<f64>>());
        RequestMix {
            requests: each.len() as u64,
            reads: estimate(|units| units.reads),
            writes: estimate(|units| units.writes),
            index_writes: estimate(|units| units.index_writes),
            kinds: kinds.into_values().collect(),
        }
    }
}

/// Returns the units that a request consumed on a table, and the index that it read. Returns none if it consumed nothing there.
fn units_of(card: &RequestCard, table: &str) -> Option<(Units, Option<String>)> {
    let Outcome::Answered { trace, .. } = &card.outcome else { return None };
    let mut found = None;
    for Charge { owner, units: charged, unit } in trace.iter().filter_map(TraceLine::charge) {
        // The owner of a charge is "Shop", or "Shop.GSI1" for an index.
        let index = match owner.strip_prefix(table) {
            Some("") => None,
            Some(index) if index.starts_with('.') => Some(index[1..].to_owned()),
            _ => continue,
        };
        let (units, read_index) = found.get_or_insert((Units::default(), None));
        match (unit == CapacityUnit::Write.name(), index) {
            (true, None) => units.writes += charged,
            (true, Some(_)) => units.index_writes += charged,
            (false, index) => {
                units.reads += charged;
                if index.is_some() {
                    *read_index = index;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(operation: &str, charged: &[(&str, &str, &str)]) -> RequestCard {
        let line = |(owner, units, unit): &(&str, &str, &str)| TraceLine {
            code: "trace-charged".to_owned(),
            values: [("owner", owner), ("units", units), ("unit", unit)]
                .map(|(name, value)| (name.to_owned(), (*value).to_owned()))
                .to_vec(),
        };
        let trace = charged.iter().map(line).collect();
        let outcome = Outcome::answered(200, "{}".into(), trace);
        RequestCard {
            number: 1,
            operation: operation.to_owned(),
            body: "{}".to_owned(),
            outcome,
            elapsed_ms: None,
            entry: None,
        }
    }

    #[test]
    fn requests_are_counted_by_operation_and_index() {
        let cards = [
            card("GetItem", &[("Shop", "0.5", "RCU")]),
            card("GetItem", &[("Shop", "0.5", "RCU")]),
            card("Query", &[("Shop.GSI1", "2", "RCU")]),
            card("PutItem", &[("Shop", "1", "WCU"), ("Shop.GSI1", "2", "WCU")]),
            card("GetItem", &[("Other", "9", "RCU")]),
            card("GetItem", &[("Shopping", "9", "RCU")]),
            card("ListTables", &[]),
        ];
        let mix = RequestMix::from_cards("Shop", cards.iter());
        let kinds: Vec<String> = mix
            .kinds
            .iter()
            .map(|kind| {
                let Units { reads, writes, index_writes } = kind.units;
                let index = kind.index.as_deref().unwrap_or("-");
                format!("{} {index} {}: {reads} {writes} {index_writes}", kind.operation, kind.requests)
            })
            .collect();
        assert_eq!(kinds, ["GetItem - 2: 1 0 0", "PutItem - 1: 0 1 2", "Query GSI1 1: 2 0 0"]);
        assert_eq!((mix.requests, mix.reads.mean, mix.writes.mean), (4, 0.75, 0.25));
        assert_eq!(mix.index_writes.mean, 0.5);
    }

    #[test]
    fn a_mean_says_how_far_it_may_be_off() {
        for (units, mean, margin) in [
            (Vec::new(), 0.0, None),
            (vec![4.0], 4.0, None),
            (vec![1.0, 1.0, 1.0], 1.0, Some(0.0)),
            (vec![0.5, 1.5], 1.0, Some(0.98)),
        ] {
            let get = |one: &f64| card("GetItem", &[("Shop", one.to_string().as_str(), "RCU")]);
            let cards: Vec<RequestCard> = units.iter().map(get).collect();
            let reads = RequestMix::from_cards("Shop", cards.iter()).reads;
            assert_eq!(reads.mean, mean, "{units:?}");
            assert_eq!(reads.margin.map(|margin| (margin * 100.0).round() / 100.0), margin, "{units:?}");
        }
    }
}
