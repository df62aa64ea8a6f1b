//! Generated traffic: a workload whose requests are sent as the clock advances. It is one step of the history, and lives only as long as
//! the worker.
//!
//! The host answers its requests itself: `Dynalab.StartTraffic {"Workload":{…},"Items":500}`, `Dynalab.StopTraffic`,
//! `Dynalab.DescribeTraffic`.

use dynalab_engine::TraceLevel;
use dynalab_storage::Store;
use dynalab_traffic::workload::driver::{
    DESCRIBE_TRAFFIC, Driver, Outcomes, RUN_WORKLOAD, START_TRAFFIC, STOP_TRAFFIC, request_object,
};
use dynalab_traffic::workload::{Workload, WorkloadError};
use dynalab_types::Timestamp;
use dynalab_types::json::{Members, Object, Value, write_object};

use super::Reply;
use crate::protocol::{Refusal, Role, Space, ToPage, ToWorker};
use crate::workspace::service_error;
use crate::{Host, Workspace};

/// Requests between two looks at the page's messages.
const REQUESTS_AT_ONCE: usize = 2_000;
/// A burst is counted in the second in which it ends, so it is shorter than that.
const BURST_MS: u64 = 500;
/// Real time between two bursts. Each burst is one history entry.
const BETWEEN_BURSTS_MS: u64 = 150;
const SECONDS_TOLD: usize = 120;

const BAD_REQUEST: u16 = 400;

/// One virtual second.
#[derive(Clone, Copy, Default)]
struct Second {
    /// The second, since 1970.
    second: u64,
    ok: u64,
    throttled: u64,
    failed: u64,
}

#[derive(Default)]
pub struct Traffic {
    driver: Option<Driver>,
    /// True if a burst was sent. Later bursts belong to its step.
    begun: bool,
    /// True if the clock is held back, because the requests take longer than their time.
    late: bool,
    outcomes: Outcomes,
    /// The newest seconds, oldest first.
    seconds: Vec<Second>,
    /// The time of the real clock.
    sent_at: Timestamp,
}

impl Traffic {
    pub fn is_running(&self) -> bool {
        self.driver.is_some()
    }

    fn start(
        &mut self,
        workspace: &mut Workspace,
        workload: Workload,
        items: u64,
        at: Timestamp,
    ) -> Result<(), WorkloadError> {
        let filling = workload.filling(items)?;
        if workspace.clock_face(at).rate.is_none() {
            // Only a virtual clock can be held back.
            workspace.execute(at, "Dynalab.SetClock", r#"{"Rate":1}"#, TraceLevel::Off);
        }
        let driver = Driver::new(workload, at)?;
        workspace.together(|workspace| {
            for (operation, body) in &filling {
                workspace.execute(at, operation, body, TraceLevel::Off);
            }
        });
        *self = Traffic { driver: Some(driver), ..Traffic::default() };
        Ok(())
    }

    fn stop(&mut self) {
        (self.driver, self.late) = (None, false);
    }

    /// Sends the requests that are due until `now`, at most one batch. Returns the time that was reached if requests are left.
    fn send(&mut self, workspace: &mut Workspace, now: Timestamp) -> Option<Timestamp> {
        let driver = self.driver.as_mut()?;
        let mut sent = 0;
        while driver.next() < now && sent < REQUESTS_AT_ONCE {
            let until = now.min(driver.next().plus_ms(BURST_MS));
            let Some((at, body)) = driver.due(until, REQUESTS_AT_ONCE - sent) else { continue };
            let answer = workspace.continue_with(at, RUN_WORKLOAD, &body, self.begun);
            self.begun = true;
            let outcomes = Outcomes::of_json(&answer.body).unwrap_or_default();
            sent += outcomes.requests as usize + 1;
            count(&mut self.seconds, at, &outcomes);
            outcomes.counted().iter().for_each(|(name, count)| self.outcomes.add(name, *count));
        }
        let late = driver.next() < now;
        self.late = late;
        late.then(|| driver.next())
    }

    fn progress_json(&self) -> String {
        let number = |number: u64| Value::Number(number.to_string());
        let outcomes = self.outcomes.counted().iter().map(|(name, count)| (name.clone(), number(*count)));
        let seconds = self.seconds.iter().map(|second| {
            let members = [
                ("Second", second.second),
                ("Ok", second.ok),
                ("Throttled", second.throttled),
                ("Failed", second.failed),
            ];
            Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), number(value))).collect())
        });
        let members = [
            ("Running", Value::Bool(self.is_running())),
            ("Late", Value::Bool(self.late)),
            ("Requests", number(self.outcomes.requests)),
            ("Outcomes", Value::Object(outcomes.collect())),
            ("Seconds", Value::Array(seconds.collect())),
        ];
        let mut body = String::new();
        let object: Object = members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        write_object(&object, &mut body);
        body
    }
}

