//! The engine: a DynamoDB in memory. Synchronous and deterministic, without I/O, clock or randomness: time arrives with each command, and
//! ids come from a seed.
//!
//! A request is decoded, planned, and run against `&Database`. What it writes is data, and one commit that cannot fail applies it. Its
//! charges are settled even if it fails. README.md explains the parts.

#![cfg_attr(not(feature = "complete"), allow(dead_code, reason = "what only the complete engine uses"))]

pub mod engine;
pub mod operations;
pub mod plan;
pub mod trace;

pub mod agenda;
pub mod change;
pub mod charges;
pub mod config;
pub mod database;
pub mod error;
pub mod meters;
#[cfg(feature = "complete")]
mod record_form;
#[cfg(feature = "complete")]
mod record_kinds;
pub mod registry;
pub mod rows;
mod settings;
pub mod table;

pub mod change_log;
pub mod opening;
pub mod snapshot;
pub mod unreadable;

#[cfg(feature = "complete")]
mod auto_scaling;
pub mod backup;
#[cfg(feature = "complete")]
mod backup_description;
mod calendar;
mod consumed_capacity;
mod contents_codec;
mod context;
#[cfg(feature = "complete")]
mod contributor_insights;
#[cfg(feature = "complete")]
mod controls;
mod definition_codec;
#[cfg(feature = "complete")]
pub mod explorer;
mod expression_parameters;
mod fields;
#[cfg(feature = "complete")]
mod global_table;
mod holds;
mod ids;
mod invariants;
mod item_codec;
mod item_keys;
mod item_update;
mod item_write;
mod json_writer;
#[cfg(feature = "complete")]
mod kinesis_destination;
mod legacy;
mod lifecycle;
mod operation;
mod printed_value;
mod read_page;
mod read_request;
mod read_transaction;
mod recovery;
#[cfg(feature = "complete")]
mod region;
#[cfg(feature = "complete")]
mod replication;
#[cfg(feature = "complete")]
mod replication_description;
#[cfg(feature = "complete")]
mod replication_updates;
mod request_text;
#[cfg(feature = "complete")]
mod resource_arn;
mod resource_name;
#[cfg(feature = "complete")]
mod resource_policy;
#[cfg(feature = "complete")]
mod restored_table;
mod return_values;
#[cfg(feature = "complete")]
pub mod service;
mod shard_iterator;
#[cfg(feature = "complete")]
mod statement;
mod stream;
mod stream_codec;
#[cfg(feature = "complete")]
mod stream_event;
mod table_checks;
mod table_description;
mod table_members;
mod ticket;
mod touched;
mod transact_action;
mod transaction;
#[cfg(feature = "complete")]
pub mod transfer;
#[cfg(feature = "complete")]
pub mod vector_index;
mod warm_throughput;
mod write_request;
mod write_transaction;

pub use config::{Delays, EngineConfig};
pub use engine::{Command, Engine, Execution, Progress};
pub use error::DynamoError;
pub use operations::{Request, Response};
pub use table_description::table_description_json;
pub use ticket::Ticket;
pub use trace::TraceLevel;
pub use unreadable::Unreadable;
