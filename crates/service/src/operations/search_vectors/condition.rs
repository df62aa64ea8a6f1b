//! SearchConditionExpression: equality conditions on attributes of the search schema. All of them must be met.

use std::fmt;

use dynalab_engine::error::{DynamoError, ReadingError, SearchError, VectorError};
use dynalab_engine::registry::vector_index::VectorIndexDefinition;
use dynalab_engine::request::expression_parameters::ExpressionParameters;
use dynalab_expressions::{Aliases, BoundCondition, BoundKeyCondition, ExpressionKind, KeyClause, KeyTest};
use dynalab_types::key::ScalarRef;
use dynalab_types::{AttributeValue, Item};

/// An empty condition is always met.
#[derive(Clone, Default)]
pub(crate) struct SearchCondition {
    clauses: Vec<KeyClause>,
}

impl SearchCondition {
    /// Reads the condition and checks its form.
    ///
    /// # Errors
    /// The condition is invalid, or is more than equality conditions.
    pub fn bind(
        text: Option<&str>,
        parameters: &ExpressionParameters,
        aliases: &mut Aliases,
    ) -> Result<SearchCondition, DynamoError> {
        let mut clauses = Vec::new();
        if let Some(condition) = parameters.condition(ExpressionKind::SearchCondition, text, aliases)? {
            collect(&condition, &mut clauses)?;
        }
        Ok(SearchCondition { clauses })
    }

    /// Returns the condition that an attribute equals a value.
    pub fn of_value(attribute: &str, value: AttributeValue) -> SearchCondition {
        SearchCondition {
            clauses: vec![KeyClause { attribute: attribute.into(), test: KeyTest::Equal(value) }],
        }
    }

    /// Returns the number of equality conditions.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Checks that the index supports the condition.
    ///
    /// # Errors
    /// An attribute is not in the search schema, or a value has another type.
    pub fn check(&self, index: &VectorIndexDefinition) -> Result<(), DynamoError> {
        for clause in &self.clauses {
            let Some(attribute) = index.searched(&clause.attribute) else {
                return Err(SearchError::NotInSearchSchema { attribute: clause.attribute.to_string() }.into());
            };
            if clause.test.values().any(|value| ScalarRef::from_value(value, attribute.scalar_type).is_none())
            {
                return Err(ReadingError::KeyConditionType.into());
            }
        }
        match index.hash() {
            Some(hash) if self.value_of(&hash.name).is_none() => {
                Err(SearchError::HashConditionMissing.into())
            }
            _ => Ok(()),
        }
    }

    /// Returns the required value of an attribute.
    pub fn value_of(&self, attribute: &str) -> Option<&AttributeValue> {
        let clause = self.clauses.iter().find(|clause| clause.attribute.as_ref() == attribute)?;
        clause.test.values().next()
    }

    /// Returns true if the condition is met. `searched` has the item's attributes of the search schema.
    pub fn matches(&self, searched: &Item) -> bool {
        self.clauses.iter().all(|clause| searched.get(&clause.attribute) == clause.test.values().next())
    }
}

fn collect(condition: &BoundCondition, clauses: &mut Vec<KeyClause>) -> Result<(), VectorError> {
    if let BoundCondition::And(terms) = condition {
        return terms.iter().try_for_each(|term| collect(term, clauses));
    }
    match KeyClause::from_condition(condition) {
        Some(clause) if matches!(clause.test, KeyTest::Equal(_)) => {
            clauses.push(clause);
            Ok(())
        }
        _ => Err(VectorError::Search(SearchError::Comparator)),
    }
}

impl fmt::Display for SearchCondition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BoundKeyCondition { clauses: self.clauses.clone() }.fmt(formatter)
    }
}
