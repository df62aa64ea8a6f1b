//! An engine that all connections of an account share. It is locked only while it works, and its requests get it in the order of arrival.

mod refused;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};

use dynalab_engine::database::change::Change;
use dynalab_engine::registry::{RecordKey, RecordKind, Registry};
use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_engine::settings::dials::Profile;
use dynalab_engine::{DynamoError, EngineConfig, TraceLevel};
use dynalab_service::clock::VirtualClock;
use dynalab_service::contract::snapshots::ForkDescription;
use dynalab_service::preparation::{Preparation, Preparations};
use dynalab_service::transfer::{Failure, Transfers};
use dynalab_service::{Command, Engine, Execution, Instance, Replaced, Request};
use dynalab_types::Timestamp;
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

use crate::handler::Answer;
use crate::s3_folder::{self, S3Folder};
use crate::threads::{AccountThreads, attempt};
use refused::RefusedRequests;

/// One engine, used by one request at a time. JSON is parsed and written without the lock.
pub struct SharedEngine {
    /// A lock of tokio: it goes to the requests in the order in which they asked, so between two parts of a jump the others have
    /// their turn, and a request waits for it without a thread. A panic under the lock leaves the engine consistent: operations
    /// only read, and the commit cannot fail.
    state: Mutex<State>,
    clock: fn() -> Timestamp,
    s3_folder: Option<S3Folder>,
    /// The request checks of the engine's Region, for parsing without the engine's lock.
    checks: StdMutex<RegionalChecks>,
    /// The records with which the engine was opened: the settings of a profile.
    opened: Registry,
    /// Whether a request executes the work that fell due. The others do not do it again.
    is_catching_up: AtomicBool,
    threads: AccountThreads,
    refused: RefusedRequests,
}

/// What is locked together.
pub struct State {
    instance: Instance,
    virtual_clock: VirtualClock,
    /// When the engine next releases memory of data that no client can read, in milliseconds since 1970.
    forgets_at: u64,
}

/// A request as far as it is executed. Other requests are executed between two parts.
#[derive(Debug)]
pub struct Part {
    /// The response, if the request ends here. The response to a jump has the time that the clock has reached.
    pub answer: Answer,
    /// The time to which the clock still jumps.
    pub left: Option<Timestamp>,
    /// The exports and imports that it began.
    pub transfers: Vec<Arc<str>>,
}

/// What was executed under the lock. It is written as JSON, and dropped with the data that it removed, without the lock.
pub struct Executed {
    execution: Execution,
    left: Option<Timestamp>,
    transfers: Vec<Arc<str>>,
    /// The changes of work that fell due before the request.
    _earlier: Vec<Change>,
    /// The data that a reset or a restore replaced.
    _replaced: Replaced,
}

/// A request before which more work fell due than is executed at once.
pub struct Behind {
    pub request: Request,
    pub caught_up: CaughtUp,
}

/// The work that fell due and was executed.
#[derive(Default)]
pub struct CaughtUp {
    /// Whether more is due than one part.
    pub is_behind: bool,
    pub transfers: Vec<Arc<str>>,
    /// Dropped without the lock, with the data that they removed.
    changes: Vec<Change>,
}

/// While this exists, its request executes the work that fell due.
pub struct CatchingUp<'a>(&'a SharedEngine);

/// Operations whose responses have no body, not even an empty object.
const ANSWERED_WITH_NOTHING: &[&str] = &["TagResource", "UntagResource"];
const FORGETS_EVERY_MS: u64 = 60_000;
/// The operation that jumps.
const JUMP: &str = "Dynalab.AdvanceClock";
/// Scheduled tasks for which the engine is locked at once. One can take milliseconds.
const TASKS_AT_ONCE: u64 = 250;
/// Scheduled tasks that are executed on a thread of the sockets.
const TASKS_HERE: u64 = 16;
/// Rows that are prepared between two looks at whether that is all.
const ROWS_AT_ONCE: usize = 10_000;
/// How often a preparation is brought up to date with the writes that arrived meanwhile, before it is used as it is.
const PREPARATIONS_MAX: usize = 4;

