//! The configuration of an engine, and the settings of its simulation.

pub mod config;
pub mod dials;
pub mod durations;
pub mod zone;
