//! An engine with its history, whose changes are kept elsewhere: what happened since the last commit can be taken as one
//! chunk, or undone as if it had never been.
//!
//! No I/O happens here. The host writes the chunk and then says whether it was kept.

mod advise;
mod bounded;
mod branch_requests;
mod burst;
mod command_log;
mod compare;
mod complete_service;
mod explore;
mod joined_changes;
mod pending;
mod put_items;
pub mod service;
mod snapshots;
mod step_clients;
mod time;
mod travel;
mod workspace_operations;

pub(crate) use bounded::JUMP;
pub use bounded::TASKS_AT_ONCE;
pub use time::ClockFace;
pub(crate) use time::TIME_PASSES;
pub use travel::TravelError;

use std::borrow::Cow;

use dynalab_capacity::HalfUnits;
use dynalab_engine::change::{Change, any_changes_data};
use dynalab_engine::charges::Charges;
use dynalab_engine::engine::{Command, Engine, Execution};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::regional_checks::RegionalChecks;
use dynalab_engine::trace::Trace;
use dynalab_engine::{DynamoError, EngineConfig, TraceLevel, change_log};
use dynalab_service::Complete;
use dynalab_service::transfer::{Delivery, ExternalJob, Transfers};
use dynalab_traffic::workload::driver::{DESCRIBE_TRAFFIC, RUN_WORKLOAD, START_TRAFFIC, STOP_TRAFFIC};
use dynalab_types::Timestamp;
use pending::Pending;
use service::WorkspaceService;

use crate::history::{History, HistoryEntry, StateDelta, Window, journal};

pub struct Workspace<S: WorkspaceService> {
    engine: Engine<S>,
    history: History,
    /// What is in memory and not kept yet, oldest first.
    pending: Pending,
    together: UndoGroup,
    clock: S::Clock,
    /// Where the last request of a part was to move the clock, if it did not come there.
    left: Option<Timestamp>,
    /// More is due than was done at once, and there is no clock of its own that could wait for it.
    is_behind: bool,
}

/// Whether requests are part of one thing that is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UndoGroup {
    Inactive,
    Empty,
    Open,
}

/// What was pending at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// The service's answer to one request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    pub trace: Trace,
    pub charges: Charges,
    /// Whether it changed something, or saw something, that is not kept yet: it may be told only after the commit.
    pub waits_for_commit: bool,
}

/// What came of a request, before anything is remembered of it.
pub struct RequestOutcome {
    status: u16,
    body: String,
    trace: Trace,
    charges: Charges,
    changes: Vec<Change>,
}

impl<S: WorkspaceService> Workspace<S> {
    pub fn new(seed: u64, config: EngineConfig, window: Window) -> Workspace<S> {
        Workspace {
            engine: Engine::new(seed, config),
            history: History::new(window),
            pending: Pending::default(),
            together: UndoGroup::Inactive,
            clock: S::Clock::default(),
            left: None,
            is_behind: false,
        }
    }

    /// At the moment that is looked at, which is the head unless somebody looks back.
    pub fn engine(&self) -> &Engine<S> {
        &self.engine
    }

