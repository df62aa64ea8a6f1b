//! Sample designs: the files of `static/samples`, read into the requests that build them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use dynalab_types::json::{self, JsonError, Object, Value, write_object};
use dynalab_types::wire::write_json_string;

mod members;

const FORMAT: &str = "dynalab-sample";
const VERSION: u64 = 1;

const TEXT_MAX_BYTES: usize = 4 * 1024 * 1024;
const TABLES_MAX: usize = 20;
const ITEMS_MAX: usize = 10_000;
const QUESTIONS_MAX: usize = 200;

/// What BatchWriteItem takes at once.
const BATCH_MAX: usize = 25;

/// A sentence by language code.
pub type Sentence = BTreeMap<String, String>;

/// Tables with their items, and the questions that the design was made to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub id: String,
    pub name: Sentence,
    pub description: Sentence,
    tables: Vec<SampleTable>,
    questions: Vec<Question>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SampleTable {
    /// The body of a CreateTable request.
    pub create: Object,
    /// As DynamoDB JSON.
    pub items: Vec<Object>,
}

/// A request to try on the sample, with what is known of its answer.
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

/// Why a text is not a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleError {
    TooLarge {
        bytes: usize,
    },
    NotJson {
        line: usize,
        column: usize,
    },
    OtherFormat,
    NewerVersion {
        version: u64,
    },
    /// A member is missing or has another type; `detail` names it.
    Malformed {
        detail: String,
    },
    NoTables,
    TooMany {
        what: Counted,
        found: usize,
    },
    /// The table at this place, counted from one, has no name.
    TableUnnamed {
        place: usize,
    },
    TableTwice {
        table: String,
    },
}

/// What a sample holds only so many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Tables,
    Items,
    Questions,
}

impl Sample {
    pub fn parse(text: &str) -> Result<Sample, SampleError> {
        if text.len() > TEXT_MAX_BYTES {
            return Err(SampleError::TooLarge { bytes: text.len() });
        }
        let file = json::parse(text)
            .map_err(|JsonError { line, column, .. }| SampleError::NotJson { line, column })?;
        if file.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(SampleError::OtherFormat);
        }
        match file.get("version").and_then(whole_number) {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(SampleError::NewerVersion { version }),
            _ => return Err(SampleError::Malformed { detail: format!("`version` is not {VERSION}") }),
        }
        let sample =
            members::sample(file).map_err(|error| SampleError::Malformed { detail: error.to_string() })?;
        sample.check()?;
        Ok(sample)
    }

    fn check(&self) -> Result<(), SampleError> {
        if self.tables.is_empty() {
            return Err(SampleError::NoTables);
        }
        for (what, found) in [
            (Counted::Tables, self.tables.len()),
            (Counted::Items, self.item_count()),
            (Counted::Questions, self.questions.len()),
        ] {
            if found > what.at_most() {
                return Err(SampleError::TooMany { what, found });
            }
        }
        let mut names = BTreeSet::new();
        for (index, table) in self.tables.iter().enumerate() {
            let name = table.name().ok_or(SampleError::TableUnnamed { place: index + 1 })?;
            if !names.insert(name) {
                return Err(SampleError::TableTwice { table: name.to_owned() });
            }
        }
        Ok(())
    }

    pub fn tables(&self) -> &[SampleTable] {
        &self.tables
    }

    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// In the order of the file.
    pub fn table_names(&self) -> Vec<String> {
        self.tables.iter().filter_map(SampleTable::name).map(str::to_owned).collect()
    }

    /// Items in all tables.
    pub fn item_count(&self) -> usize {
        self.tables.iter().map(|table| table.items.len()).sum()
    }

    /// Operations and their bodies: run in this order on a database without these tables, they build the sample.
    pub fn requests(&self) -> Vec<(&'static str, String)> {
        let mut requests = Vec::new();
        for table in &self.tables {
            requests.push(("CreateTable", object_text(&table.create)));
            for items in table.items.chunks(BATCH_MAX) {
                requests.push(("BatchWriteItem", batch_text(table.name().unwrap_or_default(), items)));
            }
        }
        requests
    }
}

