//! Runs a load test beside the workspace: its requests never reach the tables, the history or the clock of the workspace. It lives as
//! long as the worker.
//!
//! The host answers its requests itself: `Dynalab.StartLoadTest`, `Dynalab.StopLoadTest`, `Dynalab.DescribeLoadTest`, and
//! `Dynalab.DescribeLoadTestSources {"TableName":"Rides"}`.

use dynalab_storage::Store;
use dynalab_types::Timestamp;
use dynalab_types::json::Members;

use super::Reply;
use crate::Host;
use crate::load_test::{
    DESCRIBE_LOAD_TEST, DESCRIBE_SOURCES, LoadTest, LoadTestError, PatternCounter, Report, START_LOAD_TEST,
    STOP_LOAD_TEST, Start, object_of, patterns_json,
};
use crate::protocol::{Space, ToPage, ToWorker};
use crate::workspace::service_error;

/// Requests between two batches of the page's messages.
const REQUESTS_AT_ONCE: u64 = 2_000;
/// Real time between two calls, if no request is late.
const BETWEEN_CALLS_MS: u64 = 100;
const BAD_REQUEST: u16 = 400;

/// The load test that runs, or ran last.
#[derive(Default)]
pub struct RunningLoadTest {
    test: Option<LoadTest>,
    started: Timestamp,
    /// The access patterns that the page read last.
    known: PatternCounter,
}

impl RunningLoadTest {
    /// Sends the requests that are due on the host's clock.
    fn advance(&mut self, wall: Timestamp) {
        let elapsed_ms = wall.epoch_ms.saturating_sub(self.started.epoch_ms);
        if let Some(test) = self.test.as_mut().filter(|test| test.is_running()) {
            test.advance(elapsed_ms, REQUESTS_AT_ONCE);
        }
    }

    fn report(&self) -> Report {
        self.test.as_ref().map(LoadTest::report).unwrap_or_default()
    }

    /// The time until more requests are due. `None` if no load test runs.
    fn due_in_ms(&self) -> Option<u64> {
        let test = self.test.as_ref().filter(|test| test.is_running())?;
        Some(if test.is_behind() { 0 } else { BETWEEN_CALLS_MS })
    }
}

impl<S: Store> Host<S> {
    pub(super) fn advance_load_test(&mut self, wall: Timestamp) {
        self.load_test.advance(wall);
    }

    pub(super) fn load_test_due_in_ms(&self) -> Option<u64> {
        self.load_test.due_in_ms()
    }

    /// Returns `None` for a message that is not about load tests. A reading tab may run one, because it writes nothing.
    pub(super) fn about_load_test(&mut self, message: &ToWorker, wall: Timestamp) -> Option<Reply> {
        let (ToWorker::Execute { id, space: Space::Saved, operation, body, .. }
        | ToWorker::DryRun { id, space: Space::Saved, operation, body }) = message
        else {
            return None;
        };
        let answer = match operation.as_str() {
            DESCRIBE_LOAD_TEST => Ok(self.load_test.report().to_json()),
            DESCRIBE_SOURCES => self.describe_sources(body),
            STOP_LOAD_TEST => {
                self.load_test.test.iter_mut().for_each(LoadTest::stop);
                Ok(self.load_test.report().to_json())
            }
            START_LOAD_TEST => self.start_load_test(body, wall),
            _ => return None,
        };
        let (status, body) = match answer {
            Ok(body) => (200, body),
            Err(error) => (BAD_REQUEST, service_error(&error.to_string())),
        };
        let message = ToPage::Answer { id: *id, status, body, trace: Vec::new(), revision: 0, entry: None };
        Some(Reply { message, waits_for_commit: false })
    }

    /// Starts a load test. A running one ends without a report.
    fn start_load_test(&mut self, body: &str, wall: Timestamp) -> Result<String, LoadTestError> {
        let start = Start::parse(body)?;
        let now = self.saved.time(wall);
        let test = LoadTest::new(start, self.saved.history(), self.saved.engine(), now)?;
        (self.load_test.test, self.load_test.started) = (Some(test), wall);
        Ok(self.load_test.report().to_json())
    }

    fn describe_sources(&mut self, body: &str) -> Result<String, LoadTestError> {
        let map = object_of(body)?;
        let members = Members::from_object(&map, String::new());
        members.only(&["TableName"])?;
        let table = members.text("TableName")?;
        let patterns = self.load_test.known.patterns(self.saved.history(), self.saved.engine().database());
        let of_table = patterns.iter().filter(|pattern| table.is_none_or(|table| pattern.has_table(table)));
        Ok(patterns_json(of_table, self.saved.is_limited()))
    }
}
