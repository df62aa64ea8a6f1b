//! Comparison of two designs under the same load: requests, units, cost, hot keys and consistency, per pattern.

use serde::{Deserialize, Serialize};

use crate::check::check;
use crate::design::{Consistency, Design, IndexKind, Operation};
use crate::report::{AccessMethod, PatternReport, Report, Totals, Verdict};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The patterns of the left design in its order, then those of the right design alone.
    pub patterns: Vec<ComparedPattern>,
    pub left: Totals,
    pub right: Totals,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedPattern {
    pub name: String,
    /// None if the design has no such pattern.
    pub left: Option<Side>,
    pub right: Option<Side>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    pub verdict: Verdict,
    pub how: AccessMethod,
    pub requests: u32,
    pub read_units: f64,
    pub write_units: f64,
    pub usd_per_month: f64,
    /// Number of keys above the limit of a partition.
    pub hot_keys: u32,
    /// True if strongly consistent reads are possible. Global indexes do not support them.
    pub can_be_strong: bool,
    pub is_strong: bool,
}

/// Checks both designs with the rates of the left one, so that the load is the same.
pub fn compare(left: &Design, right: &Design) -> Comparison {
    let mut loaded = right.clone();
    for pattern in &mut loaded.patterns {
        if let Some(same) = left.pattern(&pattern.name) {
            pattern.rate = same.rate;
            pattern.busiest_share = same.busiest_share;
            pattern.failed_conditions = same.failed_conditions;
        }
    }
    compare_reports(left, &check(left), &loaded, &check(&loaded))
}

/// Compares two designs whose reports exist already.
pub fn compare_reports(
    left: &Design,
    left_report: &Report,
    right: &Design,
    right_report: &Report,
) -> Comparison {
    let names = left.patterns.iter().map(|pattern| &pattern.name);
    let only_right =
        right.patterns.iter().map(|pattern| &pattern.name).filter(|name| left.pattern(name).is_none());
    let patterns = names
        .chain(only_right)
        .map(|name| ComparedPattern {
            name: name.clone(),
            left: side(left, left_report, name),
            right: side(right, right_report, name),
        })
        .collect();
    Comparison { patterns, left: left_report.totals.clone(), right: right_report.totals.clone() }
}

fn side(design: &Design, report: &Report, name: &str) -> Option<Side> {
    let pattern = design.pattern(name)?;
    let found: &PatternReport = report.patterns.iter().find(|pattern| pattern.name == name)?;
    let can_be_strong = match &pattern.operation {
        Some(Operation::Query(query)) => is_strong_source(design, &query.table, query.index.as_deref()),
        Some(Operation::Scan(scan)) => is_strong_source(design, &scan.table, scan.index.as_deref()),
        Some(Operation::SearchVectors(_)) | None => false,
        Some(_) => true,
    };
    Some(Side {
        verdict: found.verdict.clone(),
        how: found.served.how,
        requests: found.requests,
        read_units: found.read_units_at_full_size,
        write_units: found.write_units,
        usd_per_month: found.usd_per_month,
        hot_keys: found.heat.iter().filter(|heat| heat.is_above_limit).count() as u32,
        can_be_strong,
        is_strong: can_be_strong && pattern.consistency == Consistency::Strong,
    })
}

/// Returns true for a table or a local index, which support strongly consistent reads.
fn is_strong_source(design: &Design, table: &str, index: Option<&str>) -> bool {
    match index {
        None => true,
        Some(index) => {
            let found = design.table(table).and_then(|table| table.index(index));
            found.is_some_and(|index| index.kind == IndexKind::Local)
        }
    }
}