/// The body of `Dynalab.StartTraffic`.
fn start_of(body: &str) -> Result<(Workload, u64), WorkloadError> {
    let map = request_object(body)?;
    let members = Members::from_object(&map, String::new());
    members.only(&["Workload", "Items"])?;
    let workload = members.object("Workload")?.ok_or_else(|| members.missing("Workload"))?;
    Ok((Workload::of_object(workload)?, members.whole("Items")?.unwrap_or_default()))
}

fn count(seconds: &mut Vec<Second>, at: Timestamp, outcomes: &Outcomes) {
    let second = at.epoch_ms / 1_000;
    if seconds.last().is_none_or(|last| last.second < second) {
        seconds.push(Second { second, ..Second::default() });
        let excess = seconds.len().saturating_sub(SECONDS_TOLD);
        seconds.drain(..excess);
    }
    let Some(last) = seconds.last_mut() else { return };
    for (name, count) in outcomes.counted() {
        match name.as_str() {
            "ok" => last.ok += *count,
            "ProvisionedThroughputExceededException" | "ThrottlingException" | "RequestLimitExceeded" => {
                last.throttled += *count;
            }
            _ => last.failed += *count,
        }
    }
}

impl<S: Store> Host<S> {
    /// Sends the requests of the traffic that are due, before other requests of the same time. A follower and a tab that views the past
    /// send nothing. Returns true if anything was sent.
    pub(super) fn send_traffic(&mut self, wall: Timestamp) -> bool {
        if !self.traffic.is_running()
            || self.role() == Role::Follower
            || self.saved.history().is_looking_back()
        {
            return false;
        }
        if wall < self.traffic.sent_at.plus_ms(BETWEEN_BURSTS_MS) && wall >= self.traffic.sent_at {
            return false;
        }
        self.traffic.sent_at = wall;
        let before = self.traffic.outcomes.requests;
        let now = self.saved.time(wall);
        if let Some(came_to) = self.traffic.send(&mut self.saved, now) {
            self.saved.hold_clock(wall, came_to);
        }
        self.saved.follow_clock(wall);
        self.traffic.outcomes.requests > before
    }

    /// Returns `None` for a message that is not about traffic.
    pub(super) fn about_traffic(&mut self, message: &ToWorker, wall: Timestamp) -> Option<Reply> {
        let (ToWorker::Execute { id, space: Space::Saved, operation, body, .. }
        | ToWorker::DryRun { id, space: Space::Saved, operation, body }) = message
        else {
            return None;
        };
        let looks = operation == DESCRIBE_TRAFFIC;
        if !looks && self.role() == Role::Follower && operation.ends_with("Traffic") {
            let message = ToPage::Refused { id: *id, refusal: Refusal::NotWriter };
            return Some(Reply { message, waits_for_commit: false });
        }
        let (status, body) = match operation.as_str() {
            DESCRIBE_TRAFFIC => (200, self.traffic.progress_json()),
            STOP_TRAFFIC => {
                self.traffic.stop();
                (200, self.traffic.progress_json())
            }
            START_TRAFFIC => match self.start_traffic(body, wall) {
                Ok(()) => (200, self.traffic.progress_json()),
                Err(error) => (BAD_REQUEST, service_error(&error.to_string())),
            },
            _ => return None,
        };
        let message = ToPage::Answer { id: *id, status, body, trace: Vec::new(), revision: 0, entry: None };
        Some(Reply { message, waits_for_commit: !looks && self.saved.has_uncommitted() })
    }

    fn start_traffic(&mut self, body: &str, wall: Timestamp) -> Result<(), WorkloadError> {
        let (workload, items) = start_of(body)?;
        self.saved.look_at_head();
        let at = self.saved.time(wall);
        self.traffic.start(&mut self.saved, workload, items, at)?;
        self.saved.follow_clock(wall);
        Ok(())
    }
}
