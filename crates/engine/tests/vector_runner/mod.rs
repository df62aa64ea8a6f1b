//! Sends one file of vectors and compares what the answers are about.

use std::fmt;

use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};
use dynalab_types::Timestamp;
use serde_json::{Map, Value};

pub struct Outcome {
    pub checked: usize,
    pub failures: Vec<Failure>,
}

pub struct Failure {
    pub case: String,
    request: String,
    expected: String,
    found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |text: &str| text.chars().take(1200).collect::<String>();
        writeln!(formatter, "  sent     {}", short(&self.request))?;
        writeln!(formatter, "  expected {}", short(&self.expected))?;
        write!(formatter, "  found    {}", short(&self.found))
    }
}

/// Every file starts from an empty database; a second passes between requests.
pub fn replay(lines: &str) -> Outcome {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let mut outcome = Outcome { checked: 0, failures: Vec::new() };
    let mut last_keys: Vec<(Value, Value)> = Vec::new();
    for (index, line) in lines.lines().enumerate() {
        let vector: Value = serde_json::from_str(line).expect("a line of JSON");
        let operation = vector["operation"].as_str().expect("an operation");
        let mut request = vector["request"].clone();
        replace_page_key(&mut request, &last_keys);
        let at = Timestamp::from_epoch_ms(1_780_000_000_000 + index as u64 * 1000);
        let (status, body) = match Request::parse(operation, &request.to_string()) {
            Ok(request) => engine.execute(Command { at, request }, TraceLevel::Off).answer(),
            Err(error) => (error.http_status(), error.to_json()),
        };
        let found: Value = serde_json::from_str(&body).expect("the answer is JSON");
        let expected = &vector["response"];
        if let (Some(theirs), Some(ours)) = (expected.get("LastEvaluatedKey"), found.get("LastEvaluatedKey"))
        {
            last_keys.push((theirs.clone(), ours.clone()));
        }
        if vector["check"] != true {
            continue;
        }
        outcome.checked += 1;
        let expected_status = vector["status"].as_u64().expect("a status") as u16;
        if status != expected_status || !same_answer(&request, expected, &found) {
            outcome.failures.push(Failure {
                case: vector["test"].as_str().unwrap_or("unnamed").to_owned(),
                request: format!("{operation} {request}"),
                expected: format!("{expected_status} {expected}"),
                found: format!("{status} {found}"),
            });
        }
    }
    outcome
}

/// A page is asked for with the key of our own previous answer, not of the recorded one.
fn replace_page_key(request: &mut Value, last_keys: &[(Value, Value)]) {
    if let Some(start) = request.get_mut("ExclusiveStartKey")
        && let Some((_, ours)) = last_keys.iter().rev().find(|(theirs, _)| theirs == start)
    {
        *start = ours.clone();
    }
}

const COMPARED: [&str; 14] = [
    "Item",
    "Items",
    "Count",
    "ScannedCount",
    "Attributes",
    "UnprocessedItems",
    "UnprocessedKeys",
    "Responses",
    "ConsumedCapacity",
    "CancellationReasons",
    "ItemCollectionMetrics",
    "TimeToLiveDescription",
    "Tags",
    "TableNames",
];

fn same_answer(request: &Value, expected: &Value, found: &Value) -> bool {
    let type_of = |body: &Value| {
        body["__type"].as_str().map(|name| name.rsplit('#').next().unwrap_or_default().to_owned())
    };
    if type_of(expected) != type_of(found) {
        return false;
    }
    // The recorder spells the member "message" in a few errors where the service's model says "Message".
    let message = |body: &Value| body.get("message").or(body.get("Message")).cloned();
    if message(expected) != message(found) {
        return false;
    }
    let last_key = |body: &Value| body.get("LastEvaluatedKey").is_some();
    // A page of a scan in another order may end elsewhere.
    let pages = request.get("Limit").is_some() && request.get("KeyConditionExpression").is_none();
    let segment = request.get("Segment").is_some();
    let skipped = |name: &str| {
        (pages && matches!(name, "Items" | "TableNames"))
            // Which segment an item falls into depends on the hash, which the service does not publish.
            || (segment && matches!(name, "Items" | "Count" | "ScannedCount" | "ConsumedCapacity"))
    };
    let members = COMPARED.iter().filter(|name| !skipped(name));
    let same_member = |name: &str| {
        // Entries of one index key have no order among themselves.
        let ordered = request.get("KeyConditionExpression").is_some() && request.get("IndexName").is_none();
        let sorted = !ordered || name != "Items";
        let normalised = |body: &Value| body.get(name).map(|value| normalise(value, sorted));
        normalised(expected) == normalised(found)
    };
    let described =
        ["TableDescription", "Table"].iter().all(|name| match (expected.get(*name), found.get(*name)) {
            (Some(expected), Some(found)) => same_description(expected, found),
            (None, None) => true,
            _ => false,
        });
    last_key(expected) == last_key(found) && described && { members }.all(|name| same_member(name))
}

/// Of a table's description: what does not depend on when and where.
fn same_description(expected: &Value, found: &Value) -> bool {
    let members = ["TableName", "KeySchema", "ItemCount", "DeletionProtectionEnabled"];
    let same = |name: &&str| match expected.get(*name) {
        Some(expected) => {
            found.get(*name).map(|found| normalise(found, true)) == Some(normalise(expected, true))
        }
        None => true,
    };
    members.iter().all(same) && same_indexes(expected, found)
}

fn same_indexes(expected: &Value, found: &Value) -> bool {
    ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].iter().all(|member| {
        let names = |body: &Value| {
            let indexes = body.get(*member).and_then(Value::as_array).cloned().unwrap_or_default();
            let mut names: Vec<String> = indexes
                .iter()
                // The recorder forgets an index at once, the service shows it while it goes.
                .filter(|index| index["IndexStatus"] != "DELETING")
                .map(|index| format!("{} {} {}", index["IndexName"], index["KeySchema"], index["Projection"]))
                .collect();
            names.sort();
            names
        };
        names(expected) == names(found)
    })
}

/// Sets and (where the order means nothing) lists in one order, numbers as floating point.
fn normalise(value: &Value, sorted: bool) -> Value {
    match value {
        Value::Array(elements) => {
            let mut elements: Vec<Value> =
                elements.iter().map(|element| normalise(element, sorted)).collect();
            if sorted || elements.iter().all(Value::is_string) {
                elements.sort_by_key(Value::to_string);
            }
            Value::Array(elements)
        }
        Value::Object(members) => {
            let normalised = members.iter().map(|(name, member)| {
                // The list of an L value keeps its order whatever stands around it.
                let sorted = sorted && name != "L";
                (name.clone(), normalise(member, sorted))
            });
            Value::Object(normalised.collect::<Map<_, _>>())
        }
        Value::Number(number) => number.as_f64().map(Value::from).unwrap_or(Value::Null),
        other => other.clone(),
    }
}
