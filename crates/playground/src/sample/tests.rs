//! Samples that are read, and texts that are refused.

use super::*;

fn sample_of(tables: &str) -> String {
    format!(
        r#"{{"format":"dynalab-sample","version":1,"id":"x","name":{{"en":"X"}},"description":{{}},
             "tables":{tables},"questions":[]}}"#
    )
}

fn refusal(text: &str) -> String {
    Sample::parse(text).unwrap_err().to_string()
}

#[test]
fn a_sample_becomes_its_tables_and_batches_of_at_most_25() {
    let items: Vec<String> = (0..27).map(|n| format!(r#"{{"id":{{"N":"{n}"}}}}"#)).collect();
    let text = sample_of(&format!(
        r#"[{{"create":{{"TableName":"A"}},"items":[{}]}},{{"create":{{"TableName":"B"}},"items":[]}}]"#,
        items.join(",")
    ));
    let sample = Sample::parse(&text).unwrap();
    assert_eq!((sample.table_names(), sample.item_count()), (vec!["A".to_owned(), "B".to_owned()], 27));
    let requests = sample.requests();
    let operations: Vec<_> = requests.iter().map(|(operation, _)| *operation).collect();
    assert_eq!(operations, ["CreateTable", "BatchWriteItem", "BatchWriteItem", "CreateTable"]);
    assert_eq!(requests[0].1, r#"{"TableName":"A"}"#);
    assert_eq!(requests[1].1.matches("PutRequest").count(), 25);
    assert_eq!(
        requests[2].1,
        r#"{"RequestItems":{"A":[{"PutRequest":{"Item":{"id":{"N":"25"}}}},{"PutRequest":{"Item":{"id":{"N":"26"}}}}]}}"#
    );
}

#[test]
fn what_is_no_sample_is_refused_in_words() {
    for (text, expected) in [
        ("{", "The sample is not JSON: reading stopped at line 1, column 1. Correct the file there."),
        ("[]", "This is no sample: its \"format\" is not \"dynalab-sample\". Choose another file."),
        (
            r#"{"format":"dynalab-sample","version":2}"#,
            "The sample has version 2, and this page reads version 1. Reload the page to get a newer one.",
        ),
        (
            r#"{"format":"dynalab-sample","version":"1"}"#,
            "The sample is not put together as it should be: `version` is not 1. Correct the file.",
        ),
        (
            r#"{"format":"dynalab-sample","version":1}"#,
            "The sample is not put together as it should be: missing field `id`. Correct the file.",
        ),
    ] {
        assert_eq!(refusal(text), expected);
    }
}

#[test]
fn tables_need_names_of_their_own() {
    assert_eq!(refusal(&sample_of("[]")), "The sample has no tables. Add one.");
    assert_eq!(
        refusal(&sample_of(r#"[{"create":{"TableName":3},"items":[]}]"#)),
        "Table 1 of the sample has no name. Give its \"create\" a \"TableName\"."
    );
    let table = r#"{"create":{"TableName":"A"},"items":[]}"#;
    assert_eq!(
        refusal(&sample_of(&format!("[{table},{table}]"))),
        "The sample has two tables named A. Give one of them another name."
    );
}

#[test]
fn samples_are_bounded() {
    let padding = " ".repeat(TEXT_MAX_BYTES);
    assert_eq!(
        refusal(&format!("{{}}{padding}")),
        "The sample is 4194306 bytes long, and 4194304 is the most that is read. Leave items out."
    );
    let items = vec!["{}"; ITEMS_MAX + 1].join(",");
    assert_eq!(
        refusal(&sample_of(&format!(r#"[{{"create":{{"TableName":"A"}},"items":[{items}]}}]"#))),
        "The sample has 10001 items, and 10000 is the most that is read. Leave some out."
    );
}
