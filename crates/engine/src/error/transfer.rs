//! Errors of operations on exports, imports and bulk operations.

use std::fmt;

use dynalab_types::Timestamp;

use crate::response::calendar::second_text;

/// Errors of operations on exports, imports and bulk operations.
#[derive(Clone, Debug, PartialEq)]
pub enum TransferError {
    NotFound {
        kind: TransferKind,
        arn: String,
    },
    OtherRegion {
        kind: TransferKind,
    },
    InvalidArn {
        kind: TransferKind,
    },
    /// The token was used for another request.
    Conflict {
        kind: TransferKind,
    },
    InvalidPageToken {
        token: String,
    },
    EmptyTableArn,
    NotATableArn,
    MoreThanATable,
    KeyWithoutKms,
    OptionsOfOtherFormat {
        format: &'static str,
    },
    Export(ExportError),
}

impl TransferError {
    /// Returns the name of the exception.
    pub fn name(&self) -> &'static str {
        use TransferError::*;
        match self {
            NotFound { kind, .. } | OtherRegion { kind } => match kind {
                TransferKind::Export => "ExportNotFoundException",
                TransferKind::Import => "ImportNotFoundException",
                TransferKind::BulkOperation => "ResourceNotFoundException",
            },
            Conflict { kind: TransferKind::Export } => "ExportConflictException",
            Conflict { .. } => "ImportConflictException",
            Export(error) => error.name(),
            _ => super::VALIDATION_EXCEPTION,
        }
    }
}

/// The kinds of transfers. Each has its own resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    Export,
    Import,
    BulkOperation,
}

impl TransferKind {
    /// Returns the name in ARNs.
    pub fn resource(self) -> &'static str {
        match self {
            TransferKind::Export => "export",
            TransferKind::Import => "import",
            TransferKind::BulkOperation => "bulk-operation",
        }
    }

    /// Returns the name at the beginning of a message.
    fn capital(self) -> &'static str {
        match self {
            TransferKind::Export => "Export",
            TransferKind::Import => "Import",
            TransferKind::BulkOperation => "BulkOperation",
        }
    }
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TransferError::*;
        match self {
            NotFound { kind: TransferKind::BulkOperation, arn } => {
                write!(f, "Requested resource not found: BulkOperation: {arn} not found")
            }
            // DynamoDB's message repeats this part.
            NotFound { kind, arn } => {
                write!(f, "{} not found: {} not found: {arn}", kind.capital(), kind.capital())
            }
            OtherRegion { kind } => {
                write!(f, "{} not found: Invalid {} arn", kind.capital(), kind.resource())
            }
            InvalidArn { kind } => write!(f, "Invalid {} ARN", kind.capital()),
            Conflict { kind } => write!(
                f,
                "{} conflict: Duplicate request detected with conflicting parameters",
                kind.capital()
            ),
            InvalidPageToken { token } => {
                write!(f, "Invalid Request: Provided nextToken is invalid: {token}")
            }
            EmptyTableArn => f.write_str("Invalid TableArn: Invalid Table ARN"),
            NotATableArn => {
                f.write_str("One or more parameter values were invalid: tableArn is not a valid ARN")
            }
            MoreThanATable => f.write_str("Invalid Request: Table ARN is invalid."),
            KeyWithoutKms => {
                f.write_str("Invalid Request: KMS Key Id is not supported for this encryption type")
            }
            OptionsOfOtherFormat { format } => write!(
                f,
                "Invalid Request: Unsupported InputFormatOptions for the given input format: {format}."
            ),
            Export(error) => error.fmt(f),
        }
    }
}

/// Errors of exports about their time, range and filter.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportError {
    SpecificationWithoutType,
    SpecificationOfFull,
    SpecificationMissing,
    FromMissing,
    EmptyFilter,
    InvalidFilter { message: String },
    TimeInvalid,
    TimeUnavailable,
    FromBeforeTable { from: Timestamp },
    ToInFuture { to: Timestamp },
    WindowTooShort,
    WindowTooLong,
}

impl ExportError {
    fn name(&self) -> &'static str {
        use ExportError::*;
        match self {
            TimeInvalid
            | TimeUnavailable
            | FromBeforeTable { .. }
            | ToInFuture { .. }
            | WindowTooShort
            | WindowTooLong => "InvalidExportTimeException",
            SpecificationWithoutType
            | SpecificationOfFull
            | SpecificationMissing
            | FromMissing
            | EmptyFilter
            | InvalidFilter { .. } => super::VALIDATION_EXCEPTION,
        }
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ExportError::*;
        match self {
            SpecificationWithoutType => f.write_str(
                "Invalid Request: Export Type expected to be Incremental Export when incremental export specification \
                 is provided",
            ),
            SpecificationOfFull => f.write_str(
                "Invalid Request: When Export Type is Full Export , Incremental Export Specification should not be \
                 provided",
            ),
            SpecificationMissing => f.write_str(
                "Invalid Request: Incremental Export Specification expected when export type is set as Incremental Export",
            ),
            FromMissing => {
                f.write_str("Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification")
            }
            EmptyFilter => f.write_str(
                "Invalid Request: Invalid FilterSpecification: The specification can not be empty",
            ),
            InvalidFilter { message } => {
                write!(f, "Invalid Request: Invalid FilterSpecification: {message}")
            }
            TimeInvalid => f.write_str("Export Time is invalid"),
            TimeUnavailable => {
                f.write_str("Point in Time Recovery is not available for specified export time")
            }
            FromBeforeTable { from } => write!(
                f,
                "Incremental export period from time cannot be less than the table creation time : {}",
                second_text(*from)
            ),
            ToInFuture { to } => write!(
                f,
                "Incremental export period to time cannot be greater than the current time : {}",
                second_text(*to)
            ),
            WindowTooShort => f.write_str(
                "Difference between export period from time and export period to time is less than 15 minutes",
            ),
            WindowTooLong => f.write_str(
                "Difference between export period from time and export period to time is greater than 24 hours",
            ),
        }
    }
}
