//! Compares a response with the recorded one. It ignores the place, the time, and any order that DynamoDB does not guarantee.

use serde_json::{Map, Value, json};

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

pub fn same_answer(request: &Value, expected: &Value, found: &Value) -> bool {
    let type_of = |body: &Value| {
        body["__type"].as_str().map(|name| name.rsplit('#').next().unwrap_or_default().to_owned())
    };
    if type_of(expected) != type_of(found) {
        return false;
    }
    // The recorder spells the member "message" in a few errors where DynamoDB's model has "Message".
    let message = |body: &Value| body.get("message").or(body.get("Message")).cloned();
    if message(expected) != message(found) {
        return false;
    }
    let last_key = |body: &Value| body.get("LastEvaluatedKey").is_some();
    // A page of a scan in another order may end at another item.
    let pages = request.get("Limit").is_some() && request.get("KeyConditionExpression").is_none();
    let segment = request.get("Segment").is_some();
    let skipped = |name: &str| {
        (pages && matches!(name, "Items" | "TableNames"))
            // The segment of an item depends on the hash, which DynamoDB does not publish.
            || (segment && matches!(name, "Items" | "Count" | "ScannedCount" | "ConsumedCapacity"))
    };
    let members = COMPARED.iter().filter(|name| !skipped(name));
    let same_member = |name: &str| {
        // Entries with the same index key have no order.
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
    let streamed = streamed(expected) == streamed(found);
    last_key(expected) == last_key(found) && described && streamed && { members }
        .all(|name| same_member(name))
}

/// Reduces a stream response: no ids, times, sequence numbers and sizes.
fn streamed(body: &Value) -> Value {
    let record = |record: &Value| {
        let told = &record["dynamodb"];
        let members =
            ["Keys", "NewImage", "OldImage", "StreamViewType"].map(|name| normalise(&told[name], true));
        json!([record["eventName"], record["eventSource"], record["awsRegion"], members])
    };
    let records = body["Records"].as_array().map(|records| records.iter().map(record).collect::<Vec<_>>());
    let stream = &body["StreamDescription"];
    let shards = stream["Shards"].as_array().map(Vec::len);
    let streams = body["Streams"]
        .as_array()
        .map(|streams| streams.iter().map(|stream| stream["TableName"].clone()).collect::<Vec<_>>());
    json!([records, stream["StreamStatus"], stream["StreamViewType"], stream["TableName"], shards, streams])
}

/// Compares the parts of a table description that do not depend on place and time.
fn same_description(expected: &Value, found: &Value) -> bool {
    let members = ["TableName", "KeySchema", "ItemCount", "DeletionProtectionEnabled", "StreamSpecification"];
    let same = |name: &&str| match expected.get(*name) {
        Some(expected) => {
            found.get(*name).map(|found| normalise(found, true)) == Some(normalise(expected, true))
        }
        None => true,
    };
    // DynamoDB describes a table that is being deleted with fewer members than the emulator did.
    if expected["TableStatus"] == "DELETING" {
        return members.iter().filter(|name| **name != "KeySchema").all(same);
    }
    members.iter().all(same) && same_indexes(expected, found)
}

fn same_indexes(expected: &Value, found: &Value) -> bool {
    ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].iter().all(|member| {
        let names = |body: &Value| {
            let indexes = body.get(*member).and_then(Value::as_array).cloned().unwrap_or_default();
            let mut names: Vec<String> = indexes
                .iter()
                // The recorder removes an index at once. DynamoDB shows it while it is being deleted.
                .filter(|index| index["IndexStatus"] != "DELETING")
                .map(|index| {
                    ["IndexName", "KeySchema", "Projection"].map(|name| normalise(&index[name], true))
                })
                .map(|[name, schema, projection]| format!("{name} {schema} {projection}"))
                .collect();
            names.sort();
            names
        };
        names(expected) == names(found)
    })
}

/// Sorts sets, unordered lists and members, and converts numbers to floating point.
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
            // The map of serde_json keeps or sorts its members, depending on features that other crates enable.
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let normalised = members.into_iter().map(|(name, member)| {
                // The list of an L value always keeps its order.
                let sorted = sorted && name != "L";
                (name.clone(), normalise(member, sorted))
            });
            Value::Object(normalised.collect::<Map<_, _>>())
        }
        Value::Number(number) => number.as_f64().map(Value::from).unwrap_or(Value::Null),
        other => other.clone(),
    }
}
