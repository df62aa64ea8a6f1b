//! The state machine of the engine. The same seed and commands give the same responses, changes and traces on every platform.

mod command;
pub mod effort;
pub(crate) mod invariants;
pub(crate) mod rehearsal;
pub mod ticket;

use dynalab_types::{SmallMap, Timestamp};

use crate::database::Database;
use crate::database::change::{self, Change, Counters, WriteSet};
use crate::database::charges::Charges;
use crate::database::locks::LockTable;
use crate::database::meters::Meters;
use crate::database::scheduler::{DueTime, Scheduler, Work};
use crate::database::unconditional_records::UnconditionalRecords;
use crate::engine::effort::Effort;
use crate::engine::ticket::Ticket;
use crate::error::{DynamoError, FaultError};
use crate::execution::context::Context;
use crate::execution::lifecycle;
use crate::execution::plan::Plan;
use crate::execution::task_context::TaskContext;
use crate::hooks::Service;
use crate::operations::{Planned, Request, Response};
use crate::request::operation::Step;
use crate::seed::ids::IdSource;
use crate::settings::config::EngineConfig;
use crate::trace::{Event, EventKind, Trace, TraceLevel, Tracer};

pub use command::{Command, Execution, Progress};

#[derive(Clone)]
struct InFlight<S: Service> {
    request: Request<S>,
    tracer: Tracer,
    charges: Charges,
    /// `None` before the first step.
    planned: Option<Planned<S>>,
    admission: Admission,
}

/// Whether the checks before the operation have passed: access policies and faults.
#[derive(Clone)]
enum Admission {
    Asked,
    Passed,
    /// The operation is executed, then its response is replaced by this error.
    Doomed(FaultError),
}

/// Tables and data with everything that follows from them: meters, scheduled work, locks, and the state of the service.
#[derive(Clone)]
pub struct Engine<S: Service> {
    /// The initial configuration. `config` is the same with the settings of the database applied.
    pub(crate) opened: EngineConfig,
    pub(crate) config: EngineConfig,
    pub(crate) database: Database,
    pub(crate) meters: Meters,
    pub(crate) scheduler: Scheduler,
    pub(crate) counters: Counters,
    /// The counters after the last group of changes.
    pub(crate) recorded_counters: Counters,
    /// In boxes, because a request is large and moves in and out at each step.
    in_flight: SmallMap<Ticket, Box<InFlight<S>>>,
    locks: LockTable,
    tickets: u64,
    unconditional_records: UnconditionalRecords,
    pub(crate) service: S,
    /// The most tasks that one request executes of the work that is due, and the most bytes that they write.
    pub(crate) tasks_max: u64,
    pub(crate) task_bytes_max: u64,
    /// The tasks that were executed, and the bytes that were written, since the engine was opened.
    pub(crate) effort: Effort,
    /// The time to which the last request would have moved the clock, if it had more work than that.
    pub(crate) behind: Option<Timestamp>,
}

impl<S: Service> Engine<S> {
    /// Returns an engine without tables. Ids and random numbers follow from the seed.
    pub fn new(seed: u64, config: EngineConfig) -> Engine<S> {
        Engine {
            opened: config.clone(),
            config,
            database: Database::default(),
            meters: Meters::default(),
            scheduler: Scheduler::default(),
            counters: Counters { ids: seed, ..Counters::default() },
            recorded_counters: Counters { ids: seed, ..Counters::default() },
            in_flight: SmallMap::new(),
            locks: LockTable::default(),
            tickets: 0,
            unconditional_records: UnconditionalRecords::default(),
            service: S::default(),
            tasks_max: u64::MAX,
            task_bytes_max: u64::MAX,
            effort: Effort::default(),
            behind: None,
        }
    }

    #[inline]
    /// Returns the configuration, with the settings of the database applied.
    pub fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Returns the database for reading, for example for view models and tests.
    #[inline]
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Returns what the service keeps.
    #[inline]
    pub fn service(&self) -> &S {
        &self.service
    }

    /// Returns the capacity that was consumed since the creation of the data.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// Returns the number of executions that changed something.
    pub fn revision(&self) -> u64 {
        self.counters.revision
    }

    /// Returns the latest time that the engine has used.
    pub fn now(&self) -> Timestamp {
        self.counters.now
    }

