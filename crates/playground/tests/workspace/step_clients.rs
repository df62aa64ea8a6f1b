//! Stepping through clients: each step is reported, a dry run changes nothing, and stored steps are one history entry.

use crate::page;

use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_storage::MemoryStore;
use page::Page;
use serde_json::{Value, json};

fn look(page: &mut Page<MemoryStore>, body: &Value) -> (u16, Value) {
    let (operation, body) = ("Dynalab.StepClients".to_owned(), body.to_string());
    match page.ask(ToWorker::DryRun { id: 1, space: Space::Saved, operation, body }) {
        ToPage::Answer { status, body, .. } => (status, serde_json::from_str(&body).expect("JSON")),
        other => panic!("{other:?}"),
    }
}

fn transaction(by: u32) -> Value {
    let put = |id: u32| json!({ "Put": { "TableName": "Notes", "Item": { "id": { "N": id.to_string() }, "by": { "N": by.to_string() } } } });
    json!({ "Operation": "TransactWriteItems", "Request": { "TransactItems": [put(1), put(2)] } })
}

fn states(told: &Value) -> Vec<String> {
    let steps = told["Steps"].as_array().expect("steps");
    steps
        .iter()
        .map(|step| format!("{}{}", step["Client"], step["State"].as_str().unwrap_or_default()))
        .collect()
}

#[test]
fn steps_two_conflicting_transactions() {
    let mut page = Page::with_notes(MemoryStore::new());
    let clients = json!([[transaction(1)], [transaction(2)]]);
    let ask = |schedule: &[u32]| json!({ "Clients": clients, "Schedule": schedule });
    let (_, told) = look(&mut page, &ask(&[]));
    assert_eq!(told["Clients"][0]["Next"], "TransactWriteItems");
    let (_, told) = look(&mut page, &ask(&[0, 0, 1, 1]));
    assert_eq!(states(&told), ["0begun", "0prepared", "1begun", "1conflict"]);
    let held = &told["Items"][0];
    assert_eq!((&held["Key"], &held["HeldBy"]), (&json!("id=1"), &json!(0)));
    assert!(held["Item"].is_null() && told["Clients"][1]["Begun"] == true);
    let whole = [0, 0, 1, 1, 0, 0, 1, 1];
    let (_, told) = look(&mut page, &ask(&whole));
    let told_states = states(&told);
    assert!(told_states.contains(&"0committed".to_owned()), "{told_states:?}");
    assert_eq!(told_states.last().map(String::as_str), Some("1cancelled"), "{told_states:?}");
    assert_eq!(told["Items"][0]["Item"]["by"]["N"], "1");
    assert!(page.host.saved().engine().database().find("Notes").is_some_and(|table| table.items.is_empty()));
}

/// A read transaction finds out in its last step that an item was changed.
#[test]
fn a_cancelled_read_is_no_conflict() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.put(1);
    let get = |id: u32| json!({ "Get": { "TableName": "Notes", "Key": { "id": { "N": id.to_string() } } } });
    let put = json!({ "TableName": "Notes", "Item": { "id": { "N": "1" }, "by": { "N": "2" } } });
    for (keys, schedule) in [(vec![1], vec![0, 0, 1, 0]), (vec![1, 2], vec![0, 0, 0, 1, 0])] {
        let gets: Vec<Value> = keys.into_iter().map(get).collect();
        let read = json!({ "Operation": "TransactGetItems", "Request": { "TransactItems": gets } });
        let clients = json!([[read], [{ "Operation": "PutItem", "Request": put }]]);
        let (status, told) = look(&mut page, &json!({ "Clients": clients, "Schedule": schedule }));
        assert_eq!(status, 200, "{told}");
        assert_eq!(states(&told).last().map(String::as_str), Some("0cancelled"), "{told}");
    }
}

#[test]
fn what_is_kept_is_one_entry_and_can_be_undone() {
    let mut page = Page::with_notes(MemoryStore::new());
    let before = page.travel(Travel::Nowhere);
    let read =
        json!({ "Operation": "GetItem", "Request": { "TableName": "Notes", "Key": { "id": { "N": "1" } } } });
    let clients = json!([[read, transaction(1)], [transaction(2)]]);
    let half = json!({ "Clients": clients, "Schedule": [0, 0] });
    let ToPage::Answer { status, body, .. } = page.execute("Dynalab.RunClients", &half.to_string()) else {
        panic!()
    };
    assert!(status == 400 && body.contains("under way"), "{body}");
    assert!(page.host.saved().engine().database().find("Notes").is_some_and(|table| table.items.is_empty()));
    let whole = json!({ "Clients": clients, "Schedule": [0, 0, 0, 0, 0, 0, 0, 0] });
    let ToPage::Answer { status, entry, body, .. } = page.execute("Dynalab.RunClients", &whole.to_string())
    else {
        panic!()
    };
    assert_eq!(status, 200, "{body}");
    let items = |page: &Page<MemoryStore>| {
        page.host.saved().engine().database().find("Notes").map(|table| table.items.len())
    };
    assert_eq!(items(&page), Some(2));
    let ToPage::Recalled { body: again, .. } =
        page.ask(ToWorker::Recall { id: 1, entry: entry.expect("a entry") })
    else {
        panic!()
    };
    assert_eq!(again, body, "executed again, it comes to the same");
    page.travel(Travel::Undo);
    assert_eq!(items(&page), Some(0));
    assert!(before.can_undo);
}

#[test]
fn rejects_invalid_schedules() {
    let mut page = Page::with_notes(MemoryStore::new());
    for (question, part) in [
        (json!({ "Clients": [[]], "Schedule": [1] }), "Schedule"),
        (json!({ "Clients": [[], [], [], []], "Schedule": [] }), "3 clients"),
        (
            json!({ "Clients": [[{ "Operation": "PutItem", "Request": {} }]], "Schedule": [] }),
            "ValidationException",
        ),
    ] {
        let (status, told) = look(&mut page, &question);
        assert_eq!(status, 400, "{told}");
        assert!(told["message"].as_str().is_some_and(|why| why.contains(part)), "{told}");
    }
}
