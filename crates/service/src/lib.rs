//! The service around the tables of [`dynalab_engine`]: the simulation of DynamoDB, and the operations other than those on
//! tables and data. The simulation is off in the `instant` profile. With other settings, each part does what its file describes.
//!
//! [`Complete`] implements the extension points of the engine. README.md explains the parts.

mod access;
mod account;
mod alarms;
mod backfill;
mod backup_description;
mod cache;
pub mod clock;
mod complete;
mod complete_engine;
mod complete_service;
pub mod contract;
mod controls;
mod dependent_services;
mod event_source;
pub mod explorer;
mod faults;
mod global_table;
mod inner_request;
mod instance;
pub mod item_operations;
mod kinesis_destination;
mod lag;
mod metrics;
mod operations;
mod paged_read;
pub mod partition;
pub mod preparation;
mod record_kinds;
mod recovery;
mod regions;
mod replicas;
mod request_interceptor;
pub mod requests;
mod resource_arn;
mod resource_policy;
mod restored_table;
mod scaling;
mod shard_iterator;
mod simulation_state;
mod stale_rows;
mod statement;
mod stream_event;
mod stream_shards;
mod table_figures;
mod table_or_stream;
mod table_times;
mod tagged_resource;
mod task;
mod time_to_live;
pub mod transfer;
pub mod vector_charge;
mod workers;
pub mod zones;

pub use complete::Complete;
pub use complete_engine::{Command, Engine, Execution, Progress, Request, Response};
pub use instance::{Instance, Replaced, describe_plans};
