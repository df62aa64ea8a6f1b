//! Tests of findings about retries, large reads, expired items in streams, items that are read together, replaceable indexes and modes.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use std::collections::BTreeSet;

use dynalab_modeling::findings::apply;
use dynalab_modeling::report::{Finding, Fix, Report, Rule, Severity};
use dynalab_modeling::{Design, Language, Message, check};
use serde_json::{Value, json};

/// Returns a design without these findings: users with a wallet and a cart, and their orders.
fn good() -> Value {
    json!({
        "version": 1, "name": "Store", "seed": 3, "region": "us-east-1",
        "entities": [
            { "name": "User", "count": 10_000, "sample": 20, "owner": "user_id", "attributes": [
                { "name": "user_id", "values": { "kind": "sequence", "prefix": "u", "width": 4 } },
                { "name": "name", "values": { "kind": "person" } },
                { "name": "points", "type": "N", "values": { "kind": "number", "least": 100, "most": 900 } },
                { "name": "seen", "type": "N", "values": { "kind": "time", "from": "2026-01-01", "to": "2026-02-01" } } ] },
            { "name": "Cart", "count": 10_000, "owner": "user_id", "attributes": [
                { "name": "user_id" },
                { "name": "text", "values": { "kind": "text", "bytes": 300 } },
                { "name": "expires_at", "type": "N", "values": { "kind": "time", "from": "2026-06-01", "to": "2026-07-01" } } ] },
            { "name": "Order", "count": 50_000, "owner": "user_id", "attributes": [
                { "name": "user_id" },
                { "name": "order_id", "values": { "kind": "ulid", "from": "2026-01-01", "to": "2026-03-01" } },
                { "name": "text", "values": { "kind": "text", "bytes": 200 } } ] }
        ],
        "relations": [
            { "parent": "User", "child": "Cart", "copies": { "user_id": "user_id" }, "per_parent": { "least": 1, "mean": 1, "most": 1 } },
            { "parent": "User", "child": "Order", "copies": { "user_id": "user_id" }, "per_parent": { "least": 1, "mean": 4, "most": 20 } } ],
        "tables": [ {
            "name": "Store", "partition_key": [ { "name": "PK" } ], "sort_key": [ { "name": "SK" } ], "ttl": "expires_at",
            "stream": { "view": "NEW_AND_OLD_IMAGES", "readers": [ { "name": "mails", "entities": ["User", "Order"] } ] },
            "indexes": [ { "name": "ByOrder", "partition_key": [ { "name": "OrderKey" } ] } ],
            "items": [
                { "entity": "User", "keys": { "PK": "USER#{user_id}", "SK": "PROFILE" } },
                { "entity": "Cart", "keys": { "PK": "USER#{user_id}", "SK": "CART" } },
                { "entity": "Order", "keys": { "PK": "USER#{user_id}", "SK": "ORDER#{order_id:ulid}", "OrderKey": "{order_id}" } } ],
            "switches_to_on_demand": 4
        } ],
        "patterns": [
            { "name": "Orders of a user", "rate": { "average": 50 }, "parameters": { "user_id": { "of": "User.user_id" } },
              "operation": { "action": "query", "table": "Store", "key": { "PK": "USER#{user_id}", "SK": { "begins_with": "ORDER#" } }, "limit": 20 },
              "expect": { "rows": [ { "item": "Order", "where": { "user_id": "{user_id}" } } ] } },
            { "name": "Order by number", "rate": { "average": 5 }, "access": "service", "parameters": { "order_id": { "of": "Order.order_id" } },
              "operation": { "action": "query", "table": "Store", "index": "ByOrder", "key": { "OrderKey": "{order_id}" }, "limit": 1 },
              "expect": { "count": 1 } },
            { "name": "Profile and cart", "rate": { "average": 30 }, "parameters": { "user_id": { "of": "User.user_id" } },
              "operation": { "action": "batch_get", "table": "Store", "keys": [
                { "PK": "USER#{user_id}", "SK": "PROFILE" }, { "PK": "USER#{user_id}", "SK": "CART" } ] },
              "expect": { "count": 2 } },
            { "name": "Remember the visit", "rate": { "average": 5 }, "parameters": { "user_id": { "of": "User.user_id" }, "now": { "value": 1_780_000_000 } },
              "operation": { "action": "update", "table": "Store", "key": { "PK": "USER#{user_id}", "SK": "PROFILE" }, "update": "SET seen = :now", "condition": "attribute_exists(PK)" },
              "expect": { "after": [ { "table": "Store", "key": { "PK": "USER#{user_id}", "SK": "PROFILE" }, "has": { "seen": "{now}" } } ] } }
        ]
    })
}

const CODES: [&str; 7] = [
    "repeated-write",
    "large-read",
    "expired-in-stream",
    "read-apart",
    "replaceable-index",
    "index-is-the-key",
    "mode-switches",
];

