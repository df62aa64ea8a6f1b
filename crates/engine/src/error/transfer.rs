//! What operations on exports and imports refuse.

use std::fmt;

use dynalab_types::Timestamp;

use crate::calendar::second_text;
use crate::error::DynamoError;

/// What operations on exports and imports refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum TransferError {
    /// `kind` is "export", "import" or "bulk-operation", here and below.
    NotFound {
        kind: &'static str,
        arn: String,
    },
    OtherRegion {
        kind: &'static str,
    },
    OtherAccount,
    InvalidArn {
        kind: &'static str,
    },
    /// One token, two requests.
    Conflict {
        kind: &'static str,
    },
    InvalidPageToken {
        token: String,
    },
    NotATableArn,
    MoreThanATable,
    KeyWithoutKms,
    SpecificationWithoutType,
    SpecificationOfFull,
    SpecificationMissing,
    FromMissing,
    EmptyFilter,
    InvalidFilter {
        message: String,
    },
    ExportTimeInvalid,
    ExportTimeUnavailable,
    FromBeforeTable {
        from: Timestamp,
    },
    ToInFuture {
        to: Timestamp,
    },
    WindowTooShort,
    WindowTooLong,
    OptionsOfOtherFormat {
        format: &'static str,
    },
}

impl TransferError {
    pub fn name(&self) -> &'static str {
        use TransferError::*;
        match self {
            NotFound { kind, .. } | OtherRegion { kind } => match *kind {
                "export" => "ExportNotFoundException",
                "import" => "ImportNotFoundException",
                _ => "ResourceNotFoundException",
            },
            OtherAccount => "AccessDeniedException",
            Conflict { kind: "export" } => "ExportConflictException",
            Conflict { .. } => "ImportConflictException",
            ExportTimeInvalid
            | ExportTimeUnavailable
            | FromBeforeTable { .. }
            | ToInFuture { .. }
            | WindowTooShort
            | WindowTooLong => "InvalidExportTimeException",
            _ => super::VALIDATION_EXCEPTION,
        }
    }
}

impl From<TransferError> for DynamoError {
    fn from(error: TransferError) -> DynamoError {
        DynamoError::Transfer(error)
    }
}

/// What a kind is called at the beginning of a sentence.
fn capital(kind: &str) -> &'static str {
    match kind {
        "export" => "Export",
        "import" => "Import",
        _ => "BulkOperation",
    }
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TransferError::*;
        match self {
            NotFound { kind: "bulk-operation", arn } => {
                write!(f, "Requested resource not found: BulkOperation: {arn} not found")
            }
            // The service says it twice.
            NotFound { kind, arn } => {
                write!(f, "{} not found: {} not found: {arn}", capital(kind), capital(kind))
            }
            OtherRegion { kind } => write!(f, "{} not found: Invalid {kind} arn", capital(kind)),
            OtherAccount => f.write_str("Access is denied"),
            InvalidArn { kind } => write!(f, "Invalid {} ARN", capital(kind)),
            Conflict { kind } => write!(
                f,
                "{} conflict: Duplicate request detected with conflicting parameters",
                capital(kind)
            ),
            InvalidPageToken { token } => {
                write!(f, "Invalid Request: Provided nextToken is invalid: {token}")
            }
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
            export => write_export_error(export, f),
        }
    }
}

fn write_export_error(error: &TransferError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use TransferError::*;
    match error {
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
        ExportTimeInvalid => f.write_str("Export Time is invalid"),
        ExportTimeUnavailable => {
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
        _ => f.write_str(
            "Difference between export period from time and export period to time is greater than 24 hours",
        ),
    }
}
