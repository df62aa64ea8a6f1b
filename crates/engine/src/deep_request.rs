//! Requests with values that are nested beyond about 62 levels. DynamoDB reads the other members of such a write in its older layer,
//! and reports their problems first.

use dynalab_types::json;
use dynalab_types::wire::ValueError;

use crate::error::{DynamoError, ParameterError, ValidationError};
use crate::fields::{Fields, Problems, RequestLayer};
use crate::legacy::ConditionalOperator;
use crate::regional_checks::RegionalChecks;
use crate::return_values::ReturnValues;

/// Returns the error of a request whose body is nested too deeply to be read.
pub(crate) fn error_of(operation: &str, body: &str) -> DynamoError {
    let too_deep = ValidationError::Value(ValueError::TooDeep);
    match operation {
        "PutItem" | "DeleteItem" => problem_of_members(body, true).unwrap_or(too_deep.into()),
        "UpdateItem" => problem_of_members(body, false).unwrap_or(too_deep.into()),
        _ => too_deep.into(),
    }
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
