//! The engine: DynamoDB in memory. It is synchronous and deterministic, without I/O, clock or randomness. Each command contains
//! its time, and ids are generated from a seed.
//!
//! A request is decoded, planned, and executed against `&Database`. Its writes are data, applied by one commit that cannot
//! fail. Its charges are recorded even if it fails. README.md explains the parts.

pub mod engine;
pub mod operations;
pub mod plan;
pub mod trace;

pub mod agenda;
pub mod change;
pub mod charges;
pub mod config;
pub mod database;
pub mod dials;
pub mod error;
pub mod meters;
mod record_form;
mod record_kinds;
pub mod registry;
pub mod rows;
mod settings;
pub mod table;

pub mod change_log;
pub mod opening;
pub mod salvage;
pub mod snapshot;
pub mod unreadable;

mod auto_scaling;
pub mod backup;
mod backup_description;
mod calendar;
mod collection_limit;
mod consumed_capacity;
mod contents_codec;
mod context;
mod contributor_insights;
mod controls;
mod definition_codec;
mod draw;
mod expiries;
pub mod explorer;
mod expression_parameters;
mod fields;
mod global_table;
mod holds;
pub mod hooks;
mod ids;
mod invariants;
mod item_codec;
mod item_collections;
mod item_keys;
mod item_update;
mod item_write;
mod json_writer;
mod kinesis_destination;
mod legacy;
mod lifecycle;
mod operation;
mod operation_set;
mod printed_value;
mod read_page;
mod read_request;
mod read_transaction;
mod recovery;
mod region;
mod replica_name;
mod replication;
mod replication_description;
mod replication_updates;
mod request_text;
mod resource_arn;
mod resource_name;
mod resource_policy;
mod restore_summary;
mod restored_table;
mod return_values;
pub mod service;
mod settled;
mod shard_iterator;
mod statement;
mod stream;
mod stream_codec;
mod stream_event;
mod table_checks;
mod table_description;
mod table_members;
pub mod table_service;
mod tags;
mod task_context;
mod ticket;
mod touched;
mod transact_action;
mod transaction;
pub mod transfer;
mod underway;
pub mod vector_index;
mod warm_throughput;
mod write_request;
mod write_transaction;
pub mod zone;

pub use config::{Delays, EngineConfig};

pub use error::DynamoError;
pub use ticket::Ticket;
pub use trace::TraceLevel;
pub use unreadable::Unreadable;

pub use table_description::table_description_json;

// The complete engine. Code that works with both engines uses the types in `engine` and `operations`.
pub use service::complete::Complete;
pub use service::complete_engine::{Command, Engine, Execution, Progress, Request};
pub type Response = operations::Response<Complete>;
