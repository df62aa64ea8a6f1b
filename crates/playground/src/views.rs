//! View models: pure functions of the engine or of a trace, tested without a browser.

pub mod items;
pub mod request;
pub mod tables;
pub mod timeline;
pub mod trace;
