//! An engine with its history. The changes since the last commit can be taken as one chunk for a store, or undone.
//!
//! No I/O happens here. The host writes the chunk, and then calls `commit` or `roll_back`.

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
pub(crate) use snapshots::WorkspaceChunks;
pub use time::ClockFace;
pub(crate) use time::TIME_PASSES;
pub use travel::TravelError;

use std::borrow::Cow;

use dynalab_capacity::HalfUnits;
use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::{Change, any_changes_data};
use dynalab_engine::database::charges::Charges;
use dynalab_engine::engine::{Command, Engine, Execution};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_engine::trace::Trace;
use dynalab_engine::{DynamoError, EngineConfig, TraceLevel};
use dynalab_service::Complete;
use dynalab_service::transfer::{AppliedPart, Delivery, ExternalJob, Transfers};
use dynalab_traffic::workload::driver::{DESCRIBE_TRAFFIC, RUN_WORKLOAD, START_TRAFFIC, STOP_TRAFFIC};
use dynalab_types::Timestamp;
use pending::Pending;
use service::WorkspaceService;

use crate::history::{History, HistoryEntry, StateDelta, Window, journal};

pub struct Workspace<S: WorkspaceService> {
    engine: Engine<S>,
    history: History,
    /// The records since the last commit, oldest first.
    pending: Pending,
    together: UndoGroup,
    clock: S::Clock,
    /// The time to which the last request still has to move the clock, if it executed only a part of a jump.
    left: Option<Timestamp>,
    /// Due work remains, and the real clock does not wait.
    is_behind: bool,
}

/// Whether the requests belong to one step of the history.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UndoGroup {
    Inactive,
    Empty,
    Open,
}

/// The number of pending records at some point, to roll back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// The response to one request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    pub trace: Trace,
    pub charges: Charges,
    /// True if it changed or read data that is not stored yet. Then it is sent after the commit.
    pub waits_for_commit: bool,
}

/// The result of a request, before it is added to the history.
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

    /// The engine at the entry that is shown. It is the head, unless the past is viewed.
    pub fn engine(&self) -> &Engine<S> {
        &self.engine
    }

    /// Returns true if the limits of throughput are on at the entry that is shown.
    pub fn is_limited(&self) -> bool {
        self.engine.database().dials().is_some_and(|dials| dials.capacity_limits > 0)
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Executes a request and adds it to the history. While viewing the past, a write begins a branch; a read is reverted.
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

    /// Executes a request at the head. `continues`: it belongs to the newest step. Otherwise it begins a step.
    pub fn continue_with(&mut self, at: Timestamp, operation: &str, body: &str, continues: bool) -> Answer {
        let began = at.max(self.engine.now());
        let mut ran = self.run(at, operation, body, TraceLevel::Off);
        let part = self.body_of_part(operation, began);
        let body = part.as_deref().unwrap_or(body);
        let changes = std::mem::take(&mut ran.changes);
        self.remember(at, (operation, body), (ran.status, consumed(&ran.charges)), changes, continues);
        self.answer(ran)
    }

    /// Adds an execution at the head to the history and to the records since the last commit.
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
        let mut history_entry = HistoryEntry {
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
            state_delta: StateDelta::Changes(Vec::new()),
            size_bytes: 0,
        };
        let bytes = change_log::encode(&changes);
        let entry = journal::write_history_entry(self.history.next_id(), &history_entry, &bytes);
        self.pending.add(Pending::history_entry(entry, changes_data, self.history.branch_state()));
        history_entry.state_delta = journal::delta_back(changes);
        history_entry.size_bytes = history_entry.state_delta.size_bytes(body);
        self.history.add(history_entry);
    }

    /// Executes a request at the entry that is shown, and reverts it. Views of the past and reading tabs use it.
    pub fn peek(&mut self, at: Timestamp, operation: &str, body: &str, level: TraceLevel) -> Answer {
        let at = if self.history.is_looking_back() { self.engine.now() } else { at };
        let mut ran = self.run(at, operation, body, level);
        self.engine.reverse(std::mem::take(&mut ran.changes));
        self.answer(ran)
    }

    /// Returns the InternalServerError response. Nothing is written.
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

    /// Returns true if there are records that must be stored before their responses are sent.
    pub fn has_uncommitted(&self) -> bool {
        self.pending.must_be_kept()
    }

    /// Returns everything since the last commit as one chunk. `None` if nothing must be stored.
    pub fn uncommitted_chunk(&self) -> Option<Vec<u8>> {
        self.has_uncommitted().then(|| journal::log_chunk(self.pending.entries()))
    }

    /// Returns the records that wait for the next commit as one chunk, even if none must be stored. `None` if there are none.
    pub fn waiting_chunk(&self) -> Option<Vec<u8>> {
        (self.pending.len() > 0).then(|| journal::log_chunk(self.pending.entries()))
    }

    /// The chunk is stored.
    pub fn commit(&mut self) {
        self.pending = Pending::default();
        self.history.trim::<S>();
    }

    /// The chunk is not stored: undoes everything since the last commit, except reads whose responses were sent.
    pub fn roll_back(&mut self) {
        self.roll_back_to(Mark(self.pending.acknowledged_count()));
    }

    /// Frees stream and recovery records older than the oldest history entry. While the past is viewed, nothing is freed.
    pub fn forget_expired_records(&mut self) {
        if !self.history.is_looking_back() {
            let oldest = self
                .history
                .entries()
                .next()
                .map_or(self.engine.now(), |(_, history_entry)| history_entry.at);
            self.engine.forget_expired_records(oldest);
        }
    }

    /// Returns a place between two requests, to [roll back to](Workspace::roll_back_to) before the next commit.
    pub fn mark(&self) -> Mark {
        Mark(self.pending.len())
    }

    /// Like [`together`](Workspace::together), for one part of a step. `has_begun` is true if a part came before. It is set if this part
    /// executed anything.
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

    /// Groups the requests of `work` into one undo step.
    pub fn together<Done>(&mut self, work: impl FnOnce(&mut Workspace<S>) -> Done) -> Done {
        self.together = UndoGroup::Empty;
        let done = work(self);
        self.together = UndoGroup::Inactive;
        done
    }
}

impl Workspace<Complete> {
    /// Applies the result of an external job, or a part of it, and records it in the history as its Describe request. The entry belongs to
    /// the step before it, because a job that is undone alone would run again at once. Returns what is left to apply.
    pub fn complete_part(
        &mut self,
        at: Timestamp,
        job: &ExternalJob,
        delivery: Delivery,
    ) -> Option<Delivery> {
        let AppliedPart { changes, left } = self.engine.complete_part(at, job, delivery);
        if !changes.is_empty() {
            let (operation, body) = job.question();
            self.remember(at, (operation, &body), (200, HalfUnits::ZERO), changes, true);
        }
        left
    }
}

/// Returns the body of a ValidationException, as DynamoDB writes it.
pub(crate) fn service_error(why: &str) -> String {
    let mut body = String::from("{\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":");
    dynalab_types::wire::write_json_string(why, &mut body);
    body.push('}');
    body
}

/// Returns the units that a request consumed of all tables and indexes.
fn consumed(charges: &Charges) -> HalfUnits {
    charges.iter().fold(HalfUnits::ZERO, |sum, charge| sum + charge.units)
}

/// Returns the execution of a request that cannot be decoded.
fn not_understood<S: Service>(error: DynamoError) -> Execution<S> {
    Execution { outcome: Err(error), trace: Trace::new(), charges: Charges::default(), changes: Vec::new() }
}

/// Returns true if an operation changes nothing but the meters.
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

/// Returns the known name of an operation without an allocation.
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
