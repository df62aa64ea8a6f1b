//! Compares two history entries in a dry run.

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

#[test]
fn entries_and_branches_are_compared_and_nothing_moves() {
    let mut page = Page::with_notes(MemoryStore::new());
    for id in 1..4 {
        page.put(id);
    }
    let (_, listed) = look(&mut page, "Dynalab.ListMoments", &json!({}));
    let entries = listed["Moments"].as_array().expect("a list");
    assert_eq!(entries.len(), 4, "{listed}");
    assert_eq!(entries[0]["Operation"], "PutItem");
    let first = entries.last().expect("the table")["Moment"].clone();

    // A branch after the first note.
    page.travel(Travel::LookAt { number: 2 });
    page.put(50);
    let (status, told) =
        look(&mut page, "Dynalab.Compare", &json!({ "One": { "Moment": first }, "Other": {} }));
    assert_eq!(status, 200, "{told}");
    assert_eq!(told["Tables"][0]["Added"], 2);
    let (_, told) =
        look(&mut page, "Dynalab.Compare", &json!({ "One": { "Branch": 1 }, "Other": { "Branch": 2 } }));
    let table = &told["Tables"][0];
    assert_eq!((&table["Added"], &table["Removed"], &table["Unchanged"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(table["Items"][0]["Key"].as_str().map(|key| key.starts_with("id=")), Some(true));
    assert_eq!(page.travel(Travel::Nowhere).shown, 3, "the page shows what it showed");

    page.travel(Travel::LookAt { number: 1 });
    let (_, told) = look(&mut page, "Dynalab.Compare", &json!({ "One": {}, "Other": { "Number": 3 } }));
    assert_eq!((&told["One"]["Number"], &told["Tables"][0]["Added"]), (&json!(1), &json!(2)));
    assert_eq!(page.travel(Travel::Nowhere).shown, 1);
}

#[test]
fn reports_missing_entries() {
    let mut page = Page::with_notes(MemoryStore::new());
    for (question, part) in [
        (json!({ "One": { "Moment": 99 } }), "no longer kept"),
        (json!({ "One": { "Number": 99 } }), "no longer kept"),
        (json!({ "Other": { "Branch": 9 } }), "no such branch"),
        (json!({ "Two": {} }), "Two"),
    ] {
        let (status, told) = look(&mut page, "Dynalab.Compare", &question);
        assert_eq!(status, 400, "{told}");
        assert!(told["message"].as_str().is_some_and(|why| why.contains(part)), "{told}");
    }
}
