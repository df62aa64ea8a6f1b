//! The product without a user interface. It has the workspace with its engine and history, and the host that stores the changes.
//! It also has the view models that the page draws. README.md explains the parts.

pub mod advice;
pub mod backup;
pub mod files;
pub mod history;
pub mod host;
pub mod load_test;
pub mod message_bytes;
mod opening;
pub mod protocol;
mod reply;
pub mod salvage;
pub mod share;
pub mod utc;
pub mod views;
pub mod workspace;
pub mod workspace_choice;

pub use opening::open_document;

use dynalab_service::Complete;

/// A workspace with the complete engine.
pub type Workspace = workspace::Workspace<Complete>;
/// A host whose workspaces have the complete engine.
pub type Host<T> = host::Host<T, Complete>;