impl SharedEngine {
    pub fn new(seed: u64, config: EngineConfig, clock: fn() -> Timestamp) -> SharedEngine {
        SharedEngine {
            checks: StdMutex::new(RegionalChecks::of(&config.region)),
            state: Mutex::new(State {
                instance: Instance::new(Engine::new(seed, config)),
                virtual_clock: VirtualClock::default(),
                forgets_at: 0,
            }),
            clock,
            s3_folder: None,
            opened: Registry::default(),
            is_catching_up: AtomicBool::new(false),
            threads: AccountThreads::default(),
            refused: RefusedRequests::default(),
        }
    }

    /// Returns an engine with the same data, clock and settings, which others change without effect on this one, and its description.
    #[must_use]
    pub fn fork(&self, name: &str) -> (SharedEngine, ForkDescription) {
        let state = self.wait_for_state();
        let description = state.instance.describe_fork(name);
        let checks = *self.checks.lock().unwrap_or_else(PoisonError::into_inner);
        let forked = SharedEngine {
            state: Mutex::new(State {
                instance: state.instance.fork(),
                virtual_clock: state.virtual_clock.clone(),
                forgets_at: 0,
            }),
            checks: StdMutex::new(checks),
            clock: self.clock,
            s3_folder: self.s3_folder.clone(),
            opened: self.opened.clone(),
            is_catching_up: AtomicBool::new(false),
            threads: AccountThreads::default(),
            refused: RefusedRequests::default(),
        };
        (forked, description)
    }

    /// Sets the folder of exports and imports. Without it, they fail.
    pub fn with_s3_folder(self, s3_folder: Option<S3Folder>) -> SharedEngine {
        SharedEngine { s3_folder, ..self }
    }

    /// Applies the delays and limits of a profile, with this seed.
    pub fn in_profile(mut self, profile: Profile, seed: u64) -> SharedEngine {
        if profile != Profile::Instant {
            let body = format!(r#"{{"Profile":"{}","Seed":{}}}"#, profile.name(), seed >> 1);
            if let (Ok(request), Ok(mut state)) =
                (self.parse("Dynalab.SetDials", &body), self.state.try_lock())
            {
                self.execute_under(&mut state, request, u64::MAX);
            }
        }
        let state = self.state.get_mut();
        // A reset returns to the settings of the profile.
        state.instance = Instance::new(state.instance.engine().clone());
        self.opened = state.instance.engine().database().registry().clone();
        self
    }

    pub fn threads(&self) -> &AccountThreads {
        &self.threads
    }

    /// Locks the engine. Only for threads that may wait.
    pub fn lock(&self) -> MappedMutexGuard<'_, Engine> {
        MutexGuard::map(self.wait_for_state(), |state| state.instance.engine_mut())
    }

    /// Locks the engine, if no request uses it or waits for it.
    pub fn try_state(&self) -> Option<MutexGuard<'_, State>> {
        self.state.try_lock().ok()
    }

    /// Waits for the engine without a thread.
    pub async fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().await
    }

    /// Waits for the engine on this thread.
    pub fn wait_for_state(&self) -> MutexGuard<'_, State> {
        self.state.blocking_lock()
    }

    /// Lets the clock follow, works, and then releases memory if it is time to.
    fn work<T>(&self, state: &mut State, work: impl FnOnce(&mut Engine, Timestamp) -> T) -> T {
        self.work_on_instance(state, |instance, now| work(instance.engine_mut(), now))
    }

    fn work_on_instance<T>(&self, state: &mut State, work: impl FnOnce(&mut Instance, Timestamp) -> T) -> T {
        let wall = (self.clock)();
        let now = state.virtual_clock.at(wall);
        let done = work(&mut state.instance, now);
        state.virtual_clock.sync_to(state.instance.engine(), wall);
        if now.epoch_ms >= state.forgets_at {
            state.instance.engine_mut().forget_expired_records(now);
            state.forgets_at = now.epoch_ms.saturating_add(FORGETS_EVERY_MS);
        }
        done
    }

    /// Returns true if a new engine would answer as this one does: it has no tables, streams or backups, and no other records than
    /// those with which it was opened. Settings, faults, policies, exports and a changed clock are records. It keeps no snapshots and no log.
    pub fn has_no_content(&self) -> bool {
        // Work that fell due may remove the last of it, such as a table that is being deleted.
        if self.catch_up().is_behind {
            return false;
        }
        self.work_on_instance(&mut self.wait_for_state(), |instance, now| {
            instance.engine_mut().forget_expired_records(now);
            let database = instance.engine().database();
            let has_data = database.all_tables().next().is_some() || database.streams().next().is_some();
            !has_data && *database.registry() == self.opened && instance.keeps_nothing()
        })
    }
}

