//! Every edit as it is printed: read from its line, applied to a design, and seen in what it names.

use dynalab_modeling::Design;
use serde_json::{Value, json};

use super::Edit;

const DESIGN: &str = r##"{"version": 1, "name": "x",
    "entities": [{"name": "User", "attributes": [{"name": "user_id"}, {"name": "name"}]},
        {"name": "Order", "attributes": [{"name": "order_id"}, {"name": "user_id"}, {"name": "status"}]}],
    "relations": [{"parent": "User", "child": "Order", "copies": {"user_id": "user_id"}}],
    "tables": [{"name": "T", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "SK"}],
        "indexes": [{"name": "GSI1", "partition_key": [{"name": "GSI1PK"}]}],
        "items": [{"entity": "User", "keys": {"PK": "USER#{user_id}", "SK": "META"}},
            {"entity": "Order", "keys": {"PK": "USER#{user_id}", "SK": "ORDER#{order_id}", "GSI1PK": "{status}"}}]}],
    "patterns": [{"name": "first", "operation": {"action": "query", "table": "T", "key": {"PK": "USER#{user_id}"}}},
        {"name": "second", "operation": {"action": "update", "table": "T", "key": {"PK": "a", "SK": "b"}, "update": "SET n = 1"}},
        {"name": "third", "operation": {"action": "put", "table": "T", "item": "User"}, "expect": {"count": 1}}]}"##;

/// Applies an edit in its printed form and returns the design as JSON.
fn edited(line: Value) -> Value {
    let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
    apply(&mut design, line);
    serde_json::to_value(&design).expect("a design is JSON")
}

fn apply(design: &mut Design, line: Value) {
    let edit: Edit = serde_json::from_value(line.clone()).unwrap_or_else(|error| panic!("{line}: {error}"));
    let printed = serde_json::to_string(&edit).expect("an edit is JSON");
    assert_eq!(
        serde_json::from_str::<Edit>(&printed).expect(&printed),
        edit,
        "an edit is read as it is printed"
    );
    edit.apply(design);
}

/// Applies each edit and compares what is at the pointer then.
fn assert_edits<const N: usize>(wrap: impl Fn(Value) -> Value, edits: [(Value, &str, Value); N]) {
    for (edit, pointer, wanted) in edits {
        let found = edited(wrap(edit.clone()));
        assert_eq!(found.pointer(pointer).unwrap_or(&Value::Null), &wanted, "{edit} at {pointer}");
    }
}

#[test]
fn each_edit_of_the_design_is_seen() {
    let other = json!({ "version": 1, "name": "other", "entities": [], "tables": [] });
    let replaced = edited(json!({ "Replace": other }));
    assert_eq!((&replaced["name"], &replaced["tables"]), (&json!("other"), &json!([])));
    assert_edits(
        |edit| edit,
        [
            (json!({ "SetName": "shop" }), "/name", json!("shop")),
            (json!("AddEntity"), "/entities/2/name", json!("Entity3")),
            (json!("AddTable"), "/tables/1/name", json!("Table2")),
            (
                json!({ "AddRelation": { "parent": "Order", "child": "User" } }),
                "/relations/1/parent",
                json!("Order"),
            ),
            (json!({ "AddPattern": { "word": "Pattern" } }), "/patterns/3/name", json!("Pattern 4")),
        ],
    );
}

