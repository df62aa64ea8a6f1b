//! Comparison of patterns here and at an endpoint.

use dynalab::Local;
use dynalab_modeling::Design;
use dynalab_remote::Client;
use dynalab_remote::compare::{
    BothSides, CompareOptions, ComparedOutcome, Comparison, NotCompared, PatternDifference, compare,
};
use dynalab_remote::source::Source;
use pollster::block_on;
use serde_json::json;

use crate::edge::{TestEdge, client};
use crate::push::{pushed, shop};

fn prepared(design: &Design) -> Client<TestEdge> {
    let client = client(&Local::default());
    pushed(&client, &Source::of_design(design.clone()).unwrap());
    client
}

fn compared(client: &Client<TestEdge>, design: &Design, writes: bool) -> Comparison {
    block_on(compare(client, design, CompareOptions { writes }, |_| {})).unwrap()
}

fn different(comparison: &Comparison) -> Vec<(&str, &BothSides)> {
    let patterns = comparison.patterns.iter();
    patterns
        .filter_map(|pattern| match &pattern.outcome {
            ComparedOutcome::Compared(both) if !both.differences.is_empty() => {
                Some((pattern.name.as_str(), &**both))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn the_templates_are_the_same_there_and_their_expectations_hold() {
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../modeling/templates")).unwrap() {
        let path = file.unwrap().path();
        let design = dynalab_modeling::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let report = dynalab_modeling::check(&design);
        let client = prepared(&design);
        let before = client.edge().local.snapshot();
        let comparison = compared(&client, &design, true);
        assert_eq!(different(&comparison), [], "{}", path.display());
        for (pattern, of_check) in comparison.patterns.iter().zip(&report.patterns) {
            let ComparedOutcome::Compared(both) = &pattern.outcome else {
                assert_eq!(
                    pattern.outcome,
                    ComparedOutcome::NotRun(NotCompared::WritesUnknownItems),
                    "{pattern:?}"
                );
                continue;
            };
            assert_eq!(
                both.there.verdict.is_green(),
                of_check.verdict.is_green(),
                "{}: {}",
                path.display(),
                pattern.name
            );
            // A refused request consumes units, and its response does not say so.
            if both.there.error.is_none() {
                assert_eq!(both.there.units, of_check.read_units + of_check.write_units, "{}", pattern.name);
            }
        }
        let (now, then) = (items(&client.edge().local, &design), {
            client.edge().local.restore(&before);
            items(&client.edge().local, &design)
        });
        assert_eq!(now, then, "{}: what patterns wrote was put back", path.display());
    }
}

fn items(local: &Local, design: &Design) -> Vec<serde_json::Value> {
    let scan = |name: &String| local.call("Scan", json!({ "TableName": name })).unwrap()["Items"].take();
    design.tables.iter().map(|table| scan(&table.name)).collect()
}

#[test]
fn an_item_that_differs_there_is_named() {
    let design = shop();
    let client = prepared(&design);
    let local = &client.edge().local;
    let name = &design.tables[0].name;
    let scanned = local.call("Scan", json!({ "TableName": name })).unwrap();
    for item in scanned["Items"].as_array().unwrap() {
        let mut changed = item.clone();
        changed["stranger"] = json!({ "S": "here" });
        local.call("PutItem", json!({ "TableName": name, "Item": changed })).unwrap();
    }
    let comparison = compared(&client, &design, false);
    assert!(!comparison.is_equal());
    let (_, both) = different(&comparison)[0];
    let is_of_items = |difference: &PatternDifference| matches!(difference, PatternDifference::Items { only_there, .. } if only_there.iter().all(|item| item.contains("stranger")));
    assert!(both.differences.iter().any(is_of_items), "{both:?}");
}

#[test]
fn patterns_that_write_are_run_only_if_the_person_says_so() {
    let design = shop();
    let client = prepared(&design);
    let before = client.edge().local.requests().write_units();
    let comparison = compared(&client, &design, false);
    assert_eq!(client.edge().local.requests().write_units(), before);
    let skipped = comparison
        .patterns
        .iter()
        .filter(|pattern| pattern.outcome == ComparedOutcome::NotRun(NotCompared::Writes));
    let writes =
        design.patterns.iter().filter(|pattern| pattern.operation.as_ref().is_some_and(|of| of.is_write()));
    assert_eq!(skipped.count(), writes.count());
    assert!(comparison.is_equal());
}

#[test]
fn an_operation_that_the_endpoint_lacks_is_told_and_the_others_run() {
    let design = shop();
    let client = prepared(&design);
    client.edge().unknown.borrow_mut().push("Query");
    let comparison = compared(&client, &design, false);
    for pattern in &comparison.patterns {
        let is_unsupported = pattern.outcome == ComparedOutcome::NotRun(NotCompared::Unsupported);
        assert_eq!(is_unsupported, pattern.operation == "Query", "{pattern:?}");
    }
    assert!(!comparison.is_equal());
}

#[test]
fn missing_tables_are_a_difference_of_errors() {
    let design = shop();
    let client = client(&Local::default());
    let comparison = compared(&client, &design, false);
    let (_, both) = different(&comparison)[0];
    let error = both.there.error.as_ref().unwrap();
    assert_eq!(error.name, "ResourceNotFoundException");
}
