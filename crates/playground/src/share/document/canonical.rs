//! Writes a document in its canonical form: the same content always has the same bytes.
//!
//! Object members are sorted by name, items by key. Sets and numbers are written as the engine writes them. Each item has its own
//! line, so that files can be read and compared.

use dynalab_types::json::{Object, Value};
use dynalab_types::wire::{decode_item, value_json, write_item, write_json_string};
use dynalab_types::{AttributeMap, Item};

use super::{
    Document, DocumentError, FORMAT, LoggedCommand, Question, Sentence, Show, TEXT_MAX_BYTES, TableData,
    TableDocument, VERSION,
};

/// The CreateTable lists whose order has no meaning, and the member that identifies an element.
const UNORDERED: [(&str, &str); 4] = [
    ("AttributeDefinitions", "AttributeName"),
    ("GlobalSecondaryIndexes", "IndexName"),
    ("LocalSecondaryIndexes", "IndexName"),
    ("VectorIndexes", "IndexName"),
];

impl Document {
    /// Returns the canonical text.
    ///
    /// # Errors
    /// If an item is not DynamoDB JSON, if two items have the same key, or if the text is too long.
    pub fn canonical(&self) -> Result<String, DocumentError> {
        let mut json = format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION}");
        self.write_head(&mut json);
        let mut tables: Vec<&TableDocument> = self.tables.iter().collect();
        tables.sort_by_key(|table| table.name());
        let tables = tables.into_iter().map(table).collect::<Result<Vec<_>, _>>()?;
        write_lines("tables", tables, &mut json);
        write_lines("commands", self.commands.iter().map(command).collect(), &mut json);
        write_lines("questions", self.questions.iter().map(question).collect(), &mut json);
        json.push_str("}\n");
        if json.len() > TEXT_MAX_BYTES {
            return Err(DocumentError::TooLarge { bytes: json.len() });
        }
        Ok(json)
    }

    fn write_head(&self, json: &mut String) {
        for (name, sentence) in [("title", &self.title), ("description", &self.description)] {
            write_sentence(name, sentence, json);
        }
        for (name, number) in [("seed", self.seed), ("clock", self.clock.map(|clock| clock.epoch_ms))] {
            write_number(name, number, json);
        }
        if self.show != Show::default() {
            json.push_str(",\"show\":{");
            let mut members = String::new();
            let show = &self.show;
            for (name, text) in [
                ("table", &show.table),
                ("index", &show.index),
                ("request", &show.request),
                ("result", &show.result),
            ] {
                write_text(name, text.as_deref(), &mut members);
            }
            write_number("command", show.command, &mut members);
            json.push_str(members.trim_start_matches(','));
            json.push('}');
        }
    }
}

fn table(table: &TableDocument) -> Result<String, DocumentError> {
    let mut create = table.create.clone();
    for (list, name) in UNORDERED {
        let Some(Value::Array(elements)) = create.get_mut(list) else { continue };
        elements.sort_by_cached_key(|element| element.get(name).map(sorted));
        for projection in elements.iter_mut().filter_map(|element| member_mut(element, "Projection")) {
            if let Some(Value::Array(names)) = member_mut(projection, "NonKeyAttributes") {
                names.sort_by_cached_key(sorted);
            }
        }
    }
    let mut json = String::from("{\"create\":");
    write_sorted(&Value::Object(create), &mut json);
    match &table.data {
        TableData::Generated(generator) => {
            json.push_str(&format!(",\"generate\":{{\"count\":{},\"item\":", generator.count));
            write_sorted(&Value::Object(generator.item.clone()), &mut json);
            json.push_str(&format!(",\"seed\":{}}}", generator.seed));
            // A document whose items cannot be generated is invalid.
            items(table, &generator.items()?)?;
        }
        TableData::Items(given) if given.is_empty() => {}
        TableData::Items(given) => write_lines("items", items(table, given)?, &mut json),
    }
    json.push('}');
    Ok(json)
}

