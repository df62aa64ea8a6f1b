//! Reads a response's JSON into a summary: items, counts, consumed capacity, or an error.

use serde_json::{Map, Value};

pub type Item = Map<String, Value>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerSummary {
    pub items: Vec<Item>,
    pub count: Option<u64>,
    pub scanned_count: Option<u64>,
    /// LastEvaluatedKey. It is set if another page follows.
    pub next_key: Option<Value>,
    pub capacity: Vec<CapacityLine>,
    pub error: Option<ServiceError>,
}

/// The capacity units consumed by one table or index.
#[derive(Clone, Debug, PartialEq)]
pub struct CapacityLine {
    pub table: String,
    pub index: Option<String>,
    pub units: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceError {
    /// The name of the exception, such as "ValidationException".
    pub name: String,
    pub message: String,
    /// Why each action of a canceled transaction failed. Empty for other errors.
    pub reasons: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapacityUnit {
    Read,
    Write,
}

impl CapacityUnit {
    pub fn from_request(operation: &str, body: &str) -> CapacityUnit {
        let writes = ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"];
        if writes.contains(&operation) || statements(body).iter().any(|statement| changes(statement)) {
            CapacityUnit::Write
        } else {
            CapacityUnit::Read
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            CapacityUnit::Read => "RCU",
            CapacityUnit::Write => "WCU",
        }
    }
}

/// Returns the PartiQL statements of a request, in order.
pub fn statements(body: &str) -> Vec<String> {
    // Most requests have no statement, and some bodies are long, so the JSON is not always parsed.
    if !body.contains("\"Statement\"") {
        return Vec::new();
    }
    let Ok(body) = serde_json::from_str::<Value>(body) else { return Vec::new() };
    let lists =
        ["Statements", "TransactStatements"].into_iter().filter_map(|list| body.get(list)?.as_array());
    let all = lists.flatten().chain([&body]);
    all.filter_map(|one| one.get("Statement")?.as_str().map(str::to_owned)).collect()
}

fn changes(statement: &str) -> bool {
    let word = statement.split_whitespace().next().unwrap_or_default();
    ["INSERT", "UPDATE", "DELETE"].iter().any(|changing| word.eq_ignore_ascii_case(changing))
}

impl AnswerSummary {
    pub fn read(status: u16, body: &str) -> AnswerSummary {
        let Ok(Value::Object(mut body)) = serde_json::from_str(body) else {
            return AnswerSummary::default();
        };
        if status >= 400 {
            return AnswerSummary { error: Some(service_error(&body)), ..AnswerSummary::default() };
        }
        AnswerSummary {
            count: body.get("Count").and_then(Value::as_u64),
            scanned_count: body.get("ScannedCount").and_then(Value::as_u64),
            next_key: body.remove("LastEvaluatedKey"),
            capacity: capacity(&body),
            error: None,
            items: take_items(&mut body),
        }
    }

    /// Returns the same summary without its items. They can be read from the response again.
    pub fn without_items(&self) -> AnswerSummary {
        AnswerSummary {
            items: Vec::new(),
            count: self.count,
            scanned_count: self.scanned_count,
            next_key: self.next_key.clone(),
            capacity: self.capacity.clone(),
            error: self.error.clone(),
        }
    }

    pub fn units_total(&self) -> Option<f64> {
        (!self.capacity.is_empty()).then(|| self.capacity.iter().map(|line| line.units).sum())
    }

    /// Returns the number of items that were read and charged, then removed by a filter.
    pub fn thrown_away(&self) -> u64 {
        self.scanned_count.unwrap_or(0).saturating_sub(self.count.unwrap_or(0))
    }
}

impl ServiceError {
    /// Returns a long message with its middle left out. Keeps the beginning and the end, because the end describes the problem.
    /// Returns none if the message is short.
    pub fn shortened(&self) -> Option<String> {
        const LONG: usize = 600;
        const BEGINNING: usize = 160;
        const END: usize = 280;
        let letters = self.message.chars().count();
        if letters <= LONG {
            return None;
        }
        let beginning: String = self.message.chars().take(BEGINNING).collect();
        let end: String = self.message.chars().skip(letters - END).collect();
        Some(format!("{beginning} … {end}"))
    }
}

fn service_error(body: &Item) -> ServiceError {
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    let name = text("__type").rsplit('#').next().unwrap_or_default().to_owned();
    let message = if text("message").is_empty() { text("Message") } else { text("message") };
    let reasons = body.get("CancellationReasons").and_then(Value::as_array).into_iter().flatten();
    let reasons = reasons.filter_map(|reason| Some(reason.get("Code")?.as_str()?.to_owned())).collect();
    ServiceError { name, message: message.to_owned(), reasons }
}

/// Takes the items out of a response. A page of a megabyte has tens of thousands of values, so they are not copied.
fn take_items(body: &mut Item) -> Vec<Item> {
    let mut found = Vec::new();
    found.extend(into_list(body.remove("Items")).filter_map(into_item));
    found.extend(body.remove("Item").or_else(|| body.remove("Attributes")).and_then(into_item));
    match body.remove("Responses") {
        Some(Value::Object(tables)) => {
            let items = tables.into_iter().flat_map(|(_, items)| into_list(Some(items)));
            found.extend(items.filter_map(into_item));
        }
        entries => {
            let entries = into_list(entries).filter_map(into_item);
            found.extend(entries.filter_map(|mut entry| entry.remove("Item").and_then(into_item)));
        }
    }
    found
}

fn into_list(value: Option<Value>) -> impl Iterator<Item = Value> {
    let list = match value {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    };
    list.into_iter()
}

fn into_item(value: Value) -> Option<Item> {
    match value {
        Value::Object(item) => Some(item),
        _ => None,
    }
}

fn capacity(body: &Item) -> Vec<CapacityLine> {
    match body.get("ConsumedCapacity") {
        Some(Value::Array(tables)) => tables.iter().flat_map(capacity_of_table).collect(),
        Some(table) => capacity_of_table(table),
        None => Vec::new(),
    }
}

fn capacity_of_table(consumed: &Value) -> Vec<CapacityLine> {
    let table = consumed.get("TableName").and_then(Value::as_str).unwrap_or_default().to_owned();
    let units =
        |value: Option<&Value>| value.and_then(|part| part.get("CapacityUnits")).and_then(Value::as_f64);
    let mut lines = Vec::new();
    if let Some(units) = units(consumed.get("Table")) {
        lines.push(CapacityLine { table: table.clone(), index: None, units });
    }
    for kind in ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"] {
        for (name, part) in consumed.get(kind).and_then(Value::as_object).into_iter().flatten() {
            let index = Some(name.clone());
            lines.push(CapacityLine { table: table.clone(), index, units: units(Some(part)).unwrap_or(0.0) });
        }
    }
    if lines.is_empty() {
        // With ReturnConsumedCapacity TOTAL the response has no units per table or index.
        lines.extend(units(Some(consumed)).map(|units| CapacityLine { table, index: None, units }));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_is_shortened_in_its_middle() {
        let error = |message: String| ServiceError { name: String::new(), message, reasons: Vec::new() };
        assert_eq!(error("x".repeat(600)).shortened(), None);
        let long = format!("1 validation error: {} must have at most 25 members", "項目 ".repeat(5_000));
        let short = error(long).shortened().expect("it is long");
        assert!(
            short.starts_with("1 validation error: 項目") && short.ends_with("at most 25 members"),
            "{short}"
        );
        assert!(short.contains(" … ") && short.chars().count() < 500, "{short}");
    }

    #[test]
    fn a_query_has_items_counts_and_parts_of_its_cost() {
        let answer = AnswerSummary::read(
            200,
            r#"{"Items":[{"PK":{"S":"a"}}],"Count":1,"ScannedCount":4,"ConsumedCapacity":{"TableName":"T","CapacityUnits":2.5,
                "Table":{"CapacityUnits":0.5},"GlobalSecondaryIndexes":{"G":{"CapacityUnits":2.0}}}}"#,
        );
        assert_eq!((answer.items.len(), answer.count, answer.thrown_away()), (1, Some(1), 3));
        assert_eq!(answer.units_total(), Some(2.5));
        assert_eq!(answer.capacity[1].index.as_deref(), Some("G"));
        assert_eq!(answer.next_key, None);
    }