#[test]
fn each_edit_of_an_entity_is_seen() {
    assert_edits(
        |edit| json!({ "Entity": { "entity": 1, "edit": edit } }),
        [
            (json!({ "Rename": "Sale" }), "/tables/0/items/1/entity", json!("Sale")),
            (json!({ "SetCount": 70 }), "/entities/1/count", json!(70)),
            (json!({ "SetSample": 7 }), "/entities/1/sample", json!(7)),
            (json!({ "SetGrowth": 2.5 }), "/entities/1/growth_per_month", json!(2.5)),
            (json!({ "SetRetention": 30.0 }), "/entities/1/retention_days", json!(30.0)),
            (json!({ "SetOwner": "user_id" }), "/entities/1/owner", json!("user_id")),
            (json!("AddAttribute"), "/entities/1/attributes/3/name", json!("attribute4")),
            (json!("Remove"), "/relations/0", Value::Null),
            (json!("Remove"), "/tables/0/items/1", Value::Null),
            (json!({ "Replace": { "name": "Kept", "attributes": [] } }), "/entities/1/name", json!("Kept")),
        ],
    );
    assert_edits(
        |edit| json!({ "Entity": { "entity": 1, "edit": { "Attribute": { "number": 2, "edit": edit } } } }),
        [
            (json!({ "Rename": "state" }), "/tables/0/items/1/keys/GSI1PK", json!("{state}")),
            (json!({ "SetType": "N" }), "/entities/1/attributes/2/type", json!("N")),
            (json!({ "SetChanges": true }), "/entities/1/attributes/2/changes", json!(true)),
            (json!({ "ChooseValues": "uuid" }), "/entities/1/attributes/2/values/kind", json!("uuid")),
            (
                json!({ "SetValues": { "kind": "text", "bytes": 9 } }),
                "/entities/1/attributes/2/values/bytes",
                json!(9),
            ),
            (json!("Remove"), "/entities/1/attributes/2", Value::Null),
        ],
    );
    let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
    apply(&mut design, json!("AddTable"));
    apply(&mut design, json!({ "Entity": { "entity": 1, "edit": { "StoreIn": 1 } } }));
    assert_eq!(design.tables[1].items[0].entity, "Order");
}

#[test]
fn each_edit_of_a_table_is_seen() {
    assert_edits(
        |edit| json!({ "Table": { "table": 0, "edit": edit } }),
        [
            (json!("Remove"), "/tables", json!([])),
            (json!({ "Rename": "Shop" }), "/patterns/0/operation/table", json!("Shop")),
            (
                json!({ "RenameKey": { "number": 1, "name": "sort" } }),
                "/patterns/1/operation/key/sort",
                json!("b"),
            ),
            (
                json!({ "SetKeyType": { "number": 2, "data_type": "N" } }),
                "/tables/0/indexes/0/partition_key/0/type",
                json!("N"),
            ),
            (json!({ "SetTtl": "expires" }), "/tables/0/ttl", json!("expires")),
            (json!({ "SetSwitches": 3 }), "/tables/0/switches_to_on_demand", json!(3)),
            (json!({ "SetRecovery": true }), "/tables/0/recovery", json!(true)),
            (json!("AddIndex"), "/tables/0/indexes/1/name", json!("GSI2")),
            (
                json!({ "SetKey": { "item": 0, "attribute": "GSI1PK", "template": "NAME#{name}" } }),
                "/tables/0/items/0/keys/GSI1PK",
                json!("NAME#{name}"),
            ),
            (
                json!({ "SetKey": { "item": 1, "attribute": "GSI1PK", "template": "" } }),
                "/tables/0/items/1/keys/GSI1PK",
                Value::Null,
            ),
            (
                json!({ "SetWhen": { "item": 1, "attribute": "GSI1PK", "when": { "attribute": "status", "is": ["open"] } } }),
                "/tables/0/items/1/keys/GSI1PK/when/is/0",
                json!("open"),
            ),
            (json!({ "Replace": { "name": "Kept", "partition_key": [] } }), "/tables/0/name", json!("Kept")),
        ],
    );
    assert_edits(
        |edit| json!({ "Table": { "table": 0, "edit": { "Index": { "number": 0, "edit": edit } } } }),
        [
            (json!("Remove"), "/tables/0/items/1/keys/GSI1PK", Value::Null),
            (json!({ "Rename": "by_status" }), "/tables/0/indexes/0/name", json!("by_status")),
            (json!({ "SetKind": "local" }), "/tables/0/indexes/0/partition_key/0/name", json!("PK")),
            (json!({ "SetProjection": "keys_only" }), "/tables/0/indexes/0/projection", json!("keys_only")),
        ],
    );
    let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
    let mode = serde_json::to_value(dynalab_modeling::design::Mode::Provisioned { headroom_percent: 20.0 });
    apply(
        &mut design,
        json!({ "Table": { "table": 0, "edit": { "SetMode": mode.expect("a mode is JSON") } } }),
    );
    assert_eq!(design.tables[0].mode, dynalab_modeling::design::Mode::Provisioned { headroom_percent: 20.0 });
}

