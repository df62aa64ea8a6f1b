//! Tests of formatting JSON text and of finding its problems.

use super::{pretty, problem};

#[test]
fn short_values_stay_on_their_line() {
    assert_eq!(
        pretty(r#"{"TableName":"Shop","Key":{"PK":{"S":"USER#001"},"SK":{"S":"PROFILE"}},"Limit":10}"#),
        "{\n  \"TableName\": \"Shop\",\n  \"Key\": { \"PK\": { \"S\": \"USER#001\" }, \"SK\": { \"S\": \"PROFILE\" } },\n  \"Limit\": 10\n}"
    );
}

#[test]
fn numbers_and_escapes_stay_as_written() {
    assert_eq!(
        pretty(r#"[1.50, 1E+3, "a\"b\\", "日本"]"#),
        "[\n  1.50,\n  1E+3,\n  \"a\\\"b\\\\\",\n  \"日本\"\n]"
    );
    assert_eq!(pretty("{}"), "{}");
    assert_eq!(pretty(" [ ] "), "[]");
    assert_eq!(
        pretty("{\"a\":[],\"b\":{},\"c\":[1,2]}"),
        "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [1, 2]\n}"
    );
}

#[test]
fn long_values_break() {
    let long = format!("{{\"a\":{{\"b\":\"{}\",\"c\":1}}}}", "x".repeat(80));
    assert_eq!(pretty(&long).lines().count(), 6);
}

#[test]
fn printing_twice_changes_nothing() {
    let once = pretty(r#"{"a":[{"b":1},{"c":[true,null,"x"]}],"d":{"e":{"f":"g"}}}"#);
    assert_eq!(pretty(&once), once);
}

#[test]
fn text_that_is_not_json_comes_back() {
    assert_eq!(pretty("{\"a\":"), "{\"a\":");
    assert_eq!(pretty(""), "");
}

#[test]
fn a_problem_has_a_place() {
    let found = problem("{\n  \"a\": 1\n  \"b\": 2\n}").expect("a comma is missing");
    assert_eq!((found.line, found.column, found.unfinished), (3, 3, false));
    assert_eq!(found.detail, "expected `,` or `}`");
    assert!(problem("{\"a\": ").expect("it stops").unfinished);
    assert_eq!(problem("{}"), None);
}
