//! Splits the conditions of a read into the parts joined by AND. Finds equivalent Queries of the table and its indexes.

use dynalab_engine::database::table::{IndexKind, Table};
use dynalab_expressions::{
    Comparator, Condition, ExpressionKind, Function, Operand, Path, PathElement, parse_condition,
};
use dynalab_types::KeySchema;
use dynalab_types::json::Value;

use super::{OriginalRequest, string};

/// The parameters of a Scan that a Query does not have.
const SCAN_ONLY: &[&str] = &["Segment", "TotalSegments"];

/// A part of a condition, and whether it is from the key condition.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub condition: Condition,
    pub of_key: bool,
}

/// Returns all parts, those of the key condition first. Returns `None` if an expression is invalid.
pub(crate) fn parts(asked: &OriginalRequest) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let members = [
        ("KeyConditionExpression", ExpressionKind::KeyCondition),
        ("FilterExpression", ExpressionKind::Filter),
    ];
    for (member, kind) in members {
        let Some(text) = asked.text(member) else { continue };
        let condition = parse_condition(kind, text).ok()?;
        split(condition, member == "KeyConditionExpression", &mut parts);
    }
    Some(parts)
}

fn split(condition: Condition, of_key: bool, parts: &mut Vec<Part>) {
    match condition {
        Condition::And(terms) => terms.into_iter().for_each(|term| split(term, of_key, parts)),
        Condition::Group(inner) if matches!(*inner, Condition::And(_) | Condition::Compare { .. }) => {
            split(*inner, of_key, parts);
        }
        other => parts.push(Part { condition: other, of_key }),
    }
}

/// The test of one attribute, if a key condition can express it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyTest {
    Equal,
    Range,
}

/// Returns the attribute, the test, and the placeholder of the value.
pub(crate) fn key_test<'a>(
    asked: &'a OriginalRequest,
    part: &'a Condition,
) -> Option<(&'a str, KeyTest, &'a str)> {
    match part {
        Condition::Compare { left, comparator, right } => {
            let (path, value) = match (left, right) {
                (Operand::Path(path), Operand::Value(value))
                | (Operand::Value(value), Operand::Path(path)) => (path, value),
                _ => return None,
            };
            let test = match comparator {
                Comparator::Equal => KeyTest::Equal,
                Comparator::NotEqual => return None,
                _ => KeyTest::Range,
            };
            Some((top_level(asked, path)?, test, value))
        }
        Condition::Between { operand: Operand::Path(path), low: Operand::Value(low), .. } => {
            Some((top_level(asked, path)?, KeyTest::Range, low))
        }
        Condition::Function(call) if is_in_key_conditions(&call.name) => match call.arguments.as_slice() {
            [Operand::Path(path), Operand::Value(value)] => {
                Some((top_level(asked, path)?, KeyTest::Range, value))
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_in_key_conditions(function: &str) -> bool {
    Function::find(function).is_some_and(|function| function.is_in_expression(ExpressionKind::KeyCondition))
}

fn top_level<'a>(asked: &'a OriginalRequest, path: &'a Path) -> Option<&'a str> {
    match path.elements.as_slice() {
        [PathElement::Name(name) | PathElement::Alias(name)] => asked.attribute(name),
        _ => None,
    }
}

/// Returns Queries of the table and the indexes whose key the conditions contain. Each has its index and the number of key parts.
pub(super) fn queries(
    asked: &OriginalRequest,
    table: &Table,
) -> Vec<(Option<String>, usize, OriginalRequest)> {
    if asked.body.contains_key("ExclusiveStartKey") {
        return Vec::new();
    }
    let Some(parts) = parts(asked) else { return Vec::new() };
    let definition = &table.definition;
    let indexes = definition.indexes.iter().filter(|index| index.is_filled());
    let indexes =
        indexes.map(|index| (Some(index.name.to_string()), &index.key, index.kind == IndexKind::Global));
    let sources = std::iter::once((None, &definition.key, false)).chain(indexes);
    sources
        .filter_map(|(index, key, global)| {
            let taken = parts_for(asked, &parts, key)?;
            let query = query_of(asked, &parts, &taken, index.as_deref(), global);
            Some((index, taken.len(), query))
        })
        .collect()
}

/// Returns the indexes of the parts that form a key condition: every partition key attribute with an equality, and the first sort
/// key attributes.
fn parts_for(asked: &OriginalRequest, parts: &[Part], key: &KeySchema) -> Option<Vec<usize>> {
    let find = |name: &str, wanted: &[KeyTest]| {
        parts.iter().position(|part| {
            key_test(asked, &part.condition)
                .is_some_and(|(known, test, _)| known == name && wanted.contains(&test))
        })
    };
    let mut taken = Vec::new();
    for attribute in &key.partition {
        taken.push(find(&attribute.name, &[KeyTest::Equal])?);
    }
    for attribute in &key.sort {
        if let Some(equal) = find(&attribute.name, &[KeyTest::Equal]) {
            taken.push(equal);
            continue;
        }
        taken.extend(find(&attribute.name, &[KeyTest::Range]));
        break;
    }
    Some(taken)
}

fn query_of(
    asked: &OriginalRequest,
    parts: &[Part],
    taken: &[usize],
    index: Option<&str>,
    global: bool,
) -> OriginalRequest {
    let mut body = asked.body.clone();
    SCAN_ONLY.iter().for_each(|member| {
        body.remove(member);
    });
    let joined = |wanted: &dyn Fn(usize) -> bool| {
        let texts = parts.iter().enumerate().filter(|(place, _)| wanted(*place));
        texts.map(|(_, part)| text_of(&part.condition)).collect::<Vec<_>>().join(" AND ")
    };
    body.insert("KeyConditionExpression".to_owned(), string(joined(&|place| taken.contains(&place))));
    let rest = joined(&|place| !taken.contains(&place));
    match rest.is_empty() {
        true => body.remove("FilterExpression"),
        false => body.insert("FilterExpression".to_owned(), string(rest)),
    };
    match index {
        Some(index) => body.insert("IndexName".to_owned(), string(index)),
        None => body.remove("IndexName"),
    };
    if global {
        body.remove("ConsistentRead");
    }
    OriginalRequest::new("Query", body)
}

/// Returns the text of a condition with its attribute on the left, as a key condition requires.
pub(super) fn text_of(condition: &Condition) -> String {
    match condition {
        Condition::Compare { left: Operand::Value(value), comparator, right } => {
            format!("{right} {} {value}", comparator.mirrored())
        }
        Condition::Or(_) => format!("({condition})"),
        other => other.to_string(),
    }
}

/// Returns the type of a placeholder's value if a key can have it.
pub(super) fn scalar_type_of<'a>(asked: &'a OriginalRequest, placeholder: &str) -> Option<&'a str> {
    let value = asked.object("ExpressionAttributeValues")?.get(placeholder)?;
    let Value::Object(value) = value else { return None };
    let (name, _) = value.first_key_value()?;
    matches!(name.as_str(), "S" | "N" | "B").then_some(name.as_str())
}
