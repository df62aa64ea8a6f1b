//! Findings about indexes: unused ones, too many, changing keys, and projections.

use std::collections::BTreeSet;

use dynalab_capacity::write_units;
use dynalab_pricing::{Conventions, PriceBook};

use super::{Facts, at_pattern, at_table};
use crate::check::money;
use crate::check::requests::placeholders;
use crate::check::tables::entry_bytes;
use crate::design::{AccessPattern, Action, Design, Index, Operation, Projection, Query, Table, Update};
use crate::report::{Finding, Fix, PatternReport, Place, Rule, Severity, UnitsOf};

/// Number of indexes from which a table's writes are expensive.
const MANY_INDEXES: usize = 5;
const HIGH_AMPLIFICATION: f64 = 3.0;
/// A smaller projection must save at least a fifth.
const WORTH_SAVING: f64 = 0.8;

pub(super) fn is_used(facts: &Facts, table: &Table, index: &str) -> bool {
    facts.pattern_runs().any(|(pattern, report)| {
        let named = match &pattern.operation {
            Some(Operation::Query(query)) => {
                query.table == table.name && query.index.as_deref() == Some(index)
            }
            Some(Operation::Scan(scan)) => scan.table == table.name && scan.index.as_deref() == Some(index),
            Some(Operation::Request(raw)) => {
                let is = |member: &str, name: &str| raw.body[member].as_str() == Some(name);
                is("TableName", &table.name) && is("IndexName", index)
            }
            _ => false,
        };
        named || (report.served.table == table.name && report.served.index.as_deref() == Some(index))
    })
}

/// Returns the write units per second of an index, or of the table itself.
fn writes_per_second(facts: &Facts, table: &Table, index: Option<&str>) -> f64 {
    let of = |units: &&UnitsOf| units.table == table.name && units.index.as_deref() == index;
    facts
        .pattern_runs()
        .map(|(pattern, report)| {
            report.units.iter().filter(of).map(|units| units.write).sum::<f64>() * pattern.rate.average
        })
        .sum()
}

/// Returns the monthly cost of the writes and the storage of an index, in dollars.
fn usd_per_month(facts: &Facts, table: &Table, index: &str) -> f64 {
    let writes = writes_per_second(facts, table, Some(index));
    let report = facts.tables.iter().find(|report| report.name == table.name);
    let storage = report.and_then(|report| report.indexes.iter().find(|known| known.name == index));
    storage.map_or(0.0, |index| index.storage_usd_per_month)
        + usd_of_writes(facts.design, &facts.context.prices, table, writes)
}

fn usd_of_writes(design: &Design, prices: &PriceBook, table: &Table, per_second: f64) -> f64 {
    let units = [UnitsOf { table: table.name.clone(), index: None, read: 0.0, write: per_second }];
    money::usd_of_units(design, prices, &units, 1.0) * Conventions::default().month.seconds()
}

/// Returns true if a pattern has a request. Before that, nothing is known about what an index is for.
fn has_requests(facts: &Facts) -> bool {
    facts.design.patterns.iter().any(|pattern| pattern.operation.is_some())
}

pub fn check_unused(facts: &Facts, findings: &mut Vec<Finding>) {
    if !has_requests(facts) {
        return;
    }
    for table in &facts.design.tables {
        for index in table.indexes.iter().filter(|index| !is_used(facts, table, &index.name)) {
            let place = Place { index: Some(index.name.clone()), ..at_table(table) };
            let rule = Rule::UnusedIndex {
                write_units_per_second: writes_per_second(facts, table, Some(&index.name)),
                usd_per_month: usd_per_month(facts, table, &index.name),
            };
            let fix = Fix::RemoveIndex { index: index.name.clone() };
            findings.push(Finding::new(rule, Severity::Warning, place, fix));
        }
    }
}

pub fn check_number(facts: &Facts, findings: &mut Vec<Finding>) {
    if !has_requests(facts) {
        return;
    }
    for table in &facts.design.tables {
        let own = writes_per_second(facts, table, None);
        let of_indexes: f64 =
            table.indexes.iter().map(|index| writes_per_second(facts, table, Some(&index.name))).sum();
        let write_amplification = if own > 0.0 { of_indexes / own } else { 0.0 };
        if table.indexes.len() >= MANY_INDEXES || write_amplification >= HIGH_AMPLIFICATION {
            let used = table.indexes.iter().filter(|index| is_used(facts, table, &index.name)).count();
            let rule = Rule::OverIndexed {
                indexes: table.indexes.len() as u32,
                used: used as u32,
                write_amplification,
            };
            findings.push(Finding::new(rule, Severity::Advice, at_table(table), Fix::None));
        }
    }
}