fn design(value: &Value) -> Design {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}"))
}

fn green(value: &Value) -> Report {
    let report = check(&design(value));
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    for pattern in &report.patterns {
        assert!(pattern.verdict.is_green(), "{}: {:?} {:?}", pattern.name, pattern.verdict, pattern.error);
    }
    report
}

fn codes(value: &Value) -> BTreeSet<&'static str> {
    let report = green(value);
    report.findings.iter().map(|finding| finding.rule.code()).filter(|code| CODES.contains(code)).collect()
}

fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let mut value = good();
    change(&mut value);
    value
}

/// Checks that the changed design has this finding alone, with sentences.
fn raises(code: &str, change: impl FnOnce(&mut Value)) -> (Value, Finding) {
    let bad = changed(change);
    assert_eq!(codes(&bad), BTreeSet::from([code]));
    assert!(Rule::CODES.contains(&code));
    let finding = green(&bad).findings.into_iter().find(|finding| finding.rule.code() == code).unwrap();
    let sentence = finding.rule.write(Language::English);
    assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
    let fix = finding.fix.write(Language::English);
    assert!(fix.ends_with('.') && fix.len() > 10, "{fix}");
    (bad, finding)
}

/// Applies the fix. All patterns stay green, and the finding is gone.
fn fixed(bad: &Value, finding: &Finding) -> Value {
    assert!(finding.can_apply, "{finding:?}");
    let fixed = serde_json::to_value(apply(&design(bad), finding).unwrap()).unwrap();
    assert!(!codes(&fixed).contains(finding.rule.code()), "{:#?}", green(&fixed).findings);
    fixed
}

fn push_pattern(value: &mut Value, pattern: Value) {
    value["patterns"].as_array_mut().unwrap().push(pattern);
}

#[test]
fn the_good_design_has_none_of_these_findings() {
    assert_eq!(codes(&good()), BTreeSet::new());
}

fn spend(value: &mut Value, update: &str, condition: Option<&str>) {
    let operation = json!({ "action": "update", "table": "Store", "key": { "PK": "USER#{user_id}", "SK": "PROFILE" },
        "update": update, "condition": condition });
    push_pattern(
        value,
        json!({ "name": "Spend points", "rate": { "average": 3 }, "operation": operation,
            "parameters": { "user_id": { "of": "User.user_id" }, "some": { "value": 10 }, "points": { "of": "User.points" } },
            "expect": { "at_least": 0 } }),
    );
}

#[test]
fn an_update_that_a_retry_repeats_is_named() {
    let exists = Some("attribute_exists(PK)");
    for (update, condition) in [
        ("SET points = points - :some", exists),
        ("ADD points :some", None),
        ("SET points = if_not_exists(points, :some) + :some", None),
        ("SET points = points - :some", Some("points >= :some")),
    ] {
        let (_, finding) = raises("repeated-write", |value| spend(value, update, condition));
        assert_eq!(finding.severity, Severity::Advice, "{update}");
        assert_eq!(finding.place.attribute.as_deref(), Some("points"), "{update}");
        assert_eq!(finding.place.pattern.as_deref(), Some("Spend points"), "{update}");
        // A counter that creates its item has no version to compare with.
        assert_eq!(finding.can_apply, condition.is_some(), "{update}");
    }
    let (bad, finding) =
        raises("repeated-write", |value| spend(value, "SET points = points - :some", exists));
    let after = fixed(&bad, &finding);
    let update = &after["patterns"][4]["operation"];
    assert_eq!(update["update"], "SET #version = #version + :version_step, points = points - :some");
    assert_eq!(update["condition"], "(attribute_exists(PK)) AND #version = :seen_version");
}

#[test]
fn an_update_with_the_same_effect_twice_is_not_named() {
    for (update, condition) in [
        ("SET points = :some", None),
        ("SET points = if_not_exists(points, :some)", None),
        ("REMOVE points", None),
        // After the first update the condition is false.
        ("SET points = points - :some", Some("points = :points")),
    ] {
        assert_eq!(codes(&changed(|value| spend(value, update, condition))), BTreeSet::new(), "{update}");
    }
    // The token of a transaction makes the retry safe, and is what a transaction of one update is for.
    let value = changed(|value| {
        spend(value, "ADD points :some", None);
        let update = value["patterns"][4]["operation"].clone();
        value["patterns"][4]["operation"] = json!({ "action": "transact_write", "writes": [update] });
    });
    assert_eq!(codes(&value), BTreeSet::new());
    let names = |value: &Value, code: &str| green(value).findings.iter().any(|one| one.rule.code() == code);
    assert!(!names(&value, "single-item-transaction"));
    let mut plain = value;
    plain["patterns"][4]["operation"]["writes"][0]["update"] = json!("SET points = :some");
    assert!(names(&plain, "single-item-transaction"));
}

