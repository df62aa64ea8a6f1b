//! Findings about reads: scans, filters that remove most items, unread pages, missing expectations.

use super::{Facts, at_pattern, production};
use crate::check::heat::kind_of;
use crate::check::requests::RequestBuilder;
use crate::design::{Access, AccessPattern, Expectation, KeyTemplates, Operation, Query};
use crate::report::{AccessMethod, Finding, Fix, PatternReport, Place, Red, Rule, Severity, Verdict};
use crate::template::Template;

/// Bytes of a page.
const PAGE_BYTES: f64 = 1_048_576.0;
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
        let read = match &pattern.operation {
            Some(Operation::Query(query)) if query.limit.is_none() && !query.all_pages => {
                production::of_query(facts, pattern, query)
            }
            Some(Operation::Scan(scan)) if !scan.all_pages => production::of_scan(facts, scan),
            _ => continue,
        };
        let bytes = read.map_or(0.0, |read| read.bytes);
        if bytes > PAGE_BYTES || report.verdict == Verdict::Red(Red::MorePages) {
            findings.push(Finding::new(
                Rule::NoPaging { bytes },
                Severity::Warning,
                served_place(pattern, report),
                Fix::ReadAllPages,
            ));
        }
    }
}

fn served_place(pattern: &AccessPattern, report: &PatternReport) -> Place {
    Place {
        table: Some(report.served.table.clone()),
        index: report.served.index.clone(),
        ..at_pattern(pattern)
    }
}

/// Checks for items and item collections that each execution reads as a whole.
pub fn check_large_reads(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, report) in facts.pattern_runs() {
        let found = match &pattern.operation {
            Some(Operation::Query(query)) => large_query(facts, pattern, report, query),
            Some(Operation::Get(get)) => large_items(facts, pattern, &[(&get.table, &get.key)]),
            Some(Operation::BatchGet(batch)) => {
                let keys: Vec<_> = batch.keys.iter().map(|key| (&batch.table, key)).collect();
                large_items(facts, pattern, &keys)
            }
            Some(Operation::TransactGet { reads }) => {
                let keys: Vec<_> = reads.iter().map(|get| (&get.table, &get.key)).collect();
                large_items(facts, pattern, &keys)
            }
            _ => continue,
        };
        if let Some((rule, fix)) = found {
            findings.push(Finding::new(rule, Severity::Advice, served_place(pattern, report), fix));
        }
    }
}

fn large_query(
    facts: &Facts,
    pattern: &AccessPattern,
    report: &PatternReport,
    query: &Query,
) -> Option<(Rule, Fix)> {
    // A batch job reads everything on purpose.
    let is_job = query.all_pages && pattern.access == Access::Service;
    if is_job {
        return None;
    }
    let read = production::of_query(facts, pattern, query)?;
    let bytes = match query.limit {
        Some(limit) => read.bytes.min(limit as f64 * read.item_bytes),
        None => read.bytes,
    };
    if bytes > PAGE_BYTES && query.limit.is_none() {
        // Without all pages it is the case of no-paging.
        let rule = Rule::OutgrowsPage {
            item: read.largest_kind?,
            items: read.items.round() as u64,
            bytes,
            requests: (bytes / PAGE_BYTES).ceil() as u64,
        };
        return query.all_pages.then_some((rule, Fix::DivideKey));
    }
    if bytes <= LARGE_BYTES {
        return None;
    }
    let limit = ((LARGE_BYTES / read.item_bytes.max(1.0)) as u64).max(1);
    let is_page = !query.all_pages
        && query.limit.is_none()
        && read.item_bytes < LARGE_BYTES
        && report.returned <= limit;
    let fix = if is_page { Fix::LimitPage { limit } } else { Fix::ReadLess };
    Some((Rule::LargeRead { bytes, limit_bytes: LARGE_BYTES }, fix))
}

/// Returns the finding of a request that reads items by their keys. Each item counts as the largest of its kind.
fn large_items(
    facts: &Facts,
    pattern: &AccessPattern,
    keys: &[(&String, &KeyTemplates)],
) -> Option<(Rule, Fix)> {
    let maker = RequestBuilder::new(facts.design, &facts.context.sample, pattern).ok()?;
    let largest = |(table, key): &(&String, &KeyTemplates)| {
        let place = facts.design.tables.iter().position(|known| known.name == **table)?;
        let kind = kind_of(&maker, place, key, facts.context)?;
        Some(facts.context.scratch.tables.get(place)?.kinds.get(kind)?.in_table.largest_bytes)
    };
    let bytes = keys.iter().filter_map(largest).sum::<u64>() as f64;
    (bytes > LARGE_BYTES).then_some((Rule::LargeRead { bytes, limit_bytes: LARGE_BYTES }, Fix::ReadLess))
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
