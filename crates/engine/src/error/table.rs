//! What CreateTable and UpdateTable refuse: keys, indexes and capacity that do not fit together.

use std::fmt;

use crate::error::DynamoError;
use crate::error::throughput::ThroughputError;
use crate::error::update::UpdateError;
use crate::error::validation::{INVALID, ValidationError};
#[cfg(feature = "complete")]
use crate::error::vector::VectorError;

/// What CreateTable and UpdateTable refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum TableError {
    KeyWithoutDefinition,
    /// The partition key and the sort key are one attribute.
    SameKeyTwice,
    DuplicateDefinition {
        attribute: String,
    },
    KeysNotDefined {
        keys: Vec<String>,
        definitions: Vec<String>,
    },
    UnusedDefinitionsNoIndex,
    UnusedDefinitions {
        definitions: Vec<String>,
        keys: Vec<String>,
    },
    FirstKeyNotHash,
    SecondKeyNotRange,
    /// Of a global index, as the next two.
    SameKeyTwiceOfMany,
    RangeBeforeHash,
    TooManyKeyAttributes {
        key_type: &'static str,
    },
    LocalIndexNeedsRangeKey,
    IndexWithoutRangeKey {
        index: String,
    },
    IndexOtherHashKey {
        index: String,
        index_key: String,
        table_key: String,
    },
    DuplicateIndexName {
        index: String,
    },
    IndexAlreadyExists {
        index: String,
    },
    /// A local or a vector index.
    NameOfOtherIndex,
    NotGlobalIndex {
        verb: &'static str,
        index: String,
    },
    TooManyLocalIndexes,
    TooManyGlobalIndexes,
    EmptyIndexList {
        list: &'static str,
    },
    UnknownProjectionType,
    NonKeyAttributesNotAllowed {
        projection: &'static str,
    },
    NonKeyAttributesRequired,
    DuplicateNonKeyAttribute {
        attribute: String,
    },
    TooManyProjectedAttributes,
    ThroughputOnDemand,
    ThroughputRequired,
    ThroughputRequiredForUpdate,
    ThroughputRequiredForIndex {
        index: String,
    },
    /// Of CreateTable.
    ThroughputNotSpecified {
        index: String,
    },
    ThroughputMissingForNewIndex {
        index: String,
    },
    ThroughputOnDemandForNewIndex {
        index: String,
    },
    ThroughputUpdateOnDemand {
        index: String,
    },
    ThroughputOnDemandForIndex {
        index: String,
    },
    ThroughputUnchanged {
        read: u64,
        write: u64,
        index: Option<String>,
    },
    ThroughputOutOfBounds {
        value: u64,
        member: &'static str,
    },
    /// On demand, or warm.
    Throughput(ThroughputError),
    /// Of an index, or of what is written to it or searched in it.
    #[cfg(feature = "complete")]
    Vector(VectorError),
    NothingToUpdate,
    /// An index update that says nothing.
    EmptyIndexUpdate,
    OneActionPerIndexUpdate,
    /// Settings, and what changes together.
    Update(UpdateError),
    OneUpdatePerIndex {
        index: String,
    },
    DeletionProtected {
        table: String,
    },
    /// A setting whose behaviour this version does not have: refused rather than silently stored.
    NotSupported {
        member: &'static str,
    },
}

impl From<TableError> for ValidationError {
    fn from(error: TableError) -> ValidationError {
        ValidationError::Table(error)
    }
}

