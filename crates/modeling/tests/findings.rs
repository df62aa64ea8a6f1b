//! Tests of findings: each rule on a design that violates it and on one that does not.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use std::collections::BTreeSet;

use dynalab_modeling::findings::apply;
use dynalab_modeling::report::{Finding, Rule, Severity};
use dynalab_modeling::{Design, Language, Message, check};
use serde_json::{Value, json};

/// Returns a design without findings: users and their notes in one table.
fn good() -> Value {
    json!({
        "version": 1, "name": "Notes", "seed": 3, "region": "us-east-1",
        "entities": [
            { "name": "User", "count": 100_000, "sample": 20, "owner": "user_id", "attributes": [
                { "name": "user_id", "values": { "kind": "sequence", "prefix": "u", "width": 4 } },
                { "name": "email", "values": { "kind": "email" } },
                { "name": "plan", "values": { "kind": "choice", "values": ["FREE", "PRO"], "weights": [90, 10] } },
                { "name": "bio", "values": { "kind": "text", "bytes": 3_000 } } ] },
            { "name": "Note", "count": 2_000_000, "owner": "user_id", "attributes": [
                { "name": "user_id" },
                { "name": "note_id", "values": { "kind": "ulid", "from": "2026-01-01", "to": "2026-03-01" } },
                { "name": "day", "values": { "kind": "date", "from": "2026-01-01", "to": "2026-03-01" } },
                { "name": "number", "type": "N", "values": { "kind": "number", "least": 1, "most": 5_000 } },
                { "name": "expires_at", "type": "N", "values": { "kind": "time", "from": "2026-06-01", "to": "2026-07-01" } },
                { "name": "text", "values": { "kind": "text", "bytes": 200 } } ] }
        ],
        "relations": [ { "parent": "User", "child": "Note", "copies": { "user_id": "user_id" }, "per_parent": { "least": 2, "mean": 6, "most": 20 } } ],
        "tables": [ {
            "name": "Notes", "partition_key": [ { "name": "PK" } ], "sort_key": [ { "name": "SK" } ], "ttl": "expires_at",
            "indexes": [ { "name": "ByMail", "partition_key": [ { "name": "MailKey" } ] } ],
            "items": [
                { "entity": "User", "keys": { "PK": "USER#{user_id}", "SK": "PROFILE", "MailKey": "{email}" } },
                { "entity": "User", "name": "Mail", "attributes": ["user_id"], "keys": { "PK": "{email}", "SK": "UNIQUE" } },
                { "entity": "Note", "keys": { "PK": "USER#{user_id}", "SK": "NOTE#{number:5}#{note_id:ulid}" } } ]
        } ],
        "patterns": [
            { "name": "Notes of a user", "rate": { "average": 50, "peak": 200 }, "parameters": { "user_id": { "of": "User.user_id" } },
              "operation": { "action": "query", "table": "Notes", "key": { "PK": "USER#{user_id}", "SK": { "begins_with": "NOTE#" } }, "limit": 20 },
              "expect": { "rows": [ { "item": "Note", "where": { "user_id": "{user_id}" } } ] } },
            { "name": "User by email", "rate": { "average": 5 }, "access": "service", "parameters": { "email": { "of": "User.email" } },
              "operation": { "action": "query", "table": "Notes", "index": "ByMail", "key": { "MailKey": "{email}" }, "limit": 1 },
              "expect": { "count": 1 } },
            { "name": "Write a note", "rate": { "average": 5 }, "parameters": { "user_id": { "new": "Note.user_id" } },
              "operation": { "action": "put", "table": "Notes", "item": "Note", "condition": "attribute_not_exists(PK)" },
              "expect": { "after": [] , "at_least": 0 } },
            { "name": "Create a user", "rate": { "average": 1 },
              "operation": { "action": "transact_write", "writes": [
                { "action": "put", "table": "Notes", "item": "User", "condition": "attribute_not_exists(PK)" },
                { "action": "put", "table": "Notes", "item": "Mail", "condition": "attribute_not_exists(PK)" } ] },
              "expect": { "at_least": 0 } }
        ]
    })
}

fn design(value: &Value) -> Design {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}"))
}

fn findings(value: &Value) -> Vec<Finding> {
    check(&design(value)).findings
}

fn codes(value: &Value) -> BTreeSet<&'static str> {
    findings(value).iter().map(|finding| finding.rule.code()).collect()
}

