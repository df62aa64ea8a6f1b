//! Tests of projections: the parts of an item that they select.

use dynalab_expressions::{DocumentPath, PathStep, project_paths, projection};

use crate::literal::{aliases, item, print};

fn check(rows: &[(&str, &str, &str)]) {
    for (text, item_text, expected) in rows {
        let outcome = match projection(text, &mut aliases(r##"{#n: "name", #d: "a.b"}"##)) {
            Ok(projection) => print(&projection.project(&item(item_text))),
            Err(error) => error.to_string(),
        };
        assert_eq!(outcome, *expected, "{text} of {item_text}");
    }
}

#[test]
fn parts_keep_the_shape_of_the_item() {
    check(&[
        ("a, #n", "{a: 1, b: 2, name: 3}", "{a: 1, name: 3}"),
        ("a.b", "{a: {b: 1, c: 2}}", "{a: {b: 1}}"),
        ("a.b, a.c", "{a: {b: 1, c: 2, d: 3}}", "{a: {b: 1, c: 2}}"),
        ("#d", "{a.b: 1, a: {b: 2}}", "{a.b: 1}"),
        ("a[1]", "{a: [1, 2, 3]}", "{a: [2]}"),
        ("a[2], a[0]", "{a: [1, 2, 3]}", "{a: [1, 3]}"),
        ("a[0].b, a[0].c", "{a: [{b: 1, c: 2, d: 3}]}", "{a: [{b: 1, c: 2}]}"),
        ("a[0][1], a[1]", "{a: [[1, 2], 3]}", "{a: [[2], 3]}"),
        ("a.b[0]", "{a: {b: []}}", "{}"),
        (
            "x, a.x, a[0]",
            "{a: 1}",
            "Invalid ProjectionExpression: Two document paths conflict with each other; \
          must remove or rewrite one of these paths; path one: [a, x], path two: [a, [0]]",
        ),
        ("x, a.x", "{a: {b: 1}}", "{}"),
        ("a[5]", "{a: [1]}", "{}"),
        ("a.b", "{a: [1]}", "{}"),
        ("a", "{a: {}}", "{a: {}}"),
        (
            "b, a, b.c",
            "{}",
            "Invalid ProjectionExpression: Two document paths overlap with each other; \
          must remove or rewrite one of these paths; path one: [b], path two: [b, c]",
        ),
        (
            "a, #x",
            "{}",
            "Invalid ProjectionExpression: An expression attribute name used in the document path \
          is not defined; attribute name: #x",
        ),
    ]);
}

#[test]
fn touched_fragments_may_overlap() {
    let whole = DocumentPath::attribute("a");
    let part = DocumentPath { attribute: "a".into(), steps: vec![PathStep::Name("b".into())] };
    let element = DocumentPath { attribute: "l".into(), steps: vec![PathStep::Index(1)] };
    let item = item("{a: {b: 1, c: 2}, l: [1, 2], z: 1}");
    assert_eq!(print(&project_paths(&[&part, &element], &item)), "{a: {b: 1}, l: [2]}");
    assert_eq!(print(&project_paths(&[&part, &whole], &item)), "{a: {b: 1, c: 2}}");
    assert_eq!(print(&project_paths(&[], &item)), "{}");
}
