//! What a check or a comparison found, with its sentences. The JSON of `--format json` is this value.

mod failure;

use dynalab_design_formats::several::{Opened, OpenedFile, Outcome as FileOutcome};
use dynalab_messages::{Language, Message};
use dynalab_modeling::design::{Design, IndexKind, Table};
use dynalab_modeling::differences::{self, Difference, DifferenceKind, Setting};
use dynalab_modeling::formats::{DYNALAB, ImportNote};
use dynalab_modeling::report::{PatternReport, Place, Severity, Verdict};
use dynalab_modeling::sentences::{self, findings as words, tables};
use dynalab_modeling::{Report, report};
use serde::Serialize;

use super::options::CheckOptions;
pub use failure::FailureKind;

/// The version of the JSON. It changes if a member is removed or means something else.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub struct CheckResult {
    pub version: u32,
    /// True if nothing failed and every file was read.
    pub ok: bool,
    pub designs: Vec<DesignResult>,
    /// The differences that `diff` found. None for a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<ComparedResult>,
    /// The files with the tables that designs are compared with, or the files of `diff`.
    pub compared_files: Vec<FileResult>,
    /// Files, or tables of them, that were not opened.
    pub refused: Vec<RefusedFile>,
    #[serde(skip)]
    pub language: Language,
}

#[derive(Clone, Debug, Serialize)]
pub struct FileResult {
    pub file: String,
    pub format: String,
    /// What the file added to the design.
    pub message: String,
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct RefusedFile {
    pub file: String,
    pub message: String,
}

/// The result of one design.
#[derive(Debug, Serialize)]
pub struct DesignResult {
    pub name: String,
    pub ok: bool,
    pub files: Vec<FileResult>,
    /// Why it is not ok. Empty if it is.
    pub failures: Vec<FailureResult>,
    pub patterns: Vec<PatternResult>,
    pub tables: Vec<TableResult>,
    pub problems: Vec<ProblemResult>,
    pub findings: Vec<FindingResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<ComparedResult>,
    pub totals: TotalsResult,
}

#[derive(Debug, Serialize)]
pub struct FailureResult {
    pub kind: FailureKind,
    pub message: String,
}

#[derive(Debug, Serialize)]
pub struct PatternResult {
    pub name: String,
    pub green: bool,
    /// How the pattern reaches its items.
    pub access: String,
    pub read: u64,
    pub returned: u64,
    /// Units of one execution on the sample.
    pub read_units: f64,
    /// Read units of one execution in production.
    pub read_units_in_production: f64,
    /// Write units of one execution, in the sample and in production.
    pub write_units: f64,
    pub usd_per_month: f64,
    /// Why it is not green.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The error of DynamoDB, if it is not green.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct TableResult {
    pub name: String,
    /// Attributes with their types.
    pub partition_key: Option<String>,
    pub sort_key: Option<String>,
    pub indexes: Vec<IndexResult>,
    pub ttl: Option<String>,
    pub stream: Option<String>,
    pub billing_mode: &'static str,
    /// Units of all access patterns at their average rates.
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    /// The parts of the line about the table, in the language of the report.
    #[serde(skip)]
    pub parts: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct IndexResult {
    pub name: String,
    pub kind: IndexKindResult,
    /// Attributes with their types. For a vector index, the vector.
    pub key: String,
    pub projection: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IndexKindResult {
    Global,
    Local,
    Vector,
}

#[derive(Debug, Serialize)]
pub struct ProblemResult {
    pub place: String,
    pub message: String,
}

#[derive(Debug, Serialize)]
pub struct FindingResult {
    pub rule: &'static str,
    pub severity: SeverityResult,
    /// True if `--deny` has the rule.
    pub denied: bool,
    pub place: String,
    pub message: String,
    /// What to do. Empty if nothing can be said.
    pub fix: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeverityResult {
    Error,
    Warning,
    Advice,
}

/// A comparison with a stack, or of two files.
#[derive(Debug, Serialize)]
pub struct ComparedResult {
    pub left: String,
    pub right: String,
    pub differences: Vec<DifferenceResult>,
    /// Settings that one of the files cannot have.
    pub not_compared: Vec<Setting>,
    /// The sentence about them. Empty if there are none.
    #[serde(skip)]
    pub left_out: String,
}

#[derive(Debug, Serialize)]
pub struct DifferenceResult {
    pub place: String,
    /// The setting that differs. None if a part is missing or differs as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<Setting>,
    pub message: String,
}

#[derive(Debug, Serialize)]
pub struct TotalsResult {
    pub green: u32,
    pub red: u32,
    pub scans: u32,
    pub hot_keys: u32,
    pub read_units_per_second: f64,
    pub write_units_per_second: f64,
    pub usd_per_month: f64,
    pub requests_usd_per_month: f64,
    pub storage_usd_per_month: f64,
    /// Parts of the bill whose price is not known.
    pub without_price: Vec<String>,
    pub region: String,
    pub prices_as_of: String,
    /// The sentence about parts without a price.
    #[serde(skip)]
    pub without_price_message: Option<String>,
}

/// Differences, and the names of the files on both sides.
pub struct Compared {
    pub names: (String, String),
    pub differences: Vec<Difference>,
    pub unsaid: Vec<Setting>,
}

/// What decides whether a design fails, besides its report.
pub struct Judge<'a> {
    pub options: &'a CheckOptions,
    pub compared: Option<Compared>,
    /// What differs at an endpoint: its address, and a sentence for each access pattern.
    pub elsewhere: Vec<(String, String)>,
}

/// Writes the JSON.
pub fn json(result: &CheckResult) -> String {
    // Every member is a text, a number or a list of them, so it cannot fail.
    serde_json::to_string_pretty(result).unwrap_or_default() + "\n"
}

/// Returns the number with the sign of a person's zero: a sum of nothing is -0.
fn figure(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value }
}

impl CheckResult {
    pub fn new(language: Language) -> CheckResult {
        CheckResult {
            version: VERSION,
            ok: false,
            designs: Vec::new(),
            diff: None,
            compared_files: Vec::new(),
            refused: Vec::new(),
            language,
        }
    }

