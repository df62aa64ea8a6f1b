//! Tests that every tree prints a text that parses to the same tree.

use dynalab_expressions::{
    Comparator, Condition, ExpressionKind, FunctionCall, Operand, Path, PathElement, Projection, SetAction,
    SetValue, Update, UpdateClause, ValueAction, parse_condition, parse_projection, parse_update,
};

use crate::random::{Random, seeds};

const ROUNDS: u64 = 3000;

fn path(random: &mut Random) -> Path {
    let first = name(random);
    let mut elements = vec![first];
    elements.extend(random.several(0, 3, |random| match random.below(3) {
        0 => PathElement::Index(random.below(100).to_string().into()),
        _ => name(random),
    }));
    Path { elements }
}

fn name(random: &mut Random) -> PathElement {
    match random.below(2) {
        0 => PathElement::Alias((*random.pick(&["#a", "#b1", "#_", "#0"])).into()),
        _ => PathElement::Name((*random.pick(&["a", "Pk", "order_id", "x9", "status"])).into()),
    }
}

fn value(random: &mut Random) -> Box<str> {
    (*random.pick(&[":v", ":w1", ":_"])).into()
}

/// Generates an operand with at most `depth` levels of nesting.
fn operand(random: &mut Random, depth: usize) -> Operand {
    match random.below(if depth == 0 { 2 } else { 4 }) {
        0 => Operand::Path(path(random)),
        1 => Operand::Value(value(random)),
        2 => Operand::Function(call(random, depth - 1)),
        _ => match operand(random, depth - 1) {
            // The parser rejects double parentheses.
            Operand::Group(inner) => Operand::Group(inner),
            inner => Operand::Group(Box::new(inner)),
        },
    }
}

fn call(random: &mut Random, depth: usize) -> FunctionCall {
    let name = (*random.pick(&["size", "contains", "list_append", "nonsense"])).into();
    let arguments = random.several(1, 3, |random| operand(random, depth));
    FunctionCall { name, arguments, place: None }
}

fn condition(random: &mut Random, depth: usize) -> Condition {
    match random.below(if depth == 0 { 1 } else { 4 }) {
        0 => leaf(random),
        1 => Condition::Or(random.several(2, 3, |random| match condition(random, depth - 1) {
            Condition::Or(terms) => Condition::Group(Box::new(Condition::Or(terms))),
            term => term,
        })),
        2 => Condition::And(random.several(2, 3, |random| match condition(random, depth - 1) {
            term @ (Condition::Or(_) | Condition::And(_)) => Condition::Group(Box::new(term)),
            term => term,
        })),
        _ => match condition(random, depth - 1) {
            term @ (Condition::Or(_) | Condition::And(_)) => {
                Condition::Not(Box::new(Condition::Group(Box::new(term))))
            }
            term => Condition::Not(Box::new(term)),
        },
    }
}

fn leaf(random: &mut Random) -> Condition {
    let comparators = [
        Comparator::Equal,
        Comparator::NotEqual,
        Comparator::Less,
        Comparator::LessOrEqual,
        Comparator::Greater,
        Comparator::GreaterOrEqual,
    ];
    match random.below(4) {
        0 => {
            let comparator = *random.pick(&comparators);
            Condition::Compare { left: operand(random, 2), comparator, right: operand(random, 2) }
        }
        1 => Condition::Between {
            operand: operand(random, 1),
            low: operand(random, 1),
            high: operand(random, 1),
        },
        2 => Condition::In {
            operand: operand(random, 1),
            candidates: random.several(1, 4, |random| operand(random, 1)),
        },
        _ => Condition::Function(call(random, 2)),
    }
}

fn set_value(random: &mut Random) -> SetValue {
    match random.below(4) {
        0 => SetValue::Operand(operand(random, 3)),
        1 => SetValue::Sum(operand(random, 2), operand(random, 2)),
        2 => SetValue::Difference(operand(random, 2), operand(random, 2)),
        _ => SetValue::Group(Box::new(SetValue::Sum(operand(random, 1), operand(random, 1)))),
    }
}

fn update(random: &mut Random) -> Update {
    let mut clauses = Vec::new();
    if random.below(2) == 0 {
        let action = |random: &mut Random| SetAction { path: path(random), value: set_value(random) };
        clauses.push(UpdateClause::Set(random.several(1, 3, action)));
    }
    let value_action = |random: &mut Random| ValueAction { path: path(random), value: value(random) };
    if random.below(2) == 0 {
        clauses.push(UpdateClause::Add(random.several(1, 3, value_action)));
    }
    if random.below(2) == 0 {
        clauses.push(UpdateClause::Delete(random.several(1, 3, value_action)));
    }
    if clauses.is_empty() || random.below(2) == 0 {
        clauses.push(UpdateClause::Remove(random.several(1, 3, path)));
    }
    let start = random.below(clauses.len());
    clauses.rotate_left(start);
    Update { clauses }
}

#[test]
fn conditions() {
    for seed in seeds(ROUNDS) {
        let tree = condition(&mut Random::new(seed), 3);
        let text = tree.to_string();
        if text.len() > dynalab_expressions::EXPRESSION_BYTES_MAX {
            continue;
        }
        assert_eq!(parse_condition(ExpressionKind::Filter, &text), Ok(tree), "seed {seed}: {text}");
    }
}

#[test]
fn updates() {
    for seed in seeds(ROUNDS) {
        let tree = update(&mut Random::new(seed));
        let text = tree.to_string();
        if text.len() > dynalab_expressions::EXPRESSION_BYTES_MAX {
            continue;
        }
        assert_eq!(parse_update(&text), Ok(tree), "seed {seed}: {text}");
    }
}

#[test]
fn projections() {
    for seed in seeds(ROUNDS) {
        let tree = Projection { paths: Random::new(seed).several(1, 6, path) };
        let text = tree.to_string();
        assert_eq!(parse_projection(&text), Ok(tree), "seed {seed}: {text}");
    }
}

#[test]
fn what_was_typed_comes_back_in_one_spelling() {
    let check = |text: &str, expected: &str| {
        let printed = parse_condition(ExpressionKind::Condition, text).map(|tree| tree.to_string());
        assert_eq!(printed.as_deref(), Ok(expected));
    };
    check("a=:v and not(b<>c  Or d  between :x And :y)", "a = :v AND NOT (b <> c OR d BETWEEN :x AND :y)");
    check("#a . b [ 0 ]in(:v,c)", "#a.b[0] IN (:v, c)");
    let printed = parse_update("remove a,b set c=(d-:e),f=if_not_exists(f,:z)").map(|tree| tree.to_string());
    assert_eq!(printed.as_deref(), Ok("REMOVE a, b SET c = (d - :e), f = if_not_exists(f, :z)"));
}
