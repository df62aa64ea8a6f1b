//! Prints a result as a report for people.

use std::fmt::Write as _;

use dynalab_messages::figures::{money, units};
use dynalab_messages::{Language, Message, Sentence};
use dynalab_modeling::sentences::{self, findings as words, tables};

use super::result::{
    CheckResult, ComparedResult, DesignResult, FileResult, FindingResult, PatternResult, SeverityResult,
    TableResult,
};

/// Columns of the mark at the beginning of a line.
const MARK_COLUMNS: usize = 8;
/// The beginning of a line that continues the one above.
const INDENT: &str = "         ";

pub fn write(result: &CheckResult) -> String {
    let mut printer = Printer { language: result.language, text: String::new() };
    if !result.compared_files.is_empty() {
        printer.files(&result.compared_files);
        printer.text.push('\n');
    }
    let mut before: &[FileResult] = &[];
    for (number, design) in result.designs.iter().enumerate() {
        if number > 0 {
            printer.text.push('\n');
        }
        // Two designs of the same files: the files are named once.
        let is_named = number > 0 && same_files(before, &design.files);
        printer.design(design, is_named, result.designs.len() > 1);
        before = &design.files;
    }
    if let Some(diff) = &result.diff {
        printer.compared(diff);
    }
    printer.text
}

fn same_files(one: &[FileResult], other: &[FileResult]) -> bool {
    one.iter().map(|file| &file.file).eq(other.iter().map(|file| &file.file))
}

struct Printer {
    language: Language,
    text: String,
}

impl Printer {
    fn design(&mut self, design: &DesignResult, is_named: bool, is_one_of_several: bool) {
        match &design.files[..] {
            _ if is_named => {}
            [file] if is_one_of_several => self.files(std::slice::from_ref(file)),
            // The only file was named on the command line. Its format is news, unless it is Dynalab's.
            [file] => {
                if !file.is_own() {
                    self.line(words::MARK_FORMAT, &file.format);
                }
                self.notes(file);
            }
            files => {
                self.files(files);
                self.text.push('\n');
            }
        }
        let _ = writeln!(self.text, "{}\n", design.name);
        design.tables.iter().for_each(|table| self.table(table));
        design.patterns.iter().for_each(|pattern| self.pattern(pattern));
        for problem in &design.problems {
            self.line(words::MARK_PROBLEM, &problem.place);
            self.more(&problem.message);
        }
        design.findings.iter().for_each(|finding| self.finding(finding));
        if let Some(compared) = &design.compared {
            self.text.push('\n');
            self.compared(compared);
        }
        self.totals(design);
        for failure in &design.failures {
            self.line(words::MARK_FAILED, &failure.message);
        }
    }

    fn files(&mut self, files: &[FileResult]) {
        for file in files {
            self.line(words::MARK_FILE, &file.message);
            self.notes(file);
        }
    }

    fn notes(&mut self, file: &FileResult) {
        file.notes.iter().for_each(|note| self.line(words::MARK_NOTE, note));
    }

    fn totals(&mut self, design: &DesignResult) {
        let totals = &design.totals;
        let patterns = words::ReportPatterns {
            green: totals.green.into(),
            patterns: (totals.green + totals.red).into(),
            scans: totals.scans.into(),
            hot_keys: totals.hot_keys.into(),
            findings: design.findings.len().into(),
        };
        let costs = words::ReportCosts {
            amount: money(totals.usd_per_month).as_str().into(),
            requests: money(totals.requests_usd_per_month).as_str().into(),
            storage: money(totals.storage_usd_per_month).as_str().into(),
            region: (&totals.region).into(),
            date: (&totals.prices_as_of).into(),
        }
        .write(self.language);
        let patterns = patterns.write(self.language);
        let _ = writeln!(self.text, "\n{patterns}\n{costs}");
        if let Some(sentence) = &totals.without_price_message {
            let _ = writeln!(self.text, "{sentence}");
        }
    }

    fn table(&mut self, table: &TableResult) {
        let language = self.language;
        let mut parts = table.parts.clone();
        let (reads, writes) = (units(table.read_units_per_second), units(table.write_units_per_second));
        let load = words::ReportTableUnits { reads: reads.as_str().into(), writes: writes.as_str().into() };
        parts.push(load.write(language));
        self.line(words::MARK_TABLE, &table.name);
        self.more(&tables::joined(&parts, language));
    }

    fn pattern(&mut self, pattern: &PatternResult) {
        self.line(if pattern.green { words::MARK_GREEN } else { words::MARK_RED }, &pattern.name);
        let sentence = words::ReportPattern {
            access: (&pattern.access).into(),
            read: pattern.read.into(),
            returned: pattern.returned.into(),
            units: sentences::units(pattern.read_units, pattern.write_units).as_str().into(),
            full: sentences::units(pattern.read_units_in_production, pattern.write_units).as_str().into(),
            amount: money(pattern.usd_per_month).as_str().into(),
        }
        .write(self.language);
        self.more(&sentence);
        pattern.reason.iter().chain(&pattern.error).for_each(|text| self.more(text));
    }

    fn finding(&mut self, finding: &FindingResult) {
        let mark = match finding.severity {
            SeverityResult::Error => words::MARK_ERROR,
            SeverityResult::Warning => words::MARK_WARNING,
            SeverityResult::Advice => words::MARK_ADVICE,
        };
        self.line(mark, &format!("{} ({})", finding.place, finding.rule));
        self.more(&finding.message);
        if !finding.fix.is_empty() {
            self.more(&finding.fix);
        }
    }

    fn compared(&mut self, compared: &ComparedResult) {
        for difference in &compared.differences {
            self.line(words::MARK_DIFFERS, &difference.place);
            self.more(&difference.message);
        }
        let sentence = words::ComparedWith {
            left: (&compared.left).into(),
            right: (&compared.right).into(),
            count: compared.differences.len().into(),
        }
        .write(self.language);
        let _ = writeln!(self.text, "{sentence}");
        if !compared.left_out.is_empty() {
            let _ = writeln!(self.text, "{}", compared.left_out);
        }
    }

    /// Prints a line that begins with a mark. A Japanese letter is as wide as two columns.
    fn line(&mut self, mark: Sentence, text: &str) {
        let mark = mark.write(self.language);
        let columns: usize = mark.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum();
        let _ = writeln!(self.text, "{mark}{} {text}", " ".repeat(MARK_COLUMNS.saturating_sub(columns)));
    }

    fn more(&mut self, text: &str) {
        let _ = writeln!(self.text, "{INDENT}{text}");
    }
}
