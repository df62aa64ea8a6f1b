//! Advice on a request leaves no trace, and an alternative can be run on its own branch.

use crate::page;

use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_storage::MemoryStore;
use page::Page;
use serde_json::{Value, json};

fn look(page: &mut Page<MemoryStore>, operation: &str, body: &Value) -> (u16, Value) {
    let (operation, body) = (operation.to_owned(), body.to_string());
    match page.ask(ToWorker::DryRun { id: 1, space: Space::Saved, operation, body }) {
        ToPage::Answer { status, body, .. } => (status, serde_json::from_str(&body).expect("JSON")),
        other => panic!("{other:?}"),
    }
}

/// Puts some notes and reads two of them. Returns the history entry of the second read.
fn two_reads(page: &mut Page<MemoryStore>) -> u64 {
    for id in 1..4 {
        page.put(id);
    }
    let mut entry = 0;
    for id in 1..3 {
        let get = format!(r#"{{"TableName":"Notes","Key":{{"id":{{"N":"{id}"}}}}}}"#);
        let ToPage::Answer { entry: Some(id), .. } = page.execute("GetItem", &get) else {
            panic!("no entry")
        };
        entry = id;
    }
    entry
}

#[test]
fn an_entry_is_advised_and_left_as_it_is() {
    let mut page = Page::with_notes(MemoryStore::new());
    let entry = two_reads(&mut page);
    page.put(9);
    let before = page.travel(Travel::Nowhere);
    let (status, told) = look(&mut page, "Dynalab.Advise", &json!({ "Moment": entry }));
    assert_eq!(status, 200, "{told}");
    let [advice] = told["Advice"].as_array().expect("a list").as_slice() else { panic!("{told}") };
    assert_eq!(advice["Rule"], "batch-of-reads");
    assert_eq!((&advice["AsAsked"]["Requests"], &advice["Otherwise"]["Requests"]), (&json!(2), &json!(1)));
    assert_eq!(advice["SameItems"], true);
    let after = page.travel(Travel::Nowhere);
    assert_eq!((before.shown_id, before.steps), (after.shown_id, after.steps));
    let (status, told) = look(&mut page, "Dynalab.Advise", &json!({ "Moment": 999 }));
    assert_eq!((status, told["message"].as_str()), (400, Some("this point in history is no longer kept")));
}

/// The read is in no history, because the worker that answered it was replaced.
#[test]
fn advises_a_new_request_at_the_current_entry() {
    let mut page = Page::with_notes(MemoryStore::new());
    let entry = two_reads(&mut page);
    let get = json!({ "TableName": "Notes", "Key": { "id": { "N": "3" } }, "ConsistentRead": true });
    let question = json!({ "Moment": entry, "Operation": "GetItem", "Request": get });
    let (_, told) = look(&mut page, "Dynalab.Advise", &question);
    assert!(told["Moment"].is_null(), "another request stands at that entry: {told}");
    assert_eq!(told["Advice"][0]["Rule"], "eventual-read");
    let request = json!({ "Operation": "GetItem", "Request": get });
    let before = page.travel(Travel::Nowhere);
    let question = json!({ "Name": "here", "Requests": [request] });
    let ToPage::Answer { status, body, .. } = page.execute("Dynalab.Branch", &question.to_string()) else {
        panic!()
    };
    assert_eq!(status, 200, "{body}");
    let after = page.travel(Travel::Nowhere);
    assert_eq!((before.branches.len(), after.branches.len()), (1, 2));
    assert_eq!((after.branches[0].newest, after.branches[1].newest), (before.newest, before.newest + 1));
}

#[test]
fn an_error_says_where_it_is() {
    let mut page = Page::with_notes(MemoryStore::new());
    let request = json!({ "TableName": "Notes", "FilterExpression": "status = :s", "ExpressionAttributeValues": { ":s": { "S": "x" } } });
    let (_, told) = look(&mut page, "Dynalab.Advise", &json!({ "Operation": "Scan", "Request": request }));
    assert_eq!(told["Met"]["Error"]["Name"], "ValidationException");
    assert_eq!(told["Place"], json!({ "Member": "FilterExpression", "Text": ["", "status", " = :s"] }));
    assert_eq!(told["Advice"][0]["Rule"], "reserved-word");
}

#[test]
fn another_way_runs_on_a_branch() {
    let mut page = Page::with_notes(MemoryStore::new());
    let entry = two_reads(&mut page);
    page.put(9);
    let put = json!({ "Operation": "PutItem", "Request": { "TableName": "Notes", "Item": { "id": { "N": "7" } } } });
    let scan = json!({ "Operation": "Scan", "Request": { "TableName": "Notes" } });
    let question = json!({ "Instead": entry, "Name": "otherwise", "Requests": [put, scan] });
    let ToPage::Answer { status, body, .. } = page.execute("Dynalab.Branch", &question.to_string()) else {
        panic!("no answer")
    };
    assert_eq!(status, 200, "{body}");
    let told: Value = serde_json::from_str(&body).expect("JSON");
    let scanned: Value =
        serde_json::from_str(told["Answers"][1]["Body"].as_str().expect("text")).expect("JSON");
    assert_eq!(scanned["Count"], 4, "the note of later is not there: {scanned}");
    let timeline = page.travel(Travel::Nowhere);
    let current: Vec<_> = timeline.branches.iter().filter(|branch| branch.current).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0].name.as_deref(), Some("otherwise"));
    assert_eq!(timeline.branches.len(), 2);
    // Both requests are one step.
    let undone = page.travel(Travel::Undo);
    assert_eq!(undone.head, timeline.head - 2);
    let back = page.travel(Travel::SwitchTo { branch: 1 });
    assert_eq!(back.branches.len(), 2);
    let items = page.host.saved().engine().database().find("Notes").map(|table| table.items.len());
    assert_eq!(items, Some(4), "the first branch has its own note still");
}

#[test]
fn a_branch_without_a_beginning_is_refused() {
    let mut page = Page::with_notes(MemoryStore::new());
    for (question, part) in [
        (
            json!({ "Instead": 77, "Requests": [{ "Operation": "ListTables", "Request": {} }] }),
            "no longer kept",
        ),
        (json!({ "Begin": 1, "Requests": [] }), "Begin"),
        (json!({ "Instead": 1, "Requests": [] }), "no request"),
    ] {
        let ToPage::Answer { status, body, .. } = page.execute("Dynalab.Branch", &question.to_string())
        else {
            panic!("no answer")
        };
        assert_eq!(status, 400, "{body}");
        assert!(body.contains(part), "{body}");
    }
    assert_eq!(page.travel(Travel::Nowhere).branches.len(), 1);
}
