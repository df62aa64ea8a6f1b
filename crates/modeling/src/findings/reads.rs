//! Findings about reads: scans, filters that remove most items, unread pages, missing expectations.

use super::{Facts, at_pattern, source_of};
use crate::design::{Access, AccessPattern, Consistency, Expectation, Operation, Relation};
use crate::report::{AccessMethod, Finding, Fix, PatternReport, Place, Red, Rule, Severity, Verdict};
use crate::template::Template;

/// Bytes of a page.
const PAGE_BYTES: f64 = 1_048_576.0;
/// Bytes of half a read unit.
const HALF_UNIT_BYTES: f64 = 8_192.0;
/// Bytes from which one read is worth dividing.
const LARGE_BYTES: f64 = 102_400.0;

pub fn check_scans(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in
        facts.pattern_runs().filter(|(_, report)| report.served.how == AccessMethod::Scan)
    {
        let place = Place { table: Some(report.served.table.clone()), ..at_pattern(pattern) };
        let rule = Rule::Scan {
            read_units: report.read_units,
            read_units_at_full_size: report.read_units_at_full_size,
        };
        let severity = if pattern.access == Access::Service { Severity::Advice } else { Severity::Warning };
        let fix = filtered_attribute(pattern).map_or(Fix::None, |(attribute, _)| Fix::AddIndex {
            index: format!("by_{attribute}"),
            partition_key: Template::value(&attribute),
            sort_key: None,
        });
        findings.push(Finding::new(rule, severity, place, fix));
    }
}

/// Returns the attribute and the parameter of a scan's filter that is one equality.
pub(super) fn filtered_attribute(pattern: &AccessPattern) -> Option<(String, String)> {
    let Some(Operation::Scan(scan)) = &pattern.operation else { return None };
    let (left, right) = scan.filter.as_ref()?.split_once('=')?;
    let (left, right) = (left.trim(), right.trim());
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|one| one.is_alphanumeric() || one == '_');
    let attribute = match left.strip_prefix('#') {
        Some(name) => scan.names.get(name).map_or(name, String::as_str),
        None => left,
    };
    let parameter = right.strip_prefix(':')?;
    (is_name(attribute) && is_name(parameter)).then(|| (attribute.to_owned(), parameter.to_owned()))
}

pub fn check_filters(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        let is_query = matches!(report.served.how, AccessMethod::Query | AccessMethod::Queries)
            && report.served.is_filtered;
        if is_query && report.read >= 2 && report.returned * 2 <= report.read {
            let place = Place {
                table: Some(report.served.table.clone()),
                index: report.served.index.clone(),
                ..at_pattern(pattern)
            };
            let rule = Rule::FilterDropsMost { read: report.read, returned: report.returned };
            findings.push(Finding::new(rule, Severity::Advice, place, Fix::None));
        }
    }
}

pub fn check_paging(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        let (limit, all_pages) = match &pattern.operation {
            Some(Operation::Query(query)) => (query.limit, query.all_pages),
            Some(Operation::Scan(scan)) => (None, scan.all_pages),
            _ => continue,
        };
        if limit.is_some() || all_pages {
            continue;
        }
        let bytes = largest_result_bytes(facts, pattern, report);
        if bytes > PAGE_BYTES || report.verdict == Verdict::Red(Red::MorePages) {
            let place = Place {
                table: Some(report.served.table.clone()),
                index: report.served.index.clone(),
                ..at_pattern(pattern)
            };
            findings.push(Finding::new(
                Rule::NoPaging { bytes },
                Severity::Warning,
                place,
                Fix::ReadAllPages,
            ));
        }
    }
}

