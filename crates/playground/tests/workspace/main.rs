//! Workspaces, documents and views through the crate's public interface. One program, because linking each one is slow.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../page/mod.rs"]
mod page;
#[path = "../same_traffic/mod.rs"]
mod same_traffic;
#[path = "../stored_text/mod.rs"]
mod stored_text;

mod advice;
mod backup;
mod clock;
mod command_log;
mod comparison;
mod contract;
mod exploration;
mod files;
mod history;
mod history_limit;
mod host;
mod imports;
mod load_test;
mod load_test_actions;
mod log_upkeep;
mod long_work;
mod plain_engine;
mod salvage;
mod salvaged_copy;
mod samples;
mod share;
mod step_clients;
mod stored_state;
mod throttled_reads;
mod traffic_history;
mod workload;
