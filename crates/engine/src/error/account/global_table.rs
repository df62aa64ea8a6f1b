//! What operations on global tables refuse.

use std::fmt;

use crate::error::validation::INVALID;
use crate::error::{AccountError, DynamoError};

/// What operations on global tables refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum GlobalTableError {
    LocalRegion,
    NotLocalRegion,
    UnknownRegion {
        region: String,
    },
    OneAction,
    OneWitness,
    ReplicaThere {
        table: String,
    },
    NotPartOfGlobalTable,
    IndexOfReplica {
        index: String,
    },
    NotScaled,
    StreamView,
    StreamNeeded,
    ConsistencyOfNewOnly,
    WitnessOfNewOnly,
    StrongRegions,
    StrongTable,
    ProtectionNotAllowed,
    DisassociationProtected,
    SourceOfReplicas,
    /// Of the version of 2017.
    NotFound {
        table: String,
    },
    NoSettings {
        table: String,
    },
    LegacyVersion,
    NameLength,
    NothingAsked,
    NothingToScale,
    ScaledOnDemand {
        table: String,
    },
    Target,
    Bounds,
}

impl GlobalTableError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            GlobalTableError::NotFound { .. } | GlobalTableError::NoSettings { .. } => {
                "GlobalTableNotFoundException"
            }
            _ => "ValidationException",
        }
    }
}

impl From<GlobalTableError> for DynamoError {
    fn from(error: GlobalTableError) -> DynamoError {
        DynamoError::Account(AccountError::GlobalTable(error))
    }
}

impl fmt::Display for GlobalTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GlobalTableError::*;
        match self {
            LocalRegion => f.write_str(
                "Cannot add, delete, or update the local region through ReplicaUpdates. Use CreateTable, \
                 DeleteTable, or UpdateTable as required.",
            ),
            NotLocalRegion => write!(f, "{INVALID}Only the local replica can be disassociated"),
            UnknownRegion { region } => write!(f, "{INVALID}Unsupported region: {region}"),
            OneAction => write!(f, "{INVALID}An update must have exactly one action"),
            OneWitness => write!(f, "{INVALID}Only one witness can be created or deleted at a time"),
            // As the service has it.
            ReplicaThere { table } => write!(
                f,
                "Failed to create a the new replica of table with name: '{table}' because one or more replicas \
                 already existed as tables."
            ),
            NotPartOfGlobalTable => f.write_str(
                "Update global table operation failed because one or more replicas were not part of the global \
                 table.",
            ),
            IndexOfReplica { index } => write!(f, "{INVALID}The table does not have the index: {index}"),
            NotScaled => f.write_str("Table write capacity should either be Pay-Per-Request or AutoScaled."),
            StreamView => {
                write!(f, "{INVALID}The stream of a Global Table must have the view NEW_AND_OLD_IMAGES")
            }
            StreamNeeded => write!(f, "{INVALID}Disabling Stream is not allowed for a Global Table replica."),
            ConsistencyOfNewOnly => write!(
                f,
                "{INVALID}MultiRegionConsistency can only be specified when a global table is created"
            ),
            WitnessOfNewOnly => write!(
                f,
                "{INVALID}A witness can only be added when a global table with MultiRegionConsistency STRONG is \
                 created"
            ),
            StrongRegions => write!(
                f,
                "{INVALID}MultiRegionConsistency STRONG needs three Regions of one set: two other replicas, or one \
                 and a witness"
            ),
            StrongTable => write!(
                f,
                "{INVALID}MultiRegionConsistency STRONG needs an empty table without local indexes and time to live"
            ),
            ProtectionNotAllowed => write!(
                f,
                "{INVALID}DisassociationProtectionEnabled can only be changed by itself, on a replica of a global \
                 table with MultiRegionConsistency EVENTUAL"
            ),
            DisassociationProtected => {
                f.write_str("Replica cannot be disassociated as it is currently protected against it.")
            }
            SourceOfReplicas => f.write_str(
                "Replica cannot be deleted because it has acted as a source region for new replica(s) being added to \
                 the table in the last 24 hours.",
            ),
            legacy_or_scaling => legacy_or_scaling.fmt_rest(f),
        }
    }
}

impl GlobalTableError {
    /// The sentences of the version of 2017, and of auto scaling.
    fn fmt_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GlobalTableError::*;
        match self {
            NotFound { table } => {
                write!(f, "Global table not found: Global table with name: '{table}' does not exist.")
            }
            NoSettings { table } => write!(f, "Global table with name: '{table}' does not exist."),
            LegacyVersion => write!(
                f,
                "{INVALID}DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB \
                 global tables version 2019.11.21, instead of version 2017.11.29 (Legacy)."
            ),
            NameLength => {
                f.write_str("TableName must be at least 3 characters long and at most 255 characters long")
            }
            NothingAsked => f.write_str(INVALID.trim_end_matches([':', ' '])),
            NothingToScale => f.write_str("At least one auto scaling setting must be given"),
            ScaledOnDemand { table } => write!(
                f,
                "{INVALID}Auto scaling cannot be set for table: '{table}' while its BillingMode is PAY_PER_REQUEST"
            ),
            Target => write!(f, "{INVALID}TargetValue must be between 20 and 90"),
            _ => write!(f, "{INVALID}MinimumUnits must not be greater than MaximumUnits"),
        }
    }
}