#[test]
fn a_large_result_or_item_is_named() {
    let (bad, finding) = raises("large-read", |value| {
        value["patterns"][0]["operation"].as_object_mut().unwrap().remove("limit");
        value["relations"][1]["per_parent"]["most"] = json!(1_000);
    });
    let Fix::LimitPage { limit } = finding.fix else { panic!("{finding:?}") };
    assert!((10..1_000).contains(&limit), "{limit}");
    let after = fixed(&bad, &finding);
    assert_eq!(after["patterns"][0]["operation"]["limit"], json!(limit));

    let (_, finding) = raises("large-read", |value| {
        value["entities"][1]["attributes"][1]["values"]["bytes"] = json!(150_000);
    });
    assert_eq!((finding.place.pattern.as_deref(), finding.can_apply), (Some("Profile and cart"), false));
    let Rule::LargeRead { bytes, .. } = finding.rule else { panic!("{finding:?}") };
    assert!((150_000.0..170_000.0).contains(&bytes), "{bytes}");
    // 90 KB is not too much, and a batch job reads all pages on purpose.
    let small = changed(|value| value["entities"][1]["attributes"][1]["values"]["bytes"] = json!(90_000));
    assert_eq!(codes(&small), BTreeSet::new());
    let job = changed(|value| {
        let query = value["patterns"][0]["operation"].as_object_mut().unwrap();
        query.remove("limit");
        query.insert("all_pages".to_owned(), json!(true));
        value["patterns"][0]["access"] = json!("service");
        value["relations"][1]["per_parent"]["most"] = json!(1_000);
    });
    assert_eq!(codes(&job), BTreeSet::new());
}

#[test]
fn a_reader_of_expired_items_is_named() {
    let all = |value: &mut Value| {
        value["tables"][0]["stream"]["readers"][0].as_object_mut().unwrap().remove("entities");
    };
    let (bad, finding) = raises("expired-in-stream", all);
    assert_eq!(
        finding.rule,
        Rule::ExpiredInStream { reader: "mails".to_owned(), entities: vec!["Cart".to_owned()] }
    );
    let after = fixed(&bad, &finding);
    assert_eq!(after["tables"][0]["stream"]["readers"][0]["expired"], "filtered");
    for quiet in [
        changed(|value| {
            all(value);
            value["tables"][0]["stream"]["readers"][0]["expired"] = json!("processed");
        }),
        changed(|value| {
            all(value);
            value["tables"][0].as_object_mut().unwrap().remove("ttl");
        }),
    ] {
        assert_eq!(codes(&quiet), BTreeSet::new());
    }
}

#[test]
fn items_that_are_read_together_can_share_a_partition() {
    let apart = |value: &mut Value| {
        value["tables"][0]["items"][1]["keys"] = json!({ "PK": "CART#{user_id}", "SK": "CART" });
        value["patterns"][2]["operation"]["keys"][1] = json!({ "PK": "CART#{user_id}", "SK": "CART" });
    };
    let (bad, finding) = raises("read-apart", apart);
    let items = vec!["User".to_owned(), "Cart".to_owned()];
    assert_eq!(finding.rule, Rule::ReadApart { items });
    assert_eq!(fixed(&bad, &finding), serde_json::to_value(design(&good())).unwrap());

    // With equal sort keys, the moved item has its old prefix in front.
    let (bad, finding) = raises("read-apart", |value| {
        apart(value);
        value["tables"][0]["items"][1]["keys"]["SK"] = json!("PROFILE");
        value["patterns"][2]["operation"]["keys"][1]["SK"] = json!("PROFILE");
    });
    let after = fixed(&bad, &finding);
    assert_eq!(
        after["tables"][0]["items"][1]["keys"],
        json!({ "PK": "USER#{user_id}", "SK": "CART#PROFILE" })
    );

    // A query of the whole partition would return the cart too, so a person must decide.
    let (_, finding) = raises("read-apart", |value| {
        apart(value);
        push_pattern(
            value,
            json!({ "name": "All of a user", "rate": { "average": 1 }, "parameters": { "user_id": { "of": "User.user_id" } },
                "operation": { "action": "query", "table": "Store", "key": { "PK": "USER#{user_id}" }, "limit": 100 },
                "expect": { "at_least": 2 } }),
        );
    });
    assert!(!finding.can_apply);

    // Mostly read alone, or for a different user, they are better apart.
    let alone = changed(|value| {
        apart(value);
        for (name, key) in [
            ("User", json!({ "PK": "USER#{user_id}", "SK": "PROFILE" })),
            ("Cart", json!({ "PK": "CART#{user_id}", "SK": "CART" })),
        ] {
            push_pattern(
                value,
                json!({ "name": name, "rate": { "average": 100 }, "parameters": { "user_id": { "of": "User.user_id" } },
                    "operation": { "action": "get", "table": "Store", "key": key }, "expect": { "count": 1 } }),
            );
        }
    });
    assert_eq!(codes(&alone), BTreeSet::new());
}