/// Applies a change to the good design, and checks that it raises the rule.
fn raises(code: &str, change: impl FnOnce(&mut Value)) -> (Value, Finding) {
    assert!(!codes(&good()).contains(code), "the good design has {code}");
    assert!(Rule::CODES.contains(&code), "{code} is not in the list of names");
    let mut bad = good();
    change(&mut bad);
    let found = findings(&bad);
    let finding = found.iter().find(|finding| finding.rule.code() == code);
    let finding = finding.unwrap_or_else(|| panic!("no {code} in {found:#?}")).clone();
    let sentence = finding.rule.write(Language::English);
    assert!(sentence.ends_with('.') && sentence.len() > 20, "{code}: {sentence}");
    (bad, finding)
}

/// Checks that the fix removes the finding and keeps green patterns green.
fn fix_removes(code: &str, bad: &Value, finding: &Finding) -> Design {
    assert!(finding.can_apply, "{finding:?}");
    let fixed = apply(&design(bad), finding).unwrap();
    let (before, after) = (check(&design(bad)), check(&fixed));
    assert!(
        after.findings.iter().all(|found| found.rule.code() != code || found.place != finding.place),
        "{:#?}",
        after.findings
    );
    for (pattern, then) in before.patterns.iter().zip(&after.patterns) {
        assert!(
            then.verdict.is_green() || !pattern.verdict.is_green(),
            "{}: {:?} {:?} {:?}",
            pattern.name,
            then.verdict,
            then.error,
            after.problems
        );
    }
    fixed
}

fn push_pattern(design: &mut Value, pattern: Value) {
    design["patterns"].as_array_mut().unwrap().push(pattern);
}

#[test]
fn the_good_design_is_green_and_has_no_finding() {
    let report = check(&design(&good()));
    assert!(report.is_green, "{:?} {:?}", report.problems, report.patterns);
    assert_eq!(report.findings, []);
}

#[test]
fn a_key_without_the_owner_is_an_error() {
    let (_, finding) = raises("owner-not-in-key", |design| {
        design["tables"][0]["items"][2]["keys"]["PK"] = json!("NOTE#{note_id}");
        push_pattern(
            design,
            json!({ "name": "One note", "rate": { "average": 9 }, "parameters": { "note_id": { "of": "Note.note_id" } },
            "operation": { "action": "query", "table": "Notes", "key": { "PK": "NOTE#{note_id}" }, "limit": 1 }, "expect": { "count": 1 } }),
        );
    });
    assert_eq!((finding.severity, finding.place.pattern.as_deref()), (Severity::Error, Some("One note")));
    assert_eq!(finding.place.attribute.as_deref(), Some("PK"));
}

#[test]
fn an_owner_in_the_filter_only_is_an_error() {
    let (_, finding) = raises("owner-only-in-filter", |design| {
        design["tables"][0]["indexes"][0]["partition_key"] = json!([{ "name": "day" }]);
        design["tables"][0]["items"][0]["keys"].as_object_mut().unwrap().remove("MailKey");
        design["patterns"][1] = json!({ "name": "Notes of a day", "rate": { "average": 1 },
            "parameters": { "user_id": { "of": "Note.user_id" }, "day": { "of": "Note.day" } },
            "operation": { "action": "query", "table": "Notes", "index": "ByMail", "key": { "day": "{day}" }, "filter": "user_id = :user_id", "all_pages": true },
            "expect": { "at_least": 1 } });
    });
    assert_eq!(finding.severity, Severity::Error);
}

#[test]
fn a_status_as_key_is_hot_at_its_rate() {
    let by_plan = |design: &mut Value, average: u32, peak: u32| {
        design["tables"][0]["indexes"][0]["partition_key"] = json!([{ "name": "PlanKey" }]);
        design["tables"][0]["items"][0]["keys"] =
            json!({ "PK": "USER#{user_id}", "SK": "PROFILE", "PlanKey": "PLAN#{plan}" });
        design["patterns"][1] = json!({ "name": "Users of a plan", "rate": { "average": average, "peak": peak }, "access": "service",
            "parameters": { "plan": { "of": "User.plan" } },
            "operation": { "action": "query", "table": "Notes", "index": "ByMail", "key": { "PlanKey": "PLAN#{plan}" }, "all_pages": true },
            "expect": { "rows": [ { "item": "User", "where": { "plan": "{plan}" } } ] } });
    };
    let (bad, finding) = raises("low-cardinality-key", |design| by_plan(design, 100, 5_000));
    assert_eq!((finding.severity, finding.place.index.as_deref()), (Severity::Warning, Some("ByMail")));
    fix_removes("no-paging", &bad, &Finding { can_apply: true, ..finding.clone() });
    let mut quiet = good();
    by_plan(&mut quiet, 1, 1);
    // Of 100,000 users, one Query reads nearly all.
    assert!(codes(&quiet).contains("low-cardinality-key"));
    quiet["entities"][0]["count"] = json!(200);
    assert!(!codes(&quiet).contains("low-cardinality-key"));
}

