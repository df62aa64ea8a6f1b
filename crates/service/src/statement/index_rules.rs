//! Checks of a SELECT: the restrictions of indexes, and the combinations of alternatives in one partition.

use dynalab_expressions::{BoundCondition, BoundOperand, Comparator, Condition, KeyClause, Operand};
use dynalab_types::{AttributeValue, KeySchema};

use crate::statement::is_equality;
use dynalab_engine::database::Database;
use dynalab_engine::database::table::IndexDefinition;
use dynalab_engine::error::{DynamoError, StatementError};
use dynalab_engine::request::fields::table_name_of;
use dynalab_engine::request::read_request::ReadSource;
use dynalab_expressions::partiql::TableName;

/// The maximum number of alternatives that are compared. A condition with more is not checked.
const BRANCHES_MAX: usize = 64;

/// Rejects an index with several partition or sort key attributes, which PartiQL does not support.
pub(crate) fn check_single_attributes(from: &TableName, database: &Database) -> Result<(), DynamoError> {
    let Some(name) = &from.index else { return Ok(()) };
    let index = database
        .find(table_name_of(&from.table))
        .and_then(|table| table.definition.index(name).map(|index| &index.key));
    match index {
        Some(key) if key.partition.len() > 1 || key.sort.len() > 1 => {
            Err(StatementError::MultiAttributeIndex.into())
        }
        _ => Ok(()),
    }
}

/// Rejects a read by key whose filter uses an attribute outside the projection. In a scan, such an attribute is missing.
pub(crate) fn check_projected(
    index: &IndexDefinition,
    filter: Option<&BoundCondition>,
) -> Result<(), DynamoError> {
    let Some(filter) = filter else { return Ok(()) };
    let is_keyed = index.key.partition.iter().all(|attribute| is_attribute_fixed(filter, &attribute.name));
    if !is_keyed || index.projected.is_all() {
        return Ok(());
    }
    let mut attributes: Vec<String> = Vec::new();
    for path in filter.paths() {
        let name = path.attribute.as_ref();
        if !index.projected.contains(name) && !attributes.iter().any(|known| known == name) {
            attributes.push(name.to_owned());
        }
    }
    if attributes.is_empty() {
        return Ok(());
    }
    Err(StatementError::FilterNotProjected { index: index.name.to_string(), attributes }.into())
}

/// Returns true if the condition requires one value, or one of a list, for the attribute: the whole condition, or every
/// alternative the same. With different values in its alternatives, the read is a scan.
fn is_attribute_fixed(condition: &BoundCondition, attribute: &str) -> bool {
    !fixed_values(condition, attribute).is_empty()
}

/// Returns the lists of values that the attribute must have one of.
fn fixed_values<'a>(condition: &'a BoundCondition, attribute: &str) -> Vec<Vec<&'a AttributeValue>> {
    match condition {
        BoundCondition::And(terms) => terms.iter().flat_map(|term| fixed_values(term, attribute)).collect(),
        BoundCondition::Or(terms) => {
            let mut alternatives = terms.iter().map(|term| fixed_values(term, attribute));
            let mut common = alternatives.next().unwrap_or_default();
            for alternative in alternatives {
                common.retain(|values| alternative.iter().any(|other| have_same_values(values, other)));
            }
            common
        }
        BoundCondition::In { operand: BoundOperand::Path(path), candidates }
            if path.attribute.as_ref() == attribute && !path.is_nested() =>
        {
            let values: Option<Vec<&AttributeValue>> = candidates.iter().map(value_of).collect();
            values.into_iter().collect()
        }
        BoundCondition::Compare { left, operator: Comparator::Equal, right } => {
            let is_attribute = |operand: &BoundOperand| match operand {
                BoundOperand::Path(path) => path.attribute.as_ref() == attribute && !path.is_nested(),
                _ => false,
            };
            let value = if is_attribute(left) {
                value_of(right)
            } else if is_attribute(right) {
                value_of(left)
            } else {
                None
            };
            value.into_iter().map(|value| vec![value]).collect()
        }
        _ => Vec::new(),
    }
}

