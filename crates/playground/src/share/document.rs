//! The one form in which a design travels: its tables with their data, what was done with them, and what to show first.
//!
//! It is JSON. Samples, saved files and links are all documents, and the same content has the same bytes, whatever the
//! order in which it came about ([`Document::canonical`]).

mod canonical;
mod error;
pub(crate) mod members;
mod read;
mod requests;

use dynalab_types::json::{Object, Value, write_object};
use dynalab_types::{SmallMap, Timestamp};

use crate::share::generator::Generator;

pub use error::{Counted, DocumentError};
pub use requests::LoadRequest;

/// What a file is called behind its name.
pub const FILE_EXTENSION: &str = ".dynalab.json";
pub const FORMAT: &str = "dynalab";
pub const VERSION: u64 = 1;

pub const TEXT_MAX_BYTES: usize = 4 * 1024 * 1024;
/// Of all tables while commands are run again: a short list of commands can build far more than its own length.
pub const BUILT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A sentence by language code.
pub type Sentence = SmallMap<String, String>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub title: Sentence,
    pub description: Sentence,
    /// What an engine draws its ids from, so that they come out the same.
    pub seed: Option<u64>,
    /// When the tables are as they are here; without it, whenever they are loaded.
    pub clock: Option<Timestamp>,
    /// As they were before the first command.
    pub tables: Vec<TableDocument>,
    /// What was done after that, in its order.
    pub commands: Vec<LoggedCommand>,
    /// What the design was made to answer.
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
    /// As DynamoDB JSON.
    Items(Vec<Object>),
    Generated(Generator),
}

/// A request as it was sent, to the byte: what was wrong with it is part of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedCommand {
    pub at: Timestamp,
    pub operation: String,
    pub body: String,
    /// It is part of what was done with the command before it, as the requests of a sample are.
    pub continues: bool,
}

/// A request to try, with what is known of its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub title: Sentence,
    pub why: Sentence,
    pub operation: String,
    /// The body of the request.
    pub request: Object,
    /// Items that come back.
    pub expect_count: Option<u64>,
    /// The name of the error that is the right answer.
    pub expect_error: Option<String>,
}

/// Where to look first. Names that mean nothing to the page are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Show {
    pub table: Option<String>,
    pub index: Option<String>,
    /// The tab of the request, and of its result.
    pub request: Option<String>,
    pub result: Option<String>,
    /// The command after which to stop, counted from one; zero is before the first.
    pub command: Option<u64>,
}

impl Document {
    /// In the order of the document.
    pub fn table_names(&self) -> Vec<String> {
        self.tables.iter().map(|table| table.name().to_owned()).collect()
    }

    /// Items in all tables.
    pub fn item_count(&self) -> usize {
        self.tables.iter().map(|table| table.data.item_count()).sum()
    }
}

impl TableDocument {
    /// Empty in one that [`Document::parse`] would refuse.
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
    /// The request as JSON text.
    pub fn body(&self) -> String {
        text_of(&self.request)
    }
}

/// An object as JSON text.
pub(crate) fn text_of(object: &Object) -> String {
    let mut json = String::new();
    write_object(object, &mut json);
    json
}

/// An engine that holds these tables (JSON, as in a document), for the tests of the views.
#[cfg(test)]
pub(crate) fn engine_of(tables: &str) -> dynalab_engine::Engine {
    use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};

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
