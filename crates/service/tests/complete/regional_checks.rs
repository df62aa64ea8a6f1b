//! Requests whose checks differ between Regions: each is sent in every Region that was measured, and in others.

use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

const REGIONS: [&str; 14] = [
    "us-east-1",
    "us-west-1",
    "us-west-2",
    "ap-east-2",
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-southeast-1",
    "eu-central-1",
    "eu-north-1",
    "eu-south-2",
    "eu-west-1",
    "eu-west-2",
    "me-central-1",
    "sa-east-1",
];
const TOO_DEEP: &str = "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
const UPDATE_TOO_LARGE: &str = "Item size to update has exceeded the maximum allowed size";

/// Returns the message of a request to a table "Tab" with the partition key "pk" and an item "a".
fn message(region: &str, operation: &str, body: &Value) -> String {
    let config = EngineConfig { region: region.to_owned(), ..EngineConfig::instant() };
    let mut engine = Engine::new(1, config);
    let mut send = |operation: &str, body: &Value| {
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        let request = match Request::parse_for(RegionalChecks::of(region), operation, &body.to_string()) {
            Ok(request) => request,
            Err(error) => return error.to_json(),
        };
        engine.execute(Command { at, request }, TraceLevel::Off).answer().1
    };
    send(
        "CreateTable",
        &json!({
            "TableName": "Tab",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
        }),
    );
    send("PutItem", &json!({"TableName": "Tab", "Item": key()}));
    let answer: Value = serde_json::from_str(&send(operation, body)).unwrap();
    let message = answer.get("message").or(answer.get("Message"));
    message.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Checks the message in all Regions: `differs` in those of the list, `usual` in the others.
fn check(operation: &str, body: &Value, usual: &str, regions: &[&str], differs: &str) {
    for region in REGIONS {
        let expected = if regions.contains(&region) { differs } else { usual };
        assert_eq!(message(region, operation, body), expected, "{operation} in {region}");
    }
}

fn key() -> Value {
    json!({"pk": {"S": "a"}})
}

/// Returns a value with this many maps around a scalar.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({"S": "x"}), |inner, _| json!({"M": {"d": inner}}))
}

const SCANS: &[&str] = &["ap-east-2", "ap-northeast-2", "eu-central-1", "eu-west-2", "us-west-1"];

#[test]
fn the_checks_of_scan_move_together() {
    let below = "The Segment parameter is zero-based and must be less than parameter TotalSegments";
    for (segment, total) in [(5, 5), (7, 2)] {
        let usual = format!("{below}: Segment: {segment} is not less than TotalSegments: {total}");
        let body = json!({"TableName": "Tab", "Segment": segment, "TotalSegments": total});
        check("Scan", &body, &usual, SCANS, below);
    }
    for (member, name, value, least) in
        [("Limit", "limit", 0, 1), ("Limit", "limit", -5, 1), ("Segment", "segment", -1, 0)]
    {
        let constraint =
            format!("failed to satisfy constraint: Member must have value greater than or equal to {least}");
        let usual = format!("1 validation error detected: Value '{value}' at '{name}' {constraint}");
        let newer = format!("1 validation error detected: Value at '{member}' {constraint}");
        let mut body = json!({"TableName": "Tab", "TotalSegments": 2, "Segment": 0});
        body[member] = json!(value);
        check("Scan", &body, &usual, SCANS, &newer);
    }
    for start in [json!({"x": {"S": "a"}}), json!({"pk": {"N": "1"}})] {
        let newer = "The provided starting key is invalid";
        let usual = format!("{newer}: The provided key element does not match the schema");
        check("Scan", &json!({"TableName": "Tab", "ExclusiveStartKey": start}), &usual, SCANS, newer);
    }
    let usual =
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES";
    let newer = format!("1 validation error detected: {usual}");
    check("Scan", &json!({"TableName": "Tab", "Select": "SPECIFIC_ATTRIBUTES"}), usual, SCANS, &newer);
    // The sentences about one of the two have not changed anywhere.
    for member in ["Segment", "TotalSegments"] {
        let mut body = json!({"TableName": "Tab"});
        body[member] = json!(1);
        let usual = message("us-east-1", "Scan", &body);
        assert!(usual.contains("is required but was not present"), "{usual}");
        check("Scan", &body, &usual, &[], "");
    }
}