pub fn check_changing_keys(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, _) in facts.pattern_runs() {
        let single;
        let actions: &[Action] = match &pattern.operation {
            Some(Operation::TransactWrite { writes }) => writes,
            Some(Operation::Update(update)) => {
                single = [Action::Update(update.clone())];
                &single
            }
            _ => continue,
        };
        for action in actions {
            let Action::Update(update) = action else { continue };
            let Some(table) = facts.design.table(&update.table) else { continue };
            let set = set_attributes(update);
            for index in &table.indexes {
                let Some(changed) = index.key().find(|attribute| set.contains(&attribute.name)) else {
                    continue;
                };
                let place = Place {
                    table: Some(table.name.clone()),
                    index: Some(index.name.clone()),
                    attribute: Some(changed.name.clone()),
                    ..at_pattern(pattern)
                };
                let rule = Rule::ChangingIndexKey {
                    attribute: changed.name.clone(),
                    writes_per_second: pattern.rate.average,
                };
                findings.push(Finding::new(rule, Severity::Advice, place, Fix::None));
            }
        }
    }
}

/// Returns the attributes that the SET clause of an update assigns.
pub(super) fn set_attributes(update: &Update) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_set = false;
    for word in update.update.split([' ', ',', '\n', '(', ')', '=']).filter(|word| !word.is_empty()) {
        match word.to_uppercase().as_str() {
            "SET" => is_set = true,
            "REMOVE" | "ADD" | "DELETE" => is_set = false,
            _ if is_set && !word.starts_with(':') => {
                let name =
                    word.strip_prefix('#').map(|name| update.names.get(name).map_or(name, String::as_str));
                found.insert(name.unwrap_or(word).to_owned());
            }
            _ => {}
        }
    }
    found
}

pub fn check_projection(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        for index in &table.indexes {
            let Some(keeps) = needed_attributes(facts, table, index) else { continue };
            let shorter = Index {
                projection: match keeps.is_empty() {
                    true => Projection::KeysOnly,
                    false => Projection::Include(keeps.clone()),
                },
                ..index.clone()
            };
            let usd_now = usd_per_month(facts, table, &index.name);
            let usd_then = usd_now * ratio(facts, table, index, &shorter);
            if usd_then < usd_now * WORTH_SAVING {
                let place = Place { index: Some(index.name.clone()), ..at_table(table) };
                let fix = Fix::ShortenProjection { index: index.name.clone(), keeps: keeps.clone() };
                let rule = Rule::Projection { keeps, usd_now, usd_then };
                findings.push(Finding::new(rule, Severity::Advice, place, fix));
            }
        }
    }
}

/// Returns the attributes besides the keys that the index's queries read. Returns None if a query reads all.
fn needed_attributes(facts: &Facts, table: &Table, index: &Index) -> Option<Vec<String>> {
    let is_scanned = |(pattern, _): (&AccessPattern, &PatternReport)| match &pattern.operation {
        Some(Operation::Scan(scan)) => scan.table == table.name && scan.index.as_ref() == Some(&index.name),
        Some(Operation::Request(raw)) => raw.body["IndexName"].as_str() == Some(&index.name),
        _ => false,
    };
    if facts.pattern_runs().any(is_scanned) {
        return None;
    }
    let queries: Vec<&Query> = facts
        .pattern_runs()
        .filter_map(|(pattern, _)| match &pattern.operation {
            Some(Operation::Query(query)) => Some(query),
            _ => None,
        })
        .filter(|query| query.table == table.name && query.index.as_ref() == Some(&index.name))
        .collect();
    if queries.is_empty() || queries.iter().any(|query| query.attributes.is_empty()) {
        return None;
    }
    let in_filter = |query: &Query| {
        let names = query.filter.iter().flat_map(|filter| placeholders(filter));
        names
            .filter_map(|name| name.strip_prefix('#').map(str::to_owned))
            .map(|name| query.names.get(&name).cloned().unwrap_or(name))
            .collect::<Vec<_>>()
    };
    let mut keeps: Vec<String> = Vec::new();
    for query in queries {
        for name in query.attributes.iter().cloned().chain(in_filter(query)) {
            let is_key = table.key().chain(index.key()).any(|attribute| attribute.name == name);
            if !is_key && !keeps.contains(&name) {
                keeps.push(name);
            }
        }
    }
    Some(keeps)
}

/// Returns the cost of the smaller entries as a fraction of today's, from the sample items.
fn ratio(facts: &Facts, table: &Table, index: &Index, shorter: &Index) -> f64 {
    let place = facts.design.tables.iter().position(|known| known.name == table.name);
    let items = place.and_then(|place| facts.context.scratch.tables.get(place));
    let (mut now, mut then) = (0.0, 0.0);
    for item in items.into_iter().flat_map(|items| &items.items).map(|stored| &stored.item) {
        if index.key().all(|attribute| item.contains(&attribute.name)) {
            let (bytes_now, bytes_then) =
                (entry_bytes(table, index, item), entry_bytes(table, shorter, item));
            // Units and bytes have equal weight. Units determine the cost of writes, bytes the cost of storage.
            now += write_units(bytes_now).as_units() + bytes_now as f64 / 1_024.0;
            then += write_units(bytes_then).as_units() + bytes_then as f64 / 1_024.0;
        }
    }
    if now > 0.0 { then / now } else { 1.0 }
}