    /// Returns the time of the next scheduled work.
    pub fn next_due_at(&self) -> Option<Timestamp> {
        self.scheduler.next_due_at()
    }

    /// Returns true if this engine would serve a part of the database incorrectly.
    pub fn needs_complete_engine(&self) -> bool {
        S::is_database_unsupported(&self.database)
    }

    /// Returns the access plan of a request. It uses the planner of an execution, without effects.
    ///
    /// # Errors
    /// The request is invalid, or its table or index does not exist.
    pub fn explain(&self, request: &Request<S>) -> Result<Plan, DynamoError> {
        request.clone().check_tables(&self.config)?;
        request.explain(&self.database)
    }

    /// Executes a request to its end.
    pub fn execute(&mut self, command: Command<S>, level: TraceLevel) -> Execution<S> {
        let ticket = self.begin(command, level);
        let mut changes = Vec::new();
        let mut execution = loop {
            match self.step(ticket) {
                Progress::Running { changes: step } => changes.extend(step),
                Progress::Finished(execution) => break *execution,
                // Not reachable: this function issued the ticket, and the request is not finished.
                Progress::Unknown => {
                    break Execution {
                        outcome: Err(DynamoError::UnknownOperation),
                        trace: Trace::new(),
                        charges: Charges::default(),
                        changes: Vec::new(),
                    };
                }
            }
        };
        if !changes.is_empty() {
            changes.append(&mut execution.changes);
            execution.changes = changes;
        }
        execution
    }

    /// Accepts a request. It has no effect before its first step. A time in the past counts as now.
    pub fn begin(&mut self, command: Command<S>, level: TraceLevel) -> Ticket {
        self.behind = None;
        self.move_clock(command.at);
        if let Request::Service(request) = &command.request {
            self.move_clock(self.counters.now.plus_ms(S::clock_advance_ms(request)));
        }
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        let mut tracer = Tracer::new(self.counters.now, level);
        tracer.emit(|| EventKind::Received { operation: command.request.name() });
        let in_flight = Box::new(InFlight {
            request: command.request,
            tracer,
            charges: Charges::default(),
            planned: None,
            admission: Admission::Asked,
        });
        self.in_flight.insert(ticket, in_flight);
        ticket
    }

    /// Executes the next step of a request, after all work that is due.
    pub fn step(&mut self, ticket: Ticket) -> Progress<S> {
        let Some((_, mut in_flight)) = self.in_flight.remove(&ticket) else { return Progress::Unknown };
        let mut changes = self.run_due(self.counters.now, &mut in_flight.tracer);
        let mut ids = IdSource { state: self.counters.ids };
        let request = &mut in_flight.request;
        let mut context = Context {
            now: self.counters.now,
            database: &self.database,
            config: &self.config,
            charges: &mut in_flight.charges,
            ids: &mut ids,
            trace: &mut in_flight.tracer,
            locks: &mut self.locks,
            ticket,
            meters: &self.meters,
            unconditional_records: &mut self.unconditional_records,
            service: &self.service,
        };
        let result = in_flight.admission.step(request, &mut in_flight.planned, &mut context);
        self.counters.ids = ids.state;
        changes.extend(self.settle_records(self.counters.now));
        let outcome = match result {
            Ok(Step::More(writes)) => {
                changes.extend(self.commit(writes, &mut in_flight.tracer));
                S::note_writes(&mut self.locks, ticket, &changes);
                self.close(&mut changes);
                self.in_flight.insert(ticket, in_flight);
                return Progress::Running { changes };
            }
            Ok(Step::Done(response, writes)) => {
                changes.extend(self.commit(writes, &mut in_flight.tracer));
                S::note_writes(&mut self.locks, ticket, &changes);
                in_flight.answer(response)
            }
            Err(error) => Err(error),
        };
        if let Err(error) = &outcome {
            let message = || error.message().unwrap_or_default();
            in_flight.tracer.emit(|| EventKind::Rejected { error: error.name(), message: message() });
            if let Some(until) = error.ends_at() {
                in_flight.tracer.emit(|| EventKind::RejectedUntil { until });
            }
        }
        self.locks.release(ticket);
        S::end_transaction(&mut self.locks, ticket);
        // A rejected request can consume capacity too.
        self.meters.settle(&in_flight.charges);
        changes.extend(self.run_due(self.counters.now, &mut in_flight.tracer));
        self.close(&mut changes);
        let InFlight { mut tracer, charges, .. } = *in_flight;
        if let (Ok(response), TraceLevel::Full) = (&outcome, tracer.level()) {
            tracer.emit(|| EventKind::Responded { size_bytes: response.to_json().len() as u64 });
        }
        Progress::Finished(Box::new(Execution { outcome, trace: tracer.finish(), charges, changes }))
    }

