//! Evaluates conditions, updates and projections in the simplest way, case by case.

use std::cmp::Ordering;

use crate::simulator::expression::{Action, Comparison, Condition, Operand, Path, Step};
use crate::simulator::value::{Item, Value};

pub fn find<'a>(path: &Path, item: &'a Item) -> Option<&'a Value> {
    let value = item.get(&path.attribute)?;
    match (&path.step, value) {
        (None, value) => Some(value),
        (Some(Step::Name(name)), Value::M(map)) => map.get(name),
        (Some(Step::Index(index)), Value::L(elements)) => elements.get(*index),
        _ => None,
    }
}

fn compare(comparison: Comparison, left: &Value, right: &Value) -> bool {
    let ordered = left.is_ordered() && left.type_name() == right.type_name();
    let order = ordered.then(|| left.cmp(right));
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn size(value: &Value) -> Option<usize> {
    match value {
        Value::S(text) => Some(text.encode_utf16().count()),
        Value::B(bytes) => Some(bytes.len()),
        Value::L(elements) => Some(elements.len()),
        Value::M(map) => Some(map.len()),
        Value::Ss(members) => Some(members.len()),
        Value::Ns(members) => Some(members.len()),
        Value::Bs(members) => Some(members.len()),
        Value::N(_) | Value::Bool(_) | Value::Null => None,
    }
}

pub fn begins_with(value: &Value, prefix: &Value) -> bool {
    match (value, prefix) {
        (Value::S(text), Value::S(prefix)) => text.starts_with(prefix.as_str()),
        (Value::B(bytes), Value::B(prefix)) => bytes.starts_with(prefix),
        _ => false,
    }
}

fn contains(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::S(text), Value::S(part)) => text.contains(part.as_str()),
        (Value::B(bytes), Value::B(part)) => (0..=bytes.len()).any(|start| bytes[start..].starts_with(part)),
        (Value::Ss(members), Value::S(part)) => members.contains(part),
        (Value::Ns(members), Value::N(part)) => members.contains(part),
        (Value::Bs(members), Value::B(part)) => members.contains(part),
        (Value::L(elements), part) => elements.contains(part),
        _ => false,
    }
}

pub fn matches(condition: &Condition, item: &Item) -> bool {
    let test = |path: &Path, test: &dyn Fn(&Value) -> bool| find(path, item).is_some_and(test);
    match condition {
        Condition::Exists(path) => find(path, item).is_some(),
        Condition::NotExists(path) => find(path, item).is_none(),
        Condition::Compare(comparison, path, value) => match find(path, item) {
            Some(found) => compare(*comparison, found, value),
            None => *comparison == Comparison::NotEqual,
        },
        Condition::Size(comparison, path, wanted) => test(path, &|found| {
            size(found).is_some_and(|size| compare(*comparison, &Value::N(size as i64), &Value::N(*wanted)))
        }),
        Condition::Between(path, low, high) => test(path, &|found| {
            compare(Comparison::GreaterOrEqual, found, low) && compare(Comparison::LessOrEqual, found, high)
        }),
        Condition::BeginsWith(path, prefix) => test(path, &|found| begins_with(found, prefix)),
        Condition::Contains(path, part) => test(path, &|found| contains(found, part)),
        Condition::TypeIs(path, name) => test(path, &|found| found.type_name() == *name),
        Condition::In(path, values) => test(path, &|found| values.contains(found)),
        Condition::And(left, right) => matches(left, item) && matches(right, item),
        Condition::Or(left, right) => matches(left, item) || matches(right, item),
        Condition::Not(inner) => !matches(inner, item),
    }
}

/// Returns whether a condition is rejected before any item is read.
pub fn is_wrong(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(Comparison::Equal | Comparison::NotEqual, ..) => false,
        Condition::Compare(_, _, value) => !value.is_ordered(),
        Condition::Between(_, low, high) => is_wrong_range(low, high),
        Condition::BeginsWith(_, prefix) => !matches!(prefix, Value::S(_) | Value::B(_)),
        Condition::And(left, right) | Condition::Or(left, right) => is_wrong(left) || is_wrong(right),
        Condition::Not(inner) => is_wrong(inner),
        _ => false,
    }
}

pub fn is_wrong_range(low: &Value, high: &Value) -> bool {
    !low.is_ordered() || low.type_name() != high.type_name() || low > high
}

/// Returns whether an update is rejected before any item is read.
pub fn is_wrong_action(action: &Action) -> bool {
    match action {
        Action::Set(_, Operand::Plus(_, value) | Operand::Minus(_, value)) => !matches!(value, Value::N(_)),
        Action::Set(_, Operand::Append(_, value)) => !matches!(value, Value::L(_)),
        Action::Add(_, value) => !value.is_set() && !matches!(value, Value::N(_)),
        Action::Delete(_, value) => !value.is_set(),
        _ => false,
    }
}

