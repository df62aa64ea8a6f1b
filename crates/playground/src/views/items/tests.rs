//! The grid of a small table, compared as text.

use dynalab_service::Engine;

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

/// Returns the grid as text: one line for the columns, one per collection and one per item.
fn printed(view: &ItemsView) -> String {
    let mut text = format!("{}\n", view.columns.join(" | "));
    for collection in &view.collections {
        let Cell { data_type, text: key } = &collection.partition_key;
        text += &format!("{data_type} {key}\n");
        for row in &collection.items {
            let cells = row.cells.iter().map(|cell| cell.as_ref().map_or("-", |cell| cell.text.as_str()));
            text += &format!("  {} ({} B)\n", cells.collect::<Vec<_>>().join(" | "), row.size_bytes);
        }
    }
    text
}

fn page(engine: &Engine, index: Option<&str>, row: u64, limit: usize) -> ItemsView {
    items(engine, "Music", index, &Around::Row(row), limit).unwrap()
}

/// Returns a table with `count` items, a hundred per partition key.
fn large(count: usize) -> Engine {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let row = |n: usize| {
        let (pk, sk) = (n / 100, n % 100);
        format!(
            r#"{{"pk": {{"S": "artist {pk:04}"}}, "sk": {{"N": "{sk}"}}, "genre": {{"S": "genre {sk}"}}}}"#
        )
    };
    let rows: Vec<String> = (0..count).map(row).collect();
    engine_of(&format!(r#"{create}"items": [{}]}}]"#, rows.join(",")))
}

fn keys(view: &ItemsView) -> Vec<&str> {
    view.collections
        .iter()
        .flat_map(|collection| &collection.items)
        .map(|row| row.key_json.as_str())
        .collect()
}

#[test]
fn a_table_shows_its_collections_by_hash_and_items_by_sort_key() {
    let view = page(&engine_of(MUSIC), None, 0, 100);
    assert_eq!(
        printed(&view),
        "pk | sk | title | loud | notes | genre\n\
         S bach\n  \
           bach | -1 | - | - | - | - (11 B)\n  \
           bach | 9 | Nine | - | - | fugue (29 B)\n  \
           bach | 10 | Ten | - | 9 | fugue (35 B)\n\
         S ito\n  \
           ito | 2 | - | true | - | - (14 B)\n"
    );
    assert_eq!((view.item_count, view.first, view.at), (4, 0, 0));
    let last = &view.collections[0].items[2];
    assert_eq!(last.key_json, r#"{"pk":{"S":"bach"},"sk":{"N":"10"}}"#);
}

#[test]
fn an_index_shows_its_entries_as_projected() {
    let view = page(&engine_of(MUSIC), Some("ByGenre"), 0, 100);
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
fn a_window_holds_the_row_asked_for_with_a_third_before_it() {
    let engine = engine_of(MUSIC);
    let view = page(&engine, None, 2, 3);
    assert_eq!((view.first, view.at), (1, 2));
    assert_eq!(
        printed(&view),
        "pk | sk | title | loud | notes | genre\n\
         S bach\n  \
           bach | 9 | Nine | - | - | fugue (29 B)\n  \
           bach | 10 | Ten | - | 9 | fugue (35 B)\n\
         S ito\n  \
           ito | 2 | - | true | - | - (14 B)\n"
    );
    let past_the_end = page(&engine, None, 1_000, 1);
    assert_eq!((past_the_end.first, past_the_end.at, keys(&past_the_end).len()), (3, 3, 1));
}

#[test]
fn windows_from_either_end_show_what_one_walk_shows() {
    let engine = large(900);
    let whole = page(&engine, None, 0, 1_000);
    for row in [0, 1, 449, 450, 451, 898, 899] {
        let view = page(&engine, None, row, 30);
        let first = view.first as usize;
        let expected = &keys(&whole)[first..(first + 30).min(900)];
        assert_eq!((keys(&view), view.at), (expected.to_vec(), row));
    }
}

#[test]
fn a_row_is_found_again_by_its_key_wherever_it_has_moved() {
    let engine = large(900);
    for index in [None, Some("ByGenre")] {
        let whole = page(&engine, index, 0, 1_000);
        for row in [0, 333, 899] {
            let key = Around::Key(keys(&whole)[row].to_owned(), 5);
            assert_eq!(items(&engine, "Music", index, &key, 9).unwrap().at, row as u64);
        }
    }
    let at =
        |index, key: &str| items(&engine, "Music", index, &Around::Key(key.to_owned(), 5), 9).unwrap().at;
    let gone = r#"{"pk": {"S": "artist 0003"}, "sk": {"N": "49.5"}}"#;
    let next = at(None, r#"{"pk": {"S": "artist 0003"}, "sk": {"N": "50"}}"#);
    assert_eq!(at(None, gone), next, "where it would be");
    assert_eq!(at(Some("ByGenre"), gone), 5, "an index does not know");
    assert_eq!([at(None, "{"), at(None, "[]"), at(None, "{}")], [5, 5, 5]);
}

#[test]
fn a_key_is_found_by_what_a_person_writes() {
    let engine = large(900);
    let found = |text: &str| {
        let view = items(&engine, "Music", None, &Around::Text(text.to_owned()), 1).unwrap();
        keys(&view)[0].to_owned()
    };
    assert_eq!(found("artist 0003"), r#"{"pk":{"S":"artist 0003"},"sk":{"N":"0"}}"#);
    assert_eq!(found("artist 0003, 7"), r#"{"pk":{"S":"artist 0003"},"sk":{"N":"7"}}"#);
    let begun = ["2", "0"].map(|sk| found(&format!("artist 0005, {sk}")));
    assert_eq!(begun, ["2", "0"].map(|sk| format!(r#"{{"pk":{{"S":"artist 0005"}},"sk":{{"N":"{sk}"}}}}"#)));
    assert!(found("arti").starts_with(r#"{"pk":{"S":"artist"#));
    let refusal = items(&engine, "Music", None, &Around::Text("nobody".into()), 1).unwrap_err();
    assert_eq!(refusal.to_string(), "No item has the key nobody.");
    for text in ["artist 0003, 700", "artist 0003, x", ","] {
        assert!(items(&engine, "Music", None, &Around::Text(text.into()), 1).is_err(), "{text}");
    }
}

#[test]
fn limits_count_as_the_nearest_sensible_number() {
    let engine = large(1_200);
    assert_eq!(keys(&page(&engine, None, 0, 0)).len(), 1);
    assert_eq!(keys(&page(&engine, None, 0, usize::MAX)).len(), 1_000);
}

#[test]
fn an_empty_table_has_its_key_columns_and_nothing_else() {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let view = page(&engine_of(&format!(r#"{create}"items": []}}]"#)), None, 0, 10);
    let columns = vec!["pk".to_owned(), "sk".to_owned()];
    assert_eq!(view, ItemsView { columns, ..ItemsView::default() });
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    let engine = engine_of(MUSIC);
    let refusal = |table: &str, index: Option<&str>| {
        items(&engine, table, index, &Around::Row(0), 10).unwrap_err().to_string()
    };
    assert_eq!(refusal("music", None), "There is no table music. Choose one from the list of tables.");
    assert_eq!(
        refusal("Music", Some("ByYear")),
        "Table Music has no index ByYear. Choose one of its indexes, or the table."
    );
}

#[test]
fn columns_end_at_200_names() {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let names: Vec<String> = (0..300).map(|n| format!(r#""a{n:03}": {{"NULL": true}}"#)).collect();
    let row = format!(r#"{{"pk": {{"S": "a"}}, "sk": {{"N": "1"}}, {}}}"#, names.join(","));
    let view = page(&engine_of(&format!(r#"{create}"items": [{row}]}}]"#)), None, 0, 10);
    assert_eq!((view.columns.len(), view.columns[199].as_str()), (200, "a197"));
    assert_eq!(view.collections[0].items[0].cells.len(), 200);
}

#[test]
fn what_distinguishes_items_comes_before_what_is_the_same_and_index_keys_are_last() {
    let create = MUSIC.split_once(r#""items""#).unwrap().0;
    let row = |sort: u32, rest: &str| {
        format!(
            r#"{{"pk": {{"S": "a"}}, "sk": {{"N": "{sort}"}}, "genre": {{"S": "g{sort}"}}, "kind": {{"S": "song"}}{rest}}}"#
        )
    };
    let rows = [
        row(1, r#", "title": {"S": "One"}, "length": {"N": "1"}"#),
        row(2, r#", "title": {"S": "Two"}, "length": {"N": "2"}, "artist": {"S": "x"}"#),
        row(3, r#", "title": {"S": "Two"}, "artist": {"S": "y"}"#),
    ];
    let view = page(&engine_of(&format!(r#"{create}"items": [{}]}}]"#, rows.join(","))), None, 0, 10);
    assert_eq!(view.columns, ["pk", "sk", "title", "artist", "length", "kind", "genre"]);
}
