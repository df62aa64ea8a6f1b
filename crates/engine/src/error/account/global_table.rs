//! What operations on global tables refuse.

use std::fmt;

use crate::error::validation::INVALID;
use crate::error::{AccountError, DynamoError};
use crate::region::REGIONS;

/// What operations on global tables refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum GlobalTableError {
    /// An item of a strongly consistent table is being written in another Region.
    WriteConflict,
    StrongTransaction,
    StrongTimeToLive,
    LocalRegion,
    InUse,
    OneCreateOrDelete,
    NothingOfReplica,
    OnlyReplicas,
    OnlyReplicasAndWitnesses,
    NotLocalRegion,
    UnknownRegion {
        region: String,
    },
    OneAction,
    ReplicaThere {
        table: String,
    },
    NotPartOfGlobalTable {
        region: String,
    },
    WitnessNotPart {
        region: String,
    },
    ThroughputOnDemand,
    IndexNotScaled,
    NotScaled,
    StreamNeeded,
    ConsistencyOfNewOnly,
    WitnessOfStrongOnly,
    WitnessBesideReplica,
    StrongCount,
    StrongRegions {
        regions: Vec<String>,
    },
    StrongHasAll,
    StrongKeepsWitness,
    StrongKeepsReplica,
    StrongCreatesOnly,
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
    NoGlobalTable {
        table: String,
    },
    NothingToScale {
        table: String,
    },
    ScalingMembers {
        table: String,
        missing: bool,
        names: Vec<&'static str>,
    },
    ScaledIndexes {
        table: String,
        index: String,
        region: Option<String>,
    },
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
            GlobalTableError::NoGlobalTable { .. } | GlobalTableError::ScaledIndexes { .. } => {
                "ResourceNotFoundException"
            }
            GlobalTableError::InUse => "ResourceInUseException",
            GlobalTableError::WriteConflict => "ReplicatedWriteConflictException",
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
            WriteConflict => f.write_str(
                "The request was rejected because one or more items in the request are being modified by a request \
                 in another Region.",
            ),
            StrongTransaction => {
                f.write_str("Transactions are not supported on a table with strong consistency between Regions.")
            }
            StrongTimeToLive => {
                f.write_str("Time to live is not supported on a table with strong consistency between Regions.")
            }
            LocalRegion => f.write_str(
                "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, \
                 DeleteTable, or UpdateTable as required.",
            ),
            NotLocalRegion => write!(f, "{INVALID}Only the local replica can be disassociated"),
            InUse => f.write_str("The resource which you are attempting to change is in use."),
            UnknownRegion { region } => write!(
                f,
                "Region {region} is not supported. The latest version of global tables are only supported in the \
                 following regions: [{}]",
                REGIONS.join(", ")
            ),
            // As the service has it.
            ReplicaThere { table } => write!(
                f,
                "Failed to create a the new replica of table with name: \u{2018}{table}\u{2019} because one or more replicas \
                 already existed as tables."
            ),
            NotPartOfGlobalTable { region } => write!(
                f,
                "Update global table operation failed because one or more replicas were not part of the global \
                 table. Please retry the request without these replicas: [{region}]."
            ),
            WitnessNotPart { region } => write!(
                f,
                "Update global table operation failed because one or more witnesses were not part of the global \
                 table. Please retry the request without these witnesses: [{region}]."
            ),
            ThroughputOnDemand => f.write_str(
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is \
                 PAY_PER_REQUEST",
            ),
            NotScaled => f.write_str("Table write capacity should either be Pay-Per-Request or AutoScaled."),
            IndexNotScaled => f.write_str("GSI write capacity should either be Pay-Per-Request or AutoScaled."),
            StreamNeeded => write!(f, "{INVALID}Disabling Stream is not allowed for a Global Table replica."),
            ConsistencyOfNewOnly => {
                f.write_str("MultiRegionConsistency parameter is unsupported on existing global table")
            }
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
            rest => rest.fmt_actions(f),
        }
    }
}

impl GlobalTableError {
    /// The sentences of what is asked at once.
    fn fmt_actions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GlobalTableError::*;
        match self {
            OneAction => {
                f.write_str("Update table operation with more than one type of replica actions not allowed.")
            }
            OneCreateOrDelete => f.write_str(
                "Update table operation with more than one create or delete replica actions not allowed",
            ),
            NothingOfReplica => {
                f.write_str("There are no actions specified in the Replica Update Action of the request.")
            }
            OnlyReplicas => {
                write!(f, "{INVALID}Replica modification must be the only operation in the request")
            }
            OnlyReplicasAndWitnesses => write!(
                f,
                "{INVALID}Requests that modify replicas or witnesses must not also modify other fields"
            ),
            strong => strong.fmt_strong(f),
        }
    }

    /// The sentences of strong consistency.
    fn fmt_strong(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GlobalTableError::*;
        const STRONG: &str = "global tables with MultiRegionConsistency set to STRONG";
        match self {
            WitnessOfStrongOnly => f.write_str(
                "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is present.",
            ),
            WitnessBesideReplica => f.write_str(
                "Cannot add a witness in the same region as an existing replica when creating a global table with \
                 MultiRegionConsistency set to STRONG.",
            ),
            StrongCount => write!(f, "Unsupported replica count for {STRONG}."),
            StrongRegions { regions } => {
                write!(f, "Unsupported Region(s) specified for {STRONG}: [{}].", regions.join(", "))
            }
            StrongHasAll => {
                f.write_str("Cannot add replicas to a global table with strong MultiRegionConsistency")
            }
            StrongKeepsWitness => f.write_str("Update table delete operation does not include all witnesses."),
            StrongKeepsReplica => {
                write!(f, "Deletion of only one table replica is not supported for {STRONG}.")
            }
            StrongCreatesOnly => f.write_str(
                "Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.",
            ),
            legacy_or_scaling => legacy_or_scaling.fmt_rest(f),
        }
    }

    /// The sentences of the version of 2017, and of auto scaling.
    fn fmt_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use GlobalTableError::*;
        const SETTINGS: &str = "Failed to update settings for global table with name: ";
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
            NoGlobalTable { table } => write!(f, "Global table with name: '{table}' does not exist."),
            NothingToScale { table } => {
                write!(
                    f,
                    "{SETTINGS}\u{2018}{table}\u{2019} because at least one update parameter must be specified."
                )
            }
            ScalingMembers { table, missing, names } => {
                let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                let rule = match missing {
                    true => "are required unless auto scaling is being disabled.",
                    false => "must be left blank when disabling auto scaling.",
                };
                write!(f, "{SETTINGS}\u{2018}{table}\u{2019}: Parameters {} {rule}", names.join(", "))
            }
            ScaledIndexes { table, index, region: None } => write!(
                f,
                "{SETTINGS}\u{2018}{table}\u{2019} because the global secondary indexes with names: \
                 \u{2018}[{index}]\u{2019} do not exist."
            ),
            ScaledIndexes { table, index, region: Some(region) } => write!(
                f,
                "{SETTINGS}\u{2018}{table}\u{2019} because a global secondary index with name: \
                 \u{2018}{index}\u{2019} does not exist in region: \u{2018}{region}\u{2019}."
            ),
            ScaledOnDemand { table } => write!(
                f,
                "{INVALID}Auto scaling cannot be set for table: '{table}' while its BillingMode is PAY_PER_REQUEST"
            ),
            Target => write!(f, "{INVALID}TargetValue must be between 20 and 90"),
            _ => write!(f, "{INVALID}MinimumUnits must not be greater than MaximumUnits"),
        }
    }
}
