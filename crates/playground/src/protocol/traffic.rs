//! What the page asks about traffic, and hears of it.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrafficQuestion {
    /// How it goes.
    Look,
    /// A workload begins, in place of the one before: its text, and how many items its tables get first.
    Start { workload: String, items: u32 },
    /// It ends; what it has done stays.
    Stop,
}

/// Of the workload that runs, or ran last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrafficView {
    pub running: bool,
    /// The clock is held back, because more is asked than is done in time.
    pub late: bool,
    pub requests: u64,
    /// By what they were answered with: `ok`, or an error's name.
    pub outcomes: Vec<(String, u64)>,
    /// The newest seconds, oldest first.
    pub seconds: Vec<TrafficSecond>,
}

/// One virtual second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrafficSecond {
    /// Since 1970.
    pub second: u64,
    pub ok: u32,
    pub throttled: u32,
    pub failed: u32,
}
