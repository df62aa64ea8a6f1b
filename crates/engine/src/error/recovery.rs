//! Errors of operations on backups and restores.

use std::fmt;

use dynalab_types::Timestamp;

use crate::error::phrases::INVALID;
use crate::response::calendar::second_text;

/// Errors of operations on backups and restores.
#[derive(Clone, Debug, PartialEq)]
pub enum RecoveryError {
    BackupNotFound {
        arn: String,
    },
    /// A restore from this backup is in progress. A second restore or the deletion must wait.
    BackupBeingRestored {
        arn: String,
        deleting: bool,
    },
    SystemBackup {
        arn: String,
        expires_at: Timestamp,
    },
    InvalidBackupArn,
    /// The ARN is of another partition or service, or of a Region that does not exist.
    BackupArnFromElsewhere,
    /// The ARN is of another Region, and the request does not override the encryption.
    CrossRegionWithoutEncryption,
    /// The name of the target is empty.
    TargetNameLength,
    PeriodWhileDisabling,
    BackwardTimeRange,
    TargetExists {
        table: String,
    },
    TargetBeingRestored {
        table: String,
        backup: String,
    },
    RecoveryNotEnabled {
        table: String,
    },
    RestoreTimeOutside {
        asked: Timestamp,
        earliest: Timestamp,
        latest: Timestamp,
    },
    InvalidSourceArn,
    OneSourceOnly,
    SourceMissing,
    TwoTimes,
    NoTime,
    Override(OverrideError),
}

impl RecoveryError {
    /// Returns the name of the exception.
    pub fn name(&self) -> &'static str {
        use RecoveryError::*;
        match self {
            BackupNotFound { .. } => "BackupNotFoundException",
            BackupBeingRestored { .. } => "BackupInUseException",
            TargetExists { .. } => "TableAlreadyExistsException",
            TargetBeingRestored { .. } => "TableInUseException",
            RecoveryNotEnabled { .. } => "PointInTimeRecoveryUnavailableException",
            RestoreTimeOutside { .. } => "InvalidRestoreTimeException",
            _ => super::VALIDATION_EXCEPTION,
        }
    }
}

impl fmt::Display for RecoveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RecoveryError::*;
        match self {
            BackupNotFound { arn } => write!(f, "Backup not found: {arn}"),
            BackupBeingRestored { arn, deleting } => {
                let target = if *deleting { "table" } else { "another table" };
                write!(f, "Backup is being used to restore {target}: {arn}")
            }
            SystemBackup { arn, expires_at } => write!(
                f,
                "Invalid Request: User is not allowed to delete the system backup with arn {arn}. It will automatically expire on {}",
                second_text(*expires_at)
            ),
            InvalidBackupArn => f.write_str("Invalid Backup ARN"),
            BackupArnFromElsewhere => f.write_str("Invalid Request: BackupArn is not valid"),
            CrossRegionWithoutEncryption => f.write_str(
                "Invalid Request: sseSpecificationOverride must be provided for cross-region restores",
            ),
            TargetNameLength => {
                f.write_str("TableName must be at least 3 characters long and at most 255 characters long")
            }
            PeriodWhileDisabling => f.write_str(
                "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.",
            ),
            BackwardTimeRange => {
                write!(f, "{INVALID}Time range lower bound must be less than or equal to upper bound")
            }
            TargetExists { table } => write!(f, "Table already exists: {table}"),
            TargetBeingRestored { table, backup } => {
                write!(f, "Table: {table} is already being restored from backup: {backup}")
            }
            RecoveryNotEnabled { table } => {
                write!(f, "Point in time recovery is not enabled for table '{table}'")
            }
            RestoreTimeOutside { asked, earliest, latest } => write!(
                f,
                "RestoreDateTime '{}' must be within EarliestRestorableDateTime '{}' and LatestRestorableDateTime \
                 '{}'",
                second_text(*asked),
                second_text(*earliest),
                second_text(*latest)
            ),
            InvalidSourceArn => write!(f, "{INVALID}sourceTableArn is not a valid ARN"),
            OneSourceOnly => f.write_str("Must provide exactly one of: sourceTableArn, sourceTableName"),
            SourceMissing => {
                f.write_str("The parameter 'TableName' is required but was not present in the request")
            }
            TwoTimes => f.write_str(
                "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time \
                 restore request. Please specify only one of them",
            ),
            NoTime => f.write_str(
                "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but \
                 not both",
            ),
            Override(error) => error.fmt(f),
        }
    }
}

/// Errors about the settings that a restore overrides.
#[derive(Clone, Debug, PartialEq)]
pub enum OverrideError {
    ThroughputWithoutProvisioned,
    ThroughputOnDemand {
        index: Option<String>,
    },
    OnDemandOfProvisioned {
        member: &'static str,
    },
    OnDemandOutOfRange {
        member: &'static str,
    },
    ProvisionedWithoutThroughput,
    NoSuchIndex {
        index: String,
    },
    /// The backup and the restored table are provisioned.
    NoThroughputForIndex {
        index: String,
    },
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use OverrideError::*;
        match self {
            ThroughputWithoutProvisioned => {
                f.write_str("Invalid Request: Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED")
            }
            ThroughputOnDemand { index } => {
                f.write_str(
                    "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to \
                     PAY_PER_REQUEST",
                )?;
                index.as_ref().map_or(Ok(()), |index| write!(f, " for index {index}"))
            }
            OnDemandOfProvisioned { member } => write!(
                f,
                "Invalid Request: Cannot override {member} for OnDemandThroughput unless BillingModeOverride is \
                 PAY_PER_REQUEST"
            ),
            OnDemandOutOfRange { member } => write!(
                f,
                "Invalid Request: Requested {member} for OnDemandThroughput is outside of valid range"
            ),
            ProvisionedWithoutThroughput => {
                f.write_str("Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED")
            }
            NoThroughputForIndex { index } => {
                write!(f, "Invalid Request: Must specify provisioned throughput for index {index}")
            }
            NoSuchIndex { index } => write!(
                f,
                "Invalid Request: Index {index} does not match a secondary index that existed in the source table and cannot be created \
                 during the restore operation"
            ),
        }
    }
}
