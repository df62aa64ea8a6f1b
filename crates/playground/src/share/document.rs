//! The document format of a shared design: its tables and data, the commands that were run, and what to show first.
//!
//! A document is JSON. Samples, saved files and links are documents. The same content always has the same bytes
//! ([`Document::canonical`]).

mod canonical;
mod error;
mod read;
mod requests;

use dynalab_engine::engine::effort::Effort;
use dynalab_traffic::generator::Generator;
use dynalab_types::json::{Object, Value, write_object};
use dynalab_types::{SmallMap, Timestamp};

pub use error::{CountedPart, DocumentError};
pub use requests::LoadRequest;

/// The file name extension of a document.
pub const FILE_EXTENSION: &str = ".dynalab.json";
pub const FORMAT: &str = "dynalab";
pub const VERSION: u64 = 1;

pub const TEXT_MAX_BYTES: usize = 4 * 1024 * 1024;
/// The limit for all tables while commands run. A short list of commands can build far more than its own size.
pub const BUILT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The limit of scheduled tasks that become due while commands run. A short list of commands can let years pass.
pub const TASKS_MAX: u64 = 100_000;

/// The limit of bytes that commands and the tasks that become due write to tables, records and the history.
pub const WRITTEN_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The limit that the requests of a shared document exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// More than [`TASKS_MAX`] scheduled tasks became due.
    Tasks,
    /// More than [`WRITTEN_MAX_BYTES`] were written.
    Written,
}

impl Excess {
    /// Compares what was done with the limits.
    pub fn of(done: Effort) -> Option<Excess> {
        if done.tasks > TASKS_MAX {
            Some(Excess::Tasks)
        } else {
            (done.written_bytes > WRITTEN_MAX_BYTES).then_some(Excess::Written)
        }
    }
}

/// A sentence by language code.
pub type Sentence = SmallMap<String, String>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub title: Sentence,
    pub description: Sentence,
    /// The seed from which an engine draws ids, so that they are the same.
    pub seed: Option<u64>,
    /// The time at which the tables are loaded. `None`: the current time.
    pub clock: Option<Timestamp>,
    /// The tables before the first command.
    pub tables: Vec<TableDocument>,
    /// The commands that were run afterwards, in order.
    pub commands: Vec<LoggedCommand>,
    /// The access patterns of the design.
    pub questions: Vec<Question>,
    pub show: Show,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TableDocument {
    /// The body of a CreateTable request.
    pub create: Object,
    pub data: TableData,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TableData {
    /// The items as DynamoDB JSON.
    Items(Vec<Object>),
    Generated(Generator),
}

/// A request exactly as it was sent, including its errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedCommand {
    pub at: Timestamp,
    pub operation: String,
    pub body: String,
    /// The command belongs to the step of the command before it, like the requests of a sample.
    pub continues: bool,
}

/// An access pattern: a request to try, and facts about its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub title: Sentence,
    pub why: Sentence,
    pub operation: String,
    /// The body of the request.
    pub request: Object,
    /// The expected number of returned items.
    pub expect_count: Option<u64>,
    /// The name of the expected error.
    pub expect_error: Option<String>,
}

/// What the page shows first. The page ignores unknown names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Show {
    pub table: Option<String>,
    pub index: Option<String>,
    /// The tab of the request. The next field is the tab of its result.
    pub request: Option<String>,
    pub result: Option<String>,
    /// The last command to show, counted from one. Zero is the state before the first.
    pub command: Option<u64>,
}

impl Document {
    /// Returns the names of the tables, in the order of the document.
    pub fn table_names(&self) -> Vec<String> {
        self.tables.iter().map(|table| table.name().to_owned()).collect()
    }

    /// Returns the number of items in all tables.
    pub fn item_count(&self) -> usize {
        self.tables.iter().map(|table| table.data.item_count()).sum()
    }
}

impl TableDocument {
    /// Returns the name of the table. It is empty only in a table that [`Document::parse`] would reject.
    pub fn name(&self) -> &str {
        self.create.get("TableName").and_then(Value::as_str).unwrap_or_default()
    }
}

impl TableData {
    pub fn item_count(&self) -> usize {
        match self {
            TableData::Items(items) => items.len(),
            TableData::Generated(generator) => generator.count,
        }
    }
}

impl Question {
    /// Returns the request as JSON text.
    pub fn body(&self) -> String {
        text_of(&self.request)
    }
}

/// Returns an object as JSON text.
pub(crate) fn text_of(object: &Object) -> String {
    let mut json = String::new();
    write_object(object, &mut json);
    json
}

/// Returns an engine with these tables (JSON, as in a document), for the tests of the views.
#[cfg(test)]
pub(crate) fn engine_of(tables: &str) -> dynalab_service::Engine {
    use dynalab_engine::{EngineConfig, TraceLevel};
    use dynalab_service::{Command, Engine, Request};

    let text = format!(r#"{{"format":"{FORMAT}","version":{VERSION},"tables":{tables}}}"#);
    let mut engine = Engine::new(1, EngineConfig::instant());
    for load in Document::parse(&text).unwrap().requests().unwrap() {
        let request = Request::parse(&load.operation, &load.body).unwrap();
        let command = Command { at: Timestamp::from_epoch_ms(1_000), request };
        let answer = engine.execute(command, TraceLevel::Off).answer();
        assert_eq!(answer.0, 200, "{} {}: {}", load.operation, load.body, answer.1);
    }
    engine
}

#[cfg(test)]
mod tests;
