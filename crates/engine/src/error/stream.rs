//! Errors of reading a stream.

use std::fmt;

use dynalab_types::Timestamp;

/// Errors of reading a stream.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamError {
    NotFound {
        arn: String,
    },
    ShardNotFound {
        shard: String,
        arn: String,
    },
    /// A shard iterator expires after fifteen minutes.
    ExpiredIterator {
        made_at: Timestamp,
        now: Timestamp,
    },
    /// The requested record is older than 24 hours.
    TrimmedDataAccess,
}

impl StreamError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            StreamError::NotFound { .. } | StreamError::ShardNotFound { .. } => "ResourceNotFoundException",
            StreamError::ExpiredIterator { .. } => "ExpiredIteratorException",
            StreamError::TrimmedDataAccess => "TrimmedDataAccessException",
        }
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use StreamError::*;
        match self {
            NotFound { arn } => {
                write!(f, "Requested resource not found: Stream: {arn} not found")
            }
            ShardNotFound { shard, arn } => {
                write!(f, "Requested resource not found: Shard: {shard} in Stream: {arn} not found")
            }
            ExpiredIterator { made_at, now } => write!(
                f,
                "Iterator expired. The iterator was created at time {} while right now it is {} which is further in \
                 the future than the tolerated delay of 900000 milliseconds.",
                made_at.epoch_ms, now.epoch_ms
            ),
            TrimmedDataAccess => f.write_str(
                "The operation attempted to read past the oldest stream record in a shard. Please request a new \
                 shard iterator.",
            ),
        }
    }
}