    /// Returns the trace of an unfinished request so far.
    pub fn trace_so_far(&self, ticket: Ticket) -> &[Event] {
        self.in_flight.get(&ticket).map_or(&[], |in_flight| in_flight.tracer.so_far())
    }

    /// Frees the stream and recovery records that are past their retention at `now`. [`Engine::reverse`] does not restore them.
    /// Call it only if no earlier state will be restored.
    pub fn forget_expired_records(&mut self, now: Timestamp) {
        self.database.forget_expired_records(now);
    }

    /// Moves the clock to a later time, but not beyond the latest.
    fn move_clock(&mut self, to: Timestamp) {
        self.counters.now = self.counters.now.max(to.min(Timestamp::LATEST));
    }

    /// Moves the clock forward and executes the work that is due. Returns the changes.
    pub fn advance_to(&mut self, now: Timestamp) -> Vec<Change> {
        self.move_clock(now);
        let mut changes = self.run_due(self.counters.now, &mut self.nobody_looks());
        self.close(&mut changes);
        changes
    }

    fn nobody_looks(&self) -> Tracer {
        Tracer::new(self.counters.now, TraceLevel::Off)
    }

    /// Undoes the group of changes that was applied last. Returns the group that redoes it when it is passed to this function.
    pub fn reverse(&mut self, changes: Vec<Change>) -> Vec<Change> {
        let mut changes = change::inverse_of(changes);
        self.apply(&mut changes);
        changes
    }

    /// Applies earlier changes or their inverses in order, and fills in the replaced state. Unfinished requests are dropped
    /// with their locks.
    pub fn apply(&mut self, changes: &mut [Change]) {
        self.in_flight = SmallMap::new();
        self.locks = LockTable::default();
        for change in &mut *changes {
            match change {
                Change::Schedule { due, work } => self.scheduler.insert(*due, work.clone()),
                Change::Unschedule { due, work } => {
                    if let Some(found) = self.scheduler.remove(*due) {
                        *work = found;
                    }
                }
                Change::Meter { key, before, after } => {
                    *before = self.meters.total(&key.0, key.1);
                    self.meters.set(key.clone(), *after);
                }
                Change::Counters { before, after } => {
                    *before = self.recorded_counters;
                    (self.counters, self.recorded_counters) = (*after, *after);
                }
                change => self.apply_one(change),
            }
        }
        self.keep_account_of(changes);
    }

    /// Applies a change of tables, items or records.
    fn apply_one(&mut self, change: &mut Change) {
        if let Change::Record { key, after, .. } = change {
            self.service.keep_record(key, after.as_deref());
        }
        self.effort.written_bytes += change.written_bytes();
        self.database.apply::<S>(change);
    }

    /// Writes data from outside, for example of an import, like the writes of a request.
    pub fn write_from_outside(&mut self, now: Timestamp, writes: WriteSet) -> Vec<Change> {
        self.move_clock(now);
        let mut tracer = self.nobody_looks();
        let mut changes = self.run_due(self.counters.now, &mut tracer);
        changes.extend(self.commit(writes, &mut tracer));
        changes.extend(self.run_due(self.counters.now, &mut tracer));
        self.close(&mut changes);
        changes
    }

    fn commit(&mut self, writes: WriteSet, tracer: &mut Tracer) -> Vec<Change> {
        self.commit_at(self.counters.now, writes, tracer)
    }

    /// Commits writes at a time. The delays of scheduled work count from then.
    fn commit_at(&mut self, at: Timestamp, writes: WriteSet, tracer: &mut Tracer) -> Vec<Change> {
        let changes = self.write(at, writes);
        S::follow_commit(self, at, changes, tracer)
    }

