//! Why there is no storage, or why a transaction did not finish.

use std::fmt;

/// Why there is no storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unavailability {
    /// The environment has no IndexedDB.
    NoIndexedDb,
    /// IndexedDB exists, but the browser does not allow any database to be opened.
    RefusedToOpen,
    /// Another tab deleted the database. A connection does not create it again.
    Deleted,
    /// The workspace is in memory only.
    NotKept,
    /// The id is not the id of a workspace.
    NoSuchWorkspace,
    /// The workspace has a store already, so it cannot be saved again.
    KeptAlready,
    /// Another tab writes to the store.
    WrittenElsewhere,
    Failed(Failure),
}

/// Why a transaction did not finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The browser aborted the transaction and gave no reason.
    Aborted,
    /// A fault of a failing store rejected the write.
    Refused,
    /// A fault of a failing store ended the process during the write.
    Torn,
    /// A fault of a failing store ended the process after the write.
    LostAnswer,
    Failed(Failure),
}

/// How an IndexedDB call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A DOMException.
    Exception { name: String, message: String },
    /// Another JavaScript error.
    Error { message: String },
    /// A thrown value that is not an error.
    NotAnError,
    /// An event or a result of another kind than IndexedDB specifies. `message` is the library's.
    Unexpected { message: String },
}

impl fmt::Display for Unavailability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unavailability::NoIndexedDb => write!(f, "this browser has no IndexedDB here"),
            Unavailability::RefusedToOpen => write!(f, "the browser refuses to open a database here"),
            Unavailability::Deleted => write!(f, "the workspace was deleted meanwhile"),
            Unavailability::NotKept => write!(f, "this is a copy that is not kept"),
            Unavailability::NoSuchWorkspace => write!(f, "no such workspace can be"),
            Unavailability::KeptAlready => write!(f, "this workspace is kept already"),
            Unavailability::WrittenElsewhere => write!(f, "another tab or program is writing there"),
            Unavailability::Failed(failure) => failure.fmt(f),
        }
    }
}

impl fmt::Display for Interruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interruption::Aborted => write!(f, "the transaction was aborted"),
            Interruption::Refused => write!(f, "the script refused the write"),
            Interruption::Torn => write!(f, "the process died in the middle of the write"),
            Interruption::LostAnswer => write!(f, "the process died before the answer"),
            Interruption::Failed(failure) => failure.fmt(f),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = |message: &str| message.trim_end_matches('.').to_owned();
        match self {
            Failure::Exception { name, message } => write!(f, "{name}: {}", sentence(message)),
            Failure::Error { message } | Failure::Unexpected { message } => f.write_str(&sentence(message)),
            Failure::NotAnError => write!(f, "something unknown was thrown"),
        }
    }
}