#[test]
fn spreading_a_key_changes_the_items_and_the_queries() {
    let mut bad = good();
    bad["tables"][0]["indexes"][0]["partition_key"] = json!([{ "name": "PlanKey" }]);
    bad["tables"][0]["items"][0]["keys"]["PlanKey"] = json!("PLAN#{plan}");
    bad["tables"][0]["items"][0]["keys"].as_object_mut().unwrap().remove("MailKey");
    bad["patterns"][1] = json!({ "name": "Users of a plan", "rate": { "average": 100, "peak": 9_000 }, "access": "service",
        "parameters": { "plan": { "value": "FREE" } },
        "operation": { "action": "query", "table": "Notes", "index": "ByMail", "key": { "PlanKey": "PLAN#{plan}" }, "all_pages": true },
        "expect": { "rows": [ { "item": "User", "where": { "plan": "{plan}" } } ] } });
    let finding =
        findings(&bad).into_iter().find(|finding| finding.rule.code() == "low-cardinality-key").unwrap();
    let fixed = apply(&design(&bad), &finding).unwrap();
    let text = serde_json::to_string(&fixed).unwrap();
    assert!(text.contains("PLAN#{plan}#{user_id:shard") && text.contains("for_each"), "{text}");
    let report = check(&fixed);
    assert!(report.patterns[1].verdict.is_green(), "{:?}", report.patterns[1].verdict);
}

#[test]
fn a_date_as_key_gets_all_writes_of_now() {
    let (_, finding) = raises("time-key", |design| {
        design["tables"][0]["items"][2]["keys"]["PK"] = json!("DAY#{day}");
        design["patterns"][2]["rate"] = json!({ "average": 100, "peak": 2_500 });
    });
    assert_eq!(finding.severity, Severity::Warning);
}

#[test]
fn a_key_that_most_requests_ask_for_is_hot() {
    let (_, finding) = raises("hot-key", |design| {
        design["patterns"][0]["rate"] = json!({ "average": 100, "peak": 20_000 });
        design["patterns"][0]["busiest_share"] = json!(0.5);
    });
    assert_eq!(finding.severity, Severity::Warning);
}

#[test]
fn a_range_on_a_partition_key_is_refused() {
    let (bad, finding) = raises("range-on-partition-key", |design| {
        design["patterns"][0]["operation"]["key"]["PK"] = json!({ "begins_with": "USER#" });
    });
    assert_eq!(finding.severity, Severity::Error);
    let report = check(&design(&bad));
    let error = report.patterns[0].error.clone().unwrap();
    assert_eq!(error.name, "ValidationException");
}

#[test]
fn a_scan_can_become_an_index() {
    let (bad, finding) = raises("scan", |design| {
        push_pattern(
            design,
            json!({ "name": "Users of a plan", "rate": { "average": 2 }, "access": "public", "parameters": { "plan": { "of": "User.plan" } },
            "operation": { "action": "scan", "table": "Notes", "filter": "#plan = :plan", "all_pages": true },
            "expect": { "rows": [ { "item": "User", "where": { "plan": "{plan}" } } ] } }),
        );
    });
    assert_eq!(finding.severity, Severity::Warning);
    let fixed = fix_removes("scan", &bad, &finding);
    let report = check(&fixed);
    assert!(
        report.patterns[4].verdict.is_green() && report.totals.scans == 0,
        "{:?}",
        report.patterns[4].verdict
    );
}

#[test]
fn a_filter_that_drops_most_items_is_named() {
    raises("filter-drops-most", |design| {
        design["patterns"][0]["operation"]["filter"] = json!("#number > :large");
        design["patterns"][0]["parameters"]["large"] = json!({ "value": 4_900 });
    });
}

