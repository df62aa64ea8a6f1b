//! Why a description is no workload, and what can be done about it: every sentence, once.

use std::fmt;

use dynalab_types::json::FormError;

use super::TRAFFIC_MAX;
use super::description::{FORMAT, TEXT_MAX_BYTES, VERSION};
use crate::generator::template::TemplateError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkloadError {
    /// It is not JSON, or a member is missing, unknown or of another kind.
    Form(FormError),
    /// A request about traffic is JSON, but not an object.
    NotObject,
    TooLarge {
        bytes: usize,
    },
    OtherFormat,
    NewerVersion {
        version: u64,
    },
    /// Or none at all.
    TooMuchTraffic {
        found: usize,
    },
    /// `member` is named with the way to it.
    OutOfRange {
        member: String,
        least: u64,
        most: u64,
    },
    /// The parts of the mix are not a thousand together.
    Mix {
        member: String,
        sum: u64,
    },
    /// The least is more than the most.
    Reversed {
        member: String,
    },
    Template {
        template: String,
        error: TemplateError,
    },
    /// Of one number, the template of a partition key makes different texts.
    DrawnPartitionKey {
        template: String,
    },
    /// The template of a number makes something else.
    NotANumber {
        template: String,
    },
    /// More requests than the exact engine is sent; the statistical twin takes them.
    TooFast {
        per_second: u64,
        most: u64,
    },
}

impl From<FormError> for WorkloadError {
    fn from(error: FormError) -> WorkloadError {
        WorkloadError::Form(error)
    }
}

impl fmt::Display for WorkloadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkloadError::Form(error) => error.fmt(formatter),
            WorkloadError::NotObject => {
                formatter.write_str("The request is not a JSON object. Write it in braces, such as {}.")
            }
            WorkloadError::TooLarge { bytes } => write!(
                formatter,
                "The workload is {bytes} bytes long, and {TEXT_MAX_BYTES} is the most that is read. Leave traffic out."
            ),
            WorkloadError::OtherFormat => write!(
                formatter,
                "This is no workload: its \"format\" is not \"{FORMAT}\". Choose another text."
            ),
            WorkloadError::NewerVersion { version } => write!(
                formatter,
                "The workload has version {version}, and this page reads version {VERSION}. Reload the page to get a \
                 newer one."
            ),
            WorkloadError::TooMuchTraffic { found } => {
                write!(
                    formatter,
                    "The workload has traffic to {found} tables; 1 to {TRAFFIC_MAX} make sense."
                )
            }
            WorkloadError::OutOfRange { member, least, most } => {
                write!(formatter, "\"{member}\" should be a number from {least} to {most}. Correct it.")
            }
            WorkloadError::Mix { member, sum } => write!(
                formatter,
                "The parts of \"{member}\" are {sum} together and should be 1000. Correct one of them."
            ),
            WorkloadError::Reversed { member } => {
                write!(formatter, "The least of \"{member}\" is more than the most. Exchange them.")
            }
            WorkloadError::Template { template, error } => {
                write!(formatter, "The template \"{template}\" cannot be read: {error}")
            }
            WorkloadError::DrawnPartitionKey { template } => write!(
                formatter,
                "The template \"{template}\" draws, and the key of a number must always be the same. Use {{n}} and what \
                 can be reckoned from it."
            ),
            WorkloadError::NotANumber { template } => {
                write!(formatter, "The template \"{template}\" should make numbers. Correct it, or its type.")
            }
            WorkloadError::TooFast { per_second, most } => write!(
                formatter,
                "The workload makes {per_second} requests a second, and {most} is the most that is sent one by one. Let \
                 the statistical twin reckon with it."
            ),
        }
    }
}

impl std::error::Error for WorkloadError {}

#[cfg(test)]
mod tests {
    use crate::workload::Workload;
    use crate::workload::driver::Burst;

    #[test]
    fn a_workload_is_named_as_one_with_its_own_limit() {
        let long = " ".repeat(65_537);
        for (text, sentence) in [
            (
                long.as_str(),
                "The workload is 65537 bytes long, and 65536 is the most that is read. Leave traffic out.",
            ),
            ("[]", "This is no workload: its \"format\" is not \"dynalab.workload\". Choose another text."),
            (
                r#"{"format":"dynalab.workload","version":9}"#,
                "The workload has version 9, and this page reads version 1. Reload the page to get a newer one.",
            ),
            ("{", "This is not JSON: reading stopped at line 1, column 1. Correct it there."),
            (
                r#"{"format":"dynalab.workload","version":1,"sead":1}"#,
                "\"sead\" means nothing here. Correct its name, or leave it out.",
            ),
        ] {
            assert_eq!(Workload::parse(text).unwrap_err().to_string(), sentence);
        }
        let burst = Burst::parse("[]").unwrap_err();
        assert_eq!(burst.to_string(), "The request is not a JSON object. Write it in braces, such as {}.");
    }
}
