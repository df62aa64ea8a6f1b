//! The order of problems around values that are nested too deeply. At any depth it is the order of the request.

use serde_json::{Value, json};

use crate::conversation::Conversation;

const TOO_DEEP: &str = "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
/// Levels below, around and above the depth up to which JSON texts are read as they are.
const LEVELS: [usize; 7] = [33, 40, 59, 61, 64, 100, 2_000];

/// Returns a value with this many maps around another one.
fn around(inner: &str, levels: usize) -> String {
    format!("{}{inner}{}", r#"{"M":{"d":"#.repeat(levels), "}}".repeat(levels))
}

fn deep(levels: usize) -> String {
    around(r#"{"S":"x"}"#, levels)
}

/// Returns the actions that have a problem of their own, with its message.
fn wrong_actions() -> Vec<(String, String)> {
    let long = format!("a = :v{}", " ".repeat(4_100));
    let key = r#""TableName":"Tab","Key":{"pk":{"S":"b"}}"#;
    let value = r#""ExpressionAttributeValues":{":v":{"S":"x"}}"#;
    let size = |kind: &str| format!("Invalid {kind}: Expression size has exceeded the maximum allowed size;");
    let syntax = |kind: &str, token: &str, near: &str| {
        format!("Invalid {kind}: Syntax error; token: \"{token}\", near: \"{near}\"")
    };
    let mut actions = vec![
        (
            r#"{"Put":{"TableName":"Tab","Item":{"pk":{"S":"b"},"":{"S":"x"}}}}"#.to_owned(),
            "Empty attribute name".to_owned(),
        ),
        (
            format!(r#"{{"Update":{{{key},"UpdateExpression":"SET a b"}}}}"#),
            syntax("UpdateExpression", "b", "a b"),
        ),
        (
            format!(r#"{{"Update":{{{key},"UpdateExpression":"SET {long}",{value}}}}}"#),
            size("UpdateExpression"),
        ),
    ];
    for kind in ["ConditionCheck", "Delete"] {
        let action = |condition: &str, more: &str| {
            format!(r#"{{"{kind}":{{{key},"ConditionExpression":"{condition}"{more}}}}}"#)
        };
        actions.extend([
            (action("a b", ""), syntax("ConditionExpression", "b", "a b")),
            (
                action(&long, &format!(",{value}")),
                format!("{} expression size: {}", size("ConditionExpression"), long.len()),
            ),
            (
                action("attribute_exists(a)", &format!(",{value}")),
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}".to_owned(),
            ),
            (
                action("a = :w", &format!(",{value}")),
                "Invalid ConditionExpression: An expression attribute value used in expression is not defined; \
                 attribute value: :w"
                    .to_owned(),
            ),
            (
                action("attribute_exists(#n)", r##","ExpressionAttributeNames":{"#m":"a"}"##),
                "Invalid ConditionExpression: An expression attribute name used in the document path is not \
                 defined; attribute name: #n"
                    .to_owned(),
            ),
        ]);
    }
    actions
}

/// Returns actions with a value that is nested too deeply, with the message.
fn deep_actions(levels: usize) -> Vec<(String, String)> {
    let deep = deep(levels);
    let of_value = format!("ExpressionAttributeValues contains invalid value: {TOO_DEEP} for key :v");
    vec![
        (
            format!(r#"{{"Put":{{"TableName":"Tab","Item":{{"pk":{{"S":"c"}},"v":{deep}}}}}}}"#),
            TOO_DEEP.to_owned(),
        ),
        (format!(r#"{{"Delete":{{"TableName":"Tab","Key":{{"pk":{deep}}}}}}}"#), TOO_DEEP.to_owned()),
        (
            format!(
                r#"{{"Update":{{"TableName":"Tab","Key":{{"pk":{{"S":"c"}}}},"UpdateExpression":"SET q = :v","ExpressionAttributeValues":{{":v":{deep}}}}}}}"#
            ),
            of_value.clone(),
        ),
        (
            format!(
                r#"{{"ConditionCheck":{{"TableName":"Tab","Key":{{"pk":{{"S":"c"}}}},"ConditionExpression":"q = :v","ExpressionAttributeValues":{{":v":{deep}}}}}}}"#
            ),
            of_value,
        ),
    ]
}

#[test]
fn a_transaction_reports_the_first_problem_of_its_actions() {
    let mut conversation = Conversation::begin();
    let body = |first: &str, second: &str| format!(r#"{{"TransactItems":[{first},{second}]}}"#);
    for levels in LEVELS {
        for (deep, of_depth) in deep_actions(levels) {
            let alone = format!(r#"{{"TransactItems":[{deep}]}}"#);
            assert_eq!(conversation.message("TransactWriteItems", &alone), of_depth, "{levels} levels");
            for (wrong, message) in wrong_actions() {
                let wrong_first = conversation.message("TransactWriteItems", &body(&wrong, &deep));
                assert_eq!(wrong_first, message, "{levels} levels, {wrong}");
                let deep_first = conversation.message("TransactWriteItems", &body(&deep, &wrong));
                assert_eq!(deep_first, of_depth, "{levels} levels, before {wrong}");
            }
        }
    }
    assert_eq!(conversation.item("b"), json!({}));
}

#[test]
fn the_expression_of_an_action_comes_before_the_depth_of_its_key() {
    let mut conversation = Conversation::begin();
    for levels in LEVELS {
        let key = format!(r#""TableName":"Tab","Key":{{"pk":{}}}"#, deep(levels));
        for kind in ["ConditionCheck", "Delete"] {
            let mut ask = |more: &str| {
                let body = format!(r#"{{"TransactItems":[{{"{kind}":{{{key},{more}}}}}]}}"#);
                conversation.message("TransactWriteItems", &body)
            };
            let syntax = r#"Invalid ConditionExpression: Syntax error; token: "b", near: "a b""#;
            assert_eq!(ask(r#""ConditionExpression":"a b""#), syntax, "{kind} {levels}");
            let unused = ask(
                r#""ConditionExpression":"attribute_exists(a)","ExpressionAttributeValues":{":v":{"S":"x"}}"#,
            );
            assert_eq!(
                unused, "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}",
                "{kind} {levels}"
            );
            assert_eq!(ask(r#""ConditionExpression":"attribute_exists(a)""#), TOO_DEEP, "{kind} {levels}");
        }
    }
}

#[test]
fn values_of_expressions_in_transactions_have_32_levels() {
    let mut conversation = Conversation::begin();
    for levels in [1, 31, 32, 33, 36, 39, 40] {
        let body = format!(
            r#"{{"TransactItems":[{{"ConditionCheck":{{"TableName":"Tab","Key":{{"pk":{{"S":"a"}}}},"ConditionExpression":"q = :v","ExpressionAttributeValues":{{":v":{}}}}}}}]}}"#,
            deep(levels)
        );
        let (_, answer) = conversation.send("TransactWriteItems", &body);
        let is_evaluated = answer["CancellationReasons"][0]["Code"] == "ConditionalCheckFailed";
        assert_eq!(is_evaluated, levels <= 32, "{levels} levels: {answer}");
        if !is_evaluated {
            let message = format!("ExpressionAttributeValues contains invalid value: {TOO_DEEP} for key :v");
            assert_eq!(answer["message"], message.as_str(), "{levels} levels");
        }
    }
}

/// A problem of a parameter: its text and its message.
fn bad_number() -> (&'static str, &'static str) {
    (r#"{"N":"1x"}"#, "The parameter cannot be converted to a numeric value: 1x")
}

/// Returns lists of parameters as they are sent, each with the message of its first problem.
fn parameters(levels: usize) -> Vec<(String, &'static str)> {
    let deep = deep(levels);
    let (number, of_number) = bad_number();
    let wrong_below = around(number, levels);
    vec![
        (format!("[{deep},{number}]"), TOO_DEEP),
        (format!("[{number},{deep}]"), of_number),
        (format!(r#"[{{"M":{{"z":{deep},"a":{number}}}}},{{"S":"x"}}]"#), TOO_DEEP),
        (format!(r#"[{{"M":{{"a":{deep},"z":{number}}}}},{{"S":"x"}}]"#), TOO_DEEP),
        (format!(r#"[{{"M":{{"z":{number},"a":{deep}}}}},{{"S":"x"}}]"#), of_number),
        (format!(r#"[{{"M":{{"a":{number},"z":{deep}}}}},{{"S":"x"}}]"#), of_number),
        (format!(r#"[{{"L":[{{"M":{{"z":{deep}}}}},{number}]}},{{"S":"x"}}]"#), TOO_DEEP),
        (format!(r#"[{{"L":[{{"M":{{"z":{{"NS":["1","1x"]}}}}}},{deep}]}},{{"S":"x"}}]"#), of_number),
        (format!(r#"[{{"S":"x"}},{wrong_below}]"#), TOO_DEEP),
    ]
}

#[test]
fn statements_report_the_first_problem_of_their_parameters() {
    let mut conversation = Conversation::begin();
    let statements = [
        "SELECT * FROM Tab WHERE a = ? AND b = ?",
        "INSERT INTO Tab VALUE {'pk': 'p', 'a': ?, 'b': ?}",
        "UPDATE Tab SET a = ?, b = ? WHERE pk = 'a'",
        "DELETE FROM Tab WHERE pk = 'a' AND a = ? AND b = ?",
    ];
    for levels in LEVELS {
        for (parameters, message) in parameters(levels) {
            for statement in statements {
                let member = format!(r#"{{"Statement":"{statement}","Parameters":{parameters}}}"#);
                let shown = format!("{levels} levels, {statement}");
                assert_eq!(conversation.message("ExecuteStatement", &member), message, "{shown}");
                let batch = format!(
                    r#"{{"Statements":[{{"Statement":"UPDATE Tab SET n = 1 WHERE pk = 'a'"}},{member}]}}"#
                );
                let batch = if statement.starts_with("SELECT") {
                    format!(r#"{{"Statements":[{member}]}}"#)
                } else {
                    batch
                };
                let answer = conversation.succeed("BatchExecuteStatement", &batch);
                let error = &answer["Responses"].as_array().and_then(|all| all.last()).unwrap()["Error"];
                let expected = json!({"Code": "ValidationError", "Message": message});
                assert_eq!(*error, expected, "{shown}");
            }
        }
    }
    let item = conversation.item("a");
    assert_eq!(item, json!({"Item": {"pk": {"S": "a"}, "n": {"N": "1"}}}));
}

#[test]
fn members_come_before_the_depth_of_reads() {
    let mut conversation = Conversation::begin();
    for levels in LEVELS {
        let body = format!(
            r#"{{"TableName":"Tab","FilterExpression":"a = :v","ExpressionAttributeValues":{{":v":{}}},"Limit":0}}"#,
            deep(levels)
        );
        let (status, answer) = conversation.send("Scan", &body);
        let message = answer["message"].as_str().unwrap_or_default();
        let of_limit = "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member \
                        must have value greater than or equal to 1";
        assert_eq!((status, message), (400, of_limit), "{levels} levels");
    }
    let answer: Value = conversation.succeed("Scan", r#"{"TableName":"Tab"}"#);
    assert_eq!(answer["Count"], 1);
}
