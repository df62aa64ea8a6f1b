//! The JSON text of a request: read, and told from one that only the complete engine can read.

use dynalab_types::json::{self, JsonError, JsonProblem, Value};
use dynalab_types::wire::ValueError;

use crate::error::{DynamoError, ValidationError};
use crate::legacy;
#[cfg(feature = "complete")]
use crate::operation::Operation;
use crate::operations::Request;
#[cfg(feature = "complete")]
use crate::operations::search_vectors::{self, SearchVectors};

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

impl Request {
    /// Whether this engine is the core and an engine with the feature `complete` may know better: the operation is none of
    /// the core's, or the body names a member that the core does not take, or might in a roundabout spelling. Who merely has an
    /// attribute of that name is sent to the complete engine too, and loses nothing by it.
    pub fn needs_complete_engine(operation: &str, body: &str) -> bool {
        if cfg!(feature = "complete") {
            return false;
        }
        let is_of_tables = matches!(operation, "CreateTable" | "UpdateTable");
        let names_member = |name: &&str| body.contains(&format!("\"{name}\""));
        !Request::ALL.contains(&operation)
            || is_of_tables && MEMBERS_OF_COMPLETE.iter().any(names_member)
            || legacy::MEMBERS.iter().any(|quoted| body.contains(quoted))
            // A letter written as a number.
            || body.contains("\\u00")
    }

    /// Reads the JSON text of a request's body.
    pub fn parse(operation: &str, body: &str) -> Result<Request, DynamoError> {
        match json::parse(body) {
            #[cfg(feature = "complete")]
            Ok(Value::Object(object)) if operation == SearchVectors::NAME => {
                search_vectors::check_members(body)?;
                Request::decode(operation, &object)
            }
            Ok(Value::Object(body)) => Request::decode(operation, &body),
            // An unknown operation is told before its body is looked at.
            _ if Request::known_name(operation).is_none() => Err(DynamoError::UnknownOperation),
            // Any value nested that deep is beyond the 32 levels of the service.
            Err(JsonError { problem: JsonProblem::TooDeep, .. }) => {
                Err(DynamoError::Validation(ValidationError::Value(ValueError::TooDeep)))
            }
            _ => Err(DynamoError::NotJson),
        }
    }
}
