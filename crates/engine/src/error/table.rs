//! Errors of CreateTable and UpdateTable: conflicting keys, indexes, capacity and settings.

use std::fmt;

use dynalab_types::{KeyType, ScalarType};

use crate::error::phrases::INVALID;
use crate::error::throughput::ThroughputError;
use crate::error::update::UpdateError;
use crate::error::vector::VectorError;
use crate::error::{CapacityError, IndexError, KeySchemaError, ProjectionError};

/// Errors of CreateTable and UpdateTable.
#[derive(Clone, Debug, PartialEq)]
pub enum TableError {
    Key(KeySchemaError),
    Index(IndexError),
    Projection(ProjectionError),
    /// Errors about provisioned throughput.
    Capacity(CapacityError),
    UnusedDefinitionsNoIndex,
    UnusedDefinitions {
        definitions: Vec<String>,
        keys: Vec<String>,
    },
    FirstKeyNotHash,
    SecondKeyNotRange,
    /// Errors about on-demand or warm throughput.
    Throughput(ThroughputError),
    /// Errors of a vector index, of writes to it and of searches in it.
    Vector(VectorError),
    NothingToUpdate,
    /// The attribute is defined with another type than it has.
    AttributeRedefined {
        attribute: String,
        existing: ScalarType,
        requested: ScalarType,
        role: KeyType,
    },
    /// Errors about settings and about changes that cannot be combined.
    Update(UpdateError),
    DeletionProtected {
        table: String,
    },
    /// A setting that this version does not support. It is rejected, because storing it would have no effect.
    NotSupported {
        member: &'static str,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TableError::*;
        match self {
            Key(error) => error.fmt(f),
            Index(error) => error.fmt(f),
            Projection(error) => error.fmt(f),
            Capacity(error) => error.fmt(f),
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
            Throughput(error) => error.fmt(f),
            Vector(error) => error.fmt(f),
            NothingToUpdate => f.write_str(
                "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, \
                 SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, \
                 MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is \
                 required",
            ),
            AttributeRedefined { attribute, existing, requested, role } => {
                let schema = |scalar_type: &ScalarType| {
                    format!("Schema:[SchemaElement: key{{{attribute}:{}:{}}}]", scalar_type.name(), role.name())
                };
                write!(
                    f,
                    "{INVALID}Attributes cannot be redefined. Please check that your attribute has the same type as \
                     previously defined. Existing schema: {} New schema: {}",
                    schema(existing),
                    schema(requested)
                )
            }
            Update(error) => error.fmt(f),
            NotSupported { member } => {
                write!(f, "{INVALID}{member} is not supported by this engine yet")
            }
            DeletionProtected { .. } => f.write_str(
                "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection \
                 first.",
            ),
        }
    }
}
