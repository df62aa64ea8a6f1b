//! Explores concurrent clients in a dry run: anomalies are found, limits are reported, and nothing changes.

use crate::page;

use dynalab_playground::protocol::{Space, ToPage, ToWorker};
use dynalab_storage::MemoryStore;
use page::Page;

fn explore(page: &mut Page<MemoryStore>, body: &str) -> (u16, String) {
    let (operation, body) = ("Dynalab.Explore".to_owned(), body.to_owned());
    match page.ask(ToWorker::DryRun { id: 1, space: Space::Saved, operation, body }) {
        ToPage::Answer { status, body, .. } => (status, body),
        other => panic!("{other:?}"),
    }
}

const READ: &str =
    r#"{"Operation":"GetItem","Request":{"TableName":"Notes","Key":{"id":{"N":"1"}},"ConsistentRead":true}}"#;

fn write(by: u32) -> String {
    format!(
        r#"{{"Operation":"PutItem","Request":{{"TableName":"Notes","Item":{{"id":{{"N":"1"}},"by":{{"N":"{by}"}}}}}}}}"#
    )
}

#[test]
fn a_lost_update_is_found_and_leaves_no_trace() {
    let mut page = Page::with_notes(MemoryStore::new());
    let clients = format!(r#"{{"Clients":[[{READ},{}],[{READ},{}]]}}"#, write(1), write(2));
    let (status, told) = explore(&mut page, &clients);
    assert_eq!(status, 200, "{told}");
    assert!(told.contains(r#""Interleavings":6"#) && told.contains(r#""Complete":true"#), "{told}");
    let outcomes = told.matches("\"Count\":").count();
    let count = |name: &str| told.matches(name).count();
    assert_eq!(count("\"ExplainedBy\":"), outcomes, "every request is whole: {told}");
    let whole = count("\"WholeClients\":");
    assert!(whole >= 2 && whole < outcomes, "a write can get between a read and a write: {told}");
    assert!(page.host.saved().engine().database().find("Notes").is_some_and(|table| table.items.is_empty()));
}

#[test]
fn a_refused_condition_breaks_no_order() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.execute("PutItem", r#"{"TableName":"Notes","Item":{"id":{"N":"1"},"version":{"N":"1"}}}"#);
    let guarded = |by: u32| {
        format!(
            r#"{{"Operation":"UpdateItem","Request":{{"TableName":"Notes","Key":{{"id":{{"N":"1"}}}},"UpdateExpression":"SET version = :next, writer = :by","ConditionExpression":"version = :read","ExpressionAttributeValues":{{":read":{{"N":"1"}},":next":{{"N":"2"}},":by":{{"N":"{by}"}}}}}}}}"#
        )
    };
    let clients = format!(r#"{{"Clients":[[{READ},{}],[{READ},{}]]}}"#, guarded(1), guarded(2));
    let (status, told) = explore(&mut page, &clients);
    assert_eq!(status, 200, "{told}");
    let count = |name: &str| told.matches(name).count();
    assert!(told.contains("ConditionalCheckFailed"), "one of the two is refused: {told}");
    assert_eq!(
        count("\"WholeClients\":"),
        count("\"Count\":"),
        "and each order is that of whole clients: {told}"
    );
}

#[test]
fn rejects_invalid_explorations() {
    let mut page = Page::with_notes(MemoryStore::new());
    for (body, part) in [
        ("[", "is no JSON"),
        (r#"{"Clients":[[{}]]}"#, "Clients[0][0].Operation"),
        (r#"{"Clients":[[{"Operation":"PutItem","Request":{}}]]}"#, "ValidationException"),
        (r#"{"Clients":[[],[],[],[]]}"#, "three clients"),
        (r#"{"Client":[]}"#, "Client"),
    ] {
        let (status, told) = explore(&mut page, body);
        assert_eq!(status, 400, "{body}: {told}");
        assert!(told.contains(part), "{body}: {told}");
    }
}
