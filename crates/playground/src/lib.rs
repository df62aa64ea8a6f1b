//! The product without a user interface. It has the workspace with its engine and history, and the host that stores the changes.
//! It also has the view models that the page draws. README.md explains the parts.

#[cfg(feature = "complete")]
pub mod advice;
pub mod backup;
pub mod files;
pub mod history;
pub mod host;
pub mod interchange;
#[cfg(feature = "complete")]
pub mod lab;
#[cfg(feature = "complete")]
pub mod load_test;
pub mod message_bytes;
pub mod protocol;
mod reply;
#[cfg(feature = "complete")]
pub mod request_text;
pub mod salvage;
pub mod share;
#[cfg(feature = "complete")]
pub mod twin;
pub mod views;
#[cfg(feature = "complete")]
pub mod workload;
pub mod workspace;
pub mod workspace_choice;

pub use reply::open_document;
