//! Tests of the document: reading, writing, and errors with a position.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::{DocumentError, Template, TemplateError, parse, write};

fn example() -> String {
    let readme = include_str!("../README.md");
    let begin = readme.find("```json\n").expect("the README has an example") + "```json\n".len();
    let end = readme[begin..].find("```").expect("the example ends") + begin;
    readme[begin..end].to_owned()
}

#[test]
fn the_example_of_the_readme_is_a_design() {
    let design = parse(&example()).unwrap();
    assert_eq!(design.entities.len(), 2);
    assert_eq!(design.tables[0].items[1].keys["SK"].template.to_string(), "NOTE#{written_at:iso}");
    let written = write(&design);
    assert_eq!(parse(&written).unwrap(), design);
    assert_eq!(write(&parse(&written).unwrap()), written, "the same bytes");
}

#[test]
fn members_are_in_one_order_and_unknown_ones_are_kept() {
    let text = r#"{"x_tool": {"b": [1, 2]}, "patterns": [], "tables": [{"items": [], "name": "T", "partition_key": [{"type": "S", "name": "PK"}],
        "color": "red"}], "name": "N", "entities": [{"attributes": [], "name": "E", "owner_team": 7}], "version": 1}"#;
    let written = write(&parse(text).unwrap());
    let places: Vec<usize> =
        ["\"version\"", "\"name\": \"N\"", "\"entities\"", "\"tables\"", "\"patterns\"", "\"x_tool\""]
            .iter()
            .map(|member| written.find(member).unwrap_or_else(|| panic!("{member} in {written}")))
            .collect();
    assert!(places.is_sorted(), "{places:?}");
    for kept in ["\"color\": \"red\"", "\"owner_team\": 7", "\"b\": ["] {
        assert!(written.contains(kept), "{kept} in {written}");
    }
}

#[test]
fn unknown_members_are_kept_in_small_parts_too() {
    let text = include_str!("../templates/shop.json");
    for (number, (before, of)) in [
        ("\"least\": 3,", "rows of a parent"),
        ("\"name\": \"PK\",", "a key attribute"),
        ("\"item\": \"User\",\n            \"where\"", "expected rows"),
        ("\"by\": \"order_id\",", "an order"),
        ("\"has\": {", "a state after a write"),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(text.contains(before), "{of}");
        let member = format!("\"x_tool\": {number}");
        let written = write(&parse(&text.replacen(before, &format!("{member}, {before}"), 1)).unwrap());
        assert!(written.contains(&member), "{of}");
        assert_eq!(write(&parse(&written).unwrap()), written);
    }
}

#[test]
fn an_error_names_the_place() {
    let base = example();
    for (from, to, place) in [
        ("\"average\": 40", "\"average\": \"x\"", "patterns[0].rate.average"),
        ("\"count\": 2000000", "\"count\": -1", "entities[1].count"),
        ("NOTE#{written_at:iso}", "NOTE#{written_at:", "tables[0].items[1].keys.SK"),
        ("\"mode\": \"on_demand\"", "\"mode\": \"free\"", "tables[0].mode"),
    ] {
        match parse(&base.replace(from, to)) {
            Err(DocumentError::Member { place: found, .. }) => assert_eq!(found, place),
            other => panic!("{place}: {other:?}"),
        }
    }
    assert!(matches!(parse("{"), Err(DocumentError::NotJson { line: 1, .. })));
    assert_eq!(
        parse(&base.replace("\"version\": 1", "\"version\": 2")),
        Err(DocumentError::Version { found: 2 })
    );
    assert!(matches!(parse(&"[".repeat(5_000_000)), Err(DocumentError::TooLong { bytes: 5_000_000 })));
}

#[test]
fn deep_and_odd_documents_are_refused_without_a_panic() {
    for text in ["", "null", "[]", "7", "{\"version\":1}", &"[".repeat(100_000), "{\"version\":1e999}"] {
        assert!(parse(text).is_err(), "{}", &text[..text.len().min(20)]);
    }
}

#[test]
fn templates_are_read_and_printed() {
    for text in [
        "USER#{user_id}",
        "{a}",
        "{{{a:8}}}",
        "X#{t:date}#{id:shard10}",
        "{t:month}-{t:hour}-{t:iso}-{u:ulid}",
        "",
    ] {
        assert_eq!(Template::parse(text).unwrap().to_string(), text);
    }
    for (text, error) in [
        ("A#{b", TemplateError::UnclosedBrace { at: 2 }),
        ("A}", TemplateError::StrayBrace { at: 1 }),
        ("{}", TemplateError::NoAttribute { at: 0 }),
        ("{a:pad}", TemplateError::UnknownFormat { at: 0, format: "pad".into() }),
        ("{a:shard1}", TemplateError::UnknownFormat { at: 0, format: "shard1".into() }),
        ("{a:0}", TemplateError::UnknownFormat { at: 0, format: "0".into() }),
    ] {
        assert_eq!(Template::parse(text), Err(error));
    }
}