#[test]
fn each_edit_of_a_relation_is_seen() {
    assert_edits(
        |edit| json!({ "Relation": { "relation": 0, "edit": edit } }),
        [
            (json!("Remove"), "/relations/0", Value::Null),
            (json!({ "SetParent": "Order" }), "/relations/0/copies", json!({})),
            (json!({ "SetChild": "User" }), "/relations/0/copies", json!({})),
            (json!({ "SetLeast": 1 }), "/relations/0/per_parent/least", json!(1)),
            (json!({ "SetMean": 2.5 }), "/relations/0/per_parent/mean", json!(2.5)),
            (json!({ "SetMost": 9 }), "/relations/0/per_parent/most", json!(9)),
            (json!({ "SetSkew": "zipf" }), "/relations/0/skew", json!("zipf")),
            (
                json!({ "Copy": { "to": "status", "from": "name" } }),
                "/relations/0/copies/status",
                json!("name"),
            ),
            (
                json!({ "MoveCopy": { "old": "user_id", "to": "status" } }),
                "/relations/0/copies",
                json!({ "status": "user_id" }),
            ),
            (json!({ "RemoveCopy": "user_id" }), "/relations/0/copies", json!({})),
        ],
    );
}

#[test]
fn a_child_copies_the_id_of_its_new_parent() {
    let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
    let set = |end: &str, name: &str| json!({ "Relation": { "relation": 0, "edit": { (end): name } } });
    apply(&mut design, set("SetParent", "Order"));
    assert!(design.relations[0].copies.is_empty(), "a user has no order_id");
    apply(&mut design, set("SetParent", "User"));
    assert_eq!(design.relations[0].copies, [("user_id".into(), "user_id".into())].into());
}

#[test]
fn each_edit_of_a_pattern_is_seen() {
    assert_edits(
        |edit| json!({ "Pattern": { "pattern": 1, "edit": edit } }),
        [
            (json!("Remove"), "/patterns/1/name", json!("third")),
            (json!("MoveUp"), "/patterns/0/name", json!("second")),
            (json!({ "Rename": "other" }), "/patterns/1/name", json!("other")),
            (json!({ "SetAccess": "service" }), "/patterns/1/access", json!("service")),
            (json!({ "SetConsistency": "strong" }), "/patterns/1/consistency", json!("strong")),
            (
                json!({ "SetParameter": { "name": "a", "parameter": { "value": 7 } } }),
                "/patterns/1/parameters/a/value",
                json!(7),
            ),
            (json!({ "Replace": { "name": "kept" } }), "/patterns/1/name", json!("kept")),
            (json!({ "Rate": { "SetAverage": 12.5 } }), "/patterns/1/rate/average", json!(12.5)),
            (json!({ "Rate": { "SetPeak": 90.0 } }), "/patterns/1/rate/peak", json!(90.0)),
            (json!({ "Rate": { "SetGrowth": 0.5 } }), "/patterns/1/rate/growth", json!(0.5)),
            (json!({ "Rate": { "SetFailed": 0.25 } }), "/patterns/1/failed_conditions", json!(0.25)),
        ],
    );
}

#[test]
fn each_edit_of_a_request_is_seen() {
    let of = |pattern: usize| move |edit: Value| json!({ "Pattern": { "pattern": pattern, "edit": { "Request": edit } } });
    assert_edits(
        of(0),
        [
            (json!({ "SetAction": "scan" }), "/patterns/0/operation/action", json!("scan")),
            (json!({ "SetAction": "drop" }), "/patterns/0/operation/action", json!("query")),
            (
                json!({ "SetPlace": { "table": "T", "index": "GSI1" } }),
                "/patterns/0/operation/key/GSI1PK",
                json!("{status}"),
            ),
            (
                json!({ "SetOperator": { "attribute": "SK", "operator": "begins_with" } }),
                "/patterns/0/operation/key/SK",
                json!({ "begins_with": "" }),
            ),
            (
                json!({ "SetTemplate": { "attribute": "PK", "is_second": false, "template": "{name}" } }),
                "/patterns/0/parameters/name/of",
                json!("User.name"),
            ),
            (json!({ "SetLimit": 5 }), "/patterns/0/operation/limit", json!(5)),
            (json!({ "SetDescending": true }), "/patterns/0/operation/descending", json!(true)),
            (json!({ "SetAllPages": true }), "/patterns/0/operation/all_pages", json!(true)),
            (json!({ "SetFilter": "a = b" }), "/patterns/0/operation/filter", json!("a = b")),
            (json!({ "SetUpdate": "SET a = 1" }), "/patterns/0/operation/update", Value::Null),
        ],
    );
    assert_edits(
        of(1),
        [
            (
                json!({ "SetKey": { "attribute": "PK", "template": "USER#{user_id}" } }),
                "/patterns/1/operation/key/PK",
                json!("USER#{user_id}"),
            ),
            (json!({ "SetUpdate": "SET n = 2" }), "/patterns/1/operation/update", json!("SET n = 2")),
            (json!({ "SetCondition": "n = 1" }), "/patterns/1/operation/condition", json!("n = 1")),
        ],
    );
    assert_edits(of(2), [(json!({ "SetItem": "Order" }), "/patterns/2/operation/item", json!("Order"))]);
}

