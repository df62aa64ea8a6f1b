//! Tests of statements: printing, error messages, and stack use.

use dynalab_expressions::Aliases;
use dynalab_expressions::partiql::{StatementKind, bind_projection, bind_update, bind_where, parse};
use dynalab_types::AttributeValue;

use crate::random::{Random, seeds};

const ROUNDS: u64 = 20_000;
/// The stack of the web worker with a margin, as in the tests of the expression languages.
const STACK_BYTES: usize = 1024 * 1024;

/// Returns the printed statement, or the error. Checks that the printed text parses to the same statement.
fn printed(text: &str) -> String {
    match parse(text) {
        Ok(statement) => {
            let printed = statement.to_string();
            assert_eq!(parse(&printed).as_ref(), Ok(&statement), "{text}\n{printed}");
            printed
        }
        Err(problem) => problem.to_string(),
    }
}

fn same(text: &str) {
    assert_eq!(printed(text), text);
}

#[test]
fn every_clause_prints_back() {
    same(r#"SELECT * FROM "Music""#);
    same(r#"SELECT a, "b c"."d", e[0].f FROM "Music"."By ""x""" WHERE a = 1 ORDER BY a, b DESC"#);
    same(r#"SELECT a FROM "t" WHERE a = 1 ORDER BY a NULLS FIRST, b DESC NULLS LAST"#);
    same(r#"SELECT a FROM "t" WHERE NOT (a = 'it''s' OR b IN (?, ?)) AND size(c) >= -1.5"#);
    same(r#"SELECT a FROM "t" WHERE a IS MISSING AND b.c IS NOT MISSING AND d IS NULL AND e IS NOT NULL"#);
    same(r#"SELECT a FROM "t" WHERE begins_with(a, 'x') AND NOT b BETWEEN ? AND 5 AND contains(c, ?)"#);
    same(
        r#"INSERT INTO "t" VALUE {'a': 'b', 'c': [1, true, null, {}, []], 'd': <<1, ?>>, 'e': {'f': false}}"#,
    );
    same(r#"UPDATE "t" SET a = 1, b = b + ? SET c = list_append(c, [?]) REMOVE d[1] REMOVE e WHERE a = 1"#);
    same(r#"FROM "t" WHERE k = ? AND attribute_exists(a) SET a = ? REMOVE b RETURNING ALL NEW *"#);
    same(r#"SELECT a FROM "t" WHERE a IS STRING OR b IS NOT DOUBLE PRECISION OR attribute_not_exists(c.d)"#);
    same(r#"UPDATE "t" SET a = set_add(a, <<'x'>>) WHERE k = ? RETURNING MODIFIED NEW *"#);
    same(r#"DELETE FROM "t" WHERE a = 1 AND attribute_type(b, 'S') RETURNING ALL OLD *"#);
    same(r#"EXISTS(SELECT * FROM "t" WHERE (a = 1 OR b = 2) AND c <> size(d))"#);
}

#[test]
fn freedoms_of_writing_come_out_one_way() {
    let check = |text: &str, expected: &str| assert_eq!(printed(text), expected);
    check("select*from t where a in[1,2]and b!=3;", r#"SELECT * FROM "t" WHERE a IN (1, 2) AND b <> 3"#);
    check(
        "SELECT a FROM t WHERE a NOT IN (1) ORDER BY a ASC",
        r#"SELECT a FROM "t" WHERE NOT a IN (1) ORDER BY a"#,
    );
    check("SELECT a FROM t WHERE ((a = 1e2))", r#"SELECT a FROM "t" WHERE (a = 100)"#);
    check("SELECT a FROM t WHERE SIZE(\"a\") = TRUE", r#"SELECT a FROM "t" WHERE size("a") = true"#);
    check("DELETE FROM t", r#"DELETE FROM "t""#);
    check("SELECT a -- b\nFROM t /* c */", r#"SELECT a FROM "t""#);
    check("SELECT a FROM t WHERE a=-.5e1 OR b=.25", r#"SELECT a FROM "t" WHERE a = -5 OR b = 0.25"#);
    check("from t where a=1 set b=2", r#"FROM "t" WHERE a = 1 SET b = 2"#);
    check("INSERT INTO t VALUE {'a':-0.50}", r#"INSERT INTO "t" VALUE {'a': -0.5}"#);
}

#[test]
fn rejects_invalid_statements_with_a_reason() {
    let check = |text: &str, expected: &str| {
        assert_eq!(
            printed(text),
            format!("Statement wasn't well formed, can't be processed: {expected}"),
            "{text}"
        );
    };
    check("", "Expected data manipulation");
    check("foo bar", "Expected data manipulation");
    check("CREATE TABLE t", "Expected data manipulation");
    check("UPDATE t WHERE a = 1", "Expected data manipulation");
    check("SELECTT * FROMM \"t\"", "Unexpected token after expression");
    check("SELECT * FROM t WHERE a = 1 b", "Unexpected token after expression");
    for more in ["SELECT", "SELECT * FROM t", "; ", "a", "SELECT * FROM t;"] {
        let more = format!("SELECT * FROM t; {more}");
        check(&more, "Unexpected token after semicolon. (Only one query is allowed.)");
    }
    check("SELECT * FROM t WHERE a = 1 ORDER BY a NULLS", "Unexpected token after expression");
    for text in [
        "UPDATE t REMOVE a, b WHERE k = 1",
        "UPDATE t SET c = 1 REMOVE a, b[1], m.n WHERE k = 1",
        "UPDATE t REMOVE a REMOVE b, c",
        "FROM t WHERE k = 1 REMOVE a, b",
    ] {
        check(text, "Unexpected token after expression");
    }
    for text in [
        "#",
        "# a comment",
        "SELECT * FROM t # a comment",
        "SELECT #a FROM t",
        "UPDATE t SET a = #b WHERE k = 1",
        "SELECT * FROM t WHERE a = '#' AND b = #c",
        "hello #",
    ] {
        check(text, "");
    }
    check("DELETE FROM t WHERE a = 1)", "Unexpected token after expression");
    check("SELECT * FROM", "Unexpected term");
    check("SELECT a b FROM t", "Unexpected term");
    check("SELECT * FROM t WHERE", "Unexpected term");
    check("SELECT * FROM t WHERE a", "Unexpected term");
    check("SELECT * FROM t WHERE (a = 1", "Unexpected term");
    check("SELECT * FROM t WHERE a = :v", "Unexpected term");
    check("SELECT * FROM t WHERE a NOT = 1", "Unexpected term");
    check("SELECT * FROM t WHERE a = 'b", "Unexpected term");
    check("INSERT INTO t VALUE ?", "Unexpected term");
    check("INSERT INTO t VALUE {a: 1}", "Unexpected term");
    check("INSERT INTO t VALUE {'a': -'b'}", "Unexpected term");
    check("SELECT where FROM t", "Unexpected keyword");
    check("UPDATE t SET value = 1 WHERE a = 1", "Unexpected keyword");
    check("DELETE FROM t WHERE a = 1 RETURNING SET", "Unexpected keyword");
    assert_eq!(
        printed("SELECT a,\n  é, count(a) FROM t"),
        "Statement wasn't well formed, can't be processed: Unexpected term"
    );
    // A function among the selected paths is reported later, with its position.
    let selected_call = parse("SELECT a,\n  count(a) FROM t").unwrap().selected_call;
    assert_eq!(selected_call.map(|place| place.to_string()).as_deref(), Some("2:3:5"));
    assert_eq!(printed("SELECT a FROM t GROUP BY a"), "Unsupported clause: GROUP at 1:17:5");
    assert_eq!(printed("SELECT a FROM t JOIN u"), "Only select from a single table or index is supported.");
    assert_eq!(
        printed("SELECT a FROM t WHERE if_not_exists(a, 1) = 1"),
        "Unrecognized function: if_not_exists at 1:23:13"
    );
}

#[test]
fn a_number_sign_in_quotes_or_comments_is_text() {
    same("SELECT * FROM \"#t\" WHERE a = '#' AND \"#b\" = 'x # y'");
    assert_eq!(printed("SELECT a -- #\nFROM t /* # */"), r#"SELECT a FROM "t""#);
    let unclosed = "Statement wasn't well formed, can't be processed: Unexpected term";
    assert_eq!(printed("SELECT * FROM t WHERE a = '#"), unclosed);
}

#[test]
fn expressions_are_refused_by_what_they_are() {
    let exists = "EXISTS can only be used in ExecuteTransaction write requests.";
    let check = |text: &str, expected: &str| {
        assert_eq!(printed(text), expected, "{text}");
        assert_eq!(printed(&format!("({text});")), expected, "({text});");
    };
    for name in ["hello", "\"hello\"", "a1", "Select_"] {
        check(name, "Unsupported operation: Id");
    }
    check("a IS NULL", "Unsupported operation: IsType");
    for equality in ["1=1", "a = 'x'", "? = a"] {
        check(equality, exists);
    }
    // What DynamoDB says of these is not recorded, but they are refused.
    for text in ["hello.world", "1", "'x'", "[1]", "a < 1", "NOT a = 1", "size(a)", "a + b", "a IN (1)"] {
        let message = printed(text);
        assert!(message == exists || message.starts_with("Unsupported operation: "), "{text}: {message}");
    }
}

#[test]
fn empty_names_of_paths_and_maps_are_refused() {
    for text in [
        "INSERT INTO t VALUE {'': 1}",
        "INSERT INTO t VALUE {'pk': 'a', 'm': {'': 1}}",
        "INSERT INTO t VALUE {'pk': 'a', 'l': [1, {'a': {'b': [{'': ?}]}}]}",
        "UPDATE t SET m = {'': 1} WHERE pk = 'a'",
        "UPDATE t SET \"\" = 1 WHERE pk = 'a'",
        "UPDATE t SET m.\"\" = 1 WHERE pk = 'a'",
        "UPDATE t REMOVE m.\"\" WHERE pk = 'a'",
        "UPDATE t SET a = \"\" WHERE pk = 'a'",
        "SELECT m.\"\" FROM t",
        "SELECT * FROM t WHERE m = {'': 1}",
        "DELETE FROM \"\" WHERE pk = 'a'",
    ] {
        assert_eq!(printed(text), "Path component cannot be an empty string", "{text}");
    }
    same("INSERT INTO \"t\" VALUE {'pk': 'a', 'm': {' ': '', 'b': ['']}}");
}

#[test]
fn a_number_that_no_item_can_hold_is_named_by_its_path_inside_the_value() {
    let over =
        "Number overflow. Attempting to store a number with magnitude larger than supported range under root";
    let check = |text: &str, path: &str| assert_eq!(printed(text), format!("{over}{path}"), "{text}");
    check("INSERT INTO t VALUE {'id': 3e200}", "");
    check("INSERT INTO t VALUE {'id': 'a', 'size': {'w': 3e200}}", ".w");
    check("INSERT INTO t VALUE {'id': 'a', 'sizes': [7, 3e200]}", "[1]");
    check("INSERT INTO t VALUE {'id': 'a', 'm': {'l': [0, {'x': 1, 'y': -3e200}]}}", ".l[1].y");
    check("INSERT INTO t VALUE {'id': 'a', 's': <<1, 3e200>>}", "[1]");
    check("UPDATE t SET a = 3e200 WHERE k = 1", "");
    check("UPDATE t SET a = {'w': [3e200]} WHERE k = 1", ".w[0]");
    check("SELECT * FROM t WHERE a = {'w': 3e200}", ".w");
}

#[test]
fn list_indexes_of_statements_may_have_leading_zeros() {
    let remove = |text: &str| {
        let StatementKind::Update(update) = parse(text).unwrap().kind else { panic!("an update") };
        bind_update(&update.update, &mut Aliases::default()).unwrap().to_string()
    };
    assert_eq!(remove("UPDATE t REMOVE l[01] WHERE k = 1"), remove("UPDATE t REMOVE l[1] WHERE k = 1"));
    assert_eq!(remove("UPDATE t REMOVE l[000] WHERE k = 1"), remove("UPDATE t REMOVE l[0] WHERE k = 1"));
}

#[test]
fn parameters_are_counted_and_filled_in_by_their_place() {
    let statement = parse("UPDATE t SET a = ?, b = [?, {'c': ?}] WHERE d = ? AND e IN (?)").unwrap();
    assert_eq!(statement.parameter_count, 5);
    let StatementKind::Update(update) = &statement.kind else { panic!("an update") };
    let parameters = |count: i64| (1..=count).map(|number| AttributeValue::N(number.into())).collect();
    let mut aliases = Aliases::of_statement(parameters(5));
    let bound = bind_update(&update.update, &mut aliases).unwrap();
    assert_eq!(bound.to_string(), "SET a = 1; SET b = [2, {c: 3}]");
    let filter = bind_where(update.filter.as_ref().unwrap(), &mut aliases).unwrap();
    assert_eq!(filter.to_string(), "d = 4 AND e IN (5)");
    let missing = bind_where(update.filter.as_ref().unwrap(), &mut Aliases::of_statement(parameters(3)));
    assert_eq!(
        missing.unwrap_err().to_string(),
        "Number of parameters in request and statement don't match."
    );
}

#[test]
fn a_projection_puts_values_side_by_side() {
    let StatementKind::Select(select) = parse("SELECT a.b, c[1], c[1].d, gone FROM t").unwrap().kind else {
        panic!("a select")
    };
    let projection = bind_projection(&select.projection).unwrap().unwrap();
    let item = crate::literal::item(r#"{a: {b: 1}, c: [0, {d: "x"}]}"#);
    let expected = crate::literal::item(r#"{b: 1, c[1]: {d: "x"}, d: "x"}"#);
    assert_eq!(projection.project(&item), expected);
}

const TOKENS: [&str; 58] = [
    "SELECT",
    "*",
    "FROM",
    "WHERE",
    "INSERT",
    "INTO",
    "VALUE",
    "UPDATE",
    "SET",
    "REMOVE",
    "DELETE",
    "EXISTS",
    "RETURNING",
    "ALL",
    "OLD",
    "MODIFIED",
    "NEW",
    "ORDER",
    "BY",
    "DESC",
    "LIMIT",
    "AND",
    "or",
    "NOT",
    "BETWEEN",
    "IN",
    "IS",
    "MISSING",
    "NULL",
    "true",
    "a",
    "t",
    "\"b\"",
    "'x'",
    "'",
    "\"",
    "1",
    "-2.5",
    "?",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<<",
    ">>",
    ",",
    ".",
    ":",
    ";",
    "=",
    "<",
    ">=",
    "+",
    "size",
    "set_add",
    "é",
];

fn open_the_door(text: &str) {
    let Ok(statement) = parse(text) else { return };
    printed(text);
    let mut aliases = Aliases::of_statement(vec![AttributeValue::Bool(true); statement.parameter_count]);
    let item = crate::literal::item(r#"{a: {b: [1, "x"]}, b: <<1, 2>>}"#);
    let filter = match &statement.kind {
        StatementKind::Select(select) | StatementKind::Exists(select) => {
            if let Ok(Some(projection)) = bind_projection(&select.projection) {
                projection.project(&item);
            }
            &select.filter
        }
        StatementKind::Update(update) => {
            if let Ok(bound) = bind_update(&update.update, &mut aliases) {
                let _ = bound.apply(&item);
            }
            &update.filter
        }
        StatementKind::Delete(delete) => &delete.filter,
        StatementKind::Insert(insert) => {
            let _ = insert.item.value(&[]);
            &None
        }
    };
    if let Some(Ok(bound)) = filter.as_ref().map(|filter| bind_where(filter, &mut aliases)) {
        bound.verdict(&item);
    }
}

#[test]
fn nonsense_is_an_error_or_a_statement() {
    let starts =
        ["SELECT * FROM t WHERE ", "UPDATE t SET ", "DELETE FROM t WHERE ", "INSERT INTO t VALUE {", ""];
    for seed in seeds(ROUNDS) {
        let mut random = Random::new(seed);
        let tokens = random.several(0, 14, |random| (*random.pick(&TOKENS)).to_owned());
        open_the_door(&format!(
            "{}{}",
            random.pick(&starts),
            tokens.join(if random.below(2) == 0 { " " } else { "" })
        ));
    }
}

#[test]
fn nesting_never_overflows_a_small_stack() {
    let nested = |start: &str, open: &str, inner: &str, close: &str| {
        let count = (8192 - start.len() - inner.len()) / (open.len() + close.len());
        format!("{start}{}{inner}{}", open.repeat(count), close.repeat(count))
    };
    let filter = "SELECT * FROM t WHERE ";
    let texts = vec![
        nested(filter, "(", "a=1", ")"),
        nested(filter, "NOT ", "a=1", ""),
        nested(filter, "NOT(", "a=1", ")"),
        nested(filter, "a=1 OR(", "a=1", ")"),
        nested(filter, "a=1 AND ", "a=1", ""),
        nested(filter, "size(", "a", ")=1"),
        nested("SELECT * FROM t WHERE a=", "[", "", "]"),
        nested("SELECT * FROM t WHERE a=", "<<", "1", ">>"),
        nested("INSERT INTO t VALUE {'a':", "{'a':", "1", "}"),
        nested("INSERT INTO t VALUE {'a':", "[", "?", "]"),
        nested("UPDATE t SET a=", "(", "1", ")"),
        nested("UPDATE t SET a=", "list_append(a,", "a", ")"),
        nested("SELECT a", ".a", "", ""),
        nested("", "EXISTS(", "", ")"),
        format!("{filter}{}a=1{}", "NOT(a=1 OR ".repeat(140), ")".repeat(140)),
        format!("{filter}{}a=1", "NOT ".repeat(299)),
        format!("UPDATE t SET a={}a{}", "list_append(a,".repeat(290), ")".repeat(290)),
        format!("INSERT INTO t VALUE {{'a':{}1{}}}", "[".repeat(32), "]".repeat(32)),
    ];
    let walk = move || texts.iter().for_each(|text| open_the_door(text));
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(walk).expect("a thread");
    assert!(thread.join().is_ok());
}
