//! The state machine: same seed and same commands give the same answers, changes and traces, on every platform.

use std::marker::PhantomData;

use dynalab_types::{SmallMap, Timestamp};

use crate::agenda::{Agenda, Due, Work};
use crate::change::{self, Change, Counters, WriteSet};
use crate::charges::Charges;
use crate::config::EngineConfig;
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, FaultError};
use crate::holds::Holds;
use crate::hooks::Service;
use crate::ids::IdSource;
use crate::lifecycle;
use crate::meters::Meters;
use crate::operation::Step;
use crate::operations::{Planned, Request, Response};
use crate::plan::Plan;
use crate::service::settled::SettledRecords;
use crate::service::task_context::TaskContext;
use crate::ticket::Ticket;
use crate::trace::{Event, EventKind, Trace, TraceLevel, Tracer};

/// A request and the moment it arrives.
#[derive(Clone, Debug)]
pub struct Command<S: Service> {
    pub at: Timestamp,
    pub request: Request<S>,
}

/// What came of a request.
#[derive(Debug)]
pub struct Execution<S: Service> {
    pub outcome: Result<Response<S>, DynamoError>,
    pub trace: Trace,
    pub charges: Charges,
    /// Everything that changed, in order, meters and counters too. Hand it to [`Engine::reverse`] to step back.
    pub changes: Vec<Change>,
}

impl<S: Service> Execution<S> {
    /// HTTP status and body.
    pub fn answer(&self) -> (u16, String) {
        match &self.outcome {
            Ok(response) => (200, response.to_json()),
            Err(error) => (error.http_status(), error.to_json()),
        }
    }
}

/// Where a stepped request stands.
#[derive(Debug)]
pub enum Progress<S: Service> {
    /// One step is committed; these are its changes.
    Running {
        changes: Vec<Change>,
    },
    Finished(Box<Execution<S>>),
    /// The ticket is unknown: it was never given, or its request has finished.
    Unknown,
}

#[derive(Clone)]
struct InFlight<S: Service> {
    request: Request<S>,
    tracer: Tracer,
    charges: Charges,
    /// None before the first step.
    planned: Option<Planned<S>>,
    admission: Admission,
}

/// Whether what stands before the operation has let it pass.
#[derive(Clone)]
enum Admission {
    Asked,
    Passed,
    /// It is done, and then refused all the same.
    Doomed(FaultError),
}

#[derive(Clone)]
pub struct Engine<S: Service> {
    /// As it was opened, and as the dials make it.
    opened: EngineConfig,
    config: EngineConfig,
    pub(crate) database: Database,
    pub(crate) meters: Meters,
    pub(crate) agenda: Agenda,
    pub(crate) counters: Counters,
    /// The counters as the last group of changes left them.
    pub(crate) told: Counters,
    in_flight: SmallMap<Ticket, InFlight<S>>,
    holds: Holds,
    tickets: u64,
    settled: SettledRecords,
}

impl<S: Service> Engine<S> {
    pub fn new(seed: u64, config: EngineConfig) -> Engine<S> {
        Engine {
            opened: config.clone(),
            config,
            database: Database::default(),
            meters: Meters::default(),
            agenda: Agenda::default(),
            counters: Counters { ids: seed, ..Counters::default() },
            told: Counters { ids: seed, ..Counters::default() },
            in_flight: SmallMap::new(),
            holds: Holds::default(),
            tickets: 0,
            settled: SettledRecords::default(),
        }
    }

    pub fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// For reading: view models, tests. Nothing outside the engine can write.
    pub fn database(&self) -> &Database {
        &self.database
    }

    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// Counts executions that changed something.
    pub fn revision(&self) -> u64 {
        self.counters.revision
    }

    /// The latest moment the engine has seen.
    pub fn now(&self) -> Timestamp {
        self.counters.now
    }

    /// When the next thing happens by itself.
    pub fn next_due_at(&self) -> Option<Timestamp> {
        self.agenda.next_due_at()
    }

    /// Whether this engine would serve something of the database wrongly.
    pub fn needs_complete_engine(&self) -> bool {
        S::leaves_database(&self.database)
    }