fn value_of(operand: &BoundOperand) -> Option<&AttributeValue> {
    match operand {
        BoundOperand::Value(value) => Some(value),
        _ => None,
    }
}

fn have_same_values(left: &[&AttributeValue], right: &[&AttributeValue]) -> bool {
    left.iter().all(|value| right.contains(value)) && right.iter().all(|value| left.contains(value))
}

fn is_equality_of(term: &BoundCondition, attribute: &str) -> bool {
    matches!(term, BoundCondition::Compare { operator: Comparator::Equal, .. })
        && KeyClause::from_condition(term)
            .is_some_and(|clause| clause.attribute.as_ref() == attribute && is_equality(&clause.test))
}

/// Rejects two alternatives for one partition, one with the sort key and one with another attribute.
pub(crate) fn check_alternatives(
    source: &ReadSource,
    filter: Option<&BoundCondition>,
) -> Result<(), DynamoError> {
    let Some(filter) = filter else { return Ok(()) };
    let schema = source.key_schema();
    let branches = branches(filter);
    let found = branches.iter().any(|ranged| {
        has_sort_test(ranged, schema)
            && branches.iter().any(|other| {
                !has_sort_test(other, schema)
                    && has_other_comparison(other, schema)
                    && have_one_partition(ranged, other, schema)
            })
    });
    if found { Err(StatementError::OverlappingAlternatives.into()) } else { Ok(()) }
}

/// Returns the alternatives of a condition, each as its terms.
fn branches(condition: &BoundCondition) -> Vec<Vec<&BoundCondition>> {
    match condition {
        BoundCondition::Or(terms) => {
            let mut all = Vec::new();
            for term in terms {
                all.extend(branches(term));
                all.truncate(BRANCHES_MAX);
            }
            all
        }
        BoundCondition::And(terms) => {
            let mut all: Vec<Vec<&BoundCondition>> = vec![Vec::new()];
            for term in terms {
                let further = branches(term);
                let mut joined = Vec::new();
                for begun in &all {
                    for more in &further {
                        joined.push(begun.iter().chain(more).copied().collect());
                    }
                }
                joined.truncate(BRANCHES_MAX);
                all = joined;
            }
            all
        }
        term => vec![vec![term]],
    }
}

/// Returns true if an alternative tests the sort key. Negated tests do not count: KeyClause has neither NOT nor `<>`.
fn has_sort_test(branch: &[&BoundCondition], schema: &KeySchema) -> bool {
    let mut clauses = branch.iter().filter_map(|term| KeyClause::from_condition(term));
    clauses.any(|clause| schema.sort.iter().any(|sort| sort.name == clause.attribute))
}

fn has_other_comparison(branch: &[&BoundCondition], schema: &KeySchema) -> bool {
    branch.iter().any(|term| match term {
        BoundCondition::Compare { left, operator: Comparator::Equal | Comparator::NotEqual, right } => {
            let mut paths = [left.path(), right.path()].into_iter().flatten();
            paths.any(|path| !schema.contains(&path.attribute))
        }
        _ => false,
    })
}

fn have_one_partition(left: &[&BoundCondition], right: &[&BoundCondition], schema: &KeySchema) -> bool {
    schema.partition.iter().all(|attribute| {
        left.iter().any(|term| is_equality_of(term, &attribute.name) && right.contains(term))
    })
}

/// Returns true if a condition calls a function. Such a SELECT does not count as a read by key.
pub(crate) fn has_function_call(condition: &Condition) -> bool {
    let calls = |operand: &Operand| matches!(operand, Operand::Function(_));
    match condition {
        Condition::Or(terms) | Condition::And(terms) => terms.iter().any(has_function_call),
        Condition::Not(term) | Condition::Group(term) => has_function_call(term),
        Condition::Compare { left, right, .. } => calls(left) || calls(right),
        Condition::Between { operand, low, high } => [operand, low, high].into_iter().any(calls),
        Condition::In { operand, candidates } => calls(operand) || candidates.iter().any(calls),
        Condition::Is { operand, .. } => calls(operand),
        Condition::Function(_) => true,
    }
}