/// The work that fell due.
impl SharedEngine {
    /// Begins to execute the work that fell due. Returns None while another request does.
    pub fn begin_catching_up(&self) -> Option<CatchingUp<'_>> {
        let was_begun = self.is_catching_up.swap(true, Ordering::AcqRel);
        (!was_begun).then(|| CatchingUp(self))
    }

    /// Executes a part of the work that fell due, on a thread that may wait.
    pub fn catch_up(&self) -> CaughtUp {
        let prepare = |(): &(), engine: &Engine, now| engine.due_preparation(now);
        self.prepared((), prepare, |(), state| self.catch_up_under(state, TASKS_AT_ONCE)).without_changes()
    }

    /// Works with the engine locked. What that needs of all items of a table is prepared without the lock.
    fn prepared<Subject, Done>(
        &self,
        subject: Subject,
        prepare: impl FnOnce(&Subject, &Engine, Timestamp) -> Option<Preparation>,
        work: impl FnOnce(Subject, &mut State) -> Done,
    ) -> Done {
        let mut state = self.wait_for_state();
        let now = state.virtual_clock.at((self.clock)());
        let Some(mut preparation) = prepare(&subject, state.instance.engine(), now) else {
            return work(subject, &mut state);
        };
        drop(state);
        let mut rounds = 1;
        loop {
            while !preparation.advance(ROWS_AT_ONCE) {}
            let mut state = self.wait_for_state();
            if state.instance.engine_mut().refresh(&mut preparation) || rounds == PREPARATIONS_MAX {
                state.instance.engine_mut().keep_prepared(preparation);
                let done = work(subject, &mut state);
                // What was not used can be as large as a table. It is dropped after the lock.
                let _rest = state.instance.engine_mut().take_prepared();
                drop(state);
                return done;
            }
            rounds += 1;
        }
    }

    fn catch_up_under(&self, state: &mut State, tasks_max: u64) -> CaughtUp {
        let now = state.virtual_clock.at((self.clock)());
        if state.instance.engine().next_due_at().is_none_or(|due| due > now) {
            return CaughtUp::default();
        }
        let (changes, is_behind) = self.work(state, |engine, now| {
            engine.bound_due_work(tasks_max);
            let changes = engine.advance_to(now);
            engine.bound_due_work(u64::MAX);
            (changes, engine.take_behind().is_some())
        });
        let transfers = self.follow_records(state.instance.engine(), &changes);
        CaughtUp { is_behind, transfers, changes }
    }
}

/// Requests.
impl SharedEngine {
    /// Executes a request to its end, on a thread that may wait.
    pub fn answer(&self, operation: &str, body: &str) -> Answer {
        let request = match self.parse(operation, body) {
            Ok(request) => request,
            Err(answer) => return answer,
        };
        let mut transfers = Vec::new();
        loop {
            let caught_up = self.catch_up();
            transfers.extend(caught_up.transfers);
            if !caught_up.is_behind {
                break;
            }
        }
        let mut part = self.execute(operation, request);
        transfers.append(&mut part.transfers);
        while let Some(until) = part.left {
            part = self.continue_jump(until);
            transfers.append(&mut part.transfers);
        }
        self.run_transfers(&transfers);
        part.answer
    }

