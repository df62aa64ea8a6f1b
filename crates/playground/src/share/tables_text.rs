//! Writes the content of a workspace for a document: each table with its DescribeTable description. The page derives the
//! CreateTable body from it, so that the engine's module does not need that code.

use dynalab_engine::database::table::TableStatus;
use dynalab_engine::engine::Engine;
use dynalab_engine::hooks::Service;
use dynalab_engine::table_description_json;
use dynalab_types::Timestamp;
use dynalab_types::json::{self, FormError, Object, Value};

use super::document::{CountedPart, Document, DocumentError, FORMAT, LoggedCommand, TEXT_MAX_BYTES, VERSION};

/// The commands in a document and the state before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLog {
    /// The time of the state before the commands. `None` if the log begins with an empty history.
    pub clock: Option<Timestamp>,
    pub commands: Vec<LoggedCommand>,
    /// The command after which the shown state is, counted from one.
    pub shown: Option<u64>,
}

/// Writes the content of the engine's tables as JSON.
///
/// # Errors
/// If there are too many items or bytes for a document.
pub fn tables_text<S: Service>(
    engine: &Engine<S>,
    data: bool,
    log: &CommandLog,
) -> Result<String, DocumentError> {
    let mut json = format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION}");
    if let Some(clock) = log.clock {
        json.push_str(&format!(",\"clock\":{}", clock.epoch_ms));
    }
    if let Some(shown) = log.shown {
        json.push_str(&format!(",\"show\":{{\"command\":{shown}}}"));
    }
    json.push_str(",\"tables\":[");
    let mut items = 0;
    let mut separator = "";
    for table in engine.database().tables() {
        if table.definition.status == TableStatus::Deleting {
            continue;
        }
        json.push_str(separator);
        json.push_str("{\"description\":");
        json.push_str(&table_description_json::<S>(table));
        json.push_str(",\"items\":[");
        let rows = if data { table.items.len() } else { 0 };
        items += rows;
        if items > CountedPart::Items.at_most() {
            return Err(DocumentError::TooMany { what: CountedPart::Items, found: items });
        }
        for (index, (_, item)) in table.items.iter().take(rows).enumerate() {
            json.push_str(if index == 0 { "" } else { "," });
            item.write_json(&mut json);
            if json.len() > TEXT_MAX_BYTES {
                return Err(DocumentError::TooLarge { bytes: json.len() });
            }
        }
        json.push_str("]}");
        separator = ",";
    }
    json.push_str("],\"commands\":[");
    for (index, command) in log.commands.iter().enumerate() {
        json.push_str(if index == 0 { "" } else { "," });
        command.write(&mut json);
    }
    if json.len() > TEXT_MAX_BYTES {
        return Err(DocumentError::TooLarge { bytes: json.len() });
    }
    json.push_str("]}");
    Ok(json)
}

impl Document {
    /// Creates a document from the output of [`tables_text`].
    pub fn of_tables(text: &str) -> Result<Document, DocumentError> {
        let mut told = json::parse(text).map_err(FormError::from)?;
        if let Value::Object(members) = &mut told
            && let Some(Value::Array(tables)) = members.get_mut("tables")
        {
            for table in tables {
                let Value::Object(table) = table else { continue };
                if let Some(Value::Object(description)) = table.remove("description") {
                    table.insert("create".to_owned(), Value::Object(create_body(&description)));
                }
            }
        }
        let mut text = String::new();
        told.write(&mut text);
        Document::parse(&text)
    }
}

/// Returns the CreateTable body for the table in a DescribeTable response.
pub fn create_body(description: &Object) -> Object {
    let mut create =
        picked(description, &["TableName", "AttributeDefinitions", "KeySchema", "OnDemandThroughput"]);
    let mode = |name: &str, member: &str| description.get(name).and_then(|mode| mode.get(member)).cloned();
    let on_demand = mode("BillingModeSummary", "BillingMode")
        .is_some_and(|mode| mode.as_str() == Some("PAY_PER_REQUEST"));
    if on_demand {
        create.insert("BillingMode".to_owned(), Value::String("PAY_PER_REQUEST".to_owned()));
    } else {
        put_throughput(description, &mut create);
    }
    if let Some(class) = mode("TableClassSummary", "TableClass") {
        create.insert("TableClass".to_owned(), class);
    }
    if description.get("DeletionProtectionEnabled") == Some(&Value::Bool(true)) {
        create.insert("DeletionProtectionEnabled".to_owned(), Value::Bool(true));
    }
    for list in ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"] {
        // Other services write an empty list where there are none, which CreateTable rejects.
        let Some(Value::Array(indexes)) = description.get(list).filter(|list| !is_empty(list)) else {
            continue;
        };
        let mut bodies = Vec::new();
        for index in indexes {
            let Value::Object(index) = index else { continue };
            let mut body = picked(index, &["IndexName", "KeySchema", "Projection", "OnDemandThroughput"]);
            if list == "GlobalSecondaryIndexes" && !on_demand {
                put_throughput(index, &mut body);
            }
            bodies.push(Value::Object(body));
        }
        create.insert(list.to_owned(), Value::Array(bodies));
    }
    if let Some(Value::Array(indexes)) = description.get("VectorIndexes").filter(|list| !is_empty(list)) {
        let members =
            ["IndexName", "SearchSchema", "Projection", "VectorAttribute", "Dimensions", "DistanceFunction"];
        let bodies = indexes.iter().filter_map(|index| match index {
            Value::Object(index) => Some(Value::Object(picked(index, &members))),
            _ => None,
        });
        create.insert("VectorIndexes".to_owned(), Value::Array(bodies.collect()));
    }
    create
}

fn is_empty(list: &Value) -> bool {
    matches!(list, Value::Array(elements) if elements.is_empty())
}

fn picked(members: &Object, names: &[&str]) -> Object {
    let mut picked = Object::new();
    for name in names {
        if let Some(value) = members.get(name) {
            picked.insert((*name).to_owned(), value.clone());
        }
    }
    picked
}

fn put_throughput(description: &Object, body: &mut Object) {
    if let Some(Value::Object(throughput)) = description.get("ProvisionedThroughput") {
        let units = picked(throughput, &["ReadCapacityUnits", "WriteCapacityUnits"]);
        body.insert("ProvisionedThroughput".to_owned(), Value::Object(units));
    }
}

#[cfg(test)]
mod tests;