#[test]
fn empty_batches() {
    let newer = "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: Member must have \
                 length greater than or equal to 1";
    let empty = json!({"RequestItems": {}});
    let required = |operation| format!("The requestItems parameter is required for {operation}");
    check("BatchGetItem", &empty, newer, &["me-central-1"], &required("BatchGetItem"));
    let regions = ["ap-east-2", "ap-southeast-1", "eu-central-1", "eu-north-1", "eu-west-2"];
    check("BatchWriteItem", &empty, &required("BatchWriteItem"), &regions, newer);
    for operation in ["BatchGetItem", "BatchWriteItem"] {
        check(operation, &json!({}), &required(operation), &[], "");
    }
}

const TRANSACTIONS: &[&str] = &["ap-northeast-2", "eu-north-1", "eu-west-2"];

#[test]
fn members_of_transactions() {
    let older = "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must \
                 have length greater than or equal to 1";
    let newer = "1 validation error detected: Value at 'TransactItems' failed to satisfy constraint: Member must have \
                 length greater than or equal to 1";
    let empty = json!({"TransactItems": []});
    check("TransactWriteItems", &empty, older, TRANSACTIONS, newer);
    check("TransactGetItems", &empty, older, &["ap-northeast-2", "eu-north-1"], newer);
    for length in [37, 60] {
        let token = "x".repeat(length);
        let body = json!({"TransactItems": [{"Put": {"TableName": "Tab", "Item": key()}}],
                          "ClientRequestToken": token, "ReturnConsumedCapacity": "ALL"});
        let constraint = "failed to satisfy constraint: Member must have length less than or equal to 36";
        let usual = format!(
            "2 validation errors detected: Value '{token}' at 'clientRequestToken' {constraint}; Value 'ALL' at \
             'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, \
             TOTAL, NONE]"
        );
        let alone = format!("1 validation error detected: Value at 'ClientRequestToken' {constraint}");
        check("TransactWriteItems", &body, &usual, TRANSACTIONS, &alone);
    }
}

#[test]
fn depth_and_size_of_transacted_updates() {
    let update = |value: Value| {
        json!({"TransactItems": [{"Update": {"TableName": "Tab", "Key": key(), "UpdateExpression": "SET t = :t",
               "ExpressionAttributeValues": {":t": value}}}]})
    };
    let cancelled =
        "Transaction cancelled, please refer cancellation reasons for specific reasons [ValidationError]";
    check("TransactWriteItems", &update(nested(32)), cancelled, TRANSACTIONS, TOO_DEEP);
    check("TransactWriteItems", &update(nested(30)), "", &[], "");
    let wrapped = format!("ExpressionAttributeValues contains invalid value: {TOO_DEEP} for key :t");
    // The syntax of an earlier action comes before the depth, at any depth.
    let wrong = json!({"Delete": {"TableName": "Tab", "Key": key(), "ConditionExpression": "a b"}});
    let syntax = "Invalid ConditionExpression: Syntax error; token: \"b\", near: \"a b\"";
    for levels in [33, 35, 40, 61, 100] {
        check("TransactWriteItems", &update(nested(levels)), &wrapped, TRANSACTIONS, TOO_DEEP);
        let mut two = update(nested(levels));
        two["TransactItems"].as_array_mut().unwrap().insert(0, wrong.clone());
        check("TransactWriteItems", &two, syntax, &[], "");
    }
    // The statement costs 23 bytes and the value, the finished item 4 bytes and the value.
    let string = |length: usize| json!({"S": "x".repeat(length)});
    for length in [409_600 - 22, 409_600 - 4] {
        check("TransactWriteItems", &update(string(length)), "", TRANSACTIONS, UPDATE_TOO_LARGE);
    }
    check("TransactWriteItems", &update(string(409_600 - 23)), "", &[], "");
}