    pub fn refuse(&mut self, file: &str, message: String) {
        self.refused.push(RefusedFile { file: file.to_owned(), message });
    }

    /// Returns the files that were read, and notes the others.
    pub fn add_files(&mut self, opened: &Opened) -> Vec<FileResult> {
        let language = self.language;
        let mut read = Vec::new();
        for file in &opened.files {
            match &file.outcome {
                FileOutcome::Refused(refusal) => self.refuse(&file.name, refusal.write(language)),
                outcome => {
                    if let FileOutcome::Read { refused, .. } = outcome {
                        refused.iter().for_each(|refusal| self.refuse(&file.name, refusal.write(language)));
                    }
                    read.push(FileResult::from_file(file, language));
                }
            }
        }
        read
    }

    /// Adds the files whose tables are compared. That they have no entities is meant.
    pub fn add_compared_files(&mut self, opened: &Opened) {
        let mut opened = opened.clone();
        for file in &mut opened.files {
            if let FileOutcome::Read { notes, .. } = &mut file.outcome {
                notes.retain(|note| *note != ImportNote::KeysOnly);
            }
        }
        let language = self.language;
        for file in self.add_files(&opened) {
            let (name, format) = ((&file.file).into(), (&file.format).into());
            let message = words::FileCompared { file: name, format }.write(language);
            self.compared_files.push(FileResult { message, ..file });
        }
    }

    pub fn set_differences(&mut self, compared: &Compared) {
        self.diff = Some(ComparedResult::from_differences(compared, self.language));
    }

    /// Decides whether everything is ok.
    pub fn close(&mut self) {
        let is_same = self.diff.as_ref().is_none_or(|diff| diff.differences.is_empty());
        let has_result = self.diff.is_some() || !self.designs.is_empty();
        let is_green = self.designs.iter().all(|design| design.ok);
        self.ok = has_result && is_same && is_green && self.refused.is_empty();
    }
}

impl FileResult {
    fn from_file(file: &OpenedFile, language: Language) -> FileResult {
        let format = file.outcome.format().unwrap_or_default();
        FileResult {
            file: file.name.clone(),
            format: format.to_owned(),
            message: file.sentence(format, language),
            notes: file.outcome.notes().iter().map(|note| note.write(language)).collect(),
        }
    }