    /// Applies writes at a time, without those that follow from them. For [`Service::follow_commit`].
    pub fn write(&mut self, at: Timestamp, writes: WriteSet) -> Vec<Change> {
        let mut changes = writes.changes;
        for change in &mut changes {
            self.apply_one(change);
        }
        for (delay_ms, work) in writes.later {
            self.counters.arrivals += 1;
            let due = DueTime { at: at.plus_ms(delay_ms), arrival: self.counters.arrivals };
            self.scheduler.insert(due, work.clone());
            changes.push(Change::Schedule { due, work });
        }
        changes
    }

    fn run_due(&mut self, now: Timestamp, tracer: &mut Tracer) -> Vec<Change> {
        let mut changes = Vec::new();
        self.service.configure(&mut self.config, &self.opened, &self.database);
        let (began, mut came_to) = (self.effort, self.recorded_counters.now);
        while let Some((due, work)) = self.scheduler.first_due(now) {
            let done = self.effort.since(began);
            let is_enough = done.tasks >= self.tasks_max || done.written_bytes >= self.task_bytes_max;
            if is_enough && due.at > came_to {
                (self.counters.now, self.behind) = (came_to, Some(now));
                break;
            }
            self.effort.tasks += 1;
            came_to = came_to.max(due.at);
            let writes = match work {
                Work::Task(task) => {
                    let context = TaskContext {
                        due,
                        database: &self.database,
                        config: &self.config,
                        unconditional_records: &mut self.unconditional_records,
                        locks: &self.locks,
                        service: &self.service,
                        trace: tracer,
                    };
                    S::perform(task, context)
                }
                work => {
                    let scheduler = (&self.scheduler, self.counters.arrivals);
                    lifecycle::perform::<S>(due, work, &self.database, scheduler)
                }
            };
            if let Some(work) = self.scheduler.remove(due) {
                changes.push(Change::Unschedule { due, work });
            }
            changes.extend(self.settle_records(due.at));
            changes.extend(self.commit_at(due.at, writes, tracer));
        }
        changes
    }

    /// Applies the settled records, even if the request or task failed.
    fn settle_records(&mut self, at: Timestamp) -> Vec<Change> {
        let mut changes = S::settle(&mut self.unconditional_records, &self.database);
        if changes.is_empty() {
            return changes;
        }
        for change in &mut changes {
            self.apply_one(change);
        }
        let follows = self.service.follow_settled(at, &changes, &self.database);
        changes.extend(self.write(at, follows));
        changes
    }

    /// Ends a group of changes: increments the revision and adds the changes of meters and counters.
    fn close(&mut self, changes: &mut Vec<Change>) {
        if !changes.is_empty() {
            self.counters.revision += 1;
        }
        changes.extend(self.meters.take_moved());
        if self.counters != self.recorded_counters {
            changes.push(Change::Counters { before: self.recorded_counters, after: self.counters });
            self.recorded_counters = self.counters;
        }
    }
}

impl<S: Service> InFlight<S> {
    fn answer(&mut self, response: Response<S>) -> Result<Response<S>, DynamoError> {
        match &self.admission {
            Admission::Doomed(error) => Err(error.clone().into()),
            _ => Ok(response),
        }
    }
}

impl Admission {
    fn step<S: Service>(
        &mut self,
        request: &mut Request<S>,
        planned: &mut Option<Planned<S>>,
        context: &mut Context<S>,
    ) -> Result<Step<Response<S>>, DynamoError> {
        if matches!(self, Admission::Asked) {
            request.check_tables(context.config)?;
            let late = S::admit(request, context);
            let late = late.inspect_err(|error| S::collect(request, Some(error), context))?;
            *self = late.map_or(Admission::Passed, Admission::Doomed);
        }
        let result = request.plan_and_step(planned, context);
        match (&result, &self) {
            (Ok(Step::More(_)), _) => {}
            (Ok(_), Admission::Doomed(error)) => S::collect(request, Some(&error.clone().into()), context),
            (Ok(_), _) => S::collect(request, None, context),
            (Err(error), _) => S::collect(request, Some(error), context),
        }
        result
    }
}

impl<S: Service> std::fmt::Debug for Engine<S> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Engine").field("revision", &self.counters.revision).finish_non_exhaustive()
    }
}