#[test]
fn large_items_and_large_collections_are_named() {
    let (_, near) = raises("item-size", |design| {
        design["entities"][0]["attributes"][3]["values"]["bytes"] = json!(350_000);
    });
    assert_eq!(near.severity, Severity::Warning);
    let (over, finding) = raises("item-size", |design| {
        design["entities"][0]["attributes"][3]["values"]["bytes"] = json!(450_000);
    });
    assert_eq!(finding.severity, Severity::Error);
    assert!(!check(&design(&over)).is_green, "DynamoDB refuses the item");

    let (bad, finding) = raises("collection-size", |design| {
        let local = json!({ "name": "ByDay", "kind": "local", "partition_key": [{ "name": "PK" }], "sort_key": [{ "name": "day" }] });
        design["tables"][0]["indexes"].as_array_mut().unwrap().push(local);
        design["entities"][1]["attributes"][5]["values"]["bytes"] = json!(20_000);
        design["entities"][1]["count"] = json!(90_000_000_000_u64);
        push_pattern(
            design,
            json!({ "name": "By day", "rate": { "average": 1 }, "parameters": { "user_id": { "of": "Note.user_id" } },
            "operation": { "action": "query", "table": "Notes", "index": "ByDay", "key": { "PK": "USER#{user_id}" }, "limit": 5 }, "expect": { "at_least": 1 } }),
        );
    });
    fix_removes("collection-size", &bad, &finding);
}

#[test]
fn an_index_that_no_pattern_reads_can_go() {
    let (bad, finding) = raises("unused-index", |design| {
        let index = json!({ "name": "ByPlan", "partition_key": [{ "name": "PlanKey" }] });
        design["tables"][0]["indexes"].as_array_mut().unwrap().push(index);
        design["tables"][0]["items"][0]["keys"]["PlanKey"] = json!("{plan}");
    });
    let fixed = fix_removes("unused-index", &bad, &finding);
    assert_eq!(design(&good()), fixed, "the index and its key are gone");
}

#[test]
fn many_indexes_are_named() {
    let (_, finding) = raises("over-indexed", |design| {
        for name in ["plan", "bio2", "day", "number", "text2"] {
            let kind = if name == "number" { "N" } else { "S" };
            let index =
                json!({ "name": format!("by_{name}"), "partition_key": [{ "name": name, "type": kind }] });
            design["tables"][0]["indexes"].as_array_mut().unwrap().push(index);
        }
    });
    assert_eq!(finding.severity, Severity::Advice);
}

#[test]
fn a_changing_index_key_is_two_writes() {
    let (bad, _) = raises("changing-index-key", |design| {
        push_pattern(
            design,
            json!({ "name": "Change the address", "rate": { "average": 3 },
            "parameters": { "user_id": { "of": "User.user_id" }, "mail": { "value": "new@example.com" } },
            "operation": { "action": "update", "table": "Notes", "key": { "PK": "USER#{user_id}", "SK": "PROFILE" }, "update": "SET MailKey = :mail" },
            "expect": { "after": [ { "table": "Notes", "key": { "PK": "USER#{user_id}", "SK": "PROFILE" }, "has": { "MailKey": "{mail}" } } ] } }),
        );
    });
    let report = check(&design(&bad));
    let units = &report.patterns[4].units;
    let of_index = units.iter().find(|units| units.index.is_some()).unwrap();
    // 3 KB: one delete and one put of four units each.
    assert_eq!(of_index.write, 8.0, "{units:?}");
}

#[test]
fn a_put_without_a_condition_can_get_one() {
    let (bad, finding) = raises("no-guard", |design| {
        design["patterns"][2]["operation"].as_object_mut().unwrap().remove("condition");
    });
    assert_eq!(design(&good()), fix_removes("no-guard", &bad, &finding));
}

#[test]
fn a_result_that_grows_needs_pages() {
    let (bad, finding) = raises("no-paging", |design| {
        design["patterns"][0]["operation"].as_object_mut().unwrap().remove("limit");
        design["relations"][0]["per_parent"]["most"] = json!(50_000);
    });
    fix_removes("no-paging", &bad, &finding);
}

#[test]
fn generic_names_are_named_where_there_is_one_entity() {
    raises("generic-names", |design| {
        design["tables"][0]["items"].as_array_mut().unwrap().truncate(3);
        design["tables"][0]["items"].as_array_mut().unwrap().drain(0..2);
        design["patterns"].as_array_mut().unwrap().truncate(3);
        design["patterns"].as_array_mut().unwrap().remove(1);
        design["tables"][0]["indexes"] = json!([]);
    });
}

