//! Workspaces, documents and views through the crate's public interface. One program, because linking each one is slow.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../page/mod.rs"]
mod page;
#[path = "../same_traffic/mod.rs"]
mod same_traffic;
#[path = "../stored_text/mod.rs"]
mod stored_text;

mod advising;
mod backup;
mod clock;
mod command_log;
mod comparing;
mod exploring;
mod files;
mod forgetting;
mod history;
mod host;
mod imports;
mod lab;
mod load_test;
mod long_work;
mod plain_engine;
mod salvage;
mod salvaged_copy;
mod samples;
mod share;
mod stepping;
mod throttled_reads;
mod traffic_history;
mod what_is_kept;
mod workload;
