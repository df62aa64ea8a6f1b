//! The readers of everything that comes from outside, and how each one is run.

use dynalab_design_formats::several::{self, NamedText, Outcome, Refusal};
use dynalab_expressions::parse_statement;
use dynalab_lessons::author::{LessonReferences, document, report};
use dynalab_modeling::formats::{FormatError, Look, read_within};
use dynalab_modeling::report::ProblemReason;
use dynalab_modeling::{Language, check};
use dynalab_playground::share::document::Document;
use dynalab_playground::share::link;
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::{self as request_text, TextForm};
use dynalab_traffic::lab::{Day, DayQuestion, DayTraffic, TableDesign};
use dynalab_traffic::workload::Workload;
use dynalab_traffic::workload::driver::{Burst, Driver};
use dynalab_types::{Budget, Timestamp};

use super::opened_workspace::OpenedWorkspace;
use super::{bulk_files, item_files, loads, packed, stores};

/// A reader of content from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reader {
    /// The reader of the design format with this id.
    Format(&'static str),
    /// Several files as one design.
    SeveralFiles,
    /// The check of a design, with its findings.
    Check,
    /// Items of a file that a person imports into a table, as the program `files` reads them.
    Items,
    /// The same, compressed with gzip. The text has a character for each byte.
    PackedItems,
    /// The same file as ImportTable and StartBulkPutItems read it.
    PackedImport,
    /// A file of records that StartBulkPutItems writes.
    BulkPut,
    /// Requests as JSON, as a command line, and as code.
    RequestJson,
    CommandLine,
    Code,
    Statement,
    /// A link or file with a workspace.
    SharedDocument,
    Link,
    Lesson,
    LessonProof,
    Progress,
    /// Requests, controls and moves that a workspace executes.
    Script,
    /// A shared document that a workspace opens whole.
    OpenedDocument,
    /// The description of generated traffic, with its first requests.
    Workload,
    /// A day of the partition lab.
    Day,
    /// The load of a design as text, with its bill.
    Load,
    /// A link to the capacity page, with what the page computes of it.
    CapacityLink,
    /// A link to the partition lab, with its first minutes.
    LabLink,
    /// A workspace in a store, with a damage.
    Store,
    /// A design that is written in every format.
    Exports,
}

impl Reader {
    /// The readers that are no formats of designs. `tests/bounds.rs` adds those from the list of formats.
    pub const OTHERS: [Reader; 22] = [
        Reader::SeveralFiles,
        Reader::Check,
        Reader::Items,
        Reader::PackedItems,
        Reader::PackedImport,
        Reader::BulkPut,
        Reader::RequestJson,
        Reader::CommandLine,
        Reader::Code,
        Reader::Statement,
        Reader::SharedDocument,
        Reader::Link,
        Reader::Lesson,
        Reader::LessonProof,
        Reader::Progress,
        Reader::Script,
        Reader::OpenedDocument,
        Reader::Workload,
        Reader::Day,
        Reader::Load,
        Reader::CapacityLink,
        Reader::LabLink,
    ];

    /// The readers whose inputs are lists, because nothing grows in them.
    pub const OF_LISTS: [Reader; 2] = [Reader::Store, Reader::Exports];
}

/// The result of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The steps that were charged, if the reader has a budget.
    pub steps: u64,
    pub bytes: u64,
    /// The sentence of a refusal because of a bound.
    pub too_much: Option<String>,
    /// The sentence of another refusal.
    pub refused: Option<String>,
}

impl Run {
    pub(super) fn refused(sentence: impl ToString) -> Run {
        Run { refused: Some(sentence.to_string()), ..Run::default() }
    }

    pub(super) fn too_much(sentence: impl ToString) -> Run {
        Run { too_much: Some(sentence.to_string()), ..Run::default() }
    }

    fn of<T, E: std::fmt::Debug>(result: Result<T, E>) -> Run {
        result.map_or_else(|error| Run::refused(format!("{error:?}")), |_| Run::default())
    }

    pub fn is_refused(&self) -> bool {
        self.too_much.is_some() || self.refused.is_some()
    }
}

impl Reader {
    pub fn run(self, text: &str) -> Run {
        match self {
            Reader::Format(id) => read_format(id, text),
            Reader::SeveralFiles => open(text),
            Reader::Check => check_design(text),
            Reader::Items => item_files::read(text.as_bytes().to_vec()),
            Reader::PackedItems => item_files::read(packed::bytes_of(text)),
            Reader::PackedImport => packed::import(&packed::bytes_of(text)),
            Reader::BulkPut => bulk_files::put(text),
            Reader::RequestJson => Run::of(request_text::read(TextForm::Json, text, ("", ""))),
            Reader::CommandLine => Run::of(request_text::read(TextForm::CommandLine, text, ("", ""))),
            Reader::Code => {
                Run::of(request_text::read(TextForm::Code(CodeLanguage::JavaScript), text, ("", "")))
            }
            Reader::Statement => Run::of(parse_statement(text).map_err(|(problem, _)| problem)),
            Reader::SharedDocument => Run::of(Document::parse(text).map(|document| document.requests())),
            Reader::Link => Run::of(link::decode(&link::encode(text))),
            Reader::Lesson => Run::of(document::read(text)),
            Reader::LessonProof => prove(text),
            Reader::Progress => Run::of(item_files::progress(text)),
            Reader::Script => execute_lines(text),
            Reader::OpenedDocument => {
                let mut workspace = OpenedWorkspace::new();
                workspace.open(text);
                workspace.run()
            }
            Reader::Workload => generate(text),
            Reader::Day => simulate_day(text),
            Reader::Load => loads::read(text),
            Reader::CapacityLink => loads::open_capacity(text),
            Reader::LabLink => loads::open_lab(text),
            Reader::Store => stores::run(text),
            Reader::Exports => write_all(text),
        }
    }
}

