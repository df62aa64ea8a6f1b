//! Errors of requests that come while their table is changing, or too soon after an earlier change.

use std::fmt;

use dynalab_types::Timestamp;

use crate::database::table::TableClass;
use crate::error::DynamoError;
use crate::response::calendar::{java_text, millisecond_text};

/// An error with the time from which the same request is no longer refused for this reason.
#[derive(Clone, Debug, PartialEq)]
pub struct TemporaryError {
    pub error: DynamoError,
    pub until: Timestamp,
}

/// A stream that is being enabled or disabled, as sentences name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangingStream {
    pub label: String,
    pub enables: bool,
}

impl fmt::Display for ChangingStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = if self.enables { "ENABLE" } else { "DISABLE" };
        write!(f, "Stream: {} Operation: {operation}", self.label)
    }
}

/// Why the state of a table does not admit a request.
#[derive(Clone, Debug, PartialEq)]
pub enum StateReason {
    /// UpdateTimeToLive of a table that is being created.
    BeingCreated,
    /// The sentence for pairs of changes whose own sentence is not known.
    BeingUpdated,
    IopsUpdated,
    StreamWhileIops,
    IndexWhileIops,
    /// DeleteTable while throughput, mode or class changes.
    InProcessOfUpdate,
    StreamChanged(ChangingStream),
    IopsWhileStream(ChangingStream),
    ClassWhileStream(ChangingStream),
    DeletionWhileStream,
    ClassChanged {
        class: TableClass,
    },
    EncryptionChanged,
    /// The Delete of an index to which resources are being allocated.
    IndexAllocated {
        index: String,
    },
    IopsWhileIndexCreated {
        index: String,
    },
    StreamWhileIndexCreated {
        index: String,
    },
    MaximumWhileIndexCreated {
        index: String,
    },
    DeletionWhileIndexes,
    IopsWhileIndexDeleted {
        index: String,
    },
    IndexDeleted {
        index: String,
    },
    /// DeleteTable soon after a change of tags.
    TagsUpdated,
    PolicyPending,
}

/// Errors about the state of a table and about changes that come too soon.
#[derive(Clone, Debug, PartialEq)]
pub enum StateError {
    InUse {
        table: String,
        reason: StateReason,
    },
    /// A change of tags soon after another.
    TagsLocked {
        table: String,
    },
    /// The third change of the table class in 30 days.
    ClassChangedTooOften,
    /// The fifth change of the encryption in 24 hours, if the last one is less than six hours old.
    EncryptionChangedTooOften {
        ends: Timestamp,
        changes: u64,
        last: Timestamp,
        next: Timestamp,
    },
    ProtectionModified {
        table: String,
        again: Timestamp,
    },
    PolicyModified {
        table: String,
        again: Timestamp,
    },
    BackupsBeingEnabled {
        table: String,
    },
}

impl StateError {
    pub(crate) fn name(&self) -> &'static str {
        use StateError::*;
        match self {
            InUse { .. } => "ResourceInUseException",
            TagsLocked { .. } | ClassChangedTooOften | EncryptionChangedTooOften { .. } => {
                "LimitExceededException"
            }
            ProtectionModified { .. } | PolicyModified { .. } => "ThrottlingException",
            BackupsBeingEnabled { .. } => "ContinuousBackupsUnavailableException",
        }
    }
}

impl DynamoError {
    /// Adds the time from which the request is no longer refused.
    #[must_use]
    pub fn until(self, until: Timestamp) -> DynamoError {
        DynamoError::Temporary(Box::new(TemporaryError { error: self, until }))
    }

    /// Returns the time from which the request is no longer refused for this reason, if the table's state tells.
    pub fn ends_at(&self) -> Option<Timestamp> {
        match self {
            DynamoError::Temporary(temporary) => Some(temporary.until),
            _ => None,
        }
    }
}

