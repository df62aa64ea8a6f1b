//! What is brought to an endpoint: the tables of a design with its sample, or those of a document with its items.

use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use dynalab::Local;
use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::{self, NamedText};
use dynalab_modeling::design::Table;
use dynalab_modeling::elsewhere::PreparedDesign;
use dynalab_modeling::formats::create_table::read_table;
use dynalab_modeling::report::Problem;
use dynalab_modeling::{Design, Language, Message};
use dynalab_playground::share::document::{CountedPart, Document, DocumentError, FORMAT, TEXT_MAX_BYTES};
use dynalab_types::Item;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::pull::scan::item_of;
use crate::tables::{self, TableError};

/// The sentences of a command line are English.
const LANGUAGE: Language = Language::English;
/// The number of pages of 1 MB that one table here can have. The budget of a check and of a document is below it.
const PAGES_MAX: usize = 10_000;

/// Tables with their items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// The name of the design or the file.
    pub name: String,
    pub tables: Vec<SourceTable>,
    /// The design, if the source is one. Its patterns can be compared.
    pub design: Option<Design>,
    /// Parts that are left out, as sentences.
    pub left_out: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SourceTable {
    pub table: Table,
    pub items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SourceError {
    /// The text is in no format that has tables. The sentence says what was found.
    NotRead {
        message: String,
    },
    Document(DocumentError),
    /// A large document has something else than tables with items.
    TooLargeForCommands {
        bytes: usize,
    },
    Problem(Box<Problem>),
    Table {
        table: String,
        error: TableError,
    },
    Item {
        table: String,
        place: usize,
    },
    /// The engine refuses a table or items of the document.
    Refused {
        operation: String,
        answer: String,
    },
    NoTable,
}

/// The members of a document that is too large for the page: a pulled one.
#[derive(Deserialize)]
struct LargeDocument {
    tables: Vec<LargeTable>,
    #[serde(default)]
    commands: Vec<Value>,
}

#[derive(Deserialize)]
struct LargeTable {
    create: Value,
    items: Option<Vec<Value>>,
}

impl Source {
    /// Reads a design in any format, or a document. `name` is that of the file.
    ///
    /// # Errors
    /// The text has no tables, or they would become too much.
    pub fn read(name: &str, text: &str) -> Result<Source, SourceError> {
        if is_document(text) {
            return match of_document(name, text) {
                // What the page cannot open can be pushed.
                Err(SourceError::Document(
                    DocumentError::TooLarge { .. }
                    | DocumentError::TooMany { what: CountedPart::Tables | CountedPart::Items, .. },
                )) => of_large_document(name, text),
                read => read,
            };
        }
        let file = NamedText { name: name.to_owned(), text: text.to_owned() };
        let opened = several::open_alone(&file, &GivenValues::new());
        let Some(design) = opened.design else {
            let message = opened.files.first().map(|file| match &file.outcome {
                several::Outcome::Refused(refusal) => refusal.write(LANGUAGE),
                _ => String::new(),
            });
            return Err(SourceError::NotRead { message: message.unwrap_or_default() });
        };
        Source::of_design(design)
    }

    /// Makes the sample of a design.
    ///
    /// # Errors
    /// The design has no tables, or its sample would become too much.
    pub fn of_design(design: Design) -> Result<Source, SourceError> {
        let (prepared, problems) = PreparedDesign::new(&design).map_err(SourceError::Problem)?;
        let tables = prepared
            .tables()
            .map(|(table, items)| SourceTable { table: table.clone(), items: items.cloned().collect() })
            .collect();
        let left_out = problems
            .iter()
            .map(|problem| format!("{}: {}", problem.place.write(LANGUAGE), problem.reason.write(LANGUAGE)))
            .collect();
        with_tables(Source { name: design.name.clone(), tables, design: Some(design), left_out })
    }

    /// Returns the number of items in all tables.
    pub fn item_count(&self) -> u64 {
        self.tables.iter().map(|table| table.items.len() as u64).sum()
    }
}

fn with_tables(source: Source) -> Result<Source, SourceError> {
    if source.tables.is_empty() { Err(SourceError::NoTable) } else { Ok(source) }
}

/// Returns true for a document of tables, as opposed to a design.
fn is_document(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Beginning {
        format: Option<String>,
    }
    serde_json::from_str::<Beginning>(text).is_ok_and(|found| found.format.as_deref() == Some(FORMAT))
}

/// Runs the commands of a document, and takes the tables that they leave.
fn of_document(name: &str, text: &str) -> Result<Source, SourceError> {
    let document = Document::parse(text).map_err(SourceError::Document)?;
    let local = Local::default();
    for request in document.requests().map_err(SourceError::Document)? {
        if let Some(at) = request.at {
            // A time that has passed already is no reason to stop.
            let _passed = local.clock().set(UNIX_EPOCH + Duration::from_millis(at.epoch_ms));
        }
        let answer = local.execute(&request.operation, &request.body);
        if request.must_succeed && answer.status != 200 {
            return Err(SourceError::Refused { operation: request.operation, answer: answer.body });
        }
    }
    of_local(name, &local)
}

/// Takes the tables of a database in this process.
fn of_local(name: &str, local: &Local) -> Result<Source, SourceError> {
    let mut source = Source { name: name.to_owned(), ..Source::default() };
    let names = local.call("ListTables", json!({})).unwrap_or_default();
    for table in names["TableNames"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let refused = |error| SourceError::Table { table: table.to_owned(), error };
        let described = tables::described(table, |operation, body| {
            local.call(operation, body).map_err(|error| error.to_string())
        });
        let table =
            tables::read(&described.map_err(|message| refused(TableError::NotDescribed { message }))?)
                .map_err(refused)?
                .table;
        let mut items = Vec::new();
        let mut body = json!({ "TableName": table.name });
        for _ in 0..PAGES_MAX {
            let answer = local.execute("Scan", &body.to_string());
            let (page, next) = page_of(&answer.body, &table.name)?;
            items.extend(page);
            let Some(next) = next else { break };
            body["ExclusiveStartKey"] = next;
        }
        source.tables.push(SourceTable { table, items });
    }
    with_tables(source)
}

/// Returns the items of a page and the key of the next one.
fn page_of(text: &str, table: &str) -> Result<(Vec<Item>, Option<Value>), SourceError> {
    let page: Value = serde_json::from_str(text).unwrap_or_default();
    let items = page["Items"].as_array().into_iter().flatten().enumerate();
    let items = items.map(|(place, item)| {
        item_of(item).ok_or_else(|| SourceError::Item { table: table.to_owned(), place: place + 1 })
    });
    Ok((items.collect::<Result<_, SourceError>>()?, page.get("LastEvaluatedKey").cloned()))
}

fn of_large_document(name: &str, text: &str) -> Result<Source, SourceError> {
    let not_read = |message: String| SourceError::NotRead { message };
    let document: LargeDocument = serde_json::from_str(text).map_err(|error| not_read(error.to_string()))?;
    let mut source = Source { name: name.to_owned(), ..Source::default() };
    let settings = document.commands.iter();
    for LargeTable { create, items } in document.tables {
        let name = create["TableName"].as_str().unwrap_or_default().to_owned();
        let Some(items) = items else { return Err(SourceError::TooLargeForCommands { bytes: text.len() }) };
        let mut table = read_table(&create, &name, &mut Vec::new()).map_err(|error| SourceError::Table {
            table: name.clone(),
            error: TableError::NotRead { message: error.to_string() },
        })?;
        for command in settings.clone() {
            if !tables::apply_setting(&mut table, command) {
                return Err(SourceError::TooLargeForCommands { bytes: text.len() });
            }
        }
        let items = items.iter().enumerate().map(|(place, item)| {
            item_of(item).ok_or_else(|| SourceError::Item { table: name.clone(), place: place + 1 })
        });
        let items = items.collect::<Result<Vec<Item>, SourceError>>()?;
        source.tables.push(SourceTable { table, items });
    }
    with_tables(source)
}

impl fmt::Display for SourceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceError::NotRead { message } => formatter.write_str(message),
            SourceError::Document(error) => error.fmt(formatter),
            SourceError::TooLargeForCommands { bytes } => write!(
                formatter,
                "The document has {bytes} bytes, and one above {TEXT_MAX_BYTES} can have tables with items alone."
            ),
            SourceError::Problem(problem) => formatter.write_str(&problem.reason.write(LANGUAGE)),
            SourceError::Table { table, error } => write!(formatter, "Table {table}: {error}"),
            SourceError::Item { table, place } => {
                write!(formatter, "Table {table}: item {place} is not DynamoDB JSON.")
            }
            SourceError::Refused { operation, answer } => {
                write!(formatter, "DynamoDB refuses a part of it: {operation}: {answer}")
            }
            SourceError::NoTable => formatter.write_str("There is no table in it."),
        }
    }
}

impl std::error::Error for SourceError {}
