//! The parameters of the API's first years, translated into the trees that expressions are bound to, so that there is
//! one evaluator.

pub(crate) mod comparison;

pub(crate) mod expected;
pub(crate) mod filter;
pub(crate) mod key_conditions;

pub(crate) mod attribute_updates;
pub(crate) mod attributes_to_get;

use dynalab_expressions::BoundCondition;

use crate::error::legacy::LegacyError;
use crate::error::{DynamoError, ValidationError};
use crate::fields::{Fields, RequestLayer};

/// The names of these parameters, quoted as in a request.
pub(crate) const MEMBERS: &[&str] = &[
    "\"AttributeUpdates\"",
    "\"AttributesToGet\"",
    "\"ConditionalOperator\"",
    "\"Expected\"",
    "\"KeyConditions\"",
    "\"QueryFilter\"",
    "\"ScanFilter\"",
];

/// How the conditions of Expected, QueryFilter or ScanFilter are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionalOperator {
    And,
    Or,
}

impl ConditionalOperator {
    fn decode(fields: &mut Fields) -> Option<ConditionalOperator> {
        let known = [("AND", ConditionalOperator::And), ("OR", ConditionalOperator::Or)];
        fields.enumeration("ConditionalOperator", &["OR", "AND"], &known)
    }

    /// The same, where a name that does not exist is told before all else, in the service's own words.
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

/// It takes two conditions to join.
fn check_operator(operator: Option<ConditionalOperator>, conditions: usize) -> Result<(), LegacyError> {
    match (operator, conditions) {
        (Some(_), 0) => Err(LegacyError::ConditionalOperatorAlone),
        (Some(_), 1) => Err(LegacyError::ConditionalOperatorWithOne),
        _ => Ok(()),
    }
}

/// One condition of all, or none of none.
fn join(operator: Option<ConditionalOperator>, mut terms: Vec<BoundCondition>) -> Option<BoundCondition> {
    if terms.len() < 2 {
        return terms.pop();
    }
    Some(match operator {
        Some(ConditionalOperator::Or) => BoundCondition::Or(terms),
        _ => BoundCondition::And(terms),
    })
}

/// Complaints about these parameters come from the request layer, as those about expressions do.
pub(crate) fn legacy_error(layer: RequestLayer, error: LegacyError) -> DynamoError {
    layer.expression_error(ValidationError::Legacy(error))
}
