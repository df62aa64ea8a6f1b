//! Tests of every error message of expressions, and of their order.

use dynalab_expressions::{Aliases, ExpressionKind, condition, projection, update};

use crate::literal::aliases;

fn condition_error(text: &str, aliases: &mut Aliases) -> String {
    match condition(ExpressionKind::Condition, text, aliases) {
        Ok(condition) => format!("ok: {condition}"),
        Err(error) => error.to_string(),
    }
}

fn update_error(text: &str, aliases: &mut Aliases) -> String {
    match update(text, aliases) {
        Ok(update) => format!("ok: {update}"),
        Err(error) => error.to_string(),
    }
}

fn check_condition(rows: &[(&str, &str, &str)]) {
    for (text, alias_text, expected) in rows {
        let message = condition_error(text, &mut aliases(alias_text));
        assert_eq!(message, format!("Invalid ConditionExpression: {expected}"), "{text}");
    }
}

fn check_update(rows: &[(&str, &str, &str)]) {
    for (text, alias_text, expected) in rows {
        let message = update_error(text, &mut aliases(alias_text));
        assert_eq!(message, format!("Invalid UpdateExpression: {expected}"), "{text}");
    }
}

#[test]
fn the_expression_is_named_by_its_parameter() {
    for (kind, name) in [
        (ExpressionKind::Condition, "ConditionExpression"),
        (ExpressionKind::Filter, "FilterExpression"),
        (ExpressionKind::KeyCondition, "KeyConditionExpression"),
    ] {
        let error = condition(kind, "", &mut aliases("{}")).err().map(|error| error.to_string());
        assert_eq!(error, Some(format!("Invalid {name}: The expression can not be empty;")));
    }
    assert_eq!(
        update_error("", &mut aliases("{}")),
        "Invalid UpdateExpression: The expression can not be empty;"
    );
    let error = projection("", &mut aliases("{}")).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("Invalid ProjectionExpression: The expression can not be empty;"));
}

