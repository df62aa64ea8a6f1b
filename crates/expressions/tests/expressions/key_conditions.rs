//! Tests of key conditions: their bound form, and rejected conditions.

use dynalab_expressions::key_condition;

use crate::literal::aliases;

fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let mut aliases = aliases(r##"{#p: "pk", :s: "x", :t: "z", :n: 1, :m: 2}"##);
        let outcome = match key_condition(text, &mut aliases) {
            Ok(bound) => bound.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(outcome, *expected, "{text}");
    }
}

#[test]
fn one_test_for_each_attribute_in_the_order_written() {
    check(&[
        ("#p = :s", r#"pk = "x""#),
        ("pk = :s AND sk > :n", r#"pk = "x" AND sk > 1"#),
        ("sk BETWEEN :n AND :m and pk = :s", r#"sk BETWEEN 1 AND 2 AND pk = "x""#),
        ("(pk = :s) AND (begins_with(sk, :s))", r#"pk = "x" AND begins_with(sk, "x")"#),
        ("(pk = :s AND a = :n) AND (b = :m AND sk <= :s)", r#"pk = "x" AND a = 1 AND b = 2 AND sk <= "x""#),
        ("pk = :s AND :n <= sk", r#"pk = "x" AND sk >= 1"#),
        (":s = pk AND :n > sk", r#"pk = "x" AND sk < 1"#),
    ]);
}

#[test]
fn rejects_invalid_key_conditions() {
    let operator = "Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression:";
    let nested = "Invalid KeyConditionExpression: KeyConditionExpressions cannot contain nested operations";
    let condition = "Invalid KeyConditionExpression: Invalid condition in KeyConditionExpression:";
    check(&[
        ("pk = :s OR sk = :n", &format!("{operator} OR")),
        ("NOT pk = :s", &format!("{operator} NOT")),
        ("pk IN (:s)", &format!("{operator} IN")),
        ("pk <> :s", &format!("{operator} <>")),
        ("pk = :s AND contains(sk, :s)", &format!("{operator} contains")),
        ("attribute_exists(pk)", &format!("{operator} attribute_exists")),
        ("pk = :s AND size(sk) > :n", nested),
        ("pk = :s AND sk BETWEEN :n AND size(a)", nested),
        (
            "pk = :s AND sk > :n AND sk < :m",
            "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key",
        ),
        (
            "pk = :s AND sk.a = :n",
            "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes",
        ),
        ("pk = sk", &format!("{condition} Multiple attribute names used in one condition")),
        (":s = :t", &format!("{condition} No key attribute specified")),
        (
            ":n BETWEEN sk AND :m",
            &format!("{condition} BETWEEN operator must have the key attribute as its first operand"),
        ),
        (
            "begins_with(:s, sk)",
            &format!("{condition} begins_with operator must have the key attribute as its first operand"),
        ),
        (
            "pk = :s AND begins_with(sk, :n)",
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; \
             operator or function: begins_with, operand type: N",
        ),
        ("((pk = :s))", "Invalid KeyConditionExpression: The expression has redundant parentheses;"),
        (
            "name = :s",
            "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: name",
        ),
    ]);
}
