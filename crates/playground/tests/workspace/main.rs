//! Workspaces, documents and views through the crate's public interface. One program, because linking each one is slow.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../page/mod.rs"]
mod page;
#[path = "../same_traffic/mod.rs"]
mod same_traffic;
#[path = "../stored_text/mod.rs"]
mod stored_text;

#[cfg(feature = "complete")]
mod advising;
mod backup;
#[cfg(feature = "complete")]
mod clock;
mod command_log;
#[cfg(feature = "complete")]
mod comparing;
#[cfg(feature = "complete")]
mod exploring;
mod files;
mod forgetting;
mod history;
mod host;
mod imports;
#[cfg(feature = "complete")]
mod lab;
#[cfg(feature = "complete")]
mod load_test;
mod salvage;
mod salvaged_copy;
mod samples;
mod share;
#[cfg(feature = "complete")]
mod stepping;
#[cfg(feature = "complete")]
mod throttled_reads;
#[cfg(feature = "complete")]
mod traffic_history;
mod what_is_kept;
mod workload;
