//! DynamoDB's wire protocol (JSON 1.0 over HTTP) for the AWS CLI and every SDK. Each account and Region has an engine. The
//! crate has no rules of its own. It passes the time to the engine.

pub mod listener;

pub mod callers;
pub mod check_design;
pub mod credentials;
pub mod doors;
#[cfg(feature = "remote")]
pub mod endpoints;
pub mod exchange;
pub mod handler;
pub mod limits;
pub mod options;
pub mod s3_folder;
pub mod shared_engine;
pub mod table_sets;

mod authentication;
mod body;
mod client_watch;
mod connection;
mod content_encoding;
mod content_type;
mod cors;
mod execution;
mod memory;
mod nearest;
mod patient_stream;
mod reply;
mod request_ids;
mod target;
mod threads;

pub use callers::KnownHosts;
pub use credentials::Credentials;
pub use exchange::Exchange;
pub use handler::{Answer, Handler};
pub use limits::Limits;
pub use s3_folder::S3Folder;
pub use shared_engine::SharedEngine;
pub use table_sets::TableSets;