#[test]
fn numbers_and_sets_of_transactions() {
    let overflow = "Number overflow. Attempting to store a number with magnitude larger than supported range";
    let put = |value: Value| json!({"TransactItems": [{"Put": {"TableName": "Tab", "Item": {"pk": {"S": "a"}, "v": value}}}]});
    let get = |value: Value| json!({"TransactItems": [{"Get": {"TableName": "Tab", "Key": {"pk": value}}}]});
    let number = |text: &str| json!({"N": text});
    let cannot = |text: &str| format!("The parameter cannot be converted to a numeric value: {text}");
    for text in ["7e5000000000", "1e2147483648"] {
        for (operation, body) in
            [("TransactWriteItems", put(number(text))), ("TransactGetItems", get(number(text)))]
        {
            check(operation, &body, &cannot(text), &["eu-west-2"], overflow);
        }
    }
    let empty = cannot("");
    check("TransactWriteItems", &put(number("")), empty.trim_end_matches(": "), &["eu-west-2"], &empty);
    let set = put(json!({"SS": ["b", "a", "b", "c"]}));
    let prefix = "One or more parameter values were invalid: ";
    let older = format!("{prefix}Input collection [b, a, b, c] contains duplicates.");
    let newer = format!("{prefix}Input collection [\"a\", \"b\", \"b\", \"c\"] contains duplicates.");
    check("TransactWriteItems", &set, &older, &["eu-west-2"], &newer);
    let numbers = put(json!({"NS": ["1", "1.0"]}));
    let newer = format!("{prefix}Input collection contains duplicates.");
    check("TransactWriteItems", &numbers, "Input collection contains duplicates", &["eu-west-2"], &newer);
}

const WRITES: &[&str] = &["eu-south-2", "me-central-1"];

#[test]
fn members_of_single_writes() {
    let newer = "1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value set: \
                 [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]";
    let older = |value: &str| {
        format!(
            "Value '{value}' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: \
                 [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"
        )
    };
    for value in ["SOME", "all_new"] {
        let put = json!({"TableName": "Tab", "Item": key(), "ReturnValues": value});
        let update = json!({"TableName": "Tab", "Key": key(), "ReturnValues": value});
        let alone = format!("1 validation error detected: {}", older(value));
        check("PutItem", &put, newer, WRITES, &alone);
        check("UpdateItem", &update, newer, WRITES, &alone);
        check("DeleteItem", &update, newer, &[], "");
    }
    let two =
        json!({"TableName": "Tab", "Key": key(), "ReturnValues": "SOME", "ReturnConsumedCapacity": "ALL"});
    let joined = format!(
        "2 validation errors detected: Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint: Member \
         must satisfy enum value set: [INDEXES, TOTAL, NONE]; {}",
        older("SOME")
    );
    check("UpdateItem", &two, newer, WRITES, &joined);
    let length = "failed to satisfy constraint: Member must have length greater than or equal to 1";
    let newer = format!("1 validation error detected: Value at 'TableName' {length}");
    let older = format!("1 validation error detected: Value '' at 'tableName' {length}");
    check("PutItem", &json!({"TableName": "", "Item": key()}), &newer, WRITES, &older);
    // A correct request is executed everywhere.
    let put = json!({"TableName": "Tab", "Item": {"pk": {"S": "a"}, "n": {"N": "1"}}, "ConditionExpression": "pk = :a",
                     "ExpressionAttributeValues": {":a": {"S": "a"}}, "ReturnValues": "ALL_OLD"});
    check("PutItem", &put, "", &[], "");
    let update = json!({"TableName": "Tab", "Key": key(), "AttributeUpdates": {"n": {"Action": "ADD", "Value": {"N": "2"}}},
                        "Expected": {"pk": {"Value": {"S": "a"}}}});
    check("UpdateItem", &update, "", &[], "");
}

#[test]
fn size_and_depth_of_updates() {
    let update = |value: Value| {
        json!({"TableName": "Tab", "Key": key(), "UpdateExpression": "SET t = :t",
               "ExpressionAttributeValues": {":t": value}})
    };
    let string = |length: usize| json!({"S": "x".repeat(length)});
    for length in [409_600 - 22, 409_600 - 4] {
        check("UpdateItem", &update(string(length)), UPDATE_TOO_LARGE, WRITES, "");
    }
    check("UpdateItem", &update(string(409_600 - 3)), UPDATE_TOO_LARGE, &[], "");
    for levels in [32, 45] {
        let wrapped = format!("1 validation error detected: {TOO_DEEP}");
        // Only the finished item is too deep there.
        check("UpdateItem", &update(nested(levels)), &wrapped, WRITES, TOO_DEEP);
    }
    let mut unused = update(nested(45));
    unused["UpdateExpression"] = json!("SET t = if_not_exists(pk, :t)");
    check("UpdateItem", &unused, &format!("1 validation error detected: {TOO_DEEP}"), WRITES, "");
}
