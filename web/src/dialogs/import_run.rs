//! Sends the items of an import in pieces. Between them, the page and the worker can handle other events. In the history the
//! pieces are one entry.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::diagnostic::Diagnostic;
use dynalab_request_text::interchange::records::{Form, Records};
use dynalab_types::wire::write_item;
use serde_json::Value;

use super::import_reader::Text;
use super::pause::pause;
use crate::messages::Messages;
use crate::page_context::PageContext;
use crate::sentences;

/// Number of items in a piece. The worker handles a piece in some milliseconds.
const PIECE_ITEMS: usize = 250;
const PIECE_BYTES: usize = 256 * 1024;
/// Number of records that are read before the page can handle other events.
const LOOKED_AT: usize = 2_000;
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
    pub bytes_read: usize,
    pub bytes: usize,
    pub cancelled: bool,
    pub ended: bool,
    /// Why the import stopped before its end.
    pub failed: Option<String>,
}

/// The problem of a record: found by Dynalab before sending, or DynamoDB's message.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportFailure {
    Invalid(Diagnostic),
    Rejected(String),
}

impl Progress {
    fn wrong(&mut self, file: &str, line: usize, told: ImportFailure) {
        self.wrong += 1;
        if self.mistakes.len() < MISTAKES_TOLD {
            self.mistakes.push((file.to_owned(), line, told));
        }
    }
}

/// Returns the items that the first records of a file would become, with their lines.
pub fn preview(
    text: &Text,
    form: &Form,
    keys: &Keys,
    source: Option<&str>,
    most: usize,
) -> Vec<(usize, Result<String, Diagnostic>)> {
    let records = Records::from_text(&text.text, form).take(most);
    let shown = records.map(|record| record.only_of(source)).map(|record| {
        let item = record.item.and_then(|item| keys.check(&item).map(|()| item));
        (record.line, item.map(|item| dynalab_types::wire::item_json(&item)))
    });
    shown.collect()
}

/// The switch that stops an import.
#[derive(Clone, Default)]
pub struct Stop {
    /// Set by the Cancel button, and when the dialog closes.
    pub asked: Rc<Cell<bool>>,
    /// Set when the dialog closes, so that a notice shows the result.
    closed: Rc<Cell<bool>>,
}

impl Stop {
    /// Stops the import because the dialog is closed.
    pub fn close(&self) {
        self.closed.set(true);
        self.asked.set(true);
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
    import
        .run(page, |progress| {
            last.replace(progress.clone());
            tell(progress);
        })
        .await;
    let last = last.into_inner();
    if stop.closed.get() && last.cancelled {
        page.show_message(
            messages.text(sentences::dialogs::ImportCancelled { written: last.written.into() }),
        );
    }
}

pub struct Import {
    pub table: String,
    pub keys: Keys,
    /// The table whose records are read, if the files have records of several tables.
    pub source: Option<String>,
    pub files: Rc<Vec<(Text, Form)>>,
    /// Set to cancel the import.
    pub stop: Rc<Cell<bool>>,
    /// The id that groups the requests of this import in the history.
    pub id: String,
}

struct Piece {
    items: String,
    /// Where each item began: the position of its file, and its line.
    lines: Vec<(usize, usize)>,
}

impl Import {
    pub async fn run(self, page: &PageContext, tell: impl Fn(Progress)) {
        let bytes = self.files.iter().map(|(file, _)| file.text.len()).sum();
        let mut progress = Progress { bytes, ..Progress::default() };
        let mut passed = 0;
        let mut piece = Piece { items: String::new(), lines: Vec::new() };
        for (place, (file, form)) in self.files.iter().enumerate() {
            let mut records = Records::from_text(&file.text, form);
            let mut looked_at = 0;
            while let Some(record) = records.next() {
                looked_at += 1;
                let record = record.only_of(self.source.as_deref());
                match record.item.and_then(|item| self.keys.check(&item).map(|()| item)) {
                    Ok(item) => {
                        piece.items.push_str(if piece.lines.is_empty() { "" } else { "," });
                        write_item(&item, &mut piece.items);
                        piece.lines.push((place, record.line));
                    }
                    Err(mistake) => progress.wrong(&file.name, record.line, ImportFailure::Invalid(mistake)),
                }
                let full = piece.lines.len() >= PIECE_ITEMS || piece.items.len() >= PIECE_BYTES;
                progress.bytes_read = passed + records.place();
                if full && !self.send(page, &mut piece, &mut progress, &tell).await {
                    return;
                }
                if looked_at % LOOKED_AT == 0 {
                    pause(0).await;
                }
            }
            passed += file.text.len();
        }
        progress.bytes_read = passed;
        if self.send(page, &mut piece, &mut progress, &tell).await {
            progress.ended = true;
            tell(progress);
        }
    }

    /// Sends a piece. Returns false if the import must stop.
    async fn send(
        &self,
        page: &PageContext,
        piece: &mut Piece,
        progress: &mut Progress,
        tell: &impl Fn(Progress),
    ) -> bool {
        if self.stop.get() {
            (progress.cancelled, progress.ended) = (true, true);
            tell(progress.clone());
            return false;
        }
        if piece.lines.is_empty() {
            return true;
        }
        let body = format!(
            "{{\"TableName\":\"{}\",\"Import\":\"{}\",\"Items\":[{}]}}",
            self.table, self.id, piece.items
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
        progress.written += answer["Written"].as_u64().unwrap_or_default();
        progress.refused += answer["RefusedCount"].as_u64().unwrap_or_default();
        for refused in answer["Refused"].as_array().into_iter().flatten() {
            let place = refused["Place"].as_u64().unwrap_or_default() as usize;
            let why = refused["Message"].as_str().unwrap_or_default().to_owned();
            if let Some((file, line)) = piece.lines.get(place)
                && let Some((file, _)) = self.files.get(*file)
                && progress.mistakes.len() < MISTAKES_TOLD
            {
                progress.mistakes.push((file.name.clone(), *line, ImportFailure::Rejected(why)));
            }
        }
        *piece = Piece { items: String::new(), lines: Vec::new() };
        tell(progress.clone());
        // Other waiting tasks of this thread run first.
        pause(0).await;
        true
    }
}
