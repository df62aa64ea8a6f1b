//! The simulation of DynamoDB around the tables. It is off in the `instant` profile. With other settings, each part does what
//! its file describes.

pub(crate) mod access;
pub(crate) mod account;
pub(crate) mod alarms;
pub(crate) mod backfill;
pub(crate) mod cache;
pub mod clock;
pub mod complete;
pub mod complete_engine;
mod complete_service;
pub(crate) mod event_source;
pub(crate) mod faults;
pub(crate) mod follow;
pub(crate) mod gate;
pub(crate) mod inner_request;
pub(crate) mod lag;
pub(crate) mod metrics;
pub mod partition;
pub(crate) mod piecewise;
pub(crate) mod regions;
pub(crate) mod replicas;
pub mod requests;
pub(crate) mod scaling;
pub(crate) mod stale_rows;
pub(crate) mod stream_shards;
pub(crate) mod surroundings;
pub(crate) mod table_figures;
pub(crate) mod task;
pub(crate) mod time_to_live;
pub(crate) mod workers;
pub mod zones;