/// Returns the items as text, ordered by key.
fn items(table: &TableDocument, given: &[Object]) -> Result<Vec<String>, DocumentError> {
    let key_names = key_names(&table.create);
    let mut lines = Vec::with_capacity(given.len());
    for (index, item) in given.iter().enumerate() {
        let place = index + 1;
        let item = decode_item(item)
            .map_err(|_| DocumentError::BadItem { table: table.name().to_owned(), place })?;
        lines.push((key_of(&item, &key_names), place, text_of(&item)));
    }
    lines.sort();
    for pair in lines.windows(2) {
        let complete = !key_names.is_empty() && pair[0].0.iter().all(Option::is_some);
        if complete && pair[0].0 == pair[1].0 {
            return Err(DocumentError::ItemTwice { table: table.name().to_owned(), place: pair[1].1 });
        }
    }
    Ok(lines.into_iter().map(|(_, _, text)| text).collect())
}

fn key_names(create: &Object) -> Vec<&str> {
    let Some(Value::Array(elements)) = create.get("KeySchema") else { return Vec::new() };
    let elements = elements.iter();
    elements.filter_map(|element| element.get("AttributeName").and_then(Value::as_str)).collect()
}

/// Returns the key values as text. The engine reports an error for an item without its key.
fn key_of(item: &Item, names: &[&str]) -> Vec<Option<String>> {
    names.iter().map(|name| item.get(name).map(value_json)).collect()
}

fn text_of(item: &AttributeMap) -> String {
    let mut json = String::new();
    write_item(item, &mut json);
    json
}

impl LoggedCommand {
    /// Writes the command as a member of a document.
    pub(crate) fn write(&self, json: &mut String) {
        json.push_str(&format!("{{\"at\":{}", self.at.epoch_ms));
        write_text("operation", Some(&self.operation), json);
        write_text("body", Some(&self.body), json);
        json.push_str(if self.continues { ",\"continues\":true}" } else { "}" });
    }
}

fn command(command: &LoggedCommand) -> String {
    let mut json = String::new();
    command.write(&mut json);
    json
}

fn question(question: &Question) -> String {
    let mut json = String::new();
    write_sentence("title", &question.title, &mut json);
    write_sentence("why", &question.why, &mut json);
    write_text("operation", Some(&question.operation), &mut json);
    json.push_str(",\"request\":");
    write_sorted(&Value::Object(question.request.clone()), &mut json);
    write_number("expect_count", question.expect_count, &mut json);
    write_text("expect_error", question.expect_error.as_deref(), &mut json);
    format!("{{{}}}", json.trim_start_matches(','))
}

/// Writes a list with one line per element. Writes nothing if the list is empty.
fn write_lines(name: &str, elements: Vec<String>, json: &mut String) {
    if !elements.is_empty() {
        write_name(name, json);
        json.push_str("[\n");
        json.push_str(&elements.join(",\n"));
        json.push(']');
    }
}

fn write_name(name: &str, json: &mut String) {
    json.push_str(",\"");
    json.push_str(name);
    json.push_str("\":");
}

fn write_text(name: &str, text: Option<&str>, json: &mut String) {
    if let Some(text) = text {
        write_name(name, json);
        write_json_string(text, json);
    }
}

fn write_number(name: &str, number: Option<u64>, json: &mut String) {
    if let Some(number) = number {
        write_name(name, json);
        json.push_str(&number.to_string());
    }
}

fn write_sentence(name: &str, sentence: &Sentence, json: &mut String) {
    if !sentence.is_empty() {
        write_name(name, json);
        let texts = sentence.iter().map(|(language, text)| (language.clone(), Value::String(text.clone())));
        write_sorted(&Value::Object(texts.collect()), json);
    }
}

fn sorted(value: &Value) -> String {
    let mut json = String::new();
    write_sorted(value, &mut json);
    json
}

fn member_mut<'a>(value: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    match value {
        Value::Object(members) => members.get_mut(name),
        _ => None,
    }
}

/// Writes the value without its null members, which have no meaning.
fn write_sorted(value: &Value, json: &mut String) {
    without_null(value).write(json);
}

fn without_null(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let said = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(said.map(|(name, value)| (name.clone(), without_null(value))).collect())
        }
        Value::Array(elements) => Value::Array(elements.iter().map(without_null).collect()),
        other => other.clone(),
    }
}
