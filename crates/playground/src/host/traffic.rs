//! Traffic that runs by itself: a workload whose requests are sent as the clock goes on. It stands in the history as one thing that
//! is done, and lives only as long as the worker.

use dynalab_engine::TraceLevel;
use dynalab_storage::Store;
use dynalab_types::Timestamp;

use super::{Host, Reply};
use crate::protocol::traffic::{TrafficQuestion, TrafficSecond, TrafficView};
use crate::protocol::{Refusal, Role, ToPage};
use crate::workload::driver::{Driver, Outcomes, RUN_WORKLOAD};
use crate::workload::{Workload, WorkloadError};
use crate::workspace::Workspace;

/// Requests between two looks at the page's messages.
const REQUESTS_AT_ONCE: usize = 2_000;
/// A burst is counted in the second in which it ends, so it is shorter than that.
const BURST_MS: u64 = 500;
/// Of the wall's clock: every burst is a moment of the history, and nobody sees more of them.
const BETWEEN_BURSTS_MS: u64 = 150;
const SECONDS_TOLD: usize = 120;

#[derive(Default)]
pub(crate) struct Traffic {
    driver: Option<Driver>,
    /// Whether a burst has been sent: the later ones belong to the first.
    begun: bool,
    view: TrafficView,
    outcomes: Outcomes,
    /// On the wall's clock.
    sent_at: Timestamp,
}

impl Traffic {
    pub fn is_running(&self) -> bool {
        self.driver.is_some()
    }

    fn start(
        &mut self,
        workspace: &mut Workspace,
        workload: &str,
        items: u32,
        at: Timestamp,
    ) -> Result<(), WorkloadError> {
        let workload = Workload::parse(workload)?;
        let filling = workload.filling(u64::from(items))?;
        if workspace.clock_face(at).rate.is_none() {
            // Only a clock of its own can be held back.
            workspace.execute(at, "Dynalab.SetClock", r#"{"Rate":1}"#, TraceLevel::Off);
        }
        let driver = Driver::new(workload, at)?;
        workspace.together(|workspace| {
            for (operation, body) in &filling {
                workspace.execute(at, operation, body, TraceLevel::Off);
            }
        });
        *self = Traffic { driver: Some(driver), ..Traffic::default() };
        self.view.running = true;
        Ok(())
    }

    fn stop(&mut self) {
        self.driver = None;
        (self.view.running, self.view.late) = (false, false);
    }

    /// Sends what is due until `now`, as much of it as is done at once. Where that is not all, returns how far it came.
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
            count(&mut self.view, at, &outcomes);
            outcomes.counted().iter().for_each(|(name, count)| self.outcomes.add(name, *count));
        }
        let late = driver.next() < now;
        self.view.late = late;
        late.then(|| driver.next())
    }

    fn view(&self) -> TrafficView {
        let outcomes = self.outcomes.counted().to_vec();
        TrafficView { requests: self.outcomes.requests, outcomes, ..self.view.clone() }
    }
}

fn count(view: &mut TrafficView, at: Timestamp, outcomes: &Outcomes) {
    let second = at.epoch_ms / 1_000;
    if view.seconds.last().is_none_or(|last| last.second < second) {
        view.seconds.push(TrafficSecond { second, ..TrafficSecond::default() });
        let excess = view.seconds.len().saturating_sub(SECONDS_TOLD);
        view.seconds.drain(..excess);
    }
    let Some(last) = view.seconds.last_mut() else { return };
    for (name, count) in outcomes.counted() {
        let count = u32::try_from(*count).unwrap_or(u32::MAX);
        match name.as_str() {
            "ok" => last.ok += count,
            "ProvisionedThroughputExceededException" | "ThrottlingException" | "RequestLimitExceeded" => {
                last.throttled += count;
            }
            _ => last.failed += count,
        }
    }
}

impl<S: Store> Host<S> {
    /// Sends what is due of the traffic, before anything else happens at that moment. Who follows or looks back sends nothing.
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
        let now = self.saved.time(wall);
        if let Some(came_to) = self.traffic.send(&mut self.saved, now) {
            self.saved.hold_clock(wall, came_to);
        }
        self.saved.follow_clock(wall);
        true
    }

    pub(super) fn about_traffic(&mut self, id: u32, question: TrafficQuestion, wall: Timestamp) -> Reply {
        let refused = |refusal| Reply { message: ToPage::Refused { id, refusal }, waits_for_commit: false };
        match question {
            TrafficQuestion::Look => {}
            _ if self.role() == Role::Follower => return refused(Refusal::NotWriter),
            TrafficQuestion::Start { workload, items } => {
                self.saved.look_at_head();
                let at = self.saved.time(wall);
                if let Err(error) = self.traffic.start(&mut self.saved, &workload, items, at) {
                    return refused(Refusal::BadRequest { detail: error.to_string() });
                }
                self.saved.follow_clock(wall);
            }
            TrafficQuestion::Stop => self.traffic.stop(),
        }
        let message = ToPage::Traffic { id, traffic: self.traffic.view() };
        Reply { message, waits_for_commit: self.saved.has_uncommitted() }
    }
}
