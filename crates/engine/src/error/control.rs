//! What controls refuse. The sentences are ours.

use std::fmt;

use crate::error::DynamoError;
use crate::error::validation::ValidationError;

/// What controls refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlError {
    NoSuchDial { name: String },
    DialOutOfRange { name: &'static str, most: u64 },
}

impl From<ControlError> for DynamoError {
    fn from(error: ControlError) -> DynamoError {
        DynamoError::Validation(ValidationError::Control(error))
    }
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ControlError::NoSuchDial { name } => {
                write!(f, "There is no dial named {name}; Dynalab.DescribeDials lists all")
            }
            ControlError::DialOutOfRange { name, most } => {
                write!(f, "The dial {name} can be turned from 0 to {most}")
            }
        }
    }
}
