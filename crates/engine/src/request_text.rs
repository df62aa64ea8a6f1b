//! The JSON text of a request: read, and told from one that only the complete engine can read.

use dynalab_types::json::{self, JsonError, JsonProblem, Value};
use dynalab_types::wire::ValueError;

use crate::error::{DynamoError, ValidationError};
use crate::operations::{Request, RequestService};

/// Members of CreateTable and UpdateTable that the core leaves to the complete engine, beside those of the API's first years.
pub(crate) const MEMBERS_OF_COMPLETE: &[&str] = &[
    "ResourcePolicy",
    "VectorIndexes",
    "VectorIndexUpdates",
    "WarmThroughput",
    "ReplicaUpdates",
    "MultiRegionConsistency",
    "GlobalTableWitnessUpdates",
    "DisassociationProtectionEnabled",
    "GlobalTableSourceArn",
    "GlobalTableSettingsReplicationMode",
];

impl<S: RequestService> Request<S> {
    /// Whether another engine may know better how to answer.
    pub fn needs_complete_engine(operation: &str, body: &str) -> bool {
        S::leaves_request(operation, body)
    }

    /// Reads the JSON text of a request's body.
    pub fn parse(operation: &str, body: &str) -> Result<Request<S>, DynamoError> {
        match json::parse(body) {
            Ok(Value::Object(object)) => {
                S::check_body(operation, body)?;
                Request::decode(operation, &object)
            }
            // An unknown operation is told before its body is looked at.
            _ if Request::<S>::known_name(operation).is_none() => Err(DynamoError::UnknownOperation),
            // Any value nested that deep is beyond the 32 levels of the service.
            Err(JsonError { problem: JsonProblem::TooDeep, .. }) => {
                Err(DynamoError::Validation(ValidationError::Value(ValueError::TooDeep)))
            }
            _ => Err(DynamoError::NotJson),
        }
    }
}
