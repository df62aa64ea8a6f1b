//! Sends the items of an import in parts. Between them, the page and the worker can handle other events. In the history the
//! parts are one entry.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_request_text::interchange::diagnostic::ToldDiagnostic;
use dynalab_request_text::interchange::parts::ItemsPart;
use futures_util::future::join;
use serde_json::Value;

use super::import_parts::{FilePart, ItemParts};
use super::pause::pause;
use crate::engine::program_handle::ProgramHandle;
use crate::page::context::PageContext;
use crate::page::messages::Messages;
use crate::page::sentences;

const MISTAKES_TOLD: usize = 200;

/// The progress and the result of an import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub written: u64,
    pub refused: u64,
    /// The number of records that are not items of the table.
    pub wrong: u64,
    /// The first problems: file, line and reason.
    pub mistakes: Vec<(String, usize, ImportFailure)>,
    pub bytes_read: u64,
    pub bytes: u64,
    pub cancelled: bool,
    pub ended: bool,
    /// Why the import stopped before its end.
    pub failed: Option<String>,
}

/// The problem of a record: found by Dynalab before sending, or DynamoDB's message.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportFailure {
    Invalid(ToldDiagnostic),
    Rejected(String),
}

impl Progress {
    /// Counts the records of a part that are no items of the table.
    fn skip(&mut self, file: &str, part: &ItemsPart) {
        self.wrong += part.wrong;
        for (line, problem) in &part.problems {
            self.tell(file, *line, ImportFailure::Invalid(problem.clone()));
        }
    }

    /// Counts what the engine wrote of a part and what it rejected.
    fn note_written(&mut self, file: &str, part: &ItemsPart, answer: &Value) {
        self.written += answer["Written"].as_u64().unwrap_or_default();
        self.refused += answer["RefusedCount"].as_u64().unwrap_or_default();
        for refused in answer["Refused"].as_array().into_iter().flatten() {
            let place = refused["Place"].as_u64().unwrap_or_default() as usize;
            let why = refused["Message"].as_str().unwrap_or_default().to_owned();
            if let Some(line) = part.lines.get(place) {
                self.tell(file, *line, ImportFailure::Rejected(why));
            }
        }
    }

    fn tell(&mut self, file: &str, line: usize, told: ImportFailure) {
        if self.mistakes.len() < MISTAKES_TOLD {
            self.mistakes.push((file.to_owned(), line, told));
        }
    }
}

/// The switch that stops an import.
#[derive(Clone, Default)]
pub struct Stop {
    /// Set by the Cancel button, and when the dialog closes.
    pub asked: Rc<Cell<bool>>,
    /// Set when the dialog closes, so that a notice shows the result.
    closed: Rc<Cell<bool>>,
    /// The program that reads the files, unless the page made the items.
    program: Option<ProgramHandle>,
}

impl Stop {
    /// Returns the switch of imports whose files a program reads.
    pub fn with(program: ProgramHandle) -> Stop {
        Stop { program: Some(program), ..Stop::default() }
    }

    /// Stops the import. The program ends in the middle of its work; a request that the engine has is counted.
    pub fn ask(&self) {
        self.asked.set(true);
        if let Some(program) = &self.program {
            program.stop();
        }
    }

    /// Stops the import because the dialog is closed.
    pub fn close(&self) {
        self.closed.set(true);
        self.asked.set(true);
        if let Some(program) = &self.program {
            program.end();
        }
    }
}

/// Runs an import. If closing the dialog stopped it, shows a notice with the number of written items.
pub async fn run_until_stopped(
    import: Import,
    stop: Stop,
    page: &PageContext,
    messages: Messages,
    tell: impl Fn(Progress),
) {
    let last = RefCell::new(Progress::default());
    let note = |progress: Progress| {
        last.replace(progress.clone());
        tell(progress);
    };
    import.run(page, messages, note).await;
    let last = last.into_inner();
    if stop.closed.get() && last.cancelled {
        page.show_message(
            messages.text(sentences::dialogs::ImportCancelled { written: last.written.into() }),
        );
    }
}

pub struct Import {
    pub table: String,
    pub parts: ItemParts,
    /// Set to cancel the import.
    pub stop: Rc<Cell<bool>>,
    /// The id that groups the requests of this import in the history.
    pub id: String,
}

/// The request that writes the items of a part.
struct Request<'a> {
    table: &'a str,
    id: &'a str,
    stop: &'a Cell<bool>,
}

impl Import {
    pub async fn run(self, page: &PageContext, messages: Messages, tell: impl Fn(Progress)) {
        let Import { table, mut parts, stop, id } = self;
        let request = Request { table: &table, id: &id, stop: &stop };
        let mut progress = Progress { bytes: parts.bytes(), ..Progress::default() };
        let mut next = parts.next().await;
        while let Some(part) = next {
            match part {
                Ok(part) => {
                    // The next part is read while the engine writes this one.
                    let sending = request.send(page, &part, &mut progress, &tell);
                    let (goes_on, following) = join(sending, parts.next()).await;
                    if !goes_on {
                        return;
                    }
                    next = following;
                }
                Err(failure) => {
                    (progress.cancelled, progress.ended) = (stop.get(), true);
                    progress.failed = (!stop.get()).then(|| failure.sentence(messages));
                    return tell(progress);
                }
            }
        }
        progress.ended = true;
        tell(progress);
    }
}

impl Request<'_> {
    /// Sends a part. Returns false if the import must stop.
    async fn send(
        &self,
        page: &PageContext,
        FilePart { file, part, bytes_read }: &FilePart,
        progress: &mut Progress,
        tell: &impl Fn(Progress),
    ) -> bool {
        if self.stop.get() {
            (progress.cancelled, progress.ended) = (true, true);
            tell(progress.clone());
            return false;
        }
        progress.skip(file, part);
        if !part.lines.is_empty() {
            let body = format!(
                "{{\"TableName\":\"{}\",\"Import\":\"{}\",\"Items\":[{}]}}",
                self.table, self.id, part.items
            );
            let (status, answer) = page.answer("Dynalab.PutItems", &body).await;
            let answer: Value = serde_json::from_str(&answer).unwrap_or(Value::String(answer));
            if status != 200 {
                let message = answer.get("message").unwrap_or(&answer);
                progress.failed = Some(message.as_str().unwrap_or_default().to_owned());
                progress.ended = true;
                tell(progress.clone());
                return false;
            }
            progress.note_written(file, part, &answer);
        }
        progress.bytes_read = *bytes_read;
        tell(progress.clone());
        // Other waiting tasks of this thread run first.
        pause(0).await;
        true
    }
}
