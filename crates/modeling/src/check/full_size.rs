//! The mean read units of a pattern in production, for its bill: the bytes that the check read, multiplied by the growth of the items, in
//! steps of 4 KB. `findings/production.rs` has the largest read instead: that of the parent with the most rows, for findings about pages.

use dynalab_capacity::item_anatomy::STORED_OVERHEAD_BYTES;

use super::CheckContext;
use super::stored::{Entries, Kind};
use crate::design::{AccessPattern, Consistency, Design, Operation};
use crate::report::PatternReport;

const STEP_BYTES: f64 = 4_096.0;
/// Steps of a 1 MB page.
const PAGE_STEPS: f64 = 256.0;

/// Returns the read units in production. They grow with the bytes of the read items: up to the limit of the Query, or up to one page if
/// the pattern reads only one.
pub fn read_units(
    design: &Design,
    pattern: &AccessPattern,
    operation: &Operation,
    report: &PatternReport,
    growth: f64,
    context: &CheckContext,
) -> f64 {
    let (limit, all_pages) = match operation {
        Operation::Query(query) => (query.limit, query.all_pages),
        Operation::Scan(scan) => (None, scan.all_pages),
        _ => return report.read_units,
    };
    if growth <= 1.0 {
        return report.read_units;
    }
    let of_step = match pattern.consistency {
        Consistency::Eventual => 0.5,
        Consistency::Strong => 1.0,
    };
    // Each request rounds its own bytes. A sample read in several pages has as many more of them in production.
    let requests = f64::from(report.served.times.max(1));
    let items = report.read as f64 * growth;
    let items = match limit.filter(|_| !all_pages) {
        Some(limit) => items.min(limit as f64 * requests),
        None => items,
    };
    let bytes = items * mean_bytes(design, report, context);
    let steps = (bytes / requests / STEP_BYTES).ceil().max(1.0);
    let steps = if all_pages { steps } else { steps.min(PAGE_STEPS) };
    report.read_units.max(steps * requests * of_step)
}

/// Returns the mean size of the items that the pattern reads: of the kinds that it returned, or of all if it returned none.
fn mean_bytes(design: &Design, report: &PatternReport, context: &CheckContext) -> f64 {
    let served = &report.served;
    let Some(place) = design.tables.iter().position(|table| table.name == served.table) else { return 0.0 };
    let table = &design.tables[place];
    let Some(items) = context.scratch.tables.get(place) else { return 0.0 };
    let index =
        served.index.as_ref().and_then(|name| table.indexes.iter().position(|index| index.name == *name));
    let entries = |kind: &Kind| -> Option<(u64, u64)> {
        let Entries { count, bytes, .. } = match index {
            Some(index) => kind.in_indexes.get(index)?,
            None => &kind.in_table,
        };
        Some((*count, bytes - count * STORED_OVERHEAD_BYTES))
    };
    let kinds = table.items.iter().zip(&items.kinds);
    let is_read = |name: &str| report.kinds.is_empty() || report.kinds.iter().any(|kind| kind == name);
    let read = kinds.filter(|(placement, _)| is_read(placement.name()));
    let (count, bytes) = read
        .filter_map(|(_, kind)| entries(kind))
        .fold((0, 0), |sum, entries| (sum.0 + entries.0, sum.1 + entries.1));
    if count > 0 { bytes as f64 / count as f64 } else { 0.0 }
}
