//! Which requests may continue with a NextToken: those with the same parameters, as DynamoDB compares them.

use serde_json::{Value, json};

use crate::conversation::Conversation;

const OTHER_REQUEST: &str = "NextToken does not match request";

/// Sends a statement that reads one item of several, and returns its token.
fn first_page(conversation: &mut Conversation, statement: &str, parameter: &Value) -> String {
    let body = json!({"Statement": statement, "Parameters": [parameter], "Limit": 1});
    let answer = conversation.succeed("ExecuteStatement", &body.to_string());
    answer["NextToken"].as_str().unwrap().to_owned()
}

/// Returns the response to the next page, or the message of its error.
fn next_page(conversation: &mut Conversation, statement: &str, parameter: &Value, token: &str) -> String {
    let body = json!({"Statement": statement, "Parameters": [parameter], "Limit": 1, "NextToken": token});
    match conversation.send("ExecuteStatement", &body.to_string()) {
        (200, _) => "continued".to_owned(),
        (_, answer) => answer["message"].as_str().unwrap_or_default().to_owned(),
    }
}

/// A conversation with three items that differ from every parameter below.
fn begin() -> Conversation {
    let mut conversation = Conversation::begin();
    for key in ["b", "c"] {
        conversation.succeed("PutItem", &json!({"TableName": "Tab", "Item": {"pk": {"S": key}}}).to_string());
    }
    conversation
}

const STATEMENTS: [&str; 2] =
    ["SELECT * FROM Tab WHERE q <> ?", "SELECT * FROM Tab WHERE pk IN ('a', 'b', 'c') AND q <> ?"];

#[test]
fn a_number_continues_with_the_same_digits_and_scale() {
    for statement in STATEMENTS {
        let mut conversation = begin();
        for (first, second, is_same) in [
            ("100", "100", true),
            ("100", "+100", true),
            ("100", "0100", true),
            ("1E2", "1e2", true),
            ("1E2", "1E+02", true),
            ("0.50", "5.0e-1", true),
            ("100", "1E2", false),
            ("1E2", "100", false),
            ("100", "100.0", false),
            ("0.5", "0.50", false),
            ("0", "0.0", false),
            ("1e1", "10", false),
            ("-1", "1", false),
            ("100", "101", false),
        ] {
            for parameter in [|text: &str| json!({"N": text}), |text: &str| json!({"NS": ["7", text]})] {
                let token = first_page(&mut conversation, statement, &parameter(first));
                let expected = if is_same { "continued" } else { OTHER_REQUEST };
                let outcome = next_page(&mut conversation, statement, &parameter(second), &token);
                assert_eq!(outcome, expected, "{first} {second} {statement}");
            }
        }
    }
}

#[test]
fn a_set_continues_in_any_order() {
    let mut conversation = begin();
    for (first, second, expected) in [
        (json!({"NS": ["1", "2.0"]}), json!({"NS": ["2.0", "1"]}), "continued"),
        (json!({"NS": ["1", "2.0"]}), json!({"NS": ["2", "1"]}), OTHER_REQUEST),
        (json!({"SS": ["x", "y"]}), json!({"SS": ["y", "x"]}), "continued"),
        (json!({"S": "x"}), json!({"S": "x"}), "continued"),
        (json!({"B": "YQ=="}), json!({"B": "YQ=="}), "continued"),
        (json!({"NULL": true}), json!({"NULL": true}), "continued"),
        (json!({"S": "x"}), json!({"S": "y"}), OTHER_REQUEST),
    ] {
        let token = first_page(&mut conversation, STATEMENTS[0], &first);
        assert_eq!(
            next_page(&mut conversation, STATEMENTS[0], &second, &token),
            expected,
            "{first} {second}"
        );
    }
}

#[test]
fn lists_and_maps_never_continue() {
    for statement in STATEMENTS {
        let mut conversation = begin();
        for parameter in
            [json!({"L": []}), json!({"L": [{"N": "1"}]}), json!({"M": {}}), json!({"M": {"x": {"L": []}}})]
        {
            let token = first_page(&mut conversation, statement, &parameter);
            let outcome = next_page(&mut conversation, statement, &parameter, &token);
            assert_eq!(outcome, OTHER_REQUEST, "{parameter}");
        }
    }
}