fn write_reason(reason: &StateReason, table: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use StateReason::*;
    match reason {
        BeingCreated => write!(f, "Table {table} is being created"),
        BeingUpdated => write!(f, "Table is being updated: {table}"),
        IopsUpdated => write!(f, "Table IOPS are currently being updated. Table: {table}"),
        StreamWhileIops => {
            write!(f, "Can't enable or disable stream while table IOPS are being updated. Table: {table}")
        }
        IndexWhileIops => {
            write!(f, "Can't create or delete indexes while table IOPS are being updated. Table: {table}")
        }
        InProcessOfUpdate => write!(f, "Table: {table} is in the process of being updated."),
        StreamChanged(stream) => {
            write!(f, "A stream status change is currently in progress. Table: {table} {stream}")
        }
        IopsWhileStream(stream) => {
            write!(f, "Can't change table IOPS when stream status is being updated. Table: {table} {stream}")
        }
        ClassWhileStream(stream) => {
            write!(f, "Can't update table class when stream status is being updated. Table: {table} {stream}")
        }
        DeletionWhileStream => f.write_str("Cannot delete table while stream is being enabled/disabled."),
        ClassChanged { class } => write!(
            f,
            "Can't update table class when a table class update is in progress. Table: {table} \
             TableClassUpdateInProgress: {}",
            class.name()
        ),
        EncryptionChanged => f.write_str("Server-Side Encryption is still being updated"),
        IndexAllocated { index } => write!(
            f,
            "Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the index \
             is active. Table: {table} Index: {index}"
        ),
        IopsWhileIndexCreated { index } => write!(
            f,
            "Can't change table IOPS when an index is being created. Table: {table} Indexes: [{index}]"
        ),
        StreamWhileIndexCreated { index } => write!(
            f,
            "Can't change stream status when an index is being created. Table: {table} Indexes: [{index}]"
        ),
        MaximumWhileIndexCreated { index } => write!(
            f,
            "OnDemandThroughput cannot be updated while index creation is in progress for indexes: [{index}]"
        ),
        DeletionWhileIndexes => {
            f.write_str("Cannot delete table while indexes are being created, updated, or deleted.")
        }
        IopsWhileIndexDeleted { index } => write!(
            f,
            "Can't change table IOPS when an index is being deleted. Table: {table} Indexes: [{index}]"
        ),
        IndexDeleted { index } => write!(f, "Index is being deleted. Table: {table} Index: {index}"),
        TagsUpdated => write!(f, "Table tags are being updated: {table}"),
        PolicyPending => write!(f, "Table is pending previous resource-based policy update: {table}"),
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use StateError::*;
        const MODIFIED: &str = "modified within the previous 15000 milliseconds. Please try again after";
        match self {
            InUse { table, reason } => {
                f.write_str("Attempt to change a resource which is still in use: ")?;
                write_reason(reason, table, f)
            }
            TagsLocked { table } => {
                write!(f, "Subscriber limit exceeded: Table tags are being updated: {table}")
            }
            ClassChangedTooOften => f.write_str(
                "Subscriber limit exceeded: Updates to TableClass are limited to 2 times in 30 day(s).",
            ),
            // The format of these times is not known: it is that of the older sentences about limits.
            EncryptionChangedTooOften { ends, changes, last, next } => write!(
                f,
                "Subscriber limit exceeded: Encryption mode changes are limited in the 24h window ending at {}. After the \
                 first 4 change, each subsequent change in the same window can be performed at most once every 21600 \
                 seconds. Number of updates today: {changes}. Last change at {}. Next changes can be made at {}.",
                java_text(*ends),
                java_text(*last),
                java_text(*next)
            ),
            ProtectionModified { table, again } => {
                write!(
                    f,
                    "Deletion protection setting for table {table} {MODIFIED} {}",
                    millisecond_text(*again)
                )
            }
            PolicyModified { table, again } => {
                write!(f, "Resource-based policy for table {table} {MODIFIED} {}", millisecond_text(*again))
            }
            BackupsBeingEnabled { table } => {
                write!(f, "Backups are being enabled for the table: {table}. Please retry later")
            }
        }
    }
}
