//! Errors of operations on global tables.

use std::fmt;

use dynalab_types::region;

use crate::error::phrases::{INVALID, VALIDATION_EXCEPTION};

/// Errors of operations on global tables.
#[derive(Clone, Debug, PartialEq)]
pub enum GlobalTableError {
    /// An item of a strongly consistent table is being written in another Region.
    WriteConflict,
    LocalRegion,
    InUse,
    NotLocalRegion,
    UnknownRegion {
        region: String,
    },
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
    ProtectionNotAllowed,
    DisassociationProtected,
    SourceOfReplicas,
    Action(ReplicaActionError),
    Strong(StrongError),
    Legacy(LegacyGlobalTableError),
    Scaling(ScalingError),
}

impl GlobalTableError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            GlobalTableError::Legacy(error) => error.name(),
            GlobalTableError::Scaling(error) => error.name(),
            GlobalTableError::InUse => "ResourceInUseException",
            GlobalTableError::WriteConflict => "ReplicatedWriteConflictException",
            _ => "ValidationException",
        }
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
                region::names().collect::<Vec<_>>().join(", ")
            ),
            // DynamoDB's message has this spelling error.
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
            Action(error) => error.fmt(f),
            Strong(error) => error.fmt(f),
            Legacy(error) => error.fmt(f),
            Scaling(error) => error.fmt(f),
        }
    }
}

/// Errors of the combination of replica changes in one request.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplicaActionError {
    OneCreateOrDelete,
    NothingOfReplica,
    OnlyReplicas,
    OnlyReplicasAndWitnesses,
    OneAction,
}

impl fmt::Display for ReplicaActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ReplicaActionError::*;
        match self {
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
            OneAction => {
                f.write_str("Update table operation with more than one type of replica actions not allowed.")
            }
        }
    }
}

/// Errors of multi-Region strong consistency.
#[derive(Clone, Debug, PartialEq)]
pub enum StrongError {
    Transaction,
    TimeToLive,
    WitnessWithoutStrong,
    WitnessBesideReplica,
    Count,
    Regions { regions: Vec<String> },
    HasAll,
    KeepsWitness,
    KeepsReplica,
    CreatesOnly,
    Table,
}

impl fmt::Display for StrongError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STRONG: &str = "global tables with MultiRegionConsistency set to STRONG";
        use StrongError::*;
        match self {
            Transaction => {
                f.write_str("Transactions are not supported on a table with strong consistency between Regions.")
            }
            TimeToLive => {
                f.write_str("Time to live is not supported on a table with strong consistency between Regions.")
            }
            WitnessWithoutStrong => f.write_str(
                "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is present.",
            ),
            WitnessBesideReplica => f.write_str(
                "Cannot add a witness in the same region as an existing replica when creating a global table with \
                 MultiRegionConsistency set to STRONG.",
            ),
            Count => write!(f, "Unsupported replica count for {STRONG}."),
            Regions { regions } => {
                write!(f, "Unsupported Region(s) specified for {STRONG}: [{}].", regions.join(", "))
            }
            HasAll => {
                f.write_str("Cannot add replicas to a global table with strong MultiRegionConsistency")
            }
            KeepsWitness => f.write_str("Update table delete operation does not include all witnesses."),
            KeepsReplica => {
                write!(f, "Deletion of only one table replica is not supported for {STRONG}.")
            }
            CreatesOnly => f.write_str(
                "Only Replica Create actions are supported when MultiRegionConsistency parameter is provided.",
            ),
            Table => write!(
                f,
                "{INVALID}MultiRegionConsistency STRONG needs an empty table without local indexes and time to live"
            ),
        }
    }
}

/// Errors of operations of version 2017.
#[derive(Clone, Debug, PartialEq)]
pub enum LegacyGlobalTableError {
    NotFound { table: String },
    NoSettings { table: String },
    Version,
    NameLength,
    NothingAsked,
}

impl LegacyGlobalTableError {
    fn name(&self) -> &'static str {
        use LegacyGlobalTableError::*;
        match self {
            NotFound { .. } | NoSettings { .. } => "GlobalTableNotFoundException",
            Version | NameLength | NothingAsked => VALIDATION_EXCEPTION,
        }
    }
}

impl fmt::Display for LegacyGlobalTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LegacyGlobalTableError::*;
        match self {
            NotFound { table } => {
                write!(f, "Global table not found: Global table with name: '{table}' does not exist.")
            }
            NoSettings { table } => write!(f, "Global table with name: '{table}' does not exist."),
            Version => write!(
                f,
                "{INVALID}DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB \
                 global tables version 2019.11.21, instead of version 2017.11.29 (Legacy)."
            ),
            NameLength => {
                f.write_str("TableName must be at least 3 characters long and at most 255 characters long")
            }
            NothingAsked => f.write_str(INVALID.trim_end_matches([':', ' '])),
        }
    }
}

/// Errors of auto scaling of a global table.
#[derive(Clone, Debug, PartialEq)]
pub enum ScalingError {
    NotFound { table: String },
    NothingAsked { table: String },
    Members { table: String, missing: bool, names: Vec<&'static str> },
    NoSuchIndex { table: String, index: String, region: Option<String> },
    OnDemand { table: String },
    Target,
    Bounds,
}

impl ScalingError {
    fn name(&self) -> &'static str {
        use ScalingError::*;
        match self {
            NotFound { .. } | NoSuchIndex { .. } => "ResourceNotFoundException",
            NothingAsked { .. } | Members { .. } | OnDemand { .. } | Target | Bounds => VALIDATION_EXCEPTION,
        }
    }
}

impl fmt::Display for ScalingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SETTINGS: &str = "Failed to update settings for global table with name: ";
        use ScalingError::*;
        match self {
            NotFound { table } => write!(f, "Global table with name: '{table}' does not exist."),
            NothingAsked { table } => {
                write!(
                    f,
                    "{SETTINGS}\u{2018}{table}\u{2019} because at least one update parameter must be specified."
                )
            }
            Members { table, missing, names } => {
                let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                let rule = match missing {
                    true => "are required unless auto scaling is being disabled.",
                    false => "must be left blank when disabling auto scaling.",
                };
                write!(f, "{SETTINGS}\u{2018}{table}\u{2019}: Parameters {} {rule}", names.join(", "))
            }
            NoSuchIndex { table, index, region: None } => write!(
                f,
                "{SETTINGS}\u{2018}{table}\u{2019} because the global secondary indexes with names: \
                 \u{2018}[{index}]\u{2019} do not exist."
            ),
            NoSuchIndex { table, index, region: Some(region) } => write!(
                f,
                "{SETTINGS}\u{2018}{table}\u{2019} because a global secondary index with name: \
                 \u{2018}{index}\u{2019} does not exist in region: \u{2018}{region}\u{2019}."
            ),
            OnDemand { table } => write!(
                f,
                "{INVALID}Auto scaling cannot be set for table: '{table}' while its BillingMode is PAY_PER_REQUEST"
            ),
            Target => write!(f, "{INVALID}TargetValue must be between 20 and 90"),
            Bounds => write!(f, "{INVALID}MinimumUnits must not be greater than MaximumUnits"),
        }
    }
}