fn of_format_error(error: FormatError) -> Run {
    match error {
        FormatError::TooMuch(refusal) => Run::too_much(refusal),
        error => Run::refused(error),
    }
}

fn read_format(id: &str, text: &str) -> Run {
    let Some(format) = dynalab_design_formats::find(id) else { return Run::refused("no such format") };
    // The first format that a text is like reads it, so each guess is a part of the work.
    let look = Look::new(text);
    let found = dynalab_design_formats::all().find(|format| (format.is_like)(&look));
    if found.is_none_or(|found| found.id != id) {
        return Run::refused(format!("the text is like {:?}", found.map(|found| found.id)));
    }
    let budget = Budget::of_import();
    let run = read_within(format, text, &budget).map_or_else(of_format_error, |_| Run::default());
    Run { steps: budget.stepped(), bytes: budget.produced(), ..run }
}

fn open(text: &str) -> Run {
    let files: Vec<NamedText> = text
        .split("\u{1}")
        .enumerate()
        .map(|(number, text)| NamedText { name: format!("file{number}"), text: text.to_owned() })
        .collect();
    let opened = several::open(&files);
    let refused = opened.files.into_iter().find_map(|file| match file.outcome {
        Outcome::Refused(Refusal::Format(error)) => Some(of_format_error(error)),
        _ => None,
    });
    refused.unwrap_or_default()
}

fn check_design(text: &str) -> Run {
    let design = match dynalab_modeling::parse(text) {
        Ok(design) => design,
        Err(error) => return Run::refused(error),
    };
    let report = check(&design);
    let of_patterns = report.patterns.iter().filter_map(|pattern| match &pattern.verdict {
        dynalab_modeling::report::Verdict::Red(dynalab_modeling::report::Red::NotRun(reason)) => Some(reason),
        _ => None,
    });
    let reasons = report.problems.iter().map(|problem| &problem.reason).chain(of_patterns);
    let too_much = reasons.into_iter().find_map(|reason| match reason {
        ProblemReason::TooMuch(refusal) => Some(refusal.to_string()),
        _ => None,
    });
    Run { too_much, ..Run::default() }
}

fn prove(text: &str) -> Run {
    match document::read(text) {
        Ok(document) => {
            // A proof reads the whole lesson, whatever it finds.
            let _report = report::prove(&document, &LessonReferences::default());
            Run::default()
        }
        Err(problem) => Run::refused(problem),
    }
}

fn execute_lines(text: &str) -> Run {
    let mut workspace = OpenedWorkspace::new();
    text.lines().for_each(|line| workspace.execute_line(line));
    workspace.run()
}

/// Fills the tables with a hundred items each, and draws two bursts of at most a hundred requests.
fn generate(text: &str) -> Run {
    let workload = match Workload::parse(text) {
        Ok(workload) => workload,
        Err(error) => return Run::refused(error),
    };
    let filled = workload.filling(100).map(|requests| requests.len());
    let began = Timestamp::from_epoch_ms(1_790_000_000_000);
    let mut driver = match (filled, Driver::new(workload, began)) {
        (Ok(_), Ok(driver)) => driver,
        (Err(error), _) | (_, Err(error)) => return Run::refused(error),
    };
    // A burst is a message of its own, so a rate decides how many there are and not how long one takes.
    for _ in 0..2 {
        let Some((_, body)) = driver.due(began.plus_ms(2_000), 100) else { break };
        if let Err(error) = Burst::parse(&body).and_then(|burst| burst.requests()) {
            return Run::refused(error);
        }
    }
    Run::default()
}

fn simulate_day(text: &str) -> Run {
    let Ok(DayQuestion::Begin { traffic, designs }) = serde_json::from_str(text) else {
        return Run::refused("not a question to the lab");
    };
    begin_days(&traffic, &designs)
}

/// Simulates half an hour of each design.
pub(super) fn begin_days(traffic: &DayTraffic, designs: &[TableDesign]) -> Run {
    for design in designs {
        match Day::new(traffic, design) {
            Ok(mut day) => drop((day.advance(30), day.report())),
            Err(error) => return Run::refused(error),
        }
    }
    Run::default()
}

/// Writes a design in every format, and reads what was written where that is possible.
fn write_all(text: &str) -> Run {
    let design = match dynalab_modeling::parse(text) {
        Ok(design) => design,
        Err(error) => return Run::refused(error),
    };
    let report = check(&design);
    for format in dynalab_design_formats::all() {
        let Some(write) = format.write else { continue };
        let written = write(&design, &report, Language::English).text;
        let Some(read) = format.read else { continue };
        if let Err(error) = read(&written, &Budget::of_import()) {
            return Run::refused(format!("{}: {error}", format.id));
        }
    }
    Run::default()
}