    /// Parses a request. Fails with its response.
    pub fn parse(&self, operation: &str, body: &str) -> Result<Request, Answer> {
        let checks = *self.checks.lock().unwrap_or_else(PoisonError::into_inner);
        Request::parse_for(checks, operation, body).map_err(|error| {
            self.refused.add(operation, &error);
            refusal(&error)
        })
    }

    /// Executes a request on a thread that must not wait, with the engine locked, if little work fell due before it. Otherwise the request
    /// is not executed. While another request executes what is due, this one is executed at the time that the clock has reached.
    pub fn execute_here(&self, state: &mut State, request: Request) -> Result<Executed, Box<Behind>> {
        let caught_up = if self.is_catching_up() {
            CaughtUp::default()
        } else if self.is_due_work_long(state) {
            CaughtUp { is_behind: true, ..CaughtUp::default() }
        } else {
            self.catch_up_under(state, TASKS_HERE)
        };
        if caught_up.is_behind {
            return Err(Box::new(Behind { request, caught_up }));
        }
        let mut executed = self.execute_under(state, request, u64::MAX);
        executed.transfers.extend(caught_up.transfers);
        executed._earlier = caught_up.changes;
        Ok(executed)
    }

    /// Executes a request, or the first part of a jump, on a thread that may wait. If more than a part of the work fell due before it, that
    /// part is executed, and the request is not.
    pub fn begin(&self, operation: &str, request: Request) -> Result<Part, Box<Behind>> {
        let caught_up = if self.is_catching_up() { CaughtUp::default() } else { self.catch_up() };
        if caught_up.is_behind {
            return Err(Box::new(Behind { request, caught_up }));
        }
        let mut part = self.execute(operation, request);
        part.transfers.extend(caught_up.transfers);
        Ok(part)
    }

    fn is_catching_up(&self) -> bool {
        self.is_catching_up.load(Ordering::Acquire)
    }

    /// Whether the next work that fell due needs all items of a table.
    fn is_due_work_long(&self, state: &State) -> bool {
        let now = state.virtual_clock.at((self.clock)());
        let is_due = state.instance.engine().next_due_at().is_some_and(|due| due <= now);
        is_due && state.instance.engine().due_preparation(now).is_some()
    }

    /// Executes a request, or the first part of a jump, on a thread that may wait.
    fn execute(&self, operation: &str, request: Request) -> Part {
        let tasks_max = if operation == JUMP { TASKS_AT_ONCE } else { u64::MAX };
        let prepare = |request: &Request, engine: &Engine, now| engine.preparation_for(request, now);
        let executed =
            self.prepared(request, prepare, |request, state| self.execute_under(state, request, tasks_max));
        executed.into_part(operation)
    }

    /// Executes the next part of a jump to a time, on a thread that may wait.
    pub fn continue_jump(&self, until: Timestamp) -> Part {
        let jump = |engine: &Engine| {
            let left_ms = until.epoch_ms.saturating_sub(engine.now().epoch_ms);
            self.parse(JUMP, &format!("{{\"Milliseconds\":{left_ms}}}"))
        };
        let prepare = |(): &(), engine: &Engine, now| engine.preparation_for(&jump(engine).ok()?, now);
        let executed = self.prepared((), prepare, |(), state| {
            jump(state.instance.engine()).map(|request| self.execute_under(state, request, TASKS_AT_ONCE))
        });
        match executed {
            Ok(executed) => executed.into_part(JUMP),
            Err(answer) => Part { answer, left: None, transfers: Vec::new() },
        }
    }

