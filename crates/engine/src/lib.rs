//! The engine: tables, items, indexes and transactions as in DynamoDB, in memory. It is synchronous and deterministic, without
//! I/O, clock or randomness. Each command contains its time, and ids are generated from a seed. It does not know the
//! simulation, which is the crate above it.
//!
//! A request is decoded, planned, and executed against `&Database`. Its writes are data, applied by one commit that cannot
//! fail. Its charges are recorded even if it fails. README.md explains the parts.

pub mod effort;
pub mod engine;
pub mod operations;
pub mod plan;
pub mod trace;

pub mod change;
pub mod charges;
pub mod config;
pub mod database;
mod deep_request;
pub mod dials;
pub mod error;
pub mod meters;
pub mod record_form;
pub mod registry;
mod rehearsal;
pub mod rows;
pub mod scheduler;
pub mod settings;
pub mod table;

pub mod change_log;
pub mod opening;
pub mod salvage;
pub mod snapshot;
pub mod unreadable;

pub mod auto_scaling;
pub mod backup;
pub mod calendar;
mod collection_limit;
pub mod consumed_capacity;
mod contents_codec;
pub mod context;
pub mod contributor_insights;
pub mod definition_codec;
pub mod draw;
pub mod durations;
pub mod expiries;
pub mod expression_parameters;
pub mod fields;
pub mod hooks;
mod ids;
mod invariants;
mod item_codec;
mod item_collections;
pub mod item_keys;
mod item_update;
pub mod item_write;
pub mod json_writer;
mod legacy;
pub mod lifecycle;
pub mod locks;
pub mod new_items;
pub mod operation;
pub mod operation_set;
pub mod prepared;
mod printed_value;
pub mod read_page;
pub mod read_request;
pub mod read_transaction;
pub mod regional_checks;
pub mod replica_name;
pub mod replication;
pub mod replication_description;
pub mod replication_queue;
pub mod replication_updates;
mod request_text;
pub mod resource_access;
mod resource_name;
pub mod restore_summary;
pub mod return_values;
pub mod stream;
mod stream_codec;
pub mod table_action;
pub mod table_checks;
pub mod table_description;
pub mod table_members;
pub mod table_service;
pub mod tags;
pub mod task_context;
pub mod ticket;
pub mod transact_action;
pub mod transaction;
pub mod unconditional_records;
pub mod vector_index;
pub mod warm_throughput;
mod write_request;
pub mod write_transaction;
pub mod zone;

pub use config::{Delays, EngineConfig};

pub use error::DynamoError;
pub use ticket::Ticket;
pub use trace::TraceLevel;
pub use unreadable::Unreadable;

pub use table_description::table_description_json;
