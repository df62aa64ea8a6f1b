//! DynamoDB inside a Rust program, for tests.

#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod builder;
mod clock;
mod error;
mod faults;
mod local;
mod requests;
#[cfg(any(
    all(feature = "file", not(target_arch = "wasm32")),
    all(feature = "indexed-db", target_arch = "wasm32")
))]
mod saved;
mod snapshot;

#[cfg(feature = "aws-sdk")]
mod aws_sdk;
#[cfg(feature = "aws-sdk")]
mod virtual_sleep;

pub use builder::{Builder, Profile};
pub use clock::Clock;
pub use error::Error;
pub use faults::{Fault, Faults};
pub use local::{Answer, Local};
pub use requests::Requests;
#[cfg(any(
    all(feature = "file", not(target_arch = "wasm32")),
    all(feature = "indexed-db", target_arch = "wasm32")
))]
pub use saved::{Saved, SavedError};
pub use snapshot::Snapshot;

/// The structs of the requests and responses of all controls, for [`Local::control`].
pub use dynalab_service::contract;

/// The workspace with its history: undo, branches, documents, links and view models.
#[cfg(feature = "history")]
pub use dynalab_playground as history;

/// Key designs: their check, and the formats of other tools.
#[cfg(feature = "design")]
pub mod design {
    pub use dynalab_design_formats as formats;
    pub use dynalab_modeling::*;
}
