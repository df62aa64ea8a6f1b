//! Errors of the simulation's operations. The messages are Dynalab's own.

use std::fmt;

use dynalab_types::budget::TooMuch;

/// Errors of the simulation's operations.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlError {
    UnknownMember {
        member: UnknownMember,
    },
    NoSuchDial {
        name: String,
    },
    DialOutOfRange {
        name: &'static str,
        least: u64,
        most: u64,
    },
    NotFound {
        what: &'static str,
        name: String,
    },
    TooMany {
        what: &'static str,
        most: u64,
    },
    NoSuchOperation {
        name: String,
    },
    AfterCommitOfTimeoutOnly,
    Policy {
        fault: PolicyFault,
    },
    PolicyTooLong {
        most: u64,
    },
    CacheName,
    AccountId {
        id: String,
    },
    /// The name is an ARN, or of something that has one.
    AccountInUse {
        name: String,
    },
    NoSuchMetric {
        name: String,
    },
    NoSuchDimension {
        name: String,
    },
    MoreDatapointsThanPeriods,
    AlarmAboveDay,
    InvalidPattern {
        problem: String,
    },
    /// The operation replaces or copies the engine that should execute it.
    NoInstance {
        operation: &'static str,
    },
    /// The host has one database for all clients.
    ForkOfOneDatabase,
    /// The name of a fork would be that of an account, or not an access key.
    ForkName {
        name: String,
    },
    /// The database of that name has content.
    ForkInUse {
        name: String,
    },
    TooMuch(TooMuch),
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ControlError::NoSuchDial { name } => {
                write!(f, "There is no dial named {name}; Dynalab.DescribeDials lists all")
            }
            ControlError::UnknownMember { member } => member.fmt(f),
            ControlError::NotFound { what, name } => write!(f, "There is no {what} named {name}"),
            ControlError::TooMany { what, most } => write!(f, "There can be at most {most} {what}"),
            ControlError::NoSuchOperation { name } => write!(f, "There is no operation named {name}"),
            ControlError::Policy { fault } => write!(f, "Invalid policy document: {fault}"),
            ControlError::PolicyTooLong { most } => write!(f, "A policy can have at most {most} bytes"),
            ControlError::CacheName => {
                f.write_str("The name of a cache has up to 20 letters, digits and hyphens")
            }
            ControlError::AccountId { id } => {
                write!(f, "The ID of an account has 12 digits, not {id}")
            }
            ControlError::AccountInUse { name } => write!(
                f,
                "The Region and the account are part of the names that exist already, such as {name}. Choose them before \
                 the first table"
            ),
            ControlError::NoSuchMetric { name } => write!(f, "There is no metric named {name}"),
            ControlError::NoSuchDimension { name } => write!(f, "There is no dimension named {name}"),
            ControlError::MoreDatapointsThanPeriods => {
                f.write_str("There cannot be more datapoints to alarm than periods to evaluate")
            }
            ControlError::AlarmAboveDay => f.write_str("An alarm cannot look back further than a day"),
            ControlError::InvalidPattern { problem } => write!(f, "No event pattern: {problem}"),
            ControlError::NoInstance { operation } => write!(
                f,
                "{operation} is for databases of dynalab-server and of the crate dynalab. A workspace has its history instead: \
                 undo, branches and temporary copies"
            ),
            ControlError::ForkOfOneDatabase => f.write_str(
                "There is one database for all clients here. Dynalab.Fork needs a dynalab-server without --shared-db; a program \
                 has Local::fork",
            ),
            ControlError::ForkName { name } => write!(
                f,
                "{name} cannot name a fork. An access key that names no account has 1 to 64 letters, digits, hyphens and \
                 underscores"
            ),
            ControlError::ForkInUse { name } => {
                write!(f, "The database of the access key {name} has content. Reset it, or choose another name")
            }
            ControlError::TooMuch(refusal) => refusal.fmt(f),
            ControlError::AfterCommitOfTimeoutOnly => {
                f.write_str("Only what times out can have happened all the same")
            }
            ControlError::DialOutOfRange { name, least: 1, most } => {
                write!(f, "The dial {name} can be turned from 0 to {most}")
            }
            ControlError::DialOutOfRange { name, least, most } => {
                write!(f, "The dial {name} can be turned from {least} to {most}, or to 0")
            }
        }
    }
}

/// An unknown member in an operation of the simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownMember {
    pub name: String,
    /// The structure that contains it. Empty for the request itself.
    pub place: String,
    pub known: Vec<String>,
}

impl fmt::Display for UnknownMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "There is no member named {}", self.name)?;
        if !self.place.is_empty() {
            write!(f, " in {}", self.place)?;
        }
        let known = self.known.join(", ");
        write!(f, "; known: {}", if known.is_empty() { "none" } else { &known })
    }
}

/// Why a text is not a valid policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyFault {
    NotJson,
    Missing { element: &'static str },
    Both { element: &'static str },
    Effect,
    Condition { operator: String },
}

impl fmt::Display for PolicyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyFault::NotJson => f.write_str("This policy contains invalid Json"),
            PolicyFault::Missing { element } => write!(f, "Missing required field {element}"),
            PolicyFault::Both { element } => write!(f, "{element} and Not{element} exclude each other"),
            PolicyFault::Effect => f.write_str("Effect must be Allow or Deny"),
            PolicyFault::Condition { operator } => {
                write!(f, "There is no condition operator {operator}, or it has no keys with values")
            }
        }
    }
}
