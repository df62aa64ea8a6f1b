//! `dynalab-server check FILE...`: runs every access pattern of a design and prints the report. Several files are one design.

use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

use dynalab_design_formats::several::{self, NamedText, Opened, OpenedFile};
use dynalab_design_formats::{FormatError, ImportNote, ImportedDesign, read};
use dynalab_literals::visible;
use dynalab_modeling::findings::sentences;
use dynalab_modeling::report::{PatternReport, Verdict};
use dynalab_modeling::{Report, check, document, parse};

/// Exit code: all patterns are green.
pub const GREEN: u8 = 0;
/// Exit code: a pattern is red, or a part of the design cannot be used.
pub const RED: u8 = 1;
/// Exit code: the file is missing or is not a design.
pub const UNREADABLE: u8 = 2;

/// The output of the command and its exit code. The output of failures goes to standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub text: String,
    pub code: u8,
}

/// Checks the design in these files.
pub fn check_files(paths: &[PathBuf]) -> Outcome {
    let mut files = Vec::new();
    for path in paths {
        match read_text(path) {
            Ok(text) => files.push(NamedText { name: path.display().to_string(), text }),
            Err(error) => {
                return Outcome { text: format!("{}: {error}\n", path.display()), code: UNREADABLE };
            }
        }
    }
    let outcome = match (paths, &files[..]) {
        ([path], [file]) => check_text(path, &file.text),
        _ => check_opened(&several::open(&files)),
    };
    // A name in a design could hold commands for the terminal.
    Outcome { text: visible::printed(&outcome.text), ..outcome }
}

/// Reports each file, then the design. A file that is refused makes the check fail.
fn check_opened(opened: &Opened) -> Outcome {
    let mut text = String::new();
    let mut code = GREEN;
    for OpenedFile { name, outcome } in &opened.files {
        let _ = writeln!(text, "file     {name}: {outcome}");
        let notes = outcome.notes().iter();
        notes.for_each(|note| print_note(&mut text, note));
        if outcome.is_refused() {
            code = UNREADABLE;
        }
    }
    for design in opened.design.iter().chain(&opened.second) {
        let report = check(design);
        let _ = write!(text, "\n{}", print(&report));
        if !report.is_green {
            code = code.max(RED);
        }
    }
    Outcome { text, code }
}

/// Reads a file. Of a file that is too long, it reads as much as shows that.
fn read_text(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(document::BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    let is_cut = bytes.len() > document::BYTES_MAX;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // The cut can be within a letter.
        Err(error) if is_cut => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        Err(error) => Err(std::io::Error::new(std::io::ErrorKind::InvalidData, error)),
    }
}

fn check_text(path: &Path, text: &str) -> Outcome {
    // A text without a known format is most often an invalid design. The parser for designs reports the position.
    let imported = read(text).map_err(|error| match (error, parse(text)) {
        (FormatError::Unknown, Err(own)) if text.trim_start().starts_with('{') => own.to_string(),
        (error, _) => error.to_string(),
    });
    match imported {
        Ok(imported) => {
            let report = check(&imported.design);
            let code = if report.is_green { GREEN } else { RED };
            Outcome { text: print_notes(&imported) + &print(&report), code }
        }
        Err(error) => Outcome { text: format!("{}: {error}\n", path.display()), code: UNREADABLE },
    }
}

/// Returns the file's format and the notes of the import. The text is empty for a design of Dynalab.
fn print_notes(imported: &ImportedDesign) -> String {
    let mut text = String::new();
    if imported.format != "dynalab" {
        let _ = writeln!(text, "format   {}", imported.format);
    }
    imported.notes.iter().for_each(|note| print_note(&mut text, note));
    text
}

fn print_note(text: &mut String, note: &ImportNote) {
    let _ = writeln!(text, "note     {note}");
}

fn print(report: &Report) -> String {
    let mut text = format!("{}\n\n", report.name);
    for pattern in &report.patterns {
        print_pattern(&mut text, pattern);
    }
    for problem in &report.problems {
        let _ = writeln!(
            text,
            "problem  {}\n         {}",
            sentences::place(&problem.place),
            sentences::problem(&problem.reason)
        );
    }
    for finding in &report.findings {
        let severity = sentences::severity(finding.severity);
        let _ = writeln!(
            text,
            "{severity:<8} {} ({})\n         {}",
            sentences::place(&finding.place),
            finding.rule.code(),
            sentences::rule(&finding.rule)
        );
        if let Some(fix) = sentences::fix(&finding.fix) {
            let _ = writeln!(text, "         {fix}");
        }
    }
    let totals = &report.totals;
    let _ = writeln!(
        text,
        "\n{} of {} access patterns are as expected, {} Scans, {} hot keys, {} findings",
        totals.green,
        totals.green + totals.red,
        totals.scans,
        totals.hot_keys,
        report.findings.len()
    );
    let _ = writeln!(
        text,
        "${:.2} per month: ${:.2} requests, ${:.2} storage ({}, prices of {})",
        totals.usd_per_month,
        totals.requests_usd_per_month,
        totals.storage_usd_per_month,
        totals.region,
        totals.prices_as_of
    );
    if let Some(sentence) = totals.without_price_sentence() {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

fn print_pattern(text: &mut String, pattern: &PatternReport) {
    let mark = if pattern.verdict.is_green() { "green" } else { "RED" };
    let _ = writeln!(text, "{mark:<8} {}", pattern.name);
    let units = match (pattern.read_units > 0.0, pattern.write_units > 0.0) {
        (true, true) => format!("{} RCU, {} WCU", pattern.read_units, pattern.write_units),
        (false, true) => format!("{} WCU", pattern.write_units),
        _ => format!("{} RCU", pattern.read_units),
    };
    let _ = writeln!(
        text,
        "         {}, {} read, {} returned, {units}, ${:.2} per month",
        sentences::served(&pattern.served),
        pattern.read,
        pattern.returned,
        pattern.usd_per_month
    );
    if let Verdict::Red(_) = pattern.verdict {
        let _ = writeln!(text, "         {}", sentences::verdict(&pattern.verdict));
    }
    if let Some(error) = pattern.error.as_ref().filter(|_| !pattern.verdict.is_green()) {
        let _ = writeln!(text, "         {}: {}", error.name, error.message);
    }
}
