//! A document for people: tables with keys, items and settings, and every access pattern with its request, result and cost.

use std::cell::RefCell;
use std::fmt::Write as _;

use dynalab_literals::{Replacements, markdown};

use super::{ExportedDesign, Format};
use crate::design::{Design, IndexKind, KeyAttribute, Mode, Projection, Table};
use crate::findings::sentences;
use crate::report::Report;

pub const FORMAT: Format =
    Format { id: "markdown", extension: "md", is_like: |_| false, read: None, write: Some(write) };

fn write(design: &Design, report: &Report) -> ExportedDesign {
    let cells = Cells::default();
    let mut text = format!("# {}\n", cells.cell(&design.name));
    if !design.notes.is_empty() {
        let notes = markdown::paragraphs(&design.notes, &mut cells.0.borrow_mut());
        let _ = write!(text, "\n{notes}\n");
    }
    for table in &design.tables {
        write_table(&mut text, &cells, design, table, report);
    }
    write_patterns(&mut text, &cells, design, report);
    write_findings(&mut text, &cells, report);
    let totals = &report.totals;
    let _ = write!(
        text,
        "\n## Cost\n\n${:.2} per month: ${:.2} requests, ${:.2} storage. Prices of {} on {}.\n",
        totals.usd_per_month,
        totals.requests_usd_per_month,
        totals.storage_usd_per_month,
        totals.region,
        totals.prices_as_of
    );
    if let Some(sentence) = totals.without_price_sentence() {
        let _ = writeln!(text, "\n{sentence}");
    }
    ExportedDesign::new(text, cells.0.into_inner())
}

/// Writes texts, and notes those that Markdown cannot hold.
#[derive(Default)]
struct Cells(RefCell<Replacements>);

impl Cells {
    fn cell(&self, text: &str) -> String {
        markdown::text(text, &mut self.0.borrow_mut())
    }

    fn code(&self, text: &str) -> String {
        markdown::code(text, &mut self.0.borrow_mut())
    }

    fn key(&self, attributes: &[KeyAttribute]) -> String {
        let named: Vec<String> = attributes
            .iter()
            .map(|key| self.code(&format!("{} ({})", key.name, key.data_type.name())))
            .collect();
        if named.is_empty() { "none".to_owned() } else { named.join(", ") }
    }
}

fn write_table(text: &mut String, cells: &Cells, design: &Design, table: &Table, report: &Report) {
    let _ = write!(text, "\n## Table {}\n\n", cells.cell(&table.name));
    let _ = writeln!(text, "- Partition key: {}", cells.key(&table.partition_key));
    let _ = writeln!(text, "- Sort key: {}", cells.key(&table.sort_key));
    let mode = match table.mode {
        Mode::OnDemand => "on demand, billed by request".to_owned(),
        Mode::Provisioned { headroom_percent } => {
            format!("provisioned for the peak and {headroom_percent} % more")
        }
    };
    let totals = &report.totals;
    let _ = writeln!(
        text,
        "- Capacity mode: {mode}. Average of all patterns: {:.0} RCU and {:.0} WCU. Peak: {:.0} RCU and {:.0} WCU.",
        totals.read_units_per_second,
        totals.write_units_per_second,
        totals.peak_read_units_per_second,
        totals.peak_write_units_per_second
    );
    if let Some(ttl) = &table.ttl {
        let _ = writeln!(text, "- TTL: {}", cells.code(ttl));
    }
    if let Some(stream) = &table.stream {
        let readers: Vec<String> = stream.readers.iter().map(|reader| cells.cell(&reader.name)).collect();
        let _ = writeln!(text, "- Stream: {} {}", cells.code(&stream.view), readers.join(", "));
    }
    if table.recovery {
        let _ = writeln!(text, "- Point-in-time recovery: on");
    }
    write_items(text, cells, design, table, report);
    if table.indexes.is_empty() {
        return;
    }
    text.push_str("\n| index | kind | partition key | sort key | projection |\n|---|---|---|---|---|\n");
    for index in &table.indexes {
        let kind = if index.kind == IndexKind::Local { "local" } else { "global" };
        let projection = match &index.projection {
            Projection::All => "ALL".to_owned(),
            Projection::KeysOnly => "KEYS_ONLY".to_owned(),
            Projection::Include(names) => {
                names.iter().map(|name| cells.code(name)).collect::<Vec<_>>().join(", ")
            }
        };
        let _ = writeln!(
            text,
            "| {} | {kind} | {} | {} | {projection} |",
            cells.cell(&index.name),
            cells.key(&index.partition_key),
            cells.key(&index.sort_key)
        );
    }
}

fn write_items(text: &mut String, cells: &Cells, design: &Design, table: &Table, report: &Report) {
    let keys: Vec<&KeyAttribute> = table.key_attributes();
    text.push_str("\n| item | items | mean bytes |");
    for attribute in &keys {
        let _ = write!(text, " {} |", cells.cell(&attribute.name));
    }
    let _ = writeln!(text, "\n|---|---|---|{}", "---|".repeat(keys.len()));
    for placement in &table.items {
        let count = design.entity(&placement.entity).map_or(0, |entity| entity.count);
        let size = report.entities.iter().find(|entity| entity.name == placement.entity);
        let mean = size.map_or(0.0, |entity| entity.mean_bytes);
        let _ = write!(text, "| {} | {count} | {mean:.0} |", cells.cell(placement.name()));
        for attribute in &keys {
            let template =
                placement.keys.get(&attribute.name).map(|key| cells.code(&key.template.to_string()));
            let _ = write!(text, " {} |", template.unwrap_or_default());
        }
        text.push('\n');
    }
}

fn write_patterns(text: &mut String, cells: &Cells, design: &Design, report: &Report) {
    text.push_str(
        "\n## Access patterns\n\n| # | access pattern | per second | served by | why | RCU | WCU | per month | result |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for (number, (pattern, run)) in design.patterns.iter().zip(&report.patterns).enumerate() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | ${:.2} | {} |",
            number + 1,
            cells.cell(&pattern.name),
            pattern.rate.average,
            cells.cell(&sentences::served(&run.served)),
            cells.cell(&sentences::why(&run.served.why)),
            run.read_units,
            run.write_units,
            run.usd_per_month,
            cells.cell(&sentences::verdict(&run.verdict))
        );
    }
}

fn write_findings(text: &mut String, cells: &Cells, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    text.push_str("\n## Findings\n\n");
    for finding in &report.findings {
        let fix = sentences::fix(&finding.fix).unwrap_or_default();
        let _ = writeln!(
            text,
            "- **{}** ({}): {} {}",
            cells.cell(&sentences::place(&finding.place)),
            finding.rule.code(),
            cells.cell(&sentences::rule(&finding.rule)),
            cells.cell(&fix)
        );
    }
}
