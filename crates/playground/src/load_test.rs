//! A load test on the user's own data: the access patterns of the history, sent at a chosen rate to a copy of the tables.
//!
//! [`PatternCounter`] reads the patterns and measures the shares of their key values. [`Start`] is the request to begin, [`LoadTest`]
//! runs it in an engine of its own, and [`Report`] is the result. The same tables, history and start give the same result: time is an
//! argument, and requests are drawn from a seed.

mod actions;
mod count;
mod draw_requests;
mod error;
mod heat;
mod measure;
mod operation;
mod outcome;
mod pattern;
mod run;
mod sample;
mod start;
mod statement;
mod write_report;

pub use crate::views::load_test::report::Report;
pub use count::PatternCounter;
pub use error::LoadTestError;
pub use operation::Operation;
pub use pattern::{AccessPattern, ActionPattern};
pub use run::LoadTest;
pub(crate) use start::object_of;
pub use start::{ChosenPattern, Start};
pub(crate) use write_report::patterns_json;

/// The requests of a load test, which the host answers.
pub const START_LOAD_TEST: &str = "Dynalab.StartLoadTest";
pub const STOP_LOAD_TEST: &str = "Dynalab.StopLoadTest";
pub const DESCRIBE_LOAD_TEST: &str = "Dynalab.DescribeLoadTest";
pub const DESCRIBE_SOURCES: &str = "Dynalab.DescribeLoadTestSources";

pub const NAMES: [&str; 4] = [START_LOAD_TEST, STOP_LOAD_TEST, DESCRIBE_LOAD_TEST, DESCRIBE_SOURCES];
