//! The engine: tables, items, indexes and transactions as in DynamoDB, in memory. It is synchronous and deterministic, without
//! I/O, clock or randomness. Each command contains its time, and ids are generated from a seed. It does not know the
//! simulation, which is the crate above it.
//!
//! A request is decoded, planned, and executed against `&Database`. Its writes are data, applied by one commit that cannot
//! fail. Its charges are recorded even if it fails. README.md explains the parts.

pub mod engine;
pub mod hooks;
pub mod operations;
pub mod trace;

pub mod database;
pub mod error;
pub mod registry;
pub mod settings;

pub mod execution;
pub mod request;
pub mod response;

pub mod codec;
pub mod seed;

pub use codec::unreadable::Unreadable;
pub use engine::ticket::Ticket;
pub use error::DynamoError;
pub use response::table_description::table_description_json;
pub use settings::config::{Delays, EngineConfig};
pub use trace::TraceLevel;
