//! DynamoDB's wire protocol (JSON 1.0 over HTTP) on loopback, around one engine, for the AWS CLI and every SDK. It has no rules of its own.
//! Time enters here.

pub mod listener;

pub mod check_design;
pub mod exchange;
pub mod handler;
pub mod options;
pub mod s3_folder;

mod authentication;
mod content_encoding;
mod content_type;
mod cors;
mod reply;
mod request_ids;
mod target;

pub use exchange::Exchange;
pub use handler::{Answer, Handler, SharedEngine};
pub use s3_folder::S3Folder;
