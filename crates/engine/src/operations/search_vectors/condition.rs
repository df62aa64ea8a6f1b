//! SearchConditionExpression: equalities with attributes of the search schema, all of which must hold.

use std::fmt;

use dynalab_expressions::{Aliases, BoundCondition, BoundKeyCondition, ExpressionKind, KeyClause, KeyTest};
use dynalab_types::key::ScalarRef;
use dynalab_types::{AttributeValue, Item};

use crate::error::{DynamoError, ReadingError, SearchError, VectorError};
use crate::expression_parameters::ExpressionParameters;
use crate::vector_index::VectorIndexDefinition;

/// The empty one holds always.
#[derive(Clone, Default)]
pub(crate) struct SearchCondition {
    clauses: Vec<KeyClause>,
}

impl SearchCondition {
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

    /// That an attribute has one value.
    pub fn of_value(attribute: &str, value: AttributeValue) -> SearchCondition {
        SearchCondition {
            clauses: vec![KeyClause { attribute: attribute.into(), test: KeyTest::Equal(value) }],
        }
    }

    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether an index can be asked this.
    pub fn check(&self, index: &VectorIndexDefinition) -> Result<(), DynamoError> {
        for clause in &self.clauses {
            let Some(attribute) = index.searched(&clause.attribute) else {
                return Err(SearchError::NotInSearchSchema { attribute: clause.attribute.to_string() }.into());
            };
            if clause.test.values().any(|value| ScalarRef::of(value, attribute.scalar_type).is_none()) {
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

    /// What the attribute must be.
    pub fn value_of(&self, attribute: &str) -> Option<&AttributeValue> {
        let clause = self.clauses.iter().find(|clause| clause.attribute.as_ref() == attribute)?;
        clause.test.values().next()
    }

    /// `searched` has what an item has of the search schema.
    pub fn holds(&self, searched: &Item) -> bool {
        self.clauses.iter().all(|clause| searched.get(&clause.attribute) == clause.test.values().next())
    }
}

fn collect(condition: &BoundCondition, clauses: &mut Vec<KeyClause>) -> Result<(), VectorError> {
    if let BoundCondition::And(terms) = condition {
        return terms.iter().try_for_each(|term| collect(term, clauses));
    }
    match KeyClause::of(condition) {
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
