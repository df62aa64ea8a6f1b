//! Errors of operations on streams, tags and TTL.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors of operations on streams, tags and TTL.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingError {
    StreamViewMissing,
    StreamViewNotAllowed,
    StreamViewMissingInUpdate,
    StreamViewNotAllowedInUpdate,
    StreamAlreadyEnabled {
        table: String,
    },
    StreamAlreadyDisabled {
        table: String,
    },
    SequenceNumberRequired,
    TimestampRequired,
    InvalidSequenceNumber,
    SequenceNumberNotAllowed,
    InvalidStreamArn {
        arn: String,
    },
    InvalidShardIterator,
    NoTagsGiven,
    NoTagKeysGiven,
    TooManyTags,
    InvalidTagKey {
        key: String,
    },
    InvalidTagValue {
        value: String,
    },
    DuplicateTagKey {
        key: String,
    },
    ReservedTagKey {
        key: String,
    },
    TagsTooLarge {
        bytes: usize,
        most: usize,
    },
    TimeToLiveUnchanged {
        enabled: bool,
    },
    TimeToLiveOnOtherAttribute {
        attribute: String,
    },
    TimeToLiveChangedTooOften,
    /// The table is being created or deleted.
    TimeToLiveUntold {
        status: &'static str,
    },
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SettingError::*;
        match self {
            StreamViewMissing => {
                write!(f, "{INVALID}Table is being created with a stream enabled, UpdateViewType is required")
            }
            StreamViewMissingInUpdate => {
                write!(f, "{INVALID}If stream is being enabled then UpdateViewType is required")
            }
            StreamViewNotAllowedInUpdate => {
                write!(f, "{INVALID}If stream is being disabled, then UpdateViewType must not be specified")
            }
            StreamViewNotAllowed => write!(
                f,
                "{INVALID}Table is being created with a stream disabled, UpdateViewType should not be specified"
            ),
            StreamAlreadyEnabled { table } => {
                write!(f, "Table already has an enabled stream: TableName: {table}")
            }
            StreamAlreadyDisabled { table } => {
                write!(f, "Table has no stream to disable: TableName: {table}")
            }
            SequenceNumberRequired => write!(f, "{INVALID}SequenceNumber cannot be null"),
            TimestampRequired => {
                write!(f, "{INVALID}Timestamp is required for ShardIteratorType AT_TIMESTAMP")
            }
            InvalidSequenceNumber => f.write_str("Invalid SequenceNumber for the shard"),
            SequenceNumberNotAllowed => {
                write!(f, "{INVALID}SequenceNumber should not be passed for this iterator type")
            }
            InvalidStreamArn { arn } => write!(f, "Invalid StreamArn: Invalid ARN provided as input {arn}"),
            InvalidShardIterator => f.write_str("Invalid ShardIterator"),
            NoTagKeysGiven => f.write_str("Atleast one Tag Key needs to be provided as Input."),
            NoTagsGiven => f.write_str("Atleast one Tag needs to be provided as Input."),
            TooManyTags => {
                f.write_str("Number of Tags exceed the current limit for the provided ResourceArn")
            }
            InvalidTagKey { key } => write!(f, "The Tag Key provided is invalid, Key: {key}"),
            InvalidTagValue { value } => write!(f, "The Tag Value provided is invalid, Value: {value}"),
            DuplicateTagKey { key } => {
                write!(f, "Duplicate Tag Keys provided as input: Duplicate Tag Key found {key}")
            }
            ReservedTagKey { key } => write!(f, "Tag Key cannot be prefixed with aws:, Key: {key}"),
            TagsTooLarge { bytes, most } => {
                write!(f, "Tag set size {bytes} bytes is above max size limit of {most} bytes")
            }
            TimeToLiveUnchanged { enabled } => {
                write!(f, "TimeToLive is already {}", if *enabled { "enabled" } else { "disabled" })
            }
            TimeToLiveOnOtherAttribute { attribute } => write!(
                f,
                "TimeToLive is active on a different AttributeName: current AttributeName is {attribute}"
            ),
            TimeToLiveUntold { status } => write!(
                f,
                "Cannot describe time to live while table is in {status} state: Current table state is {status}"
            ),
            TimeToLiveChangedTooOften => {
                f.write_str("Time to live has been modified multiple times within a fixed interval")
            }
        }
    }
}
