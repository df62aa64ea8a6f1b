//! A document for people: tables with keys, items and settings, and every access pattern with its request, result and cost.

use std::fmt::Write as _;

use super::Format;
use crate::design::{Design, IndexKind, KeyAttribute, Mode, Projection, Table};
use crate::findings::sentences;
use crate::report::Report;

pub const FORMAT: Format =
    Format { id: "markdown", extension: "md", is_like: |_| false, read: None, write: Some(write) };

fn write(design: &Design, report: &Report) -> String {
    let mut text = format!("# {}\n", cell(&design.name));
    if !design.notes.is_empty() {
        let _ = write!(text, "\n{}\n", cell(&design.notes));
    }
    for table in &design.tables {
        write_table(&mut text, design, table, report);
    }
    write_patterns(&mut text, design, report);
    write_findings(&mut text, report);
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
    text
}

/// Escapes a text for a table cell: no line ends, no bars, no HTML.
fn cell(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
        .replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "&lt;")
        .replace('`', "'")
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace(['\n', '\r'], " ").replace('|', "\\|").replace('`', "'"))
}

fn key(attributes: &[KeyAttribute]) -> String {
    let named: Vec<String> =
        attributes.iter().map(|key| code(&format!("{} ({})", key.name, key.data_type.name()))).collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

fn write_table(text: &mut String, design: &Design, table: &Table, report: &Report) {
    let _ = write!(text, "\n## Table {}\n\n", cell(&table.name));
    let _ = writeln!(text, "- Partition key: {}", key(&table.partition_key));
    let _ = writeln!(text, "- Sort key: {}", key(&table.sort_key));
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
        let _ = writeln!(text, "- TTL: {}", code(ttl));
    }
    if let Some(stream) = &table.stream {
        let readers: Vec<String> = stream.readers.iter().map(|reader| cell(&reader.name)).collect();
        let _ = writeln!(text, "- Stream: {} {}", code(&stream.view), readers.join(", "));
    }
    if table.recovery {
        let _ = writeln!(text, "- Point-in-time recovery: on");
    }
    write_items(text, design, table, report);
    if table.indexes.is_empty() {
        return;
    }
    text.push_str("\n| index | kind | partition key | sort key | projection |\n|---|---|---|---|---|\n");
    for index in &table.indexes {
        let kind = if index.kind == IndexKind::Local { "local" } else { "global" };
        let projection = match &index.projection {
            Projection::All => "ALL".to_owned(),
            Projection::KeysOnly => "KEYS_ONLY".to_owned(),
            Projection::Include(names) => names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", "),
        };
        let _ = writeln!(
            text,
            "| {} | {kind} | {} | {} | {projection} |",
            cell(&index.name),
            key(&index.partition_key),
            key(&index.sort_key)
        );
    }
}

fn write_items(text: &mut String, design: &Design, table: &Table, report: &Report) {
    let keys: Vec<&KeyAttribute> = table.key_attributes();
    text.push_str("\n| item | items | mean bytes |");
    for attribute in &keys {
        let _ = write!(text, " {} |", cell(&attribute.name));
    }
    let _ = writeln!(text, "\n|---|---|---|{}", "---|".repeat(keys.len()));
    for placement in &table.items {
        let count = design.entity(&placement.entity).map_or(0, |entity| entity.count);
        let size = report.entities.iter().find(|entity| entity.name == placement.entity);
        let mean = size.map_or(0.0, |entity| entity.mean_bytes);
        let _ = write!(text, "| {} | {count} | {mean:.0} |", cell(placement.name()));
        for attribute in &keys {
            let template = placement.keys.get(&attribute.name).map(|key| code(&key.template.to_string()));
            let _ = write!(text, " {} |", template.unwrap_or_default());
        }
        text.push('\n');
    }
}

fn write_patterns(text: &mut String, design: &Design, report: &Report) {
    text.push_str(
        "\n## Access patterns\n\n| # | access pattern | per second | served by | why | RCU | WCU | per month | result |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for (number, (pattern, run)) in design.patterns.iter().zip(&report.patterns).enumerate() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | ${:.2} | {} |",
            number + 1,
            cell(&pattern.name),
            pattern.rate.average,
            cell(&sentences::served(&run.served)),
            cell(&sentences::why(&run.served.why)),
            run.read_units,
            run.write_units,
            run.usd_per_month,
            cell(&sentences::verdict(&run.verdict))
        );
    }
}

fn write_findings(text: &mut String, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    text.push_str("\n## Findings\n\n");
    for finding in &report.findings {
        let fix = sentences::fix(&finding.fix).unwrap_or_default();
        let _ = writeln!(
            text,
            "- **{}** ({}): {} {}",
            cell(&sentences::place(&finding.place)),
            finding.rule.code(),
            cell(&sentences::rule(&finding.rule)),
            cell(&fix)
        );
    }
}
