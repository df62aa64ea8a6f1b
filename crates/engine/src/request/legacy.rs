//! Legacy parameters of the API, translated into the trees of expressions, so that there is only one evaluator.

pub(crate) mod comparison;

pub(crate) mod expected;
pub(crate) mod filter;
pub(crate) mod key_conditions;

pub(crate) mod attribute_updates;
pub(crate) mod attributes_to_get;

use dynalab_expressions::BoundCondition;

use crate::error::legacy::LegacyError;
use crate::error::{DynamoError, ValidationError};
use crate::request::fields::{Fields, RequestLayer};

/// The names of the legacy parameters in quotes, as in a request.
pub(crate) const MEMBERS: &[&str] = &[
    "\"AttributeUpdates\"",
    "\"AttributesToGet\"",
    "\"ConditionalOperator\"",
    "\"Expected\"",
    "\"KeyConditions\"",
    "\"QueryFilter\"",
    "\"ScanFilter\"",
];

/// The operator that joins the conditions of Expected, QueryFilter or ScanFilter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionalOperator {
    And,
    Or,
}

impl ConditionalOperator {
    pub(crate) fn decode(fields: &mut Fields) -> Option<ConditionalOperator> {
        let known = [("AND", ConditionalOperator::And), ("OR", ConditionalOperator::Or)];
        fields.enumeration("ConditionalOperator", &["OR", "AND"], &known)
    }

    /// Reads the operator. An unknown name is reported before all other problems, in DynamoDB's wording.
    fn decode_alone(fields: &mut Fields) -> Option<ConditionalOperator> {
        match fields.text("ConditionalOperator")?.as_str() {
            "AND" => Some(ConditionalOperator::And),
            "OR" => Some(ConditionalOperator::Or),
            _ => {
                fields.alone(ValidationError::Legacy(LegacyError::ConditionalOperatorUnknown));
                None
            }
        }
    }
}

/// Checks that the operator joins at least two conditions.
fn check_operator(operator: Option<ConditionalOperator>, conditions: usize) -> Result<(), LegacyError> {
    match (operator, conditions) {
        (Some(_), 0) => Err(LegacyError::ConditionalOperatorAlone),
        (Some(_), 1) => Err(LegacyError::ConditionalOperatorWithOne),
        _ => Ok(()),
    }
}

/// Joins the conditions into one, or returns `None` without conditions.
fn join(operator: Option<ConditionalOperator>, mut terms: Vec<BoundCondition>) -> Option<BoundCondition> {
    if terms.len() < 2 {
        return terms.pop();
    }
    Some(match operator {
        Some(ConditionalOperator::Or) => BoundCondition::Or(terms),
        _ => BoundCondition::And(terms),
    })
}

/// Returns an error of legacy parameters with the prefix of the request layer, like errors of expressions.
pub(crate) fn legacy_error(layer: RequestLayer, error: LegacyError) -> DynamoError {
    layer.expression_error(ValidationError::Legacy(error))
}
