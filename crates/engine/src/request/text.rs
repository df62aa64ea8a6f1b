//! Parses the JSON text of a request, and detects requests that only the complete engine can execute.

use dynalab_types::json::{self, ListBounds, Value};

use crate::error::DynamoError;
use crate::operations::{Request, RequestService};
use crate::request::deep_request;
use crate::request::regional_checks::RegionalChecks;

/// The members of CreateTable and UpdateTable that only the complete engine supports, in addition to legacy parameters.
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

/// The lists with a documented maximum. A request of 16 MB can name millions of elements, and each takes a hundred times its text once it
/// is decoded: what is far beyond every maximum is not kept, and the request is refused for the number of those that are.
const BOUNDED_LISTS: &ListBounds = &ListBounds {
    lists: &[
        "AttributeDefinitions",
        "GlobalSecondaryIndexOverride",
        "GlobalSecondaryIndexUpdates",
        "GlobalSecondaryIndexes",
        "HeaderList",
        "KeySchema",
        "Keys",
        "LocalSecondaryIndexOverride",
        "LocalSecondaryIndexes",
        "NonKeyAttributes",
        "ReplicaUpdates",
        "ReplicationGroup",
        "Statements",
        "TagKeys",
        "Tags",
        "TransactItems",
        "TransactStatements",
        "VectorIndexOverride",
        "VectorIndexUpdates",
        "VectorIndexes",
    ],
    // BatchGetItem and BatchWriteItem: the tables, and the writes of each.
    object_of_lists: "RequestItems",
    // Ten times the largest maximum, or three times that of CSV headers.
    kept: 1_000,
};
/// How the names of operations of the simulation begin. Their lists have maximums of their own.
const CONTROL_PREFIX: &str = "Dynalab.";

impl<S: RequestService> Request<S> {
    /// Returns true if the request may need the complete engine.
    pub fn needs_complete_engine(operation: &str, body: &str) -> bool {
        S::is_request_unsupported(operation, body)
    }

    /// Parses the JSON text of a request's body, with the checks of us-east-1.
    ///
    /// # Errors
    /// The text is not JSON, no operation has this name, or the body does not fit it.
    pub fn parse(operation: &str, body: &str) -> Result<Request<S>, DynamoError> {
        Request::parse_for(RegionalChecks::default(), operation, body)
    }

    /// Parses the JSON text of a request's body, with the checks of a Region.
    ///
    /// # Errors
    /// The text is not JSON, no operation has this name, or the body does not fit it.
    pub fn parse_for(checks: RegionalChecks, operation: &str, body: &str) -> Result<Request<S>, DynamoError> {
        let bounds = (!operation.starts_with(CONTROL_PREFIX)).then_some(BOUNDED_LISTS);
        match json::parse_past_depth(body, bounds) {
            Ok((Value::Object(object), has_skipped)) => {
                if has_skipped && let Some(error) = deep_request::error_of(operation, body) {
                    return Err(error);
                }
                S::check_body(operation, body)?;
                // A skipped value is far below DynamoDB's limit of 32 levels, so the values around it are refused.
                Request::decode_for(checks, operation, &object)
            }
            // An unknown operation is reported before problems of its body.
            _ if Request::<S>::known_name(operation).is_none() => Err(DynamoError::UnknownOperation),
            _ => Err(DynamoError::NotJson),
        }
    }
}
