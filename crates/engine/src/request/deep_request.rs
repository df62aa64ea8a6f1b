//! Requests with values that are nested beyond about 62 levels. DynamoDB reads the other members of such a write in its older layer,
//! and reports their problems first.

use dynalab_types::json;
use dynalab_types::wire::ValueError;

use crate::error::{DynamoError, ParameterError, ValidationError};
use crate::request::fields::{Fields, Problems, RequestLayer};
use crate::request::legacy::ConditionalOperator;
use crate::request::regional_checks::RegionalChecks;
use crate::request::return_values::ReturnValues;

/// Returns the error of a single write whose body is nested that deeply. Other operations report it in its place among other
/// problems.
pub(crate) fn error_of(operation: &str, body: &str) -> Option<DynamoError> {
    let only_old_values = match operation {
        "PutItem" | "DeleteItem" => true,
        "UpdateItem" => false,
        _ => return None,
    };
    let too_deep = || ValidationError::Value(ValueError::TooDeep).into();
    Some(problem_of_members(body, only_old_values).unwrap_or_else(too_deep))
}

fn problem_of_members(body: &str, only_old_values: bool) -> Option<DynamoError> {
    let members = json::string_members(body);
    let mut problems = Problems::default();
    let layer = RequestLayer::Older;
    let mut fields = Fields::new(&members, layer, RegionalChecks::default(), &mut problems);
    ConditionalOperator::decode(&mut fields);
    let returned = ReturnValues::decode_older(&mut fields);
    if let Err(error) = problems.finish(layer, false) {
        return Some(error);
    }
    let is_refused = only_old_values && !matches!(returned, ReturnValues::None | ReturnValues::AllOld);
    is_refused.then(|| ValidationError::Parameter(ParameterError::ReturnValuesNotAllowed).into())
}
