//! Errors about whose and what resource an ARN is of, before the resource is looked up.

use std::fmt;

use crate::error::phrases::INVALID;

/// Errors about whose and what resource an ARN is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArnError {
    /// The resource is of another account.
    OtherAccount,
    /// The resource is of another account, in the words of policies and of restores to a point in time.
    OtherOwner,
    /// The ARN in place of a table's name is of another Region.
    TableOfRegion {
        arn: String,
    },
    /// The ARN in place of a table's name is of another partition, such as "aws-cn".
    TableOfPartition {
        arn: String,
    },
    /// The ARN in place of a table's name is of something else, such as an index.
    NotOfTable {
        arn: String,
    },
    /// The next three are for operations on tags and policies: the text is no ARN.
    NoArn {
        arn: String,
    },
    OfIndex {
        arn: String,
    },
    NoResource {
        arn: String,
    },
    /// The resource of an operation on tags is of another Region.
    TaggedInOtherRegion {
        arn: String,
    },
    /// The resource of an operation on policies is of another Region, partition or service.
    PolicyInOtherRegion {
        arn: String,
    },
}

impl ArnError {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            ArnError::OtherAccount => "AccessDeniedException",
            _ => super::VALIDATION_EXCEPTION,
        }
    }
}

impl fmt::Display for ArnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ArnError::*;
        match self {
            OtherAccount => f.write_str("Access is denied"),
            OtherOwner => f.write_str(
                "This action is only supported by accounts that match the resource owner\u{2019}s account.",
            ),
            TableOfRegion { arn } => write!(f, "1 validation error detected: Invalid AWS region in '{arn}'"),
            TableOfPartition { arn } => {
                write!(f, "1 validation error detected: Invalid AWS partition in '{arn}'")
            }
            NotOfTable { arn } => write!(f, "1 validation error detected: Invalid resource type in '{arn}'"),
            NoArn { arn } => write!(f, "{INVALID}ARNs must start with 'arn:': {arn}"),
            OfIndex { arn } => write!(
                f,
                "{INVALID}Invalid resource arn provided, only table or stream is accepted. Provided resource arn: \
                 {arn}"
            ),
            NoResource { arn } => write!(f, "{INVALID}Provided Arn is not a DynamoDB resource arn: {arn}"),
            TaggedInOtherRegion { arn } => {
                write!(f, "Invalid TableArn: Invalid ResourceArn provided as input {arn}")
            }
            PolicyInOtherRegion { arn } => write!(f, "{INVALID}Invalid resource Arn: {arn}"),
        }
    }
}
