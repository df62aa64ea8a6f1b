//! Pages of a small table, printed.

use super::*;
use crate::share::document::engine_of;

const MUSIC: &str = r#"[{"create": {"TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                             {"AttributeName": "sk", "AttributeType": "N"},
                             {"AttributeName": "genre", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [{"IndexName": "ByGenre",
        "KeySchema": [{"AttributeName": "genre", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]}}]},
  "items": [
    {"pk": {"S": "bach"}, "sk": {"N": "10"}, "genre": {"S": "fugue"}, "title": {"S": "Ten"}, "notes": {"N": "9"}},
    {"pk": {"S": "bach"}, "sk": {"N": "9"}, "genre": {"S": "fugue"}, "title": {"S": "Nine"}},
    {"pk": {"S": "bach"}, "sk": {"N": "-1"}},
    {"pk": {"S": "ito"}, "sk": {"N": "2"}, "loud": {"BOOL": true}}]}]"#;

/// The page as text: a line for the columns, one for each collection and one for each item.
fn printed(view: &ItemsView) -> String {
    let mut text = format!("{}\n", view.columns.join(" | "));
    for collection in &view.collections {
        let Cell { data_type, text: key } = &collection.partition_key;
        let continued = if collection.continued { ", continued" } else { "" };
        text += &format!("{data_type} {key}{continued}\n");
        for row in &collection.items {
            let cells = row.cells.iter().map(|cell| cell.as_ref().map_or("-", |cell| cell.text.as_str()));
            text += &format!("  {} ({} B)\n", cells.collect::<Vec<_>>().join(" | "), row.size_bytes);
        }
    }
    text
}

fn page(engine: &Engine, index: Option<&str>, after: Option<&str>, limit: usize) -> ItemsView {
    items(engine, "Music", index, after, limit).unwrap()
}

#[test]
fn a_table_shows_its_collections_by_hash_and_items_by_sort_key() {
    let view = page(&engine_of(MUSIC), None, None, 100);
    assert_eq!(
        printed(&view),
        "pk | sk | genre | loud | notes | title\n\
         S bach\n  \
           bach | -1 | - | - | - | - (11 B)\n  \
           bach | 9 | fugue | - | - | Nine (29 B)\n  \
           bach | 10 | fugue | - | 9 | Ten (35 B)\n\
         S ito\n  \
           ito | 2 | - | true | - | - (14 B)\n"
    );
    assert_eq!((view.item_count, view.next), (4, None));
    let last = &view.collections[0].items[2];
    assert_eq!(last.key_json, r#"{"pk":{"S":"bach"},"sk":{"N":"10"}}"#);
    assert_eq!(
        last.item_json,
        r#"{"genre":{"S":"fugue"},"notes":{"N":"9"},"pk":{"S":"bach"},"sk":{"N":"10"},"title":{"S":"Ten"}}"#
    );
}

#[test]
fn an_index_shows_its_entries_as_projected() {
    let view = page(&engine_of(MUSIC), Some("ByGenre"), None, 100);
    assert_eq!(
        printed(&view),
        "genre | sk | pk | title\n\
         S fugue\n  \
           fugue | 9 | bach | Nine (29 B)\n  \
           fugue | 10 | bach | Ten (28 B)\n"
    );
    assert_eq!(view.item_count, 2);
    assert_eq!(view.collections[0].items[0].key_json, r#"{"pk":{"S":"bach"},"sk":{"N":"9"}}"#);
}

#[test]
fn pages_follow_each_other_and_say_what_is_continued() {
    let engine = engine_of(MUSIC);
    let mut text = String::new();
    let mut after = None;
    loop {
        let view = page(&engine, None, after.as_deref(), 2);
        text += &printed(&view);
        after = view.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(
        text,
        "pk | sk | genre | title\n\
         S bach\n  \
           bach | -1 | - | - (11 B)\n  \
           bach | 9 | fugue | Nine (29 B)\n\
         pk | sk | genre | loud | notes | title\n\
         S bach, continued\n  \
           bach | 10 | fugue | - | 9 | Ten (35 B)\n\
         S ito\n  \
           ito | 2 | - | true | - | - (14 B)\n"
    );
}

#[test]
fn a_page_that_begins_with_a_collection_does_not_continue_it() {
    let engine = engine_of(MUSIC);
    let first = page(&engine, None, None, 3);
    let second = page(&engine, None, first.next.as_deref(), 3);
    assert!(!second.collections[0].continued);
    assert_eq!(second.collections[0].partition_key.text, "ito");
}

#[test]
fn limits_count_as_the_nearest_sensible_number() {
    let engine = engine_of(MUSIC);
    assert_eq!(page(&engine, None, None, 0).collections.len(), 1);
    assert_eq!(page(&engine, None, None, usize::MAX).next, None);
}

#[test]
fn an_empty_table_has_its_key_columns_and_nothing_else() {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let view = page(&engine_of(&format!(r#"{create}"items": []}}]"#)), None, None, 10);
    let columns = vec!["pk".to_owned(), "sk".to_owned()];
    assert_eq!(view, ItemsView { columns, ..ItemsView::default() });
}

#[test]
fn a_page_of_large_items_ends_early_and_the_next_goes_on() {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let large = "x".repeat(300_000);
    let row = |n: u32| format!(r#"{{"pk": {{"S": "a"}}, "sk": {{"N": "{n}"}}, "text": {{"S": "{large}"}}}}"#);
    let rows: Vec<String> = (0..8).map(row).collect();
    let engine = engine_of(&format!(r#"{create}"items": [{}]}}]"#, rows.join(",")));
    let first = page(&engine, None, None, 1_000);
    let second = page(&engine, None, first.next.as_deref(), 1_000);
    let counts = [&first, &second].map(|view| view.collections[0].items.len());
    assert_eq!((counts, first.item_count, second.next), ([7, 1], 8, None));
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    let engine = engine_of(MUSIC);
    let refusal = |table: &str, index: Option<&str>, after: Option<&str>| {
        items(&engine, table, index, after, 10).unwrap_err().to_string()
    };
    assert_eq!(refusal("music", None, None), "There is no table music. Choose one from the list of tables.");
    assert_eq!(
        refusal("Music", Some("ByYear"), None),
        "Table Music has no index ByYear. Choose one of its indexes, or the table."
    );
    let too_long = "ab".repeat(POSITION_MAX_CHARACTERS);
    for position in ["", "a", "abc", "zz", "+1", "日本", "0x12", too_long.as_str()] {
        assert_eq!(
            refusal("Music", None, Some(position)),
            "No page begins at this position. Start again from the first page."
        );
    }
}

#[test]
fn columns_end_at_200_names() {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let names: Vec<String> = (0..300).map(|n| format!(r#""a{n:03}": {{"NULL": true}}"#)).collect();
    let row = format!(r#"{{"pk": {{"S": "a"}}, "sk": {{"N": "1"}}, {}}}"#, names.join(","));
    let view = page(&engine_of(&format!(r#"{create}"items": [{row}]}}]"#)), None, None, 10);
    assert_eq!((view.columns.len(), view.columns[199].as_str()), (200, "a197"));
    assert_eq!(view.collections[0].items[0].cells.len(), 200);
}