    /// The same planner that a run uses, without effects.
    pub fn explain(&self, request: &Request<S>) -> Result<Plan, DynamoError> {
        request.explain(&self.database)
    }

    /// Runs a request to its end: the only door for those who do not step.
    pub fn execute(&mut self, command: Command<S>, level: TraceLevel) -> Execution<S> {
        let ticket = self.begin(command, level);
        let mut changes = Vec::new();
        let mut execution = loop {
            match self.step(ticket) {
                Progress::Running { changes: step } => changes.extend(step),
                Progress::Finished(execution) => break *execution,
                // Not reachable: the ticket is ours and unfinished.
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

    /// Takes a request in; nothing of it happens before its first step. A moment before one already seen counts as now.
    pub fn begin(&mut self, command: Command<S>, level: TraceLevel) -> Ticket {
        self.counters.now = self.counters.now.max(command.at);
        if let Request::Service(request) = &command.request {
            self.counters.now = self.counters.now.plus_ms(S::moves_clock_ms(request));
        }
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        let mut tracer = Tracer::new(self.counters.now, level);
        tracer.emit(|| EventKind::Received { operation: command.request.name() });
        let in_flight = InFlight {
            request: command.request,
            tracer,
            charges: Charges::default(),
            planned: None,
            admission: Admission::Asked,
        };
        self.in_flight.insert(ticket, in_flight);
        ticket
    }

    /// Executes the next step of a request and whatever fell due before it.
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
            holds: &mut self.holds,
            ticket,
            meters: &self.meters,
            settled: &mut self.settled,
            service: PhantomData,
        };
        let result = in_flight.admission.step(request, &mut in_flight.planned, &mut context);
        self.counters.ids = ids.state;
        changes.extend(self.settle_records(self.counters.now));
        let outcome = match result {
            Ok(Step::More(writes)) => {
                changes.extend(self.commit(writes, &mut in_flight.tracer));
                S::note_writes(&mut self.holds, ticket, &changes);
                self.close(&mut changes);
                self.in_flight.insert(ticket, in_flight);
                return Progress::Running { changes };
            }
            Ok(Step::Done(response, writes)) => {
                changes.extend(self.commit(writes, &mut in_flight.tracer));
                S::note_writes(&mut self.holds, ticket, &changes);
                in_flight.answer(response)
            }
            Err(error) => Err(error),
        };
        if let Err(error) = &outcome {
            let message = || error.message().unwrap_or_default();
            in_flight.tracer.emit(|| EventKind::Rejected { error: error.name(), message: message() });
        }
        self.holds.release(ticket);
        S::end_transaction(&mut self.holds, ticket);
        // A refused request still costs.
        self.meters.settle(&in_flight.charges);
        changes.extend(self.run_due(self.counters.now, &mut in_flight.tracer));
        self.close(&mut changes);
        let InFlight { mut tracer, charges, .. } = in_flight;
        if let (Ok(response), TraceLevel::Full) = (&outcome, tracer.level()) {
            tracer.emit(|| EventKind::Responded { size_bytes: response.to_json().len() as u64 });
        }
        Progress::Finished(Box::new(Execution { outcome, trace: tracer.finish(), charges, changes }))
    }

    /// What a request that is being stepped has done so far.
    pub fn trace_so_far(&self, ticket: Ticket) -> &[Event] {
        self.in_flight.get(&ticket).map_or(&[], |in_flight| in_flight.tracer.so_far())
    }

    /// Gives back the memory of what streams and recovery remember and can tell nobody any more, seen from that moment. For
    /// those who never step back behind it: what is forgotten is not brought back by [`Engine::reverse`].
    pub fn forget_expired_records(&mut self, now: Timestamp) {
        self.database.forget_expired_records(now);
    }

    /// Moves the clock and runs what fell due. Returns what changed.
    pub fn advance_to(&mut self, now: Timestamp) -> Vec<Change> {
        self.counters.now = self.counters.now.max(now);
        let mut changes = self.run_due(self.counters.now, &mut self.nobody_looks());
        self.close(&mut changes);
        changes
    }

    fn nobody_looks(&self) -> Tracer {
        Tracer::new(self.counters.now, TraceLevel::Off)
    }

    /// Takes back a group of changes, the last that was applied, and returns the group that does so: reversed in its
    /// turn, it brings everything forward again.
    pub fn reverse(&mut self, changes: Vec<Change>) -> Vec<Change> {
        let mut changes = change::inverse_of(changes);
        self.apply(&mut changes);
        changes
    }

    /// Applies changes that were made before, or their inverse, in order, and fills in what they replaced. Requests that
    /// are being stepped are forgotten, with all they hold.
    pub fn apply(&mut self, changes: &mut [Change]) {
        self.in_flight = SmallMap::new();
        self.holds = Holds::default();
        for change in changes {
            match change {
                Change::Schedule { due, work } => self.agenda.insert(*due, work.clone()),
                Change::Unschedule { due, work } => {
                    if let Some(found) = self.agenda.remove(*due) {
                        *work = found;
                    }
                }
                Change::Meter { key, before, after } => {
                    *before = self.meters.total(&key.0, key.1);
                    self.meters.set(key.clone(), *after);
                }
                Change::Counters { before, after } => {
                    *before = self.told;
                    (self.counters, self.told) = (*after, *after);
                }
                change => self.database.apply::<S>(change),
            }
        }
    }

    /// What came from outside is written as a request's writes are.
    pub(crate) fn write_from_outside(&mut self, now: Timestamp, writes: WriteSet) -> Vec<Change> {
        self.counters.now = self.counters.now.max(now);
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

    /// What comes later is counted from then.
    fn commit_at(&mut self, at: Timestamp, writes: WriteSet, tracer: &mut Tracer) -> Vec<Change> {
        let changes = self.write(at, writes);
        S::follow_commit(self, at, changes, tracer)
    }

    pub(crate) fn write(&mut self, at: Timestamp, writes: WriteSet) -> Vec<Change> {
        let mut changes = writes.changes;
        for change in &mut changes {
            self.database.apply::<S>(change);
        }
        for (delay_ms, work) in writes.later {
            self.counters.arrivals += 1;
            let due = Due { at: at.plus_ms(delay_ms), arrival: self.counters.arrivals };
            self.agenda.insert(due, work.clone());
            changes.push(Change::Schedule { due, work });
        }
        changes
    }

    fn run_due(&mut self, now: Timestamp, tracer: &mut Tracer) -> Vec<Change> {
        let mut changes = Vec::new();
        S::configure(&mut self.config, &self.opened, &self.database);
        while let Some((due, work)) = self.agenda.first_due(now) {
            let writes = match work {
                Work::Task(task) => {
                    let context = TaskContext {
                        due,
                        database: &self.database,
                        config: &self.config,
                        settled: &mut self.settled,
                        holds: &self.holds,
                        trace: tracer,
                    };
                    S::perform(task, context)
                }
                work => lifecycle::perform::<S>(due, work, &self.database, self.counters.arrivals),
            };
            if let Some(work) = self.agenda.remove(due) {
                changes.push(Change::Unschedule { due, work });
            }
            changes.extend(self.settle_records(due.at));
            changes.extend(self.commit_at(due.at, writes, tracer));
        }
        changes
    }

    /// Whatever came of the request or the task.
    fn settle_records(&mut self, at: Timestamp) -> Vec<Change> {
        let mut changes = S::settle(&mut self.settled, &self.database);
        if changes.is_empty() {
            return changes;
        }
        for change in &mut changes {
            self.database.apply::<S>(change);
        }
        let follows = S::follow_settled(at, &changes, &self.database);
        changes.extend(self.write(at, follows));
        changes
    }

    /// Ends a group of changes: counts the revision, and brings meters and counters into it.
    fn close(&mut self, changes: &mut Vec<Change>) {
        if !changes.is_empty() {
            self.counters.revision += 1;
        }
        changes.extend(self.meters.take_moved());
        if self.counters != self.told {
            changes.push(Change::Counters { before: self.told, after: self.counters });
            self.told = self.counters;
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