#[test]
fn an_index_with_the_keys_of_another_is_named() {
    // The table itself has the same keys.
    let (bad, finding) = raises("replaceable-index", |value| {
        value["tables"][0]["indexes"].as_array_mut().unwrap().push(
            json!({ "name": "ByUser", "partition_key": [{ "name": "UserKey" }], "sort_key": [{ "name": "UserSort" }] }),
        );
        for (item, sort) in [(0, "PROFILE"), (1, "CART"), (2, "ORDER#{order_id:ulid}")] {
            value["tables"][0]["items"][item]["keys"]["UserKey"] = json!("USER#{user_id}");
            value["tables"][0]["items"][item]["keys"]["UserSort"] = json!(sort);
        }
        let query = &mut value["patterns"][0]["operation"];
        query["index"] = json!("ByUser");
        query["key"] = json!({ "UserKey": "USER#{user_id}", "UserSort": { "begins_with": "ORDER#" } });
    });
    assert_eq!((finding.severity, &finding.rule), (Severity::Warning, &Rule::ReplaceableIndex { by: None }));
    assert_eq!(fixed(&bad, &finding), serde_json::to_value(design(&good())).unwrap());

    // A second index with the same keys.
    let second = |value: &mut Value| {
        value["tables"][0]["indexes"].as_array_mut().unwrap().push(
            json!({ "name": "Number", "partition_key": [{ "name": "OrderKey" }], "projection": "keys_only" }),
        );
        push_pattern(
            value,
            json!({ "name": "Key of an order", "rate": { "average": 5 }, "access": "service", "parameters": { "order_id": { "of": "Order.order_id" } },
                "operation": { "action": "query", "table": "Store", "index": "Number", "key": { "OrderKey": "{order_id}" }, "limit": 1 },
                "expect": { "count": 1 } }),
        );
    };
    let (bad, finding) = raises("replaceable-index", second);
    assert_eq!(finding.place.index.as_deref(), Some("Number"));
    assert_eq!(finding.rule, Rule::ReplaceableIndex { by: Some("ByOrder".to_owned()) });
    let after = fixed(&bad, &finding);
    assert_eq!(after["patterns"][4]["operation"]["index"], "ByOrder");

    // A sparse index, and one with more items, do not serve the same queries.
    let sparse = changed(|value| {
        second(value);
        value["tables"][0]["indexes"][1]["partition_key"] = json!([{ "name": "SparseKey" }]);
        value["tables"][0]["items"][2]["keys"]["SparseKey"] =
            json!({ "template": "{order_id}", "when": { "attribute": "user_id", "is": ["u0001"] } });
        value["patterns"][4]["operation"]["key"] = json!({ "SparseKey": "{order_id}" });
        value["patterns"][4]["expect"] = json!({ "count": 1 });
    });
    assert_eq!(codes(&sparse), BTreeSet::new());
}

#[test]
fn an_index_that_is_the_only_way_to_an_item_is_named() {
    let only = |value: &mut Value| {
        value["tables"][0]["items"][2]["keys"] =
            json!({ "PK": "ORDER#{order_id}", "SK": "META", "OrderKey": "OF#{user_id}" });
        value["patterns"][1]["parameters"] = json!({ "user_id": { "of": "User.user_id" } });
        value["patterns"][1]["operation"]["key"] = json!({ "OrderKey": "OF#{user_id}" });
        value["patterns"].as_array_mut().unwrap().remove(0);
    };
    let (_, finding) = raises("index-is-the-key", only);
    assert_eq!(finding.rule, Rule::IndexIsTheKey { item: "Order".to_owned(), parent: "User".to_owned() });
    let by_key = changed(|value| {
        only(value);
        push_pattern(
            value,
            json!({ "name": "One order", "rate": { "average": 5 }, "access": "service", "parameters": { "order_id": { "of": "Order.order_id" } },
                "operation": { "action": "get", "table": "Store", "key": { "PK": "ORDER#{order_id}", "SK": "META" } },
                "expect": { "count": 1 } }),
        );
    });
    assert_eq!(codes(&by_key), BTreeSet::new());
}

#[test]
fn too_many_switches_of_the_mode_are_an_error() {
    let (bad, finding) =
        raises("mode-switches", |value| value["tables"][0]["switches_to_on_demand"] = json!(5));
    assert_eq!(finding.severity, Severity::Error);
    let after = fixed(&bad, &finding);
    assert_eq!(after["tables"][0]["switches_to_on_demand"], 4);
}
