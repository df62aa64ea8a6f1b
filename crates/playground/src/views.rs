//! View models: pure functions of the engine or of a trace, tested without a browser.

pub mod cache;
pub mod capacity;
pub mod comparison;
pub mod error_place;
pub mod items;
pub mod live_load;
pub mod load_test;
pub mod metrics;
pub mod regions;
pub mod request;
pub mod tables;
pub mod timeline;
pub mod trace;
pub mod vectors;
pub mod workers;