/// Returns the attributes at the paths. No two paths begin with the same attribute.
pub fn project<'a>(paths: impl IntoIterator<Item = &'a Path>, item: &Item) -> Item {
    let mut projected = Item::new();
    for path in paths {
        let Some(found) = find(path, item).cloned() else { continue };
        let value = match &path.step {
            None => found,
            Some(Step::Name(name)) => Value::M([(name.clone(), found)].into()),
            Some(Step::Index(_)) => Value::L(vec![found]),
        };
        projected.insert(path.attribute.clone(), value);
    }
    projected
}

/// Returns the item after an update, or None if the update is invalid for it. Each action changes another attribute.
pub fn updated(actions: &[Action], before: &Item) -> Option<Item> {
    let mut after = before.clone();
    for action in actions {
        if !has_parent(action.path(), before) {
            return None;
        }
        match action {
            Action::Set(path, operand) => {
                let value = read(operand, before)?;
                set(path, value, &mut after);
            }
            Action::Remove(path) => remove(path, &mut after),
            Action::Add(path, value) => {
                let sum = match find(path, before) {
                    None => value.clone(),
                    Some(found) => add(found, value)?,
                };
                set(path, sum, &mut after);
            }
            Action::Delete(path, value) => {
                let Some(found) = find(path, before) else { continue };
                match subtract(found, value)? {
                    Some(rest) => set(path, rest, &mut after),
                    None => remove(path, &mut after),
                }
            }
        }
    }
    Some(after)
}

fn has_parent(path: &Path, item: &Item) -> bool {
    matches!(
        (&path.step, item.get(&path.attribute)),
        (None, _) | (Some(Step::Name(_)), Some(Value::M(_))) | (Some(Step::Index(_)), Some(Value::L(_)))
    )
}

fn read(operand: &Operand, item: &Item) -> Option<Value> {
    let number = |path: &Path| match find(path, item) {
        Some(Value::N(number)) => Some(*number),
        _ => None,
    };
    match operand {
        Operand::Value(value) => Some(value.clone()),
        Operand::Path(path) => find(path, item).cloned(),
        Operand::Plus(path, Value::N(addend)) => Some(Value::N(number(path)? + addend)),
        Operand::Minus(path, Value::N(subtrahend)) => Some(Value::N(number(path)? - subtrahend)),
        Operand::IfNotExists(path, value) => Some(find(path, item).unwrap_or(value).clone()),
        Operand::Append(path, Value::L(tail)) => match find(path, item) {
            Some(Value::L(head)) => Some(Value::L(head.iter().chain(tail).cloned().collect())),
            _ => None,
        },
        _ => None,
    }
}

fn set(path: &Path, value: Value, item: &mut Item) {
    match (&path.step, item.get_mut(&path.attribute)) {
        (Some(Step::Name(name)), Some(Value::M(map))) => drop(map.insert(name.clone(), value)),
        (Some(Step::Index(index)), Some(Value::L(elements))) => match elements.get_mut(*index) {
            Some(element) => *element = value,
            None => elements.push(value),
        },
        _ => drop(item.insert(path.attribute.clone(), value)),
    }
}

fn remove(path: &Path, item: &mut Item) {
    match (&path.step, item.get_mut(&path.attribute)) {
        (None, _) => drop(item.remove(&path.attribute)),
        (Some(Step::Name(name)), Some(Value::M(map))) => drop(map.remove(name)),
        (Some(Step::Index(index)), Some(Value::L(elements))) if *index < elements.len() => {
            elements.remove(*index);
        }
        _ => {}
    }
}

fn add(found: &Value, addend: &Value) -> Option<Value> {
    match (found, addend) {
        (Value::N(left), Value::N(right)) => Some(Value::N(left + right)),
        (Value::Ss(left), Value::Ss(right)) => Some(Value::Ss(left.union(right).cloned().collect())),
        (Value::Ns(left), Value::Ns(right)) => Some(Value::Ns(left.union(right).cloned().collect())),
        (Value::Bs(left), Value::Bs(right)) => Some(Value::Bs(left.union(right).cloned().collect())),
        _ => None,
    }
}

/// Removes members from a set. The outer None is an error. The inner None is an empty set, which cannot exist.
fn subtract(found: &Value, members: &Value) -> Option<Option<Value>> {
    let rest = match (found, members) {
        (Value::Ss(left), Value::Ss(right)) => {
            let rest: std::collections::BTreeSet<_> = left.difference(right).cloned().collect();
            (!rest.is_empty()).then_some(Value::Ss(rest))
        }
        (Value::Ns(left), Value::Ns(right)) => {
            let rest: std::collections::BTreeSet<_> = left.difference(right).cloned().collect();
            (!rest.is_empty()).then_some(Value::Ns(rest))
        }
        (Value::Bs(left), Value::Bs(right)) => {
            let rest: std::collections::BTreeSet<_> = left.difference(right).cloned().collect();
            (!rest.is_empty()).then_some(Value::Bs(rest))
        }
        _ => return None,
    };
    Some(rest)
}