impl SampleTable {
    fn name(&self) -> Option<&str> {
        self.create.get("TableName").and_then(Value::as_str).filter(|name| !name.is_empty())
    }
}

impl Question {
    /// The request as JSON text.
    pub fn body(&self) -> String {
        object_text(&self.request)
    }
}

fn object_text(object: &Object) -> String {
    let mut json = String::new();
    write_object(object, &mut json);
    json
}

/// A BatchWriteItem request that puts these items.
fn batch_text(table: &str, items: &[Object]) -> String {
    let mut json = String::from("{\"RequestItems\":{");
    write_json_string(table, &mut json);
    json.push_str(":[");
    for (index, item) in items.iter().enumerate() {
        json.push_str(if index > 0 { ",{\"PutRequest\":{\"Item\":" } else { "{\"PutRequest\":{\"Item\":" });
        write_object(item, &mut json);
        json.push_str("}}");
    }
    json.push_str("]}}");
    json
}

fn whole_number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    }
}

impl Counted {
    fn at_most(self) -> usize {
        match self {
            Counted::Tables => TABLES_MAX,
            Counted::Items => ITEMS_MAX,
            Counted::Questions => QUESTIONS_MAX,
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Counted::Tables => "tables",
            Counted::Items => "items",
            Counted::Questions => "questions",
        })
    }
}

impl fmt::Display for SampleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::TooLarge { bytes } => write!(
                formatter,
                "The sample is {bytes} bytes long, and {TEXT_MAX_BYTES} is the most that is read. Leave items out."
            ),
            SampleError::NotJson { line, column } => write!(
                formatter,
                "The sample is not JSON: reading stopped at line {line}, column {column}. Correct the file there."
            ),
            SampleError::OtherFormat => {
                write!(
                    formatter,
                    "This is no sample: its \"format\" is not \"{FORMAT}\". Choose another file."
                )
            }
            SampleError::NewerVersion { version } => write!(
                formatter,
                "The sample has version {version}, and this page reads version {VERSION}. Reload the page to get a \
                 newer one."
            ),
            SampleError::Malformed { detail } => {
                write!(
                    formatter,
                    "The sample is not put together as it should be: {detail}. Correct the file."
                )
            }
            SampleError::NoTables => formatter.write_str("The sample has no tables. Add one."),
            SampleError::TooMany { what, found } => write!(
                formatter,
                "The sample has {found} {what}, and {} is the most that is read. Leave some out.",
                what.at_most()
            ),
            SampleError::TableUnnamed { place } => {
                write!(
                    formatter,
                    "Table {place} of the sample has no name. Give its \"create\" a \"TableName\"."
                )
            }
            SampleError::TableTwice { table } => {
                write!(formatter, "The sample has two tables named {table}. Give one of them another name.")
            }
        }
    }
}

impl std::error::Error for SampleError {}

/// An engine that holds these tables (JSON, as in a sample file), for the tests of the views.
#[cfg(test)]
pub(crate) fn engine_of(tables: &str) -> dynalab_engine::Engine {
    use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};

    let text = format!(
        r#"{{"format": "{FORMAT}", "version": 1, "id": "x", "name": {{}}, "description": {{}},
             "tables": {tables}, "questions": []}}"#
    );
    let mut engine = Engine::new(1, EngineConfig::instant());
    for (operation, body) in Sample::parse(&text).unwrap().requests() {
        let request = Request::parse(operation, &body).unwrap();
        let command = Command { at: dynalab_types::Timestamp::from_epoch_ms(1_000), request };
        let answer = engine.execute(command, TraceLevel::Off).answer();
        assert_eq!(answer.0, 200, "{operation} {body}: {}", answer.1);
    }
    engine
}

#[cfg(test)]
mod tests;
