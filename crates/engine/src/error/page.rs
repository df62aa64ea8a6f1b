//! Errors of Query and Scan about segments and start keys.

use std::fmt;

/// Errors of Query and Scan about segments and start keys.
#[derive(Clone, Debug, PartialEq)]
pub enum PageError {
    SegmentWithoutTotal,
    TotalWithoutSegment,
    SegmentOutOfRange {
        segment: i64,
        total_segments: i64,
    },
    /// The same in a Region with the newer checks.
    SegmentNotBelowTotal,
    StartKeyInvalid,
    StartKeyOfOneItem,
    /// The start key of a query on a table without a sort key. Contains the key as DynamoDB prints it.
    StartKeyOfHashTable {
        key: String,
    },
    StartKeyDoesNotMatch,
    StartKeyOutsideQuery,
    StartKeyOutsideRange,
    StartKeyOtherSegment {
        total_segments: u64,
        segment: u64,
    },
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PageError::*;
        match self {
            SegmentWithoutTotal => f.write_str(
                "The TotalSegments parameter is required but was not present in the request when Segment parameter is \
                 present",
            ),
            TotalWithoutSegment => f.write_str(
                "The Segment parameter is required but was not present in the request when parameter TotalSegments is \
                 present",
            ),
            SegmentOutOfRange { segment, total_segments } => write!(
                f,
                "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: {segment} \
                 is not less than TotalSegments: {total_segments}"
            ),
            SegmentNotBelowTotal => f.write_str(
                "The Segment parameter is zero-based and must be less than parameter TotalSegments",
            ),
            StartKeyInvalid => f.write_str("The provided starting key is invalid"),
            StartKeyOfOneItem => f.write_str("The query can return at most one row and cannot be restarted"),
            StartKeyOfHashTable { key } => {
                write!(f, "The provided exclusive start key is invalid: ExclusiveStartKey: {key}")
            }
            StartKeyDoesNotMatch => f.write_str(
                "The provided starting key is invalid: The provided key element does not match the schema",
            ),
            StartKeyOutsideQuery => {
                f.write_str("The provided starting key is outside query boundaries based on provided conditions")
            }
            StartKeyOutsideRange => f.write_str("The provided starting key does not match the range key predicate"),
            StartKeyOtherSegment { total_segments, segment } => write!(
                f,
                "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with \
                 correct Segment. TotalSegments: {total_segments} Segment: {segment}"
            ),
        }
    }
}