impl From<TableError> for DynamoError {
    fn from(error: TableError) -> DynamoError {
        DynamoError::Validation(ValidationError::Table(error))
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TableError::*;
        match self {
            key @ (KeyWithoutDefinition
            | SameKeyTwice
            | SameKeyTwiceOfMany
            | RangeBeforeHash
            | TooManyKeyAttributes { .. }
            | DuplicateDefinition { .. }
            | KeysNotDefined { .. }) => write_key_error(key, f),
            UnusedDefinitionsNoIndex => write!(
                f,
                "{INVALID}Number of attributes in KeySchema does not exactly match number of attributes defined in \
                 AttributeDefinitions"
            ),
            UnusedDefinitions { definitions, keys } => write!(
                f,
                "{INVALID}Some AttributeDefinitions are not used. AttributeDefinitions: [{}], keys used: [{}]",
                definitions.join(", "),
                keys.join(", ")
            ),
            FirstKeyNotHash => {
                f.write_str("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
            }
            SecondKeyNotRange => {
                f.write_str("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")
            }
            LocalIndexNeedsRangeKey => write!(
                f,
                "{INVALID}Table KeySchema does not have a range key, which is required when specifying a \
                 LocalSecondaryIndex"
            ),
            IndexWithoutRangeKey { index } => {
                write!(f, "{INVALID}Index KeySchema does not have a range key for index: {index}")
            }
            IndexOtherHashKey { index, index_key, table_key } => write!(
                f,
                "{INVALID}Index KeySchema does not have the same leading hash key as table KeySchema for index: \
                 {index}. index hash key: {index_key}, table hash key: {table_key}"
            ),
            DuplicateIndexName { index } => write!(f, "{INVALID}Duplicate index name: {index}"),
            IndexAlreadyExists { index } => write!(f, "{INVALID}Index already exists: {index}"),
            NameOfOtherIndex => f.write_str("Attempting to create an index which already exists"),
            NotGlobalIndex { verb, index } => {
                write!(f, "Cannot {verb} an index that is not a GlobalSecondaryIndex: {index}")
            }
            TooManyLocalIndexes => {
                write!(f, "{INVALID}Number of LocalSecondaryIndexes exceeds per-table limit of 5")
            }
            TooManyGlobalIndexes => {
                write!(f, "{INVALID}GlobalSecondaryIndex count exceeds the per-table limit of 20")
            }
            EmptyIndexList { list } => write!(f, "{INVALID}List of {list} is empty"),
            UnknownProjectionType => write!(f, "{INVALID}Unknown ProjectionType: null"),
            NonKeyAttributesNotAllowed { projection } => {
                write!(f, "{INVALID}ProjectionType is {projection}, but NonKeyAttributes is specified")
            }
            NonKeyAttributesRequired => {
                write!(f, "{INVALID}ProjectionType is INCLUDE, but NonKeyAttributes is not specified")
            }
            DuplicateNonKeyAttribute { attribute } => {
                write!(f, "{INVALID}Duplicate element in NonKeyAttributes: {attribute}")
            }
            TooManyProjectedAttributes => write!(
                f,
                "{INVALID}Total number of NonKeyAttributes across all indexes exceeds the per-table limit of 100"
            ),
            throughput => write_throughput_error(throughput, f),
        }
    }
}

fn write_key_error(error: &TableError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use TableError::*;
    match error {
        SameKeyTwice => {
            f.write_str("Both the Hash Key and the Range Key element in the KeySchema have the same name")
        }
        SameKeyTwiceOfMany => {
            f.write_str("The KeySchema contains multiple key attributes with the same name")
        }
        RangeBeforeHash => {
            write!(f, "{INVALID}All HASH key attributes must precede RANGE key attributes in the KeySchema")
        }
        TooManyKeyAttributes { key_type } => {
            write!(
                f,
                "{INVALID}The KeySchema exceeds the maximum allowed number of {key_type} key attributes"
            )
        }
        DuplicateDefinition { attribute } => write!(f, "Attribute Name is duplicated: {attribute}"),
        KeysNotDefined { keys, definitions } => write!(
            f,
            "{INVALID}Some index key attributes are not defined in AttributeDefinitions. Keys: [{}], \
             AttributeDefinitions: [{}]",
            keys.join(", "),
            definitions.join(", ")
        ),
        _ => f.write_str("Invalid KeySchema: Some index key attribute have no definition"),
    }
}

fn write_throughput_error(error: &TableError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use TableError::*;
    match error {
        ThroughputOnDemand => write!(
            f,
            "{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is \
             PAY_PER_REQUEST"
        ),
        ThroughputRequired => write!(
            f,
            "{INVALID}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"
        ),
        ThroughputRequiredForUpdate => {
            write!(f, "{INVALID}ProvisionedThroughput must be specified when BillingMode is PROVISIONED")
        }
        of_index @ (ThroughputRequiredForIndex { index }
        | ThroughputNotSpecified { index }
        | ThroughputMissingForNewIndex { index }
        | ThroughputOnDemandForIndex { index }
        | ThroughputOnDemandForNewIndex { index }
        | ThroughputUpdateOnDemand { index }) => write_index_throughput_error(of_index, index, f),
        ThroughputUnchanged { read, write, index } => {
            let (the, owner) = match index {
                None => ("the ", "table".to_owned()),
                Some(index) => ("", format!("index {index}")),
            };
            write!(
                f,
                "The provisioned throughput for the {owner} will not change. The requested value equals the current \
                 value. Current ReadCapacityUnits provisioned for {the}{owner}: {read}. Requested ReadCapacityUnits: \
                 {read}. Current WriteCapacityUnits provisioned for {the}{owner}: {write}. Requested \
                 WriteCapacityUnits: {write}. Refer to the Amazon DynamoDB Developer Guide for current limits and how \
                 to request higher limits."
            )
        }
        ThroughputOutOfBounds { value, member } => {
            write!(f, "Given value {value} for {member} is out of bounds")
        }
        Throughput(error) => write!(f, "{error}"),
        EmptyIndexUpdate => write!(
            f,
            "{INVALID}One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, \
             GlobalSecondaryIndexUpdate.Delete must not be null"
        ),
        #[cfg(feature = "complete")]
        Vector(error) => write!(f, "{error}"),
        NothingToUpdate => f.write_str(
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, \
             SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, \
             MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is \
             required",
        ),
        OneActionPerIndexUpdate => write!(
            f,
            "{INVALID}Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"
        ),
        Update(error) => write!(f, "{error}"),
        OneUpdatePerIndex { index } => write!(
            f,
            "{INVALID}Only one global secondary index update per index is allowed simultaneously. Index: {index}"
        ),
        NotSupported { member } => {
            write!(f, "{INVALID}{member} is not supported by this engine yet")
        }
        _ => f.write_str(
            "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection \
             first.",
        ),
    }
}

fn write_index_throughput_error(error: &TableError, index: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use TableError::*;
    match error {
        ThroughputRequiredForIndex { .. } => {
            write!(f, "{INVALID}ProvisionedThroughput must be specified for index: {index}")
        }
        ThroughputOnDemandForIndex { .. } => write!(
            f,
            "{INVALID}ProvisionedThroughput should not be specified for index: {index} when BillingMode is \
             PAY_PER_REQUEST"
        ),
        ThroughputNotSpecified { .. } => {
            write!(f, "{INVALID}ProvisionedThroughput is not specified for index: {index}")
        }
        ThroughputMissingForNewIndex { .. } => write!(
            f,
            "{INVALID}Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {index}"
        ),
        ThroughputOnDemandForNewIndex { .. } => write!(
            f,
            "{INVALID}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {index} when \
             BillingMode is PAY_PER_REQUEST"
        ),
        _ => write!(
            f,
            "{INVALID}The only Updates for index: {index} when TableThroughputMode is PAY_PER_REQUEST can be to \
             OnDemandThroughput, WarmThroughput"
        ),
    }
}