#[test]
fn list_indexes_have_no_leading_zeros() {
    let syntax = |digits: &str| format!(r#"Syntax error; token: "0", near: "{digits}]""#);
    for digits in ["01", "00", "07", "09"] {
        for text in [
            format!("REMOVE l[{digits}]"),
            format!("REMOVE a, m.l[1][{digits}]"),
            format!("SET l[{digits}] = :v"),
            format!("SET a = l[{digits}]"),
            format!("ADD l[{digits}] :v"),
        ] {
            let expected = format!("Invalid UpdateExpression: {}", syntax(digits));
            assert_eq!(update_error(&text, &mut aliases("{:v: 1}")), expected, "{text}");
        }
        let error = projection(&format!("a, l[{digits}].b"), &mut aliases("{}")).err();
        let expected = format!("Invalid ProjectionExpression: {}", syntax(digits));
        assert_eq!(error.map(|error| error.to_string()), Some(expected));
    }
    // How much of a longer index is shown is not recorded.
    for digits in ["001", "012", "0123456"] {
        let message = update_error(&format!("REMOVE l[{digits}]"), &mut aliases("{}"));
        let start = "Invalid UpdateExpression: Syntax error; token: \"0\", near: \"0";
        assert!(message.starts_with(start), "{message}");
    }
    for text in ["REMOVE l[0]", "REMOVE l[10]", "REMOVE l[100], m[0][20]"] {
        assert!(update_error(text, &mut aliases("{}")).starts_with("ok: "), "{text}");
    }
}

#[test]
fn syntax_errors_in_conditions() {
    check_condition(&[
        ("foo", "{}", r#"Syntax error; token: "<EOF>", near: "foo""#),
        (" ", "{}", r#"Syntax error; token: "<EOF>", near: " ""#),
        ("   ", "{}", r#"Syntax error; token: "<EOF>", near: "   ""#),
        (" \t\n ", "{}", "Syntax error; token: \"<EOF>\", near: \" \t\n \""),
        ("l[01] = :v", "{}", r#"Syntax error; token: "0", near: "01]""#),
        ("size(l[00]) > :v", "{}", r#"Syntax error; token: "0", near: "00]""#),
        ("a.b[2].l[09] IN (:v)", "{}", r#"Syntax error; token: "0", near: "09]""#),
        ("l[01", "{}", r#"Syntax error; token: "0", near: "01""#),
        ("attribute_not_exists(", "{}", r#"Syntax error; token: "<EOF>", near: "(""#),
        ("contains (themes, :theme", "{}", r#"Syntax error; token: "<EOF>", near: ":theme""#),
        ("_hidden = :v", "{}", r#"Syntax error; token: "_", near: "_hidden""#),
        ("a = = :v", "{}", r#"Syntax error; token: "=", near: "= = :v""#),
        ("a != :v", "{}", r#"Syntax error; token: "!", near: "a !=""#),
        ("a == :v", "{}", r#"Syntax error; token: "=", near: "== :v""#),
        ("a = :v AND", "{}", r#"Syntax error; token: "<EOF>", near: "AND""#),
        ("a = :v)", "{}", r#"Syntax error; token: ")", near: ":v)""#),
        ("(a = :v", "{}", r#"Syntax error; token: "<EOF>", near: ":v""#),
        ("a AND b", "{}", r#"Syntax error; token: "AND", near: "a AND b""#),
        ("a BETWEEN :v OR :w", "{}", r#"Syntax error; token: "OR", near: ":v OR :w""#),
        ("a IN :v", "{}", r#"Syntax error; token: ":v", near: "IN :v""#),
        ("a IN ()", "{}", r#"Syntax error; token: ")", near: "()""#),
        ("a NOT IN (:v)", "{}", r#"Syntax error; token: "NOT", near: "a NOT IN""#),
        ("a[b] = :v", "{}", r#"Syntax error; token: "b", near: "[b]""#),
        ("a. = :v", "{}", r#"Syntax error; token: "=", near: ". = :v""#),
        ("a[-1] = :v", "{}", r#"Syntax error; token: "-", near: "[-1""#),
        ("a = 5", "{}", r#"Syntax error; token: "5", near: "= 5""#),
        ("a = 'x'", "{}", r#"Syntax error; token: "'", near: "= 'x""#),
        ("a = :v b", "{}", r#"Syntax error; token: "b", near: ":v b""#),
        ("NOT", "{}", r#"Syntax error; token: "<EOF>", near: "NOT""#),
        ("a = :v = :w", "{}", r#"Syntax error; token: "=", near: ":v = :w""#),
        ("(NOT a) = :v", "{}", r#"Syntax error; token: ")", near: "a) =""#),
    ]);
}

#[test]
fn syntax_errors_in_updates_and_projections() {
    check_update(&[
        ("INVALID SYNTAX HERE", "{}", r#"Syntax error; token: "INVALID", near: "INVALID SYNTAX""#),
        ("ADD hits : incr", "{}", r#"Syntax error; token: ":", near: "hits : incr""#),
        ("SET path = VALUE 1", "{}", r#"Syntax error; token: "1", near: "VALUE 1""#),
        ("set _something = :v", "{}", r#"Syntax error; token: "_", near: "set _something""#),
        ("SET book-price = :v", "{}", r#"Syntax error; token: "-", near: "book-price""#),
        ("SET a = :v, REMOVE b", "{}", r#"Syntax error; token: "REMOVE", near: ", REMOVE b""#),
        ("SET a = :v,", "{}", r#"Syntax error; token: "<EOF>", near: ",""#),
        ("SET", "{}", r#"Syntax error; token: "<EOF>", near: "SET""#),
        ("SET a = b + c + d", "{}", r#"Syntax error; token: "+", near: "c + d""#),
        ("SET (a) = :v", "{}", r#"Syntax error; token: "(", near: "SET (a""#),
        ("ADD a b", "{}", r#"Syntax error; token: "b", near: "a b""#),
        ("REMOVE a = :v", "{}", r#"Syntax error; token: "=", near: "a = :v""#),
        ("SET a = (b + c", "{}", r#"Syntax error; token: "<EOF>", near: "c""#),
        ("SET a = ((b) c)", "{}", r#"Syntax error; token: "c", near: ") c)""#),
    ]);
    let check = |text: &str, expected: &str| {
        let error = projection(text, &mut aliases("{}")).err().map(|error| error.to_string());
        assert_eq!(error, Some(format!("Invalid ProjectionExpression: {expected}")), "{text}");
    };
    check("!!! INVALID !!!", r#"Syntax error; token: "!", near: "!!""#);
    check("a, #, b", r##"Syntax error; token: "#", near: ", #,""##);
    check("a b", r#"Syntax error; token: "b", near: "a b""#);
    check("a,", r#"Syntax error; token: "<EOF>", near: ",""#);
    check("pk, status", "Attribute name is a reserved keyword; reserved keyword: status");
}

#[test]
fn names_functions_and_indexes() {
    check_condition(&[
        ("status = :v", "{}", "Attribute name is a reserved keyword; reserved keyword: status"),
        ("a.b.Status = :v", "{}", "Attribute name is a reserved keyword; reserved keyword: Status"),
        (
            "#m = :v",
            "{}",
            "An expression attribute name used in the document path is not defined; attribute name: #m",
        ),
        (
            "a = :v",
            "{}",
            "An expression attribute value used in expression is not defined; attribute value: :v",
        ),
        ("foo(a)", "{}", "Invalid function name; function: foo"),
        ("Attribute_exists(a)", "{}", "Invalid function name; function: Attribute_exists"),
        ("size(a)", "{}", "The function is not allowed to be used this way in an expression; function: size"),
        (
            "attribute_exists(a) = :v",
            "{}",
            "The function is not allowed to be used this way in an expression; function: attribute_exists",
        ),
        (
            "contains(a, contains(b, c))",
            "{}",
            "The function is not allowed to be used this way in an expression; function: contains",
        ),
        (
            "if_not_exists(a, :v)",
            "{}",
            "The function is not allowed in a condition expression; function: if_not_exists",
        ),
        ("a[2147483648] = :v", "{}", "List index is not within the allowable range; index: [2147483648]"),
        (
            "a[99999999999999999999] = :v",
            "{}",
            "List index is not within the allowable range; index: [99999999999999999999]",
        ),
    ]);
    check_update(&[
        ("SET a = size(b)", "{}", "The function is not allowed in an update expression; function: size"),
        ("SET a = foo(b)", "{}", "Invalid function name; function: foo"),
        (
            "SET status = :s, name = :n",
            "{:s: 1}",
            "Attribute name is a reserved keyword; reserved keyword: status",
        ),
    ]);
}

#[test]
fn operands_of_conditions() {
    let type_error = |operator: &str, data_type: &str| {
        format!(
            "Incorrect operand type for operator or function; operator or function: {operator}, \
             operand type: {data_type}"
        )
    };
    check_condition(&[
        ("begins_with(a, :v)", "{:v: 1}", &type_error("begins_with", "N")),
        ("begins_with(a, size(b))", "{}", &type_error("begins_with", "N")),
        ("a < :v", "{:v: true}", &type_error("<", "BOOL")),
        (":v >= a", "{:v: [1]}", &type_error(">=", "L")),
        ("a BETWEEN :v AND :v", "{:v: null}", &type_error("BETWEEN", "NULL")),
        ("size(:v) > :n", "{:v: 1, :n: 1}", &type_error("size", "N")),
        ("attribute_type(a, :v)", "{:v: 1}", &type_error("attribute_type", "N")),
        ("attribute_type(a, b)", "{}", &type_error("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}")),
        (
            "attribute_type(a, :v)",
            r#"{:v: "X"}"#,
            "Invalid attribute type name found; type: X, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        ),
        (
            "attribute_exists(:v)",
            "{:v: 1}",
            "Operator or function requires a document path; operator or function: attribute_exists",
        ),
        (
            "begins_with(a)",
            "{}",
            "Incorrect number of operands for operator or function; operator or function: begins_with, \
             number of operands: 1",
        ),
        (
            "size(a, b) > :v",
            "{:v: 1}",
            "Incorrect number of operands for operator or function; operator or function: size, \
             number of operands: 2",
        ),
        (
            "a BETWEEN :l AND :h",
            r#"{:l: "a", :h: 1}"#,
            "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: \
             AttributeValue: {S:a}, upper bound operand: AttributeValue: {N:1}",
        ),
        (
            "a BETWEEN :l AND :h",
            r#"{:l: "b", :h: "a"}"#,
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; \
             lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}",
        ),
        ("((a = :v))", "{:v: 1}", "The expression has redundant parentheses;"),
        ("a = ((:v))", "{:v: 1}", "The expression has redundant parentheses;"),
        ("b = :v AND ((attribute_exists(a)))", "{:v: 1}", "The expression has redundant parentheses;"),
    ]);
}

#[test]
fn the_first_operand_is_distinct() {
    let distinct = |operator: &str, path: &str| {
        format!(
            "The first operand must be distinct from the remaining operands for this operator or function; \
             operator: {operator}, first operand: {path}"
        )
    };
    check_condition(&[
        ("contains(#d, #d)", r##"{#d: "data"}"##, &distinct("contains", "[data]")),
        ("a = a", "{}", &distinct("=", "[a]")),
        ("a.b[1] <> a.b[1]", "{}", &distinct("<>", "[a, b, [1]]")),
        ("a IN (:v, a)", "{:v: 1}", &distinct("IN", "[a]")),
        ("a BETWEEN :v AND a", "{:v: 1}", &distinct("BETWEEN", "[a]")),
    ]);
}

#[test]
fn paths_and_operands_of_updates() {
    let rewrite = "must remove or rewrite one of these paths";
    check_update(&[
        (
            "SET #v = :a, #v = :b",
            r##"{#v: "val", :a: 1, :b: 1}"##,
            &format!(
                "Two document paths overlap with each other; {rewrite}; path one: [val], path two: [val]"
            ),
        ),
        (
            "SET a = :v REMOVE a.b",
            "{:v: 1}",
            &format!(
                "Two document paths overlap with each other; {rewrite}; path one: [a], path two: [a, b]"
            ),
        ),
        (
            "SET a.b = :v ADD a[1] :v",
            "{:v: 1}",
            &format!(
                "Two document paths conflict with each other; {rewrite}; path one: [a, b], path two: [a, [1]]"
            ),
        ),
        (
            "SET a = :v REMOVE b SET c = :v",
            "{:v: 1}",
            r#"The "SET" section can only be used once in an update expression;"#,
        ),
        (
            "ADD a :v",
            r#"{:v: "x"}"#,
            "Incorrect operand type for operator or function; operator: ADD, operand type: STRING, \
             typeSet: ALLOWED_FOR_ADD_OPERAND",
        ),
        (
            "DELETE a :v",
            "{:v: 1}",
            "Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, \
             typeSet: ALLOWED_FOR_DELETE_OPERAND",
        ),
        (
            "SET a = b + :v",
            r#"{:v: "x"}"#,
            "Incorrect operand type for operator or function; operator or function: +, operand type: S",
        ),
        (
            "SET a = list_append(b, :v)",
            "{:v: {x: 1}}",
            "Incorrect operand type for operator or function; operator or function: list_append, operand type: M",
        ),
        (
            "SET a = if_not_exists(:v, :v)",
            "{:v: 1}",
            "Operator or function requires a document path; operator or function: if_not_exists",
        ),
        (
            "SET a = list_append(b)",
            "{}",
            "Incorrect number of operands for operator or function; operator or function: list_append, \
             number of operands: 1",
        ),
        ("SET a = ((b + :v))", "{:v: 1}", "The expression has redundant parentheses;"),
        (
            "SET a = :v",
            "{}",
            "An expression attribute value used in expression is not defined; attribute value: :v",
        ),
    ]);
}

#[test]
fn which_complaint_comes_first() {
    check_condition(&[
        // Syntax errors come first.
        ("status = :v AND", "{}", r#"Syntax error; token: "<EOF>", near: "AND""#),
        // Errors of the text come next, then errors of each clause.
        (
            "a = :missing AND status = :v",
            "{}",
            "Attribute name is a reserved keyword; reserved keyword: status",
        ),
        (
            "a = :missing AND begins_with(b, :n)",
            "{:n: 1}",
            "An expression attribute value used in expression is not defined; attribute value: :missing",
        ),
        (
            "begins_with(b, :n) AND a = :missing",
            "{:n: 1}",
            "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
        ),
    ]);
}

#[test]
fn aliases_must_all_be_used_names_first() {
    let mut request = aliases(r##"{#n: "name", #u: "x", :v: 1, :w: 2}"##);
    assert_eq!(
        request.finish().map_err(|unused| unused.to_string()),
        Err("Value provided in ExpressionAttributeNames unused in expressions: keys: {#u, #n}".to_owned())
    );
    assert_eq!(condition_error("#n.#u = :v", &mut request), "ok: name.x = 1");
    assert_eq!(
        request.finish().map_err(|unused| unused.to_string()),
        Err("Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}".to_owned())
    );
    // A second expression of the request can use the remaining placeholders.
    assert_eq!(update_error("SET a = :w", &mut request), "ok: SET a = 2");
    assert_eq!(request.finish(), Ok(()));
}
