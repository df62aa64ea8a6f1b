//! Tests of conditions and filters: the result per item, and the deciding clause.

use dynalab_expressions::{BoundCondition, ExpressionKind, condition};

use crate::literal::{aliases, item};

fn bind(text: &str, alias_text: &str) -> BoundCondition {
    condition(ExpressionKind::Condition, text, &mut aliases(alias_text))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks rows of expression, placeholders, item and result.
fn check(rows: &[(&str, &str, &str, bool)]) {
    for (text, alias_text, item_text, expected) in rows {
        let condition = bind(text, alias_text);
        let item = item(item_text);
        assert_eq!(condition.matches(&item), *expected, "{text} with {alias_text} on {item_text}");
        assert_eq!(condition.verdict(&item).holds, *expected, "{text}");
    }
}

#[test]
fn comparisons() {
    check(&[
        ("a = :v", "{:v: 1}", "{a: 1.0}", true),
        ("a = :v", "{:v: 1}", r#"{a: "1"}"#, false),
        ("a <> :v", "{:v: 1}", r#"{a: "1"}"#, true),
        ("a < :v", "{:v: 10}", "{a: 9}", true),
        ("a < :v", r#"{:v: "10"}"#, r#"{a: "9"}"#, false),
        ("a <= :v", "{:v: 10}", "{a: 10}", true),
        ("a > :v", r#"{:v: "a"}"#, r#"{a: "é"}"#, true),
        ("a >= :v", "{:v: 0x80}", "{a: 0x7f}", false),
        ("a > :v", "{:v: 0x01}", "{a: 0x0100}", true),
        ("a < :v", "{:v: 5}", r#"{a: "1"}"#, false),
        ("a >= :v", "{:v: 5}", "{a: true}", false),
        (":v = a", "{:v: 5}", "{a: 5}", true),
        ("a = b", "{}", "{a: 5, b: 5}", true),
        (":v = :w", "{:v: 5, :w: 5}", "{}", true),
        ("(a) = (:v)", "{:v: 5}", "{a: 5}", true),
        ("a.b[1].#c = :v", r##"{#c: "c.d", :v: 5}"##, "{a: {b: [0, {c.d: 5}]}}", true),
        ("a = :v", "{:v: {x: 1, y: [1, 2]}}", "{a: {y: [1, 2], x: 1}}", true),
        ("a = :v", "{:v: [1, 2]}", "{a: [2, 1]}", false),
        ("a = :v", "{:v: <<1, 2>>}", "{a: <<2, 1>>}", true),
        ("a = :v", "{:v: null}", "{a: null}", true),
    ]);
}

#[test]
fn what_is_missing_differs_from_everything() {
    check(&[
        ("a = :v", "{:v: 1}", "{}", false),
        ("a <> :v", "{:v: 1}", "{}", true),
        ("NOT a = :v", "{:v: 1}", "{}", true),
        ("a = b", "{}", "{}", false),
        ("a <> b", "{}", "{}", true),
        ("a < :v", "{:v: 1}", "{}", false),
        ("a BETWEEN :v AND :v", "{:v: 1}", "{}", false),
        ("a IN (:v, b)", "{:v: 1}", "{}", false),
        ("a.b <> :v", "{:v: 1}", "{a: 1}", true),
        ("a[5] = :v", "{:v: 1}", "{a: [1]}", false),
        ("begins_with(a, :v)", r#"{:v: "x"}"#, "{}", false),
        ("contains(a, :v)", r#"{:v: "x"}"#, "{}", false),
        ("attribute_type(a, :v)", r#"{:v: "NULL"}"#, "{}", false),
    ]);
}

#[test]
fn between_and_in() {
    check(&[
        ("a BETWEEN :l AND :h", "{:l: 1, :h: 3}", "{a: 1}", true),
        ("a BETWEEN :l AND :h", "{:l: 1, :h: 3}", "{a: 3}", true),
        ("a BETWEEN :l AND :h", "{:l: 1, :h: 3}", "{a: 3.1}", false),
        ("a BETWEEN :l AND :h", "{:l: 1, :h: 3}", r#"{a: "2"}"#, false),
        ("a BETWEEN b AND c", "{}", r#"{a: "m", b: "a", c: "z"}"#, true),
        (":v BETWEEN b AND c", "{:v: 5}", "{b: 1, c: 9}", true),
        ("NOT a BETWEEN :l AND :h", "{:l: 1, :h: 3}", "{a: 4}", true),
        ("a between :l and :h AND b = :l", "{:l: 1, :h: 3}", "{a: 2, b: 1}", true),
        ("a IN (:l, :h)", "{:l: 1, :h: 3}", "{a: 3}", true),
        ("a IN (:l, b)", "{:l: 1}", "{a: [3], b: [3]}", true),
        ("a in (:l)", "{:l: 1}", "{a: 2}", false),
    ]);
}

#[test]
fn functions() {
    check(&[
        ("attribute_exists(a)", "{}", "{a: null}", true),
        ("attribute_exists(a.b)", "{}", "{a: {c: 1}}", false),
        ("attribute_not_exists(a[1])", "{}", "{a: [1]}", true),
        ("attribute_type(a, :t)", r#"{:t: "SS"}"#, r#"{a: <<"x">>}"#, true),
        ("attribute_type(a, :t)", r#"{:t: "BOOL"}"#, "{a: null}", false),
        ("attribute_type(:v, :t)", r#"{:v: 1, :t: "N"}"#, "{}", true),
        ("begins_with(a, :p)", r#"{:p: "ab"}"#, r#"{a: "abc"}"#, true),
        ("begins_with(a, :p)", r#"{:p: ""}"#, r#"{a: "abc"}"#, true),
        ("begins_with(a, :p)", "{:p: 0x00}", "{a: 0x0001}", true),
        ("begins_with(a, :p)", r#"{:p: "1"}"#, "{a: 12}", false),
        ("begins_with(a, b)", "{}", "{a: 12, b: 1}", false),
        ("begins_with(:v, a)", r#"{:v: "abc"}"#, r#"{a: "a"}"#, true),
        ("contains(a, :p)", r#"{:p: "b"}"#, r#"{a: "abc"}"#, true),
        ("contains(a, :p)", "{:p: 0x02}", "{a: 0x010203}", true),
        ("contains(a, :p)", "{:p: 0x0103}", "{a: 0x010203}", false),
        ("contains(a, :p)", r#"{:p: "x"}"#, r#"{a: <<"x", "y">>}"#, true),
        ("contains(a, :p)", "{:p: 1.0}", "{a: <<1, 2>>}", true),
        ("contains(a, :p)", "{:p: 0x01}", "{a: <<0x01, 0x02>>}", true),
        ("contains(a, :p)", "{:p: {x: [1]}}", "{a: [0, {x: [1]}]}", true),
        ("contains(a, :p)", "{:p: <<1>>}", "{a: <<1, 2>>}", false),
        ("contains(a, b)", "{}", r#"{a: "abc", b: "c"}"#, true),
        ("contains(:v, a)", "{:v: [1, 2]}", "{a: 2}", true),
        ("contains(a, :p)", "{:p: 1}", "{a: 1}", false),
    ]);
}

#[test]
fn sizes() {
    check(&[
        ("size(a) = :n", "{:n: 3}", r#"{a: "abc"}"#, true),
        ("size(a) = :n", "{:n: 2}", r#"{a: "😀"}"#, true),
        ("size(a) = :n", "{:n: 1}", r#"{a: "é"}"#, true),
        ("size(a) = :n", "{:n: 2}", "{a: 0x0102}", true),
        ("size(a) >= :n", "{:n: 2}", "{a: [1, 2]}", true),
        ("size(a) = :n", "{:n: 1}", "{a: {b: 1}}", true),
        ("size(a) = :n", "{:n: 3}", "{a: <<1, 2, 3>>}", true),
        ("size(a) = size(b)", "{}", r#"{a: "xy", b: [1, 2]}"#, true),
        ("size(:s) = a", r#"{:s: "xyz"}"#, "{a: 3}", true),
        ("size(a) BETWEEN :n AND :n", "{:n: 0}", r#"{a: ""}"#, true),
        ("size(a) = :n", "{:n: 1}", "{a: 1}", false),
        ("size(a) <> :n", "{:n: 1}", "{a: true}", false),
        ("size(a) <> :n", "{:n: 1}", "{}", false),
    ]);
}

#[test]
fn precedence() {
    check(&[
        ("a = :v OR b = :v AND c = :v", "{:v: 1}", "{a: 1}", true),
        ("(a = :v OR b = :v) AND c = :v", "{:v: 1}", "{a: 1}", false),
        ("NOT a = :v AND b = :v", "{:v: 1}", "{a: 1, b: 1}", false),
        ("NOT (a = :v AND b = :v)", "{:v: 1}", "{a: 1}", true),
        ("NOT NOT a = :v", "{:v: 1}", "{a: 1}", true),
        ("not a = :v or (b = :v)", "{:v: 1}", "{a: 1, b: 1}", true),
        ("((a = :v) AND b = :v)", "{:v: 1}", "{a: 1, b: 1}", true),
        ("NOT (a) = :v", "{:v: 1}", "{a: 2}", true),
        ("(attribute_exists(a)) AND (NOT attribute_exists(b))", "{}", "{a: 2}", true),
    ]);
}

#[test]
fn a_verdict_names_the_smallest_clause_that_decided() {
    let check = |text: &str, item_text: &str, expected: &str| {
        let condition = bind(text, r##"{#n: "name", :v: 1, :s: "x"}"##);
        let verdict = condition.verdict(&item(item_text));
        assert_eq!(format!("{} by {}", verdict.holds, verdict.decided_by), expected, "{text}");
    };
    check("attribute_not_exists(a)", "{a: 1}", "false by attribute_not_exists(a)");
    check("a = :v AND #n = :s", "{a: 1}", r#"false by name = "x""#);
    check("a = :v AND #n = :s", r#"{a: 1, name: "x"}"#, r#"true by a = 1 AND name = "x""#);
    check("a = :v OR (b = :v AND c = :v)", "{b: 1, c: 1}", "true by b = 1 AND c = 1");
    check("NOT a IN (:v, :s)", "{a: 1}", r#"false by NOT a IN (1, "x")"#);
    check("NOT (a = :v AND b = :v)", "{a: 1}", "true by b = 1");
    check("NOT (a = :v AND b = :v)", "{a: 1, b: 1}", "false by NOT (a = 1 AND b = 1)");
    check("a = :v OR a.b[0] BETWEEN :v AND :v", "{}", "false by a = 1 OR a.b[0] BETWEEN 1 AND 1");
    check("size(a) > :v", "{a: [1, 2]}", "true by size(a) > 1");
}

#[test]
fn a_condition_has_its_attributes_and_paths() {
    let condition = bind(
        "a.b = :v AND (size(c[0]) > :v OR NOT contains(d, a)) AND e IN (f, :v) AND g BETWEEN :v AND h \
         AND attribute_exists(i) AND attribute_type(j, :t)",
        r#"{:v: 1, :t: "S"}"#,
    );
    let names: String = condition.attributes().into_iter().collect();
    assert_eq!(names, "acdefghij");
    let paths: Vec<String> = condition.paths().iter().map(|path| path.to_string()).collect();
    assert_eq!(paths.join(" "), "a.b c[0] d a e f g h i j");
}
