//! The pieces of an import: written items, rejected items, and one undo for all pieces.

use crate::page;

use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_storage::MemoryStore;
use page::Page;

fn piece(import: &str, ids: std::ops::Range<u32>) -> String {
    let items: Vec<String> =
        ids.map(|id| format!(r#"{{"id":{{"N":"{id}"}},"text":{{"S":"imported"}}}}"#)).collect();
    format!(r#"{{"TableName":"Notes","Import":"{import}","Items":[{}]}}"#, items.join(","))
}

fn count(page: &mut Page<MemoryStore>) -> String {
    let (operation, body) = ("Scan".to_owned(), r#"{"TableName":"Notes","Select":"COUNT"}"#.to_owned());
    let answer = page.ask(ToWorker::DryRun { id: 1, space: Space::Saved, operation, body });
    let ToPage::Answer { body, .. } = answer else { panic!("{answer:?}") };
    let (_, rest) = body.split_once("\"Count\":").expect("an answer that counts");
    rest.split([',', '}']).next().unwrap_or_default().to_owned()
}

#[test]
fn the_pieces_of_an_import_are_undone_and_redone_as_one() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.put(1);
    page.execute("Dynalab.PutItems", &piece("first", 10..110));
    page.execute("Dynalab.PutItems", &piece("first", 110..210));
    page.execute("Dynalab.PutItems", &piece("second", 210..220));
    assert_eq!(count(&mut page), "211");
    page.travel(Travel::Undo);
    assert_eq!(count(&mut page), "201", "another import is another thing");
    page.travel(Travel::Undo);
    assert_eq!(count(&mut page), "1");
    page.travel(Travel::Redo);
    assert_eq!(count(&mut page), "201");
}

#[test]
fn reports_rejected_items_by_position_and_stores_the_others() {
    let mut page = Page::with_notes(MemoryStore::new());
    let body = r#"{"TableName":"Notes","Import":"x","Items":[{"id":{"N":"1"}},{"id":{"S":"one"}},{"id":{"N":"3"}}]}"#;
    let ToPage::Answer { body, status, .. } = page.execute("Dynalab.PutItems", body) else { panic!() };
    assert_eq!(status, 200);
    assert!(body.contains(r#""RefusedCount":1"#) && body.contains(r#""Place":1"#), "{body}");
    assert_eq!(count(&mut page), "2");
    for broken in ["{", "[]", r#"{"Import":"x","Items":[]}"#, r#"{"TableName":"Notes","Items":1}"#] {
        let ToPage::Answer { status, .. } = page.execute("Dynalab.PutItems", broken) else { panic!() };
        assert_eq!(status, 400, "{broken}");
    }
}