#[test]
fn each_edit_of_a_result_is_seen() {
    assert_edits(
        |edit| json!({ "Pattern": { "pattern": 2, "edit": { "Result": edit } } }),
        [
            (
                json!({ "Choose": { "form": "error", "returned": 0 } }),
                "/patterns/2/expect/error",
                json!("ConditionalCheckFailedException"),
            ),
            (json!({ "SetCount": 4 }), "/patterns/2/expect/count", json!(4)),
            (json!({ "SetAtLeast": 2 }), "/patterns/2/expect/at_least", json!(2)),
            (json!({ "SetError": "E" }), "/patterns/2/expect/error", json!("E")),
        ],
    );
}

#[test]
fn the_shape_of_a_day_is_edited_in_its_parts() {
    let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
    let set = |edit: Value| json!({ "Pattern": { "pattern": 0, "edit": { "Rate": edit } } });
    apply(&mut design, set(json!({ "SetDay": "flat" })));
    apply(&mut design, set(json!({ "SetPeakStart": 30 })));
    assert_eq!(design.patterns[0].rate.day, dynalab_load::Day::Flat, "the day has no peak");
    apply(&mut design, set(json!({ "SetDay": "one_peak" })));
    apply(&mut design, set(json!({ "SetPeakStart": 30 })));
    apply(&mut design, set(json!({ "SetPeakMinutes": 45 })));
    assert_eq!(design.patterns[0].rate.day, dynalab_load::Day::OnePeak { minutes: 45, at: 30 });
    let hours: Vec<u8> = (0..24).collect();
    apply(&mut design, set(json!({ "SetHours": hours })));
    assert!(matches!(design.patterns[0].rate.day, dynalab_load::Day::Drawn(drawn) if drawn[23] == 23));
}

#[test]
fn an_edit_of_a_thing_that_is_gone_changes_nothing() {
    let before = dynalab_modeling::parse(DESIGN).expect("a design");
    for line in [
        json!({ "Entity": { "entity": 9, "edit": "Remove" } }),
        json!({ "Entity": { "entity": 0, "edit": { "Attribute": { "number": 9, "edit": "Remove" } } } }),
        json!({ "Entity": { "entity": 0, "edit": { "StoreIn": 9 } } }),
        json!({ "Table": { "table": 9, "edit": "AddIndex" } }),
        json!({ "Table": { "table": 0, "edit": { "RenameKey": { "number": 9, "name": "x" } } } }),
        json!({ "Table": { "table": 0, "edit": { "SetKey": { "item": 9, "attribute": "PK", "template": "x" } } } }),
        json!({ "Table": { "table": 0, "edit": { "Index": { "number": 9, "edit": { "SetProjection": "all" } } } } }),
        json!({ "Relation": { "relation": 9, "edit": "Remove" } }),
        json!({ "Relation": { "relation": 0, "edit": { "MoveCopy": { "old": "none", "to": "status" } } } }),
        json!({ "Pattern": { "pattern": 9, "edit": "Remove" } }),
        json!({ "Pattern": { "pattern": 0, "edit": "MoveUp" } }),
    ] {
        let mut design = before.clone();
        apply(&mut design, line.clone());
        assert_eq!(design, before, "{line}");
    }
}

#[test]
fn a_stored_item_is_expected_under_the_new_key() {
    let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
    apply(
        &mut design,
        json!({ "Pattern": { "pattern": 2, "edit": { "Result": { "Choose": { "form": "stored", "returned": 0 } } } } }),
    );
    let stored = |design: &Design| {
        design.patterns[2].expect.as_ref().map(|expect| expect.after[0].key["SK"].to_string())
    };
    assert_eq!(stored(&design).as_deref(), Some("META"));
    for template in ["PROFILE#", "PROFILE#{name}"] {
        apply(
            &mut design,
            json!({ "Table": { "table": 0, "edit": { "SetKey": { "item": 0, "attribute": "SK", "template": template } } } }),
        );
        assert_eq!(stored(&design).as_deref(), Some(template));
    }
}