/// Returns the bytes that the pattern reads in production for the parent with the most rows.
fn largest_result_bytes(facts: &Facts, pattern: &AccessPattern, report: &PatternReport) -> f64 {
    let measured = report.read_units_at_full_size * HALF_UNIT_BYTES;
    // A page ends at 1 MB. Growth beyond it is computed from the measured units of one page.
    let grown = report.read_units
        * HALF_UNIT_BYTES
        * crate::check::heat::growth(facts.design, pattern, report, facts.context);
    let of_relations =
        facts.returned(report).into_iter().filter(|_| report.returned > 1).filter_map(|(_, placement)| {
            let relation = relation_of(facts, pattern, &placement.entity)?;
            let entity = facts.entities.iter().find(|entity| entity.name == placement.entity)?;
            Some(relation.per_parent.most as f64 * entity.mean_bytes)
        });
    of_relations.fold(measured.max(grown), f64::max)
}

/// Checks for items and item collections that each execution reads as a whole.
pub fn check_large_reads(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        let bytes_per_unit = match (&pattern.operation, pattern.consistency) {
            (Some(Operation::TransactGet { .. }), _) => HALF_UNIT_BYTES / 4.0,
            (Some(Operation::Get(_) | Operation::BatchGet(_) | Operation::Query(_)), Consistency::Strong) => {
                HALF_UNIT_BYTES / 2.0
            }
            (
                Some(Operation::Get(_) | Operation::BatchGet(_) | Operation::Query(_)),
                Consistency::Eventual,
            ) => HALF_UNIT_BYTES,
            _ => continue,
        };
        let measured = report.read_units * bytes_per_unit / f64::from(report.requests.max(1));
        let (bytes, fix) = match &pattern.operation {
            Some(Operation::Query(query)) if query.limit.is_none() => {
                // A batch job reads everything on purpose.
                if query.all_pages && pattern.access == Access::Service {
                    continue;
                }
                let item_bytes = measured / report.read.max(1) as f64;
                let grown = most_rows(facts, pattern, report) * item_bytes;
                // More than a page is the case of no-paging.
                if !query.all_pages && grown.max(measured) > PAGE_BYTES {
                    continue;
                }
                let limit = ((LARGE_BYTES / item_bytes.max(1.0)) as u64).max(1);
                let is_page = !query.all_pages && item_bytes < LARGE_BYTES && report.returned <= limit;
                let fix = if is_page { Fix::LimitPage { limit } } else { Fix::ReadLess };
                (grown.max(measured), fix)
            }
            _ => (measured, Fix::ReadLess),
        };
        if bytes > LARGE_BYTES {
            let place = Place {
                table: Some(report.served.table.clone()),
                index: report.served.index.clone(),
                ..at_pattern(pattern)
            };
            let rule = Rule::LargeRead { bytes, limit_bytes: LARGE_BYTES };
            findings.push(Finding::new(rule, Severity::Advice, place, fix));
        }
    }
}

/// Returns the number of rows that the parent with the most rows has in production.
fn most_rows(facts: &Facts, pattern: &AccessPattern, report: &PatternReport) -> f64 {
    let of_relations = facts.returned(report).into_iter().filter_map(|(_, placement)| {
        let relation = relation_of(facts, pattern, &placement.entity)?;
        Some(relation.per_parent.most as f64)
    });
    if report.returned > 1 { of_relations.fold(report.read as f64, f64::max) } else { report.read as f64 }
}

/// Returns the relation that gives a parameter of the pattern its value.
fn relation_of<'a>(facts: &Facts<'a>, pattern: &AccessPattern, entity: &'a str) -> Option<&'a Relation> {
    facts.design.parents_of(entity).find(|relation| {
        let mut used = pattern.parameters.keys().map(|name| source_of(pattern, name));
        used.any(|attribute| relation.copies.contains_key(attribute))
    })
}

pub fn check_expectations(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        if pattern.expect.as_ref().is_none_or(Expectation::is_blank) && pattern.operation.is_some() {
            let fix = Fix::RecordResult { count: report.returned };
            findings.push(Finding::new(Rule::NoExpectation, Severity::Error, at_pattern(pattern), fix));
        }
        if pattern.rate.highest() == 0.0 {
            findings.push(Finding::new(Rule::NoRate, Severity::Advice, at_pattern(pattern), Fix::WriteRate));
        }
    }
}
