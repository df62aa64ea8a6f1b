//! What the page asks of its workers: the engine, the programs beside it, and the sandbox of a person's code.

pub mod aws_sdk;
pub mod backups;
pub mod console_handle;
pub mod files;
pub mod handle;
pub mod latest_only_queue;
pub mod limits;
pub mod program_handle;
pub mod reading;
pub mod refresh;
pub mod request_templates;
pub mod samples;
pub mod sandbox;
pub mod start;
pub mod submit;
pub mod time_travel;
pub mod virtual_clock;
pub mod workspaces;
