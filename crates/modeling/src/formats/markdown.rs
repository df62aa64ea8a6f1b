//! A document for people: tables with keys, items and settings, and every access pattern with its request, result and cost.

use std::cell::RefCell;
use std::fmt::Write as _;

use dynalab_literals::{Replacements, markdown};
use dynalab_messages::figures::{grouped_decimal, money};
use dynalab_messages::{Language, Message};

use super::{ExportedDesign, Format};
use crate::design::{Design, Dimension, IndexKind, KeyAttribute, Mode, Projection, Table};
use crate::report::{Finding, Report};
use crate::sentences::{self, findings as words};

pub const FORMAT: Format = Format {
    id: "markdown",
    names: ["Document (Markdown)", "文書 (Markdown)"],
    extension: "md",
    is_like: |_| false,
    read: None,
    write: Some(write),
};

fn write(design: &Design, report: &Report, language: Language) -> ExportedDesign {
    let cells = Cells { language, replaced: RefCell::default() };
    let mut text = format!("# {}\n", cells.cell(&design.name));
    if !design.notes.is_empty() {
        let notes = markdown::paragraphs(&design.notes, &mut cells.replaced.borrow_mut());
        let _ = write!(text, "\n{notes}\n");
    }
    for table in &design.tables {
        write_table(&mut text, &cells, design, table, report);
    }
    write_patterns(&mut text, &cells, design, report);
    write_findings(&mut text, &cells, report);
    let totals = &report.totals;
    let title = cells.text(words::DOCUMENT_COST);
    let costs = words::DocumentCosts {
        amount: money(totals.usd_per_month).as_str().into(),
        requests: money(totals.requests_usd_per_month).as_str().into(),
        storage: money(totals.storage_usd_per_month).as_str().into(),
        region: (&totals.region).into(),
        date: (&totals.prices_as_of).into(),
    }
    .write(language);
    let _ = write!(text, "\n## {title}\n\n{costs}\n");
    if let Some(sentence) = sentences::without_price(totals, language) {
        let _ = writeln!(text, "\n{sentence}");
    }
    ExportedDesign::new(text, cells.replaced.into_inner())
}

/// Writes texts in a language, and notes those that Markdown cannot hold.
struct Cells {
    language: Language,
    replaced: RefCell<Replacements>,
}

impl Cells {
    fn text(&self, message: impl Message) -> String {
        message.write(self.language)
    }

    fn cell(&self, text: &str) -> String {
        markdown::text(text, &mut self.replaced.borrow_mut())
    }

    fn code(&self, text: &str) -> String {
        markdown::code(text, &mut self.replaced.borrow_mut())
    }

    fn key(&self, attributes: &[KeyAttribute]) -> String {
        let named: Vec<String> = attributes
            .iter()
            .map(|key| self.code(&format!("{} ({})", key.name, key.data_type.name())))
            .collect();
        if named.is_empty() { self.text(words::DOCUMENT_NO_KEY) } else { named.join(", ") }
    }
}

fn write_table(text: &mut String, cells: &Cells, design: &Design, table: &Table, report: &Report) {
    let line = |text: &mut String, message: &dyn Message| {
        let _ = writeln!(text, "- {}", message.write(cells.language));
    };
    let title = words::DocumentTable { name: cells.cell(&table.name).as_str().into() }.write(cells.language);
    let _ = write!(text, "\n## {title}\n\n");
    line(text, &words::DocumentPartitionKey { key: cells.key(&table.partition_key).as_str().into() });
    line(text, &words::DocumentSortKey { key: cells.key(&table.sort_key).as_str().into() });
    let mode = match table.mode {
        Mode::OnDemand => cells.text(words::DOCUMENT_ON_DEMAND),
        Mode::Provisioned { headroom_percent } => cells
            .text(words::DocumentProvisioned { percent: grouped_decimal(headroom_percent).as_str().into() }),
    };
    line(text, &words::DocumentMode { mode: (&mode).into() });
    for scaling in &table.scaling {
        let target = cells.cell(scaling.index.as_ref().unwrap_or(&table.name));
        let percent = grouped_decimal(scaling.target_percent);
        let message = words::DocumentScaling {
            units: if scaling.units == Dimension::Write { "WCU" } else { "RCU" }.into(),
            target: target.as_str().into(),
            least: scaling.least.into(),
            most: scaling.most.into(),
            percent: percent.as_str().into(),
        };
        line(text, &message);
    }
    if let Some(ttl) = &table.ttl {
        line(text, &words::DocumentTtl { attribute: cells.code(ttl).as_str().into() });
    }
    if let Some(stream) = &table.stream {
        let readers: Vec<String> = stream.readers.iter().map(|reader| cells.cell(&reader.name)).collect();
        let stream = format!("{} {}", cells.code(&stream.view), readers.join(", "));
        line(text, &words::DocumentStream { stream: (&stream).into() });
    }
    if table.recovery {
        line(text, &words::DOCUMENT_RECOVERY);
    }
    write_items(text, cells, design, table, report);
    if !table.indexes.is_empty() {
        write_indexes(text, cells, table);
    }
}

fn write_indexes(text: &mut String, cells: &Cells, table: &Table) {
    let _ = write!(text, "\n{}\n|---|---|---|---|---|\n", cells.text(words::DOCUMENT_INDEXES));
    for index in &table.indexes {
        let is_local = index.kind == IndexKind::Local;
        let kind = cells.text(if is_local { words::DOCUMENT_LOCAL } else { words::DOCUMENT_GLOBAL });
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
    let _ = write!(text, "\n{}", cells.text(words::DOCUMENT_ITEMS));
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
    let (title, columns) =
        (cells.text(words::DOCUMENT_PATTERNS), cells.text(words::DOCUMENT_PATTERN_COLUMNS));
    let _ = write!(text, "\n## {title}\n\n{columns}\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (number, (pattern, run)) in design.patterns.iter().zip(&report.patterns).enumerate() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            number + 1,
            cells.cell(&pattern.name),
            grouped_decimal(pattern.rate.average),
            cells.cell(&cells.text(&run.served)),
            cells.cell(&cells.text(&run.served.why)),
            grouped_decimal(run.read_units),
            grouped_decimal(run.read_units_at_full_size),
            grouped_decimal(run.write_units),
            money(run.usd_per_month),
            cells.cell(&cells.text(&run.verdict))
        );
    }
    let totals = &report.totals;
    let rate = |units: f64| (units.round() as u64).into();
    let units = cells.text(words::DocumentUnits {
        reads: rate(totals.read_units_per_second),
        writes: rate(totals.write_units_per_second),
        peak_reads: rate(totals.peak_read_units_per_second),
        peak_writes: rate(totals.peak_write_units_per_second),
    });
    let _ = writeln!(text, "\n{units}");
}

fn write_findings(text: &mut String, cells: &Cells, report: &Report) {
    let findings: Vec<&Finding> = report.findings.iter().filter(|finding| finding.holds()).collect();
    if findings.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {}\n\n", cells.text(words::DOCUMENT_FINDINGS));
    for finding in findings {
        let _ = writeln!(
            text,
            "- **{}** ({}): {} {}",
            cells.cell(&cells.text(&finding.place)),
            finding.rule.code(),
            cells.cell(&cells.text(&finding.rule)),
            cells.cell(&cells.text(&finding.fix))
        );
    }
}
