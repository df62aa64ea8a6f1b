//! Tests of updates: their effect on an item.

use dynalab_expressions::{Aliases, BoundUpdate, update};
use dynalab_types::{AttributeValue, Number};

use crate::literal::{aliases, item, print};

fn bind(text: &str, alias_text: &str) -> BoundUpdate {
    update(text, &mut aliases(alias_text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks rows of expression, placeholders, item before, and item after or error message.
fn check(rows: &[(&str, &str, &str, &str)]) {
    for (text, alias_text, before, after) in rows {
        let outcome = match bind(text, alias_text).apply(&item(before)) {
            Ok(updated) => print(&updated),
            Err(error) => error.to_string(),
        };
        assert_eq!(outcome, *after, "{text} with {alias_text} on {before}");
    }
}

const INVALID_PATH: &str = "The document path provided in the update expression is invalid for update";
const MISSING: &str = "The provided expression refers to an attribute that does not exist in the item";
const WRONG_TYPE: &str = "An operand in the update expression has an incorrect data type";

#[test]
fn set() {
    check(&[
        ("SET a = :v", "{:v: 1}", "{}", "{a: 1}"),
        ("set a.b = :v, c = :v", "{:v: 1}", "{a: {}}", "{a: {b: 1}, c: 1}"),
        ("SET a = b, b = a", "{}", "{a: 1, b: 2}", "{a: 2, b: 1}"),
        ("SET a = a + :v", "{:v: 0.5}", "{a: 1}", "{a: 1.5}"),
        ("SET a = :v - a", "{:v: 0.5}", "{a: 1}", "{a: -0.5}"),
        ("SET a = (a + b)", "{}", "{a: 1, b: 2}", "{a: 3, b: 2}"),
        ("SET a = (a) + (:v)", "{:v: 1}", "{a: 1}", "{a: 2}"),
        ("SET a = if_not_exists(a, :z) + :v", "{:z: 0, :v: 1}", "{}", "{a: 1}"),
        ("SET a = if_not_exists(b, c)", "{}", "{b: 1}", "{a: 1, b: 1}"),
        ("SET a = if_not_exists(b, c)", "{}", "{}", MISSING),
        ("SET a = list_append(a, :v)", "{:v: [3]}", "{a: [1, 2]}", "{a: [1, 2, 3]}"),
        ("SET a = list_append(:v, a)", "{:v: [3]}", "{a: [1, 2]}", "{a: [3, 1, 2]}"),
        ("SET a = list_append(if_not_exists(a, :e), :v)", "{:e: [], :v: [3]}", "{}", "{a: [3]}"),
        ("SET a = list_append(a, :v)", "{:v: [3]}", "{a: 1}", WRONG_TYPE),
        ("SET a = list_append(a, :v)", "{:v: [3]}", "{}", MISSING),
        ("SET a = b", "{}", "{}", MISSING),
        ("SET a = a + :v", "{:v: 1}", r#"{a: "1"}"#, WRONG_TYPE),
        ("SET a.b = :v", "{:v: 1}", "{}", INVALID_PATH),
        ("SET a.b = :v", "{:v: 1}", "{a: [1]}", INVALID_PATH),
        ("SET a[0] = :v", "{:v: 1}", "{a: {b: 1}}", INVALID_PATH),
        ("SET a.b.c = :v", "{:v: 1}", "{a: {}}", INVALID_PATH),
    ]);
}

#[test]
fn list_indexes_mean_the_positions_before_the_update() {
    check(&[
        ("SET a[1] = :v", "{:v: 9}", "{a: [1, 2, 3]}", "{a: [1, 9, 3]}"),
        ("SET a[7] = :v", "{:v: 9}", "{a: [1]}", "{a: [1, 9]}"),
        ("SET a[9] = :v, a[7] = :w, a[0] = :x", "{:v: 9, :w: 7, :x: 0}", "{a: [1]}", "{a: [0, 7, 9]}"),
        ("REMOVE a[0]", "{}", "{a: [1, 2, 3]}", "{a: [2, 3]}"),
        ("REMOVE a[0], a[2]", "{}", "{a: [1, 2, 3]}", "{a: [2]}"),
        ("REMOVE a[2], a[0], a[1]", "{}", "{a: [1, 2, 3]}", "{a: []}"),
        ("REMOVE a[5]", "{}", "{a: [1]}", "{a: [1]}"),
        ("REMOVE a[0] SET a[2] = :v", "{:v: 9}", "{a: [1, 2, 3]}", "{a: [2, 9]}"),
        ("SET a[9] = :v REMOVE a[1]", "{:v: 9}", "{a: [1]}", "{a: [1, 9]}"),
        ("REMOVE a[0].b, a[1]", "{}", "{a: [{b: 1}, 2, 3]}", "{a: [{}, 3]}"),
        ("REMOVE a[0], a[1].b", "{}", "{a: [1, {b: 1}, 3]}", "{a: [{}, 3]}"),
        ("SET a[0] = a[1], a[1] = a[0]", "{}", "{a: [1, 2]}", "{a: [2, 1]}"),
        ("REMOVE a[0][1], a[0][0]", "{}", "{a: [[1, 2, 3]]}", "{a: [[3]]}"),
    ]);
}

/// The size of an update depends neither on the item nor on placeholders for names.
#[test]
fn a_statement_has_a_weight() {
    let text = |length: usize| AttributeValue::string(&"x".repeat(length));
    let number = |digits: &str| AttributeValue::N(Number::parse(digits).unwrap());
    let weight = |expression: &str, values: &[(&str, AttributeValue)]| {
        let names = [("#long", "attribute"), ("#t", "tags")].map(|(alias, name)| (alias.into(), name.into()));
        let values = values.iter().map(|(alias, value)| ((*alias).to_owned(), value.clone()));
        update(expression, &mut Aliases::new(names, values)).unwrap().statement_bytes()
    };
    let v = |value: AttributeValue| [(":v", value)];
    assert_eq!(weight("SET title = :v", &v(text(100))), 3 + 19 + 5 + 100);
    assert_eq!(weight("SET #t[12] = :v", &v(text(7))), 3 + 19 + (4 + 4 + 2) + 7);
    assert_eq!(weight("SET #t[0].ab = :v", &v(text(7))), 3 + 19 + (4 + 4 + 1 + 4 + 2) + 7);
    assert_eq!(weight("SET a = :v, b = :v", &v(text(50))), 3 + 2 * (19 + 1 + 50));
    assert_eq!(weight("SET #long = :v", &v(text(0))), 3 + 19 + 9);
    assert_eq!(weight("ADD n :v", &v(number("12"))), 3 + 19 + 1 + 2);
    assert_eq!(weight("REMOVE ab, #t[3]", &[]), 3 + (1 + 2) + (1 + 4 + 4 + 1));
    let members = AttributeValue::Ss(["abc".into(), "de".into()].into());
    assert_eq!(weight("ADD s :v", &v(members.clone())), 3 + 19 + 1 + 5);
    assert_eq!(weight("DELETE s :v", &v(members)), 3 + 1 + 1);
    assert_eq!(weight("SET a = bc.#t[10]", &[]), 3 + 19 + 1 + (1 + 14 + 2 + 14 + 4 + 14 + 2));
    assert_eq!(weight("SET a = a + :v", &v(number("5"))), 3 + 19 + 1 + 34 + (1 + 14 + 1) + 2);
    assert_eq!(weight("SET a = :v - b", &v(number("5"))), 3 + 19 + 1 + 37 + 2 + (1 + 14 + 1));
    assert_eq!(weight("SET a = if_not_exists(b, :v)", &v(text(9))), 3 + 19 + 1 + 39 + (1 + 14 + 1) + 9);
    let list = AttributeValue::L(vec![text(10)]);
    assert_eq!(weight("SET a = list_append(a, :v)", &v(list)), 3 + 19 + 1 + 37 + (1 + 14 + 1) + (3 + 1 + 10));
}

#[test]
fn remove() {
    check(&[
        ("REMOVE a", "{}", "{a: 1, b: 2}", "{b: 2}"),
        ("REMOVE a", "{}", "{b: 2}", "{b: 2}"),
        ("REMOVE a.b", "{}", "{a: {b: 1, c: 2}}", "{a: {c: 2}}"),
        ("REMOVE a.b", "{}", "{a: {c: 2}}", "{a: {c: 2}}"),
        ("REMOVE a.b", "{}", "{}", INVALID_PATH),
        ("REMOVE a.b", "{}", "{a: 1}", INVALID_PATH),
        ("REMOVE a SET b = a", "{}", "{a: 1}", "{b: 1}"),
    ]);
}

#[test]
fn add_and_delete() {
    let mismatch = "An operand in the update expression has an incorrect data type";
    check(&[
        ("ADD a :v", "{:v: 2}", "{}", "{a: 2}"),
        ("ADD a :v", "{:v: -2}", "{a: 1}", "{a: -1}"),
        ("ADD a.b :v", "{:v: 2}", "{a: {b: 1}}", "{a: {b: 3}}"),
        ("ADD a[0] :v", "{:v: 2}", "{a: [1]}", "{a: [3]}"),
        ("ADD a :v", "{:v: <<1, 2>>}", "{a: <<2, 3>>}", "{a: <<1, 2, 3>>}"),
        ("ADD a :v", r#"{:v: <<"x">>}"#, "{}", r#"{a: <<"x">>}"#),
        ("ADD a :v", "{:v: 1}", r#"{a: "x"}"#, WRONG_TYPE),
        ("ADD a :v", "{:v: 1}", "{a: <<1>>}", WRONG_TYPE),
        ("ADD a :v", r#"{:v: <<"x">>}"#, "{a: <<1>>}", mismatch),
        ("ADD a.b :v", "{:v: 1}", "{}", INVALID_PATH),
        ("DELETE a :v", "{:v: <<1>>}", "{a: <<1, 2>>}", "{a: <<2>>}"),
        ("DELETE a :v", "{:v: <<1, 2, 3>>}", "{a: <<1, 2>>, b: 1}", "{b: 1}"),
        ("DELETE a.b :v", "{:v: <<1>>}", "{a: {b: <<1>>}}", "{a: {}}"),
        ("DELETE a :v", "{:v: <<5>>}", "{a: <<1, 2>>}", "{a: <<1, 2>>}"),
        ("DELETE a :v", "{:v: <<1>>}", "{}", "{}"),
        ("DELETE a :v", r#"{:v: <<"x">>}"#, "{a: <<1>>}", mismatch),
        ("DELETE a :v", r#"{:v: <<"x">>}"#, "{a: 1}", WRONG_TYPE),
        (
            "DELETE a :v ADD b :w SET c = :w REMOVE d",
            "{:v: <<1>>, :w: 1}",
            "{a: <<1>>, d: 1}",
            "{b: 1, c: 1}",
        ),
    ]);
}

#[test]
fn numbers_keep_their_limits() {
    check(&[
        (
            "SET a = a + :v",
            "{:v: 9e125}",
            "{a: 9e125}",
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        (
            "SET a = a - :v",
            "{:v: 1.1e-130}",
            "{a: 1e-130}",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range",
        ),
        (
            "ADD a :v",
            "{:v: 1e-30}",
            "{a: 1e30}",
            "Attempting to store more than 38 significant digits in a Number",
        ),
    ]);
}

#[test]
fn an_update_has_the_paths_that_it_writes() {
    let update = bind("SET a.b = :v, c = d REMOVE e[1] ADD f :v DELETE g :s", "{:v: 1, :s: <<1>>}");
    assert_eq!(update.attributes_written(), ["a", "c", "e", "f", "g"]);
    let paths: Vec<String> = update.written_paths().iter().map(|path| path.to_string()).collect();
    assert_eq!(paths, ["a.b", "c", "e[1]", "f", "g"]);
    assert!(!update.only_removes());
    assert!(bind("REMOVE a, b", "{}").only_removes());
    assert!(bind("DELETE a :s REMOVE b", "{:s: <<1>>}").only_removes());
    assert!(!bind("REMOVE a ADD b :v", "{:v: 1}").only_removes());
}