    /// Returns true for a file of Dynalab, about which nothing needs to be said.
    pub fn is_own(&self) -> bool {
        self.format == DYNALAB.id
    }
}

impl DesignResult {
    pub fn from_report(
        files: Vec<FileResult>,
        design: &Design,
        report: &Report,
        judge: &Judge<'_>,
    ) -> DesignResult {
        let (options, language) = (judge.options, judge.options.language);
        let failures = failure::find(report, judge);
        let findings = report.findings.iter().map(|finding| FindingResult {
            rule: finding.rule.code(),
            severity: match finding.severity {
                Severity::Error => SeverityResult::Error,
                Severity::Warning => SeverityResult::Warning,
                Severity::Advice => SeverityResult::Advice,
            },
            denied: options.denied.iter().any(|denied| denied == finding.rule.code()),
            place: finding.place.write(language),
            message: finding.rule.write(language),
            fix: finding.fix.write(language),
        });
        let problems = report.problems.iter().map(|problem| ProblemResult {
            place: problem.place.write(language),
            message: problem.reason.write(language),
        });
        let compared = judge.compared.as_ref();
        DesignResult {
            name: report.name.clone(),
            ok: failures.is_empty(),
            files,
            failures: failures
                .iter()
                .map(|failure| FailureResult { kind: failure.kind(), message: failure.write(language) })
                .collect(),
            patterns: report
                .patterns
                .iter()
                .map(|pattern| PatternResult::from_report(pattern, language))
                .collect(),
            tables: design
                .tables
                .iter()
                .map(|table| TableResult::from_table(table, report, language))
                .collect(),
            problems: problems.collect(),
            findings: findings.collect(),
            compared: compared.map(|compared| ComparedResult::from_differences(compared, language)),
            totals: TotalsResult::from_totals(&report.totals, language),
        }
    }
}

impl PatternResult {
    fn from_report(pattern: &PatternReport, language: Language) -> PatternResult {
        let is_green = pattern.verdict.is_green();
        let reason = match &pattern.verdict {
            Verdict::Green => None,
            Verdict::Red(red) => Some(red.write(language)),
        };
        let error = pattern.error.as_ref().filter(|_| !is_green);
        PatternResult {
            name: pattern.name.clone(),
            green: is_green,
            access: pattern.served.write(language),
            read: pattern.read,
            returned: pattern.returned,
            read_units: figure(pattern.read_units),
            read_units_in_production: figure(pattern.read_units_at_full_size),
            write_units: figure(pattern.write_units),
            usd_per_month: figure(pattern.usd_per_month),
            reason,
            error: error.map(|error| format!("{}: {}", error.name, error.message)),
        }
    }
}

impl TableResult {
    fn from_table(table: &Table, report: &Report, language: Language) -> TableResult {
        let measured = report.tables.iter().find(|measured| measured.name == table.name);
        let indexes = table.indexes.iter().map(|index| IndexResult {
            name: index.name.clone(),
            kind: match index.kind {
                IndexKind::Global => IndexKindResult::Global,
                IndexKind::Local => IndexKindResult::Local,
            },
            key: tables::key(&index.partition_key, &index.sort_key),
            projection: differences::projection(&index.projection),
        });
        let vectors = table.vector_indexes.iter().map(|index| IndexResult {
            name: index.name.clone(),
            kind: IndexKindResult::Vector,
            key: index.attribute.clone(),
            projection: differences::projection(&index.projection),
        });
        TableResult {
            name: table.name.clone(),
            partition_key: differences::key(&table.partition_key),
            sort_key: differences::key(&table.sort_key),
            indexes: indexes.chain(vectors).collect(),
            ttl: table.ttl.clone(),
            stream: table.stream.as_ref().map(|stream| stream.view.clone()),
            billing_mode: differences::billing_mode(table),
            read_units_per_second: figure(measured.map_or(0.0, |table| table.read_units_per_second)),
            write_units_per_second: figure(measured.map_or(0.0, |table| table.write_units_per_second)),
            parts: tables::parts(table, language),
        }
    }
}

impl ComparedResult {
    fn from_differences(compared: &Compared, language: Language) -> ComparedResult {
        let (left, right) = (&compared.names.0, &compared.names.1);
        let differences = compared.differences.iter().map(|found| DifferenceResult {
            place: place(&found.place, language),
            setting: match &found.kind {
                DifferenceKind::Setting { setting, .. } => Some(*setting),
                DifferenceKind::OnlyLeft | DifferenceKind::OnlyRight | DifferenceKind::Changed => None,
            },
            message: found.sentence(left, right, language),
        });
        let unsaid: Vec<String> = compared.unsaid.iter().map(|setting| setting.write(language)).collect();
        let settings = unsaid.join(", ");
        let sentence = words::DifferenceLeftOut { settings: (&settings).into() };
        ComparedResult {
            left: left.clone(),
            right: right.clone(),
            differences: differences.collect(),
            not_compared: compared.unsaid.clone(),
            left_out: if unsaid.is_empty() { String::new() } else { sentence.write(language) },
        }
    }
}

fn place(place: &Place, language: Language) -> String {
    place.write(language)
}

impl TotalsResult {
    fn from_totals(totals: &report::Totals, language: Language) -> TotalsResult {
        TotalsResult {
            green: totals.green,
            red: totals.red,
            scans: totals.scans,
            hot_keys: totals.hot_keys,
            read_units_per_second: figure(totals.read_units_per_second),
            write_units_per_second: figure(totals.write_units_per_second),
            usd_per_month: figure(totals.usd_per_month),
            requests_usd_per_month: figure(totals.requests_usd_per_month),
            storage_usd_per_month: figure(totals.storage_usd_per_month),
            without_price: totals.without_price.clone(),
            region: totals.region.clone(),
            prices_as_of: totals.prices_as_of.clone(),
            without_price_message: sentences::without_price(totals, language),
        }
    }
}
