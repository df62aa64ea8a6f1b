//! Limits as recorded answers of DynamoDB have them: values of IN, sizes of expressions, the payload of a transaction.

use serde_json::{Value, json};

use crate::conversation::Conversation;

#[test]
fn in_takes_a_hundred_values() {
    let mut conversation = Conversation::begin();
    conversation.succeed("PutItem", r#"{"TableName":"Tab","Item":{"pk":{"S":"z"},"z":{"N":"99"}}}"#);
    let too_many = |count: usize| {
        format!("The IN operator is provided with too many operands; number of operands: {count}")
    };
    for count in [1, 2, 50, 99, 100, 101, 102, 150] {
        let names: Vec<String> = (0..count).map(|number| format!(":v{number}")).collect();
        let values: serde_json::Map<String, Value> = (0..count)
            .map(|number| (format!(":v{number}"), json!({"N": (number + 99).to_string()})))
            .collect();
        let expression = format!("z IN ({})", names.join(","));
        let filter =
            json!({"TableName": "Tab", "FilterExpression": expression, "ExpressionAttributeValues": values});
        let condition = json!({"TableName": "Tab", "Key": {"pk": {"S": "z"}}, "ConditionExpression": expression,
            "UpdateExpression": "SET n = :v0", "ExpressionAttributeValues": values});
        let numbers: Vec<String> = (0..count).map(|number| (number + 99).to_string()).collect();
        let select = |open: &str, close: &str| {
            let statement = format!("SELECT pk FROM Tab WHERE z IN {open}{}{close}", numbers.join(","));
            json!({"Statement": statement}).to_string()
        };
        if count <= 100 {
            assert_eq!(conversation.succeed("Scan", &filter.to_string())["Count"], 1, "{count}");
            conversation.succeed("UpdateItem", &condition.to_string());
            for (open, close) in [("(", ")"), ("[", "]")] {
                let answer = conversation.succeed("ExecuteStatement", &select(open, close));
                assert_eq!(answer["Items"], json!([{"pk": {"S": "z"}}]), "{count}");
            }
            continue;
        }
        let message = too_many(count);
        let prefixed = format!("Invalid FilterExpression: {message}");
        assert_eq!(conversation.message("Scan", &filter.to_string()), prefixed);
        let prefixed = format!("1 validation error detected: Invalid ConditionExpression: {message}");
        assert_eq!(conversation.message("UpdateItem", &condition.to_string()), prefixed);
        for (open, close) in [("(", ")"), ("[", "]")] {
            assert_eq!(conversation.message("ExecuteStatement", &select(open, close)), message);
        }
    }
}

const TOO_LONG: &str = "Expression size has exceeded the maximum allowed size;";

/// Returns the request with an expression of this length, and the start of its error.
fn with_long_expression(bytes: usize) -> Vec<(&'static str, Value, &'static str, bool)> {
    let long = |text: &str| format!("{text:<bytes$}");
    let key = json!({"pk": {"S": "a"}});
    let values = json!({":v": {"S": "a"}});
    let scan = |member: &str, text: &str| json!({"TableName": "Tab", member: long(text), "ExpressionAttributeValues": values});
    let update = |update: &str, condition: &str| {
        json!({"TableName": "Tab", "Key": key, "UpdateExpression": update, "ConditionExpression": condition,
            "ExpressionAttributeValues": values})
    };
    let transacted = |action: &str, body: Value| json!({"TransactItems": [{action: body}]});
    let check = json!({"TableName": "Tab", "Key": key, "ConditionExpression": long("pk = :v"),
        "ExpressionAttributeValues": values});
    vec![
        ("Scan", scan("FilterExpression", "pk = :v"), "FilterExpression", true),
        (
            "Scan",
            json!({"TableName": "Tab", "ProjectionExpression": long("pk")}),
            "ProjectionExpression",
            false,
        ),
        ("Query", scan("KeyConditionExpression", "pk = :v"), "KeyConditionExpression", false),
        (
            "Query",
            json!({"TableName": "Tab", "KeyConditionExpression": "pk = :v", "FilterExpression": long("a = :v"),
                "ExpressionAttributeValues": values}),
            "FilterExpression",
            false,
        ),
        (
            "GetItem",
            json!({"TableName": "Tab", "Key": key, "ProjectionExpression": long("pk")}),
            "ProjectionExpression",
            false,
        ),
        ("UpdateItem", update(&long("SET a = :v"), "pk = :v"), "UpdateExpression", false),
        ("UpdateItem", update("SET a = :v", &long("pk = :v")), "ConditionExpression", false),
        ("TransactWriteItems", transacted("ConditionCheck", check.clone()), "ConditionExpression", true),
        ("TransactWriteItems", transacted("Delete", check), "ConditionExpression", true),
        (
            "TransactWriteItems",
            transacted("Update", update(&long("SET a = :v"), "pk = :v")),
            "UpdateExpression",
            false,
        ),
        (
            "TransactWriteItems",
            transacted("Update", update("SET a = :v", &long("pk = :v"))),
            "ConditionExpression",
            true,
        ),
        (
            "TransactGetItems",
            json!({"TransactItems": [{"Get": {"TableName": "Tab", "Key": key, "ProjectionExpression": long("pk")}}]}),
            "ProjectionExpression",
            false,
        ),
    ]
}

#[test]
fn the_size_of_an_expression_is_told_for_two_kinds_only() {
    for (operation, body, _, _) in with_long_expression(4_096) {
        Conversation::begin().succeed(operation, &body.to_string());
    }
    for bytes in [4_097, 5_000] {
        for (operation, body, member, is_told) in with_long_expression(bytes) {
            let message = Conversation::begin().message(operation, &body.to_string());
            let bare = message.strip_prefix("1 validation error detected: ").unwrap_or(&message);
            let figure = if is_told { format!(" expression size: {bytes}") } else { String::new() };
            assert_eq!(bare, format!("Invalid {member}: {TOO_LONG}{figure}"), "{operation} {member} {bytes}");
        }
    }
}

/// Writes items "i0" to "i10" with some 390 KB each.
fn large_items(conversation: &mut Conversation) {
    for number in 0..11 {
        let item = json!({"pk": {"S": format!("i{number}")}, "text": {"S": "x".repeat(390_000)}});
        conversation.succeed("PutItem", &json!({"TableName": "Tab", "Item": item}).to_string());
    }
}

#[test]
fn the_payload_of_a_transaction_counts_and_the_stored_items_do_not() {
    let mut conversation = Conversation::begin();
    large_items(&mut conversation);
    let transaction = |text: &str, kind: &str| {
        let actions: Vec<Value> = (0..11)
            .map(|number| {
                let key = json!({"pk": {"S": format!("i{number}")}});
                let values = json!({":t": {"S": text}});
                match kind {
                    "Put" => {
                        json!({"Put": {"TableName": "Tab", "Item": {"pk": key["pk"], "new": values[":t"]}}})
                    }
                    "Update" => json!({"Update": {"TableName": "Tab", "Key": key,
                        "UpdateExpression": "SET small = :t", "ExpressionAttributeValues": values}}),
                    _ => json!({kind: {"TableName": "Tab", "Key": key,
                        "ConditionExpression": "small <> :t", "ExpressionAttributeValues": values}}),
                }
            })
            .collect();
        json!({"TransactItems": actions}).to_string()
    };
    for kind in ["ConditionCheck", "Update"] {
        conversation.succeed("TransactWriteItems", &transaction("little", kind));
    }
    for kind in ["ConditionCheck", "Update", "Put", "Delete"] {
        let (status, answer) =
            conversation.send("TransactWriteItems", &transaction(&"y".repeat(390_000), kind));
        let message = answer["message"].as_str().unwrap_or_default();
        let is_told = message.contains("size cannot exceed") && message.to_lowercase().contains("payload");
        assert!(status == 400 && is_told, "{kind}: {status} {message}");
    }
    let statements: Vec<Value> = (0..11)
        .map(|number| {
            json!({"Statement": format!("UPDATE Tab SET other = ? WHERE pk = 'i{number}'"),
                "Parameters": [{"S": "y".repeat(390_000)}]})
        })
        .collect();
    let body = json!({"TransactStatements": statements}).to_string();
    let message = conversation.message("ExecuteTransaction", &body);
    assert!(message.contains("size cannot exceed") && message.contains("payload"), "{message}");
    let item = conversation.item("i5");
    assert!(item["Item"]["small"] == json!({"S": "little"}) && item["Item"]["other"].is_null());
}
