//! What requests have consumed: units of a mean request with how far they may be off, and the share of each kind of request.

use std::collections::BTreeMap;

use crate::answer::CapacityUnit;
use crate::history::RequestCard;

/// Half the width of an interval that has the true mean in it 95 times of 100, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// A mean, and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    /// None for a single measurement: it tells nothing about others.
    pub margin: Option<f64>,
}

impl Estimate {
    fn of(values: &[f64]) -> Estimate {
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
    /// The index that was read.
    pub index: Option<String>,
    pub requests: u64,
    /// Of all its requests.
    pub units: Units,
}

/// The requests that consumed capacity of one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestMix {
    pub requests: u64,
    pub reads: Estimate,
    pub writes: Estimate,
    pub index_writes: Estimate,
    /// In the order of their names.
    pub kinds: Vec<Kind>,
}

impl RequestMix {
    pub fn of<'a>(table: &str, cards: impl Iterator<Item = &'a RequestCard>) -> RequestMix {
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
        let estimate = |part: fn(&Units) -> f64| Estimate::of(&each.iter().map(part).collect::<Vec<f64>>());
        RequestMix {
            requests: each.len() as u64,
            reads: estimate(|units| units.reads),
            writes: estimate(|units| units.writes),
            index_writes: estimate(|units| units.index_writes),
            kinds: kinds.into_values().collect(),
        }
    }
}

/// What a request consumed of a table, and the index that it read. None when it consumed nothing of it.
fn units_of(card: &RequestCard, table: &str) -> Option<(Units, Option<String>)> {
    let lines = card.summary()?.capacity.iter().filter(|line| line.table == table);
    let is_write = card.unit() == CapacityUnit::Write;
    let mut found = None;
    for line in lines {
        let (units, index) = found.get_or_insert((Units::default(), None));
        match (is_write, &line.index) {
            (true, None) => units.writes += line.units,
            (true, Some(_)) => units.index_writes += line.units,
            (false, _) => {
                units.reads += line.units;
                if line.index.is_some() {
                    *index = line.index.clone();
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::answer::AnswerSummary;
    use crate::history::Outcome;

    fn card(operation: &str, consumed: serde_json::Value) -> RequestCard {
        let body = json!({ "ConsumedCapacity": consumed }).to_string();
        let summary = Box::new(AnswerSummary::read(200, &body));
        let outcome = Outcome::Answered { status: 200, body, trace: Vec::new(), summary };
        RequestCard {
            number: 1,
            operation: operation.to_owned(),
            body: "{}".to_owned(),
            outcome,
            elapsed_ms: None,
            moment: None,
        }
    }

    fn on_table(units: f64) -> serde_json::Value {
        json!({"TableName": "Shop", "CapacityUnits": units, "Table": {"CapacityUnits": units}})
    }

    #[test]
    fn requests_are_counted_by_operation_and_index() {
        let by_index = json!({"TableName": "Shop", "CapacityUnits": 2.0, "Table": {"CapacityUnits": 0.0},
            "GlobalSecondaryIndexes": {"GSI1": {"CapacityUnits": 2.0}}});
        let write = json!({"TableName": "Shop", "CapacityUnits": 3.0, "Table": {"CapacityUnits": 1.0},
            "GlobalSecondaryIndexes": {"GSI1": {"CapacityUnits": 2.0}}});
        let cards = [
            card("GetItem", on_table(0.5)),
            card("GetItem", on_table(0.5)),
            card("Query", by_index),
            card("PutItem", write),
            card("GetItem", json!({"TableName": "Other", "CapacityUnits": 9.0})),
        ];
        let mix = RequestMix::of("Shop", cards.iter());
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
            (vec![], 0.0, None),
            (vec![4.0], 4.0, None),
            (vec![1.0, 1.0, 1.0], 1.0, Some(0.0)),
            (vec![0.5, 1.5], 1.0, Some(0.98)),
        ] {
            let cards: Vec<RequestCard> = units.iter().map(|one| card("GetItem", on_table(*one))).collect();
            let reads = RequestMix::of("Shop", cards.iter()).reads;
            assert_eq!(reads.mean, mean, "{units:?}");
            assert_eq!(reads.margin.map(|margin| (margin * 100.0).round() / 100.0), margin, "{units:?}");
        }
    }
}