    /// Executes a request with at most `tasks_max` scheduled tasks.
    fn execute_under(&self, state: &mut State, request: Request, tasks_max: u64) -> Executed {
        let is_behind = self.is_catching_up.load(Ordering::Acquire);
        let (execution, replaced, left) = self.work_on_instance(state, |instance, now| {
            self.refused.log(instance);
            let at = if is_behind { instance.engine().now() } else { now };
            instance.engine_mut().bound_due_work(tasks_max);
            let (execution, replaced) = instance.execute(Command { at, request }, TraceLevel::Off);
            self.refused.follow(instance);
            instance.engine_mut().bound_due_work(u64::MAX);
            (execution, replaced, instance.engine_mut().take_behind())
        });
        let transfers = self.follow_records(state.instance.engine(), &execution.changes);
        if replaced.is_some() {
            self.follow_region(state.instance.engine());
            state.forgets_at = 0;
        }
        Executed { execution, left, transfers, _earlier: Vec::new(), _replaced: replaced }
    }

    fn follow_region(&self, engine: &Engine) {
        let checks = RegionalChecks::of(&engine.config().region);
        *self.checks.lock().unwrap_or_else(PoisonError::into_inner) = checks;
    }

    /// Follows the records that a request has changed: the Region of the account. Returns the exports and imports that it began.
    fn follow_records(&self, engine: &Engine, changes: &[Change]) -> Vec<Arc<str>> {
        let mut has_records = false;
        let mut transfers = Vec::new();
        for change in changes {
            if let Change::Record { key, after, .. } = change {
                has_records = true;
                if key.kind == RecordKind::TRANSFER && after.is_some() {
                    transfers.push(Arc::clone(&key.name));
                }
            }
        }
        if has_records {
            self.follow_region(engine);
        }
        transfers
    }
}

/// Exports and imports.
impl SharedEngine {
    /// Runs the external jobs of the engine until these have ended, on a thread that may wait. The engine is not locked while files
    /// are read and written. A panic ends only its job.
    pub fn run_transfers(&self, begun: &[Arc<str>]) {
        loop {
            let (wanted, are_waiting) = {
                let engine = self.lock();
                let key = |arn: &Arc<str>| RecordKey::of_account(RecordKind::TRANSFER, arn);
                (engine.wanted(), begun.iter().any(|arn| engine.database().record(&key(arn)).is_some()))
            };
            let Some(arn) = wanted.filter(|_| are_waiting) else { return };
            if attempt(|| self.run_transfer()).is_err() {
                let message = "The server failed in the middle of it.".into();
                let failure = Failure { code: "InternalServerError".into(), message };
                self.work(&mut self.wait_for_state(), |engine, now| engine.abandon(now, &arn, failure));
            }
        }
    }

    fn run_transfer(&self) {
        let Some(job) = self.lock().external_job() else { return };
        let job = job.computed();
        let mut left = Some(s3_folder::run(self.s3_folder.as_ref(), &job));
        while let Some(delivery) = left {
            let delivery = job.decode(delivery);
            let mut state = self.wait_for_state();
            let part = self.work(&mut state, |engine, now| engine.complete_part(now, &job, delivery));
            drop(state);
            drop(part.changes);
            left = part.left;
        }
    }
}

impl CaughtUp {
    /// Drops the data that was removed. Call it without the lock.
    pub fn without_changes(self) -> CaughtUp {
        CaughtUp { changes: Vec::new(), ..self }
    }
}

impl Drop for CatchingUp<'_> {
    fn drop(&mut self) {
        self.0.is_catching_up.store(false, Ordering::Release);
    }
}

impl Executed {
    /// Writes the response. Call it without the lock.
    pub fn into_part(self, operation: &str) -> Part {
        let (status, body) = self.execution.answer();
        let says_nothing = status == 200 && ANSWERED_WITH_NOTHING.contains(&operation);
        let answer = Answer { status, body: if says_nothing { String::new() } else { body } };
        Part { answer, left: self.left, transfers: self.transfers }
    }
}

fn refusal(error: &DynamoError) -> Answer {
    Answer { status: error.http_status(), body: error.to_json() }
}

#[cfg(test)]
mod tests;