    #[test]
    fn batches_and_transactions_have_items_too() {
        let batch =
            AnswerSummary::read(200, r#"{"Responses":{"T":[{"a":{"S":"1"}}],"U":[{"b":{"S":"2"}}]}}"#);
        assert_eq!(batch.items.len(), 2);
        let transaction = AnswerSummary::read(200, r#"{"Responses":[{"Item":{"a":{"S":"1"}}},{}]}"#);
        assert_eq!(transaction.items.len(), 1);
        let total = AnswerSummary::read(200, r#"{"ConsumedCapacity":[{"TableName":"T","CapacityUnits":3}]}"#);
        assert_eq!(total.units_total(), Some(3.0));
    }

    #[test]
    fn statements_cost_what_they_do() {
        let unit = |body: &str| CapacityUnit::from_request("ExecuteStatement", body);
        assert_eq!(unit(r#"{"Statement":"SELECT * FROM \"T\""}"#), CapacityUnit::Read);
        assert_eq!(unit(r#"{"Statement":"  insert INTO \"T\" VALUE {'pk':'a'}"}"#), CapacityUnit::Write);
        let two = r#"{"TransactStatements":[{"Statement":"EXISTS(SELECT * FROM T WHERE pk='a')"},{"Statement":"DELETE FROM T WHERE pk='b'"}]}"#;
        assert_eq!(unit(two), CapacityUnit::Write);
        assert_eq!(statements(two).len(), 2);
        assert_eq!(CapacityUnit::from_request("Query", r#"{"TableName":"T"}"#), CapacityUnit::Read);
        assert_eq!(CapacityUnit::from_request("PutItem", "{}"), CapacityUnit::Write);
    }

    #[test]
    fn an_error_has_a_name_and_a_message() {
        let answer = AnswerSummary::read(
            400,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}"#,
        );
        let error = answer.error.expect("an error");
        assert_eq!((error.name.as_str(), error.message.as_str()), ("ResourceNotFoundException", "no"));
        assert_eq!(AnswerSummary::read(200, "nothing"), AnswerSummary::default());
    }
}