    /// Whether the limits of throughput are on at the moment that is shown.
    pub fn is_limited(&self) -> bool {
        self.engine.database().dials().is_some_and(|dials| dials.capacity_limits > 0)
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Executes a request and adds it to the history. Who looks back and writes goes on from there, on a new branch; who
    /// looks back and reads sees what was there, and leaves no trace.
    pub fn execute(&mut self, at: Timestamp, operation: &str, body: &str, level: TraceLevel) -> Answer {
        if let Some(ran) = S::run_on_branch(self, at, operation, body) {
            return self.answer(ran);
        }
        if self.history.is_looking_back() {
            if is_read_only::<S>(operation) {
                return self.peek(at, operation, body, level);
            }
            if let Err(error) = self.continue_here() {
                return self.failed(error);
            }
        }
        let began = at.max(self.engine.now());
        let mut ran = self.run(at, operation, body, level);
        let part = self.body_of_part(operation, began);
        let body = part.as_deref().unwrap_or(body);
        let changes = std::mem::take(&mut ran.changes);
        let continues =
            self.together == UndoGroup::Open || S::is_continuation(&self.history, operation, body);
        self.remember(at, (operation, body), (ran.status, consumed(&ran.charges)), changes, continues);
        if self.together == UndoGroup::Empty {
            self.together = UndoGroup::Open;
        }
        self.answer(ran)
    }

    /// Executes a request at the head, as part of what was done before, or as something of its own.
    pub fn continue_with(&mut self, at: Timestamp, operation: &str, body: &str, continues: bool) -> Answer {
        let began = at.max(self.engine.now());
        let mut ran = self.run(at, operation, body, TraceLevel::Off);
        let part = self.body_of_part(operation, began);
        let body = part.as_deref().unwrap_or(body);
        let changes = std::mem::take(&mut ran.changes);
        self.remember(at, (operation, body), (ran.status, consumed(&ran.charges)), changes, continues);
        self.answer(ran)
    }

    /// Adds what was done at the head to the history, and to what is to be kept.
    fn remember(
        &mut self,
        at: Timestamp,
        (operation, body): (&str, &str),
        (status, consumed): (u16, HalfUnits),
        changes: Vec<Change>,
        continues: bool,
    ) {
        let changes_data = any_changes_data(&changes);
        let head = self.history.head();
        let mut moment = HistoryEntry {
            parent: head,
            number: self.history.number(head) + 1,
            at,
            operation: known_name::<S>(operation),
            body: body.into(),
            status,
            consumed,
            changes_data,
            continues,
            name: None,
            is_lost: false,
            crossing: StateDelta::Changes(Vec::new()),
            size_bytes: 0,
        };
        let bytes = change_log::encode(&changes);
        let entry = journal::write_moment_entry(self.history.next_id(), &moment, &bytes);
        self.pending.add(Pending::moment(entry, changes_data, self.history.branch_state()));
        moment.crossing = journal::crossing_back(changes);
        moment.size_bytes = moment.crossing.size_bytes(body);
        self.history.add(moment);
    }

    /// Executes a request at the moment that is looked at, and takes it back at once: what a look at the past and a tab
    /// that only follows may do.
    pub fn peek(&mut self, at: Timestamp, operation: &str, body: &str, level: TraceLevel) -> Answer {
        let at = if self.history.is_looking_back() { self.engine.now() } else { at };
        let mut ran = self.run(at, operation, body, level);
        self.engine.reverse(std::mem::take(&mut ran.changes));
        self.answer(ran)
    }

    /// The service's answer to what is nobody's fault but its own. Nothing is written where the person is not looking.
    fn failed(&self, error: TravelError) -> Answer {
        let body = format!(
            "{{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\",\"message\":\"{error}\"}}"
        );
        Answer {
            status: 500,
            body,
            trace: Trace::new(),
            charges: Charges::default(),
            waits_for_commit: self.has_uncommitted(),
        }
    }

    fn run(&mut self, at: Timestamp, operation: &str, body: &str, level: TraceLevel) -> RequestOutcome {
        if let Some(ran) = S::run_own(self, at, operation, body) {
            return ran;
        }
        let checks = RegionalChecks::of(&self.engine.config().region);
        let execution = match Request::parse_for(checks, operation, body) {
            Ok(request) => self.engine.execute(Command { at, request }, level),
            Err(error) => not_understood(error),
        };
        let (status, body) = execution.answer();
        let Execution { trace, charges, changes, .. } = execution;
        RequestOutcome { status, body, trace, charges, changes }
    }

    fn answer(&self, ran: RequestOutcome) -> Answer {
        Answer {
            status: ran.status,
            body: ran.body,
            trace: ran.trace,
            charges: ran.charges,
            waits_for_commit: self.has_uncommitted(),
        }
    }

    /// Whether there is anything that has to be kept before it is told.
    pub fn has_uncommitted(&self) -> bool {
        self.pending.must_be_kept()
    }

    /// Everything since the last commit as one chunk; none when there is nothing that has to be kept.
    pub fn uncommitted_chunk(&self) -> Option<Vec<u8>> {
        self.has_uncommitted().then(|| journal::log_chunk(self.pending.entries()))
    }

    /// What waits for the next commit as one chunk, though it need not be kept; none when there is nothing.
    pub fn waiting_chunk(&self) -> Option<Vec<u8>> {
        (self.pending.len() > 0).then(|| journal::log_chunk(self.pending.entries()))
    }

    /// The chunk is kept.
    pub fn commit(&mut self) {
        self.pending = Pending::default();
        self.history.trim::<S>();
    }

    /// The chunk is not kept: everything goes back to the last commit, or to the reads behind it that have been told.
    pub fn roll_back(&mut self) {
        self.roll_back_to(Mark(self.pending.acknowledged_count()));
    }

    /// Gives back the memory of what streams and recovery could tell at no moment that is remembered. Who looks back stands
    /// before the newest, and keeps all.
    pub fn forget_expired_records(&mut self) {
        if !self.history.is_looking_back() {
            let oldest = self.history.moments().next().map_or(self.engine.now(), |(_, moment)| moment.at);
            self.engine.forget_expired_records(oldest);
        }
    }

    /// A place between two requests to come back to before the next commit.
    pub fn mark(&self) -> Mark {
        Mark(self.pending.len())
    }

    /// As [`together`](Workspace::together), for a part of it. `has_begun` says whether a part was before, and is true afterwards if this
    /// one executed anything.
    pub(crate) fn step_of<Done>(
        &mut self,
        has_begun: &mut bool,
        work: impl FnOnce(&mut Workspace<S>) -> Done,
    ) -> Done {
        self.together = if *has_begun { UndoGroup::Open } else { UndoGroup::Empty };
        let done = work(self);
        *has_begun = self.together == UndoGroup::Open;
        self.together = UndoGroup::Inactive;
        done
    }

    /// What is executed in here is one thing that was done: it is undone and redone as one.
    pub fn together<Done>(&mut self, work: impl FnOnce(&mut Workspace<S>) -> Done) -> Done {
        self.together = UndoGroup::Empty;
        let done = work(self);
        self.together = UndoGroup::Inactive;
        done
    }
}

impl Workspace<Complete> {
    /// What came of an errand. It stands in the history as the question how far the transfer is, which reads only and yet
    /// has changed something, and belongs to what was done just before: undone alone, it would be done again at once.
    pub fn complete_job(&mut self, at: Timestamp, errand: &ExternalJob, delivery: Delivery) {
        let changes = self.engine.complete_job(at, errand, delivery);
        let (operation, body) = errand.question();
        self.remember(at, (operation, &body), (200, HalfUnits::ZERO), changes, true);
    }
}

/// The body of an answer to what makes no sense, as the service writes it.
pub(crate) fn service_error(why: &str) -> String {
    let mut body = String::from("{\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":");
    dynalab_types::wire::write_json_string(why, &mut body);
    body.push('}');
    body
}

/// Of all tables and indexes together.
fn consumed(charges: &Charges) -> HalfUnits {
    charges.iter().fold(HalfUnits::ZERO, |sum, charge| sum + charge.units)
}

/// The answer to what is not a request.
fn not_understood<S: Service>(error: DynamoError) -> Execution<S> {
    Execution { outcome: Err(error), trace: Trace::new(), charges: Charges::default(), changes: Vec::new() }
}

/// Whether an operation changes nothing but the meters.
pub fn is_read_only<S: WorkspaceService>(operation: &str) -> bool {
    !S::own_operation_writes(operation) && Request::<S>::is_read_only(operation)
}

/// The names of the operations beside the API: controls of the simulation, and what the workspace or its host answers.
pub const SIMULATION_OPERATIONS: &[&[&str]] = &[
    dynalab_service::Request::CONTROLS,
    &workspace_operations::NAMES,
    &[RUN_WORKLOAD, branch_requests::BRANCH, START_TRAFFIC, STOP_TRAFFIC, DESCRIBE_TRAFFIC],
    &crate::load_test::NAMES,
];

/// The names of operations are written once.
fn known_name<S: WorkspaceService>(operation: &str) -> Cow<'static, str> {
    match S::own_name(operation).or_else(|| Request::<S>::known_name(operation)) {
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(operation.to_owned()),
    }
}

impl<S: WorkspaceService> std::fmt::Debug for Workspace<S> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Workspace")
            .field("engine", &self.engine)
            .field("head", &self.history.head())
            .field("pending", &self.pending.len())
            .finish()
    }
}
