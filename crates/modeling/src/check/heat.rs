//! Predicted heat: the units per second that the busiest keys get at the peak, by pattern and from all patterns together.

mod loads;
mod shares;
mod sums;

use crate::check::CheckContext;
use crate::check::requests::RequestBuilder;
use crate::check::stored::key_text;
use crate::design::{AccessPattern, Design, KeyCondition, KeyTemplates, Operation, Parameter, Table};
use crate::report::{AccessMethod, PatternReport};
use crate::template::Template;
pub(crate) use loads::{Images, KeyLoad, images, of_pattern};
pub(crate) use shares::{PredictionCache, Variety, of_kind, variety};
pub(crate) use sums::{busiest_keys, of_loads};

/// Returns the position, in the table's list, of the kind of the sample item with this key.
pub(crate) fn kind_of(
    maker: &RequestBuilder,
    place: usize,
    key: &KeyTemplates,
    context: &CheckContext,
) -> Option<usize> {
    let table = maker.design.tables.get(place)?;
    let key = maker.key_item(table, key).ok()?;
    let stored = context.scratch.tables.get(place)?.with_key(&key_text(table, &key))?;
    Some(stored.origin.placement)
}

/// Returns the most bytes that the loads of one execution take: each action can write the table and each of its indexes.
pub(crate) fn load_bytes(design: &Design, operation: &Operation) -> usize {
    let of_table = |name: &str| design.table(name).map_or(1, |table| 1 + table.indexes.len());
    let steps: usize = match operation {
        Operation::Query(query) => of_table(&query.table),
        operation => operation.actions().iter().map(|action| of_table(action.table())).sum(),
    };
    // The loads stand beside their steps for a while.
    steps * 2 * size_of::<KeyLoad>()
}

/// Returns the factor by which the items that a pattern reads grow from the sample to production.
pub fn growth(
    design: &Design,
    pattern: &AccessPattern,
    report: &PatternReport,
    context: &CheckContext,
) -> f64 {
    let Some(table) = design.table(&report.served.table) else { return 1.0 };
    let full = |entities: &mut dyn Iterator<Item = &str>| {
        let (mut sample, mut full) = (0.0, 0.0);
        for entity in entities {
            let rows = context.sample.rows(entity).map_or(0, |rows| rows.rows.len()) as f64;
            sample += rows;
            full += design.entity(entity).map_or(rows, |entity| entity.predicted_count().max(rows));
        }
        if sample > 0.0 { full / sample } else { 1.0 }
    };
    match report.served.how {
        AccessMethod::Scan => full(&mut table.items.iter().map(|placement| placement.entity.as_str())),
        AccessMethod::Query | AccessMethod::Queries => {
            let Some(Operation::Query(query)) = &pattern.operation else { return 1.0 };
            let equal = query.key.values().filter_map(|condition| match condition {
                KeyCondition::Equals(template) => Some(template),
                _ => None,
            });
            // There are more keys in production, so each one has fewer of the additional items.
            let part = equal
                .flat_map(Template::attributes)
                .filter_map(|name| match pattern.parameters.get(name) {
                    Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => of.split_once('.'),
                    _ => None,
                })
                .map(|(entity, attribute)| match variety(design, entity, attribute, context) {
                    Variety::Grows(part) => part,
                    Variety::Bounded | Variety::Time => 1.0,
                })
                .fold(1.0, f64::min);
            part * full(&mut returned_entities(table, report).into_iter())
        }
        _ => 1.0,
    }
}

/// Returns the entities of the items that the pattern returned.
fn returned_entities<'a>(table: &'a Table, report: &PatternReport) -> Vec<&'a str> {
    let mut entities: Vec<&str> = Vec::new();
    for placement in report.kinds.iter().filter_map(|name| table.placement(name)) {
        if !entities.contains(&placement.entity.as_str()) {
            entities.push(&placement.entity);
        }
    }
    entities
}
