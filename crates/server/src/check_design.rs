//! `dynalab-server check FILE...`: runs every access pattern of a design and prints the report. Several files are one design. All
//! sentences are those of the page, in English or Japanese.

use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

use dynalab_design_formats::several::{self, NamedText, Opened, OpenedFile};
use dynalab_design_formats::{FormatError, ImportNote, ImportedDesign, read};
use dynalab_literals::visible;
use dynalab_messages::figures::{grouped_decimal, money};
use dynalab_messages::{Language, Message, Sentence};
use dynalab_modeling::report::{Finding, PatternReport, Problem, Severity, Verdict};
use dynalab_modeling::sentences::{self, findings as words};
use dynalab_modeling::{Design, Report, check, cures, document, parse};

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

/// Checks the design in these files. The report is in the language.
pub fn check_files(paths: &[PathBuf], language: Language) -> Outcome {
    let mut files = Vec::new();
    for path in paths {
        match read_text(path) {
            Ok(text) => files.push(NamedText { name: path.display().to_string(), text }),
            Err(error) => {
                return Outcome { text: format!("{}: {error}\n", path.display()), code: UNREADABLE };
            }
        }
    }
    let printer = Printer { language, text: String::new() };
    let outcome = match (paths, &files[..]) {
        ([path], [file]) => printer.check_text(path, &file.text),
        _ => printer.check_opened(&several::open(&files)),
    };
    // A name in a design could hold commands for the terminal.
    Outcome { text: visible::printed(&outcome.text), ..outcome }
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

/// Columns of the mark at the beginning of a line.
const MARK_COLUMNS: usize = 8;
/// The beginning of a line that continues the one above.
const INDENT: &str = "         ";

/// Prints a report in a language.
struct Printer {
    language: Language,
    text: String,
}

/// Checks a design, and tries the advice to remove something before it is printed.
fn checked(design: &Design) -> Report {
    let mut report = check(design);
    cures::confirm(design, &mut report);
    report
}

impl Printer {
    fn check_text(mut self, path: &Path, text: &str) -> Outcome {
        // A text without a known format is most often an invalid design. The parser for designs reports the position.
        let imported = read(text).map_err(|error| match (error, parse(text)) {
            (FormatError::Unknown, Err(own)) if text.trim_start().starts_with('{') => {
                own.write(self.language)
            }
            (error, _) => error.write(self.language),
        });
        match imported {
            Ok(imported) => {
                self.notes_of_format(&imported);
                let report = checked(&imported.design);
                self.report(&report);
                Outcome { text: self.text, code: if report.is_green { GREEN } else { RED } }
            }
            Err(error) => Outcome { text: format!("{}: {error}\n", path.display()), code: UNREADABLE },
        }
    }

    /// Reports each file, then the design. A file that is refused makes the check fail.
    fn check_opened(mut self, opened: &Opened) -> Outcome {
        let mut code = GREEN;
        for file in &opened.files {
            let sentence = file_sentence(file, self.language);
            self.line(words::MARK_FILE, &sentence);
            file.outcome.notes().iter().for_each(|note| self.note(note));
            if file.outcome.is_refused() {
                code = UNREADABLE;
            }
        }
        for design in opened.design.iter().chain(&opened.second) {
            let report = checked(design);
            self.text.push('\n');
            self.report(&report);
            if !report.is_green {
                code = code.max(RED);
            }
        }
        Outcome { text: self.text, code }
    }

    /// Prints the file's format and the notes of the import. It prints nothing for a design of Dynalab.
    fn notes_of_format(&mut self, imported: &ImportedDesign) {
        if imported.format != "dynalab" {
            self.line(words::MARK_FORMAT, imported.format);
        }
        imported.notes.iter().for_each(|note| self.note(note));
    }

    fn note(&mut self, note: &ImportNote) {
        let sentence = note.write(self.language);
        self.line(words::MARK_NOTE, &sentence);
    }

    fn report(&mut self, report: &Report) {
        let _ = writeln!(self.text, "{}\n", report.name);
        report.patterns.iter().for_each(|pattern| self.pattern(pattern));
        report.problems.iter().for_each(|problem| self.problem(problem));
        report.findings.iter().for_each(|finding| self.finding(finding));
        let totals = &report.totals;
        let patterns = words::ReportPatterns {
            green: totals.green.into(),
            patterns: (totals.green + totals.red).into(),
            scans: totals.scans.into(),
            hot_keys: totals.hot_keys.into(),
            findings: report.findings.len().into(),
        };
        let costs = words::ReportCosts {
            amount: money(totals.usd_per_month).as_str().into(),
            requests: money(totals.requests_usd_per_month).as_str().into(),
            storage: money(totals.storage_usd_per_month).as_str().into(),
            region: (&totals.region).into(),
            date: (&totals.prices_as_of).into(),
        }
        .write(self.language);
        let _ = writeln!(self.text, "\n{}\n{costs}", patterns.write(self.language));
        if let Some(sentence) = sentences::without_price(totals, self.language) {
            let _ = writeln!(self.text, "{sentence}");
        }
    }

    fn pattern(&mut self, pattern: &PatternReport) {
        let is_green = pattern.verdict.is_green();
        self.line(if is_green { words::MARK_GREEN } else { words::MARK_RED }, &pattern.name);
        let (read, write) = (grouped_decimal(pattern.read_units), grouped_decimal(pattern.write_units));
        let units = match (pattern.read_units > 0.0, pattern.write_units > 0.0) {
            (true, true) => format!("{read} RCU, {write} WCU"),
            (false, true) => format!("{write} WCU"),
            _ => format!("{read} RCU"),
        };
        let sentence = words::ReportPattern {
            access: pattern.served.write(self.language).as_str().into(),
            read: pattern.read.into(),
            returned: pattern.returned.into(),
            units: (&units).into(),
            amount: money(pattern.usd_per_month).as_str().into(),
        }
        .write(self.language);
        self.more(&sentence);
        if let Verdict::Red(red) = &pattern.verdict {
            self.more(&red.write(self.language));
        }
        if let Some(error) = pattern.error.as_ref().filter(|_| !is_green) {
            self.more(&format!("{}: {}", error.name, error.message));
        }
    }

    fn problem(&mut self, problem: &Problem) {
        self.line(words::MARK_PROBLEM, &problem.place.write(self.language));
        self.more(&problem.reason.write(self.language));
    }

    fn finding(&mut self, finding: &Finding) {
        let mark = match finding.severity {
            Severity::Error => words::MARK_ERROR,
            Severity::Warning => words::MARK_WARNING,
            Severity::Advice => words::MARK_ADVICE,
        };
        let (place, code) = (finding.place.write(self.language), finding.rule.code());
        self.line(mark, &format!("{place} ({code})"));
        self.more(&finding.rule.write(self.language));
        let fix = finding.fix.write(self.language);
        if !fix.is_empty() {
            self.more(&fix);
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

/// Returns the sentence about a file. The name of its format is its id, which does not depend on the language.
fn file_sentence(file: &OpenedFile, language: Language) -> String {
    match &file.outcome {
        several::Outcome::Refused(refusal) => format!("{}: {}", file.name, refusal.write(language)),
        read => file.sentence(read.format().unwrap_or_default(), language),
    }
}