#[test]
fn several_attributes_of_a_table_key_can_be_joined() {
    let (bad, finding) = raises("several-key-attributes", |design| {
        let table = &mut design["tables"][0];
        table["sort_key"] = json!([{ "name": "kind" }, { "name": "part" }]);
        table["items"] = json!([{ "entity": "Note", "keys": { "PK": "USER#{user_id}", "kind": "NOTE", "part": "{note_id}" } }]);
        table["indexes"] = json!([]);
        design["patterns"] = json!([{ "name": "Notes", "rate": { "average": 1 }, "parameters": { "user_id": { "of": "Note.user_id" } },
            "operation": { "action": "query", "table": "Notes", "key": { "PK": "USER#{user_id}", "kind": "NOTE" }, "limit": 100 },
            "expect": { "rows": [ { "item": "Note", "where": { "user_id": "{user_id}" } } ] } }]);
    });
    assert_eq!(finding.severity, Severity::Error);
    let fixed = fix_removes("several-key-attributes", &bad, &finding);
    assert!(check(&fixed).is_green, "{:?}", check(&fixed).patterns);
}

#[test]
fn a_gap_in_a_key_condition_is_an_error() {
    raises("key-condition-gap", |design| {
        design["tables"][0]["indexes"][0]["sort_key"] = json!([{ "name": "plan" }, { "name": "user_id" }]);
        design["patterns"][1]["operation"]["key"]["user_id"] = json!("u0001");
    });
}

#[test]
fn a_missing_result_can_be_recorded() {
    let (bad, finding) = raises("no-expectation", |design| {
        design["patterns"][0].as_object_mut().unwrap().remove("expect");
    });
    fix_removes("no-expectation", &bad, &finding);
    raises("no-rate", |design| design["patterns"][1]["rate"] = json!({ "average": 0 }));
}

#[test]
fn a_shorter_projection_is_cheaper() {
    let (bad, finding) = raises("projection", |design| {
        design["patterns"][1]["operation"]["attributes"] = json!(["email"]);
    });
    let fixed = fix_removes("projection", &bad, &finding);
    let (before, after) = (check(&design(&bad)), check(&fixed));
    assert!(after.totals.usd_per_month < before.totals.usd_per_month);
}

#[test]
fn entities_with_other_needs_are_named() {
    let (_, finding) = raises("mixed-needs", |design| {
        design["tables"][0]["stream"] =
            json!({ "view": "NEW_IMAGE", "readers": [{ "name": "welcome mail", "entities": ["User"] }] });
        design["patterns"][2]["rate"] = json!({ "average": 500 });
    });
    assert_eq!(finding.severity, Severity::Advice);
    raises("mixed-needs", |design| {
        design["tables"][0]["recovery"] = json!(true);
        design["entities"][1]["retention_days"] = json!(1);
    });
}

#[test]
fn a_transaction_of_one_item_can_be_sent_alone() {
    let (bad, finding) = raises("single-item-transaction", |design| {
        let put = design["patterns"][2]["operation"].clone();
        design["patterns"][2]["operation"] = json!({ "action": "transact_write", "writes": [put] });
    });
    assert_eq!(design(&good()), fix_removes("single-item-transaction", &bad, &finding));
    raises("too-many-actions", |design| {
        let put = design["patterns"][2]["operation"].clone();
        design["patterns"][2]["operation"] = json!({ "action": "transact_write", "writes": vec![put; 101] });
    });
}

#[test]
fn ttl_needs_seconds() {
    let (bad, finding) =
        raises("ttl-not-seconds", |design| design["entities"][1]["attributes"][4]["type"] = json!("S"));
    fix_removes("ttl-not-seconds", &bad, &finding);
    raises("ttl-not-seconds", |design| {
        design["entities"][1]["attributes"][4]["values"] =
            json!({ "kind": "constant", "value": 1_780_000_000_000_u64 });
    });
}

#[test]
fn numbers_in_a_sort_key_need_leading_zeros() {
    let (bad, finding) = raises("unpadded-number", |design| {
        design["tables"][0]["items"][2]["keys"]["SK"] = json!("NOTE#{number}#{note_id:ulid}");
    });
    let fixed = fix_removes("unpadded-number", &bad, &finding);
    assert_eq!(fixed, design(&good()));
}

#[test]
fn a_unique_value_needs_an_item_of_its_own() {
    let (bad, finding) = raises("no-uniqueness-item", |design| {
        design["tables"][0]["items"].as_array_mut().unwrap().remove(1);
        design["patterns"][3]["operation"]["writes"].as_array_mut().unwrap().remove(1);
    });
    fix_removes("no-uniqueness-item", &bad, &finding);
}
