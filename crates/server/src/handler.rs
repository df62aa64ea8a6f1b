//! The handler of API requests: an engine that all connections share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dynalab_engine::change::Change;
use dynalab_engine::dials::Profile;
use dynalab_engine::regional_checks::RegionalChecks;
use dynalab_engine::registry::Registry;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::clock::VirtualClock;
use dynalab_service::transfer::{Failure, Transfers};
use dynalab_service::{Command, Engine, Execution, Request};
use dynalab_types::Timestamp;

use crate::credentials::Credentials;
use crate::s3_folder::{self, S3Folder};

/// Executes requests. Connections call it at the same time. A panic ends only that request.
pub trait Handler: Send + Sync + 'static {
    /// Executes a part of the work that fell due since the last request. Returns true if more is left. Call it before each request,
    /// until it returns false.
    fn catch_up(&self, credentials: &Credentials) -> bool;

    /// Executes one request, or the first part of a jump of the clock. `operation` is the part of X-Amz-Target after the dot.
    fn answer(&self, credentials: &Credentials, operation: &str, body: &str) -> Part;

    /// Executes the next part of a jump to a time.
    fn continue_jump(&self, credentials: &Credentials, until: Timestamp) -> Part;
}

/// A request as far as it is executed. Other requests are executed between two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The response, if the request ends here. The response to a jump has the time that the clock has reached.
    pub answer: Answer,
    /// The time to which the clock still jumps.
    pub left: Option<Timestamp>,
}

impl Part {
    pub fn whole(answer: Answer) -> Part {
        Part { answer, left: None }
    }
}

/// HTTP status and body of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

/// One engine for all connections, used by one at a time. JSON is parsed and written without the lock.
pub struct SharedEngine {
    engine: Mutex<Engine>,
    clock: fn() -> Timestamp,
    /// When the engine next releases memory of data that no client can read, in milliseconds since 1970.
    forgets_at: AtomicU64,
    s3_folder: Option<S3Folder>,
    /// Locked while an external job runs, so that each job runs once.
    errands: Mutex<()>,
    /// Locked only while the engine is locked.
    virtual_clock: Mutex<VirtualClock>,
    /// The request checks of the engine's Region, for parsing without the engine's lock.
    checks: Mutex<RegionalChecks>,
    /// The records with which the engine was opened: the settings of a profile.
    opened: Registry,
}

/// Operations whose responses have no body, not even an empty object.
const ANSWERED_WITH_NOTHING: &[&str] = &["TagResource", "UntagResource"];
const FORGETS_EVERY_MS: u64 = 60_000;
/// The operation that jumps.
const JUMP: &str = "Dynalab.AdvanceClock";
/// Scheduled tasks for which the engine is locked at once. One can take milliseconds.
const TASKS_AT_ONCE: u64 = 250;

impl SharedEngine {
    pub fn new(seed: u64, config: EngineConfig, clock: fn() -> Timestamp) -> SharedEngine {
        SharedEngine {
            checks: Mutex::new(RegionalChecks::of(&config.region)),
            engine: Mutex::new(Engine::new(seed, config)),
            clock,
            forgets_at: AtomicU64::new(0),
            s3_folder: None,
            errands: Mutex::new(()),
            virtual_clock: Mutex::new(VirtualClock::default()),
            opened: Registry::default(),
        }
    }

    /// Executes a request with at most `tasks_max` scheduled tasks. Returns the time to which a jump still goes.
    fn execute(&self, request: Request, tasks_max: u64) -> (Execution, Option<Timestamp>) {
        self.with_engine(|engine, now| {
            engine.bound_due_work(tasks_max);
            let execution = engine.execute(Command { at: now, request }, TraceLevel::Off);
            engine.bound_due_work(u64::MAX);
            (execution, engine.take_behind())
        })
    }

    /// Locks the engine and the clock, and lets the clock follow.
    fn with_engine<T>(&self, work: impl FnOnce(&mut Engine, Timestamp) -> T) -> T {
        let wall = (self.clock)();
        let mut engine = self.lock();
        let mut virtual_clock = self.virtual_clock.lock().unwrap_or_else(PoisonError::into_inner);
        let now = virtual_clock.at(wall);
        let done = work(&mut engine, now);
        virtual_clock.sync_to(&engine, wall);
        if now.epoch_ms >= self.forgets_at.load(Ordering::Relaxed) {
            engine.forget_expired_records(now);
            self.forgets_at.store(now.epoch_ms.saturating_add(FORGETS_EVERY_MS), Ordering::Relaxed);
        }
        done
    }

    /// Sets the folder of exports and imports. Without it, they fail.
    pub fn with_s3_folder(self, s3_folder: Option<S3Folder>) -> SharedEngine {
        SharedEngine { s3_folder, ..self }
    }

    /// Applies the delays and limits of a profile, with this seed.
    pub fn in_profile(mut self, profile: Profile, seed: u64) -> SharedEngine {
        if profile != Profile::Instant {
            let body = format!(r#"{{"Profile":"{}","Seed":{}}}"#, profile.name(), seed >> 1);
            self.answer("Dynalab.SetDials", &body);
        }
        let opened = self.lock().database().registry().clone();
        self.opened = opened;
        self
    }

    /// Returns true if a new engine would answer as this one does: it has no tables, streams or backups, and no other records than
    /// those with which it was opened. Settings, faults, policies, exports and a changed clock are records.
    pub fn has_no_content(&self) -> bool {
        // Work that fell due may remove the last of it, such as a table that is being deleted.
        if self.catch_up() {
            return false;
        }
        self.with_engine(|engine, now| {
            engine.forget_expired_records(now);
            let database = engine.database();
            let has_data = database.all_tables().next().is_some() || database.streams().next().is_some();
            !has_data && *database.registry() == self.opened
        })
    }

    /// Runs the external jobs of the engine, without locking it meanwhile. A panic ends only that job.
    fn run_errands(&self) {
        let _others_wait = self.errands.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let Some(arn) = self.lock().wanted() else { return };
            if catch_unwind(AssertUnwindSafe(|| self.run_errand())).is_err() {
                let message = "The server failed in the middle of it.".into();
                let failure = Failure { code: "InternalServerError".into(), message };
                self.lock().abandon((self.clock)(), &arn, failure);
            }
        }
    }

    fn run_errand(&self) {
        let Some(errand) = self.lock().external_job() else { return };
        let errand = errand.computed();
        let delivery = errand.decode(s3_folder::run(self.s3_folder.as_ref(), &errand));
        self.lock().complete_job((self.clock)(), &errand, delivery);
    }

    /// Locks the engine. A panic under the lock leaves it consistent: operations only read, and the commit cannot fail.
    pub fn lock(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedEngine {
    /// Executes a request to its end.
    pub fn answer(&self, operation: &str, body: &str) -> Answer {
        while self.catch_up() {}
        let mut part = self.begin(operation, body);
        while let Some(until) = part.left {
            part = self.continue_jump(until);
        }
        part.answer
    }

    /// Executes a part of the work that fell due since the last request. Returns true if more is left.
    pub fn catch_up(&self) -> bool {
        let (changes, is_behind) = self.with_engine(|engine, now| {
            if engine.next_due_at().is_none_or(|due| due > now) {
                return (Vec::new(), false);
            }
            engine.bound_due_work(TASKS_AT_ONCE);
            let changes = engine.advance_to(now);
            engine.bound_due_work(u64::MAX);
            (changes, engine.take_behind().is_some())
        });
        self.follow_records(&changes);
        is_behind
    }

    fn begin(&self, operation: &str, body: &str) -> Part {
        let checks = *self.checks.lock().unwrap_or_else(PoisonError::into_inner);
        let request = match Request::parse_for(checks, operation, body) {
            Ok(request) => request,
            Err(error) => {
                return Part::whole(Answer { status: error.http_status(), body: error.to_json() });
            }
        };
        let tasks_max = if operation == JUMP { TASKS_AT_ONCE } else { u64::MAX };
        let (execution, left) = self.execute(request, tasks_max);
        self.follow_records(&execution.changes);
        let (status, body) = execution.answer();
        let says_nothing = status == 200 && ANSWERED_WITH_NOTHING.contains(&operation);
        Part { answer: Answer { status, body: if says_nothing { String::new() } else { body } }, left }
    }

    fn continue_jump(&self, until: Timestamp) -> Part {
        let left_ms = until.epoch_ms.saturating_sub(self.lock().now().epoch_ms);
        self.begin(JUMP, &format!("{{\"Milliseconds\":{left_ms}}}"))
    }

    /// Follows the records that a request has changed: the Region of the account, and jobs outside the engine.
    fn follow_records(&self, changes: &[Change]) {
        if changes.iter().any(|change| matches!(change, Change::Record { .. })) {
            let checks = RegionalChecks::of(&self.lock().config().region);
            *self.checks.lock().unwrap_or_else(PoisonError::into_inner) = checks;
            self.run_errands();
        }
    }
}

/// Uses one set of tables for all clients.
impl Handler for SharedEngine {
    fn catch_up(&self, _: &Credentials) -> bool {
        self.catch_up()
    }

    fn answer(&self, _: &Credentials, operation: &str, body: &str) -> Part {
        self.begin(operation, body)
    }

    fn continue_jump(&self, _: &Credentials, until: Timestamp) -> Part {
        self.continue_jump(until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = r#""TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST""#;

    fn engine(s3_folder: Option<S3Folder>) -> SharedEngine {
        let clock = || Timestamp::from_epoch_ms(1_790_000_000_000);
        SharedEngine::new(1, EngineConfig::instant(), clock).with_s3_folder(s3_folder)
    }

    fn ask(engine: &SharedEngine, operation: &str, body: &str) -> String {
        let answer = engine.answer(operation, body);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    fn import(engine: &SharedEngine) -> String {
        let source = r#"{"S3Bucket":"shelf","S3KeyPrefix":"teas"}"#;
        let body = format!(
            r#"{{"S3BucketSource":{source},"InputFormat":"CSV","TableCreationParameters":{{{TABLE}}}}}"#
        );
        ask(engine, "ImportTable", &body)
    }

    #[test]
    fn requests_are_checked_as_in_the_region_that_was_set() {
        let engine = engine(None);
        let read_nothing = || engine.answer("BatchGetItem", r#"{"RequestItems":{}}"#).body;
        let required = "The requestItems parameter is required for BatchGetItem";
        assert!(!read_nothing().contains(required), "{}", read_nothing());
        ask(&engine, "Dynalab.SetAccount", r#"{"Region":"me-central-1"}"#);
        assert!(read_nothing().contains(required), "{}", read_nothing());
        ask(&engine, "Dynalab.SetAccount", r#"{"Region":"us-east-1"}"#);
        assert!(!read_nothing().contains(required), "{}", read_nothing());
    }

    #[test]
    fn without_a_folder_it_says_what_to_do() {
        let engine = engine(None);
        let begun = import(&engine);
        assert!(begun.contains("IN_PROGRESS"), "{begun}");
        let told = ask(&engine, "ListImports", "{}");
        assert!(told.contains("FAILED"), "{told}");
        let arn = begun.split('"').nth(5).unwrap();
        let described = ask(&engine, "DescribeImport", &format!(r#"{{"ImportArn":"{arn}"}}"#));
        assert!(described.contains("--s3-folder DIR"), "{described}");
        assert_eq!(ask(&engine, "ListTables", "{}"), r#"{"TableNames":[]}"#);
    }

    #[test]
    fn the_clock_jumps() {
        let engine = engine(None);
        let now = |told: &str| told.split(['{', ':', '}']).nth(2).unwrap().parse::<f64>().unwrap();
        assert_eq!(now(&ask(&engine, "Dynalab.AdvanceClock", r#"{"Milliseconds":5000}"#)), 1_790_000_005.0);
        assert_eq!(now(&ask(&engine, "Dynalab.AdvanceClock", r#"{"Milliseconds":1500}"#)), 1_790_000_006.5);
    }

    #[test]
    fn a_realistic_table_takes_its_time() {
        let engine = engine(None).in_profile(Profile::Realistic, u64::MAX);
        let created = ask(&engine, "CreateTable", &format!("{{{TABLE}}}"));
        assert!(created.contains("CREATING"), "{created}");
        let described = ask(&engine, "DescribeTable", r#"{"TableName":"Teas"}"#);
        assert!(described.contains("CREATING"), "{described}");
        ask(&engine, "Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#);
        let described = ask(&engine, "DescribeTable", r#"{"TableName":"Teas"}"#);
        assert!(described.contains("ACTIVE"), "{described}");
    }

    #[test]
    fn an_engine_with_anything_to_lose_has_content() {
        let with_stream = format!(
            r#"{{{TABLE},"StreamSpecification":{{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}}}"#
        );
        let create = format!("{{{TABLE}}}");
        let name = r#"{"TableName":"Teas"}"#;
        let backup = r#"{"TableName":"Teas","BackupName":"all-teas"}"#;
        let fault = r#"{"Name":"f","Operations":["GetItem"],"RatePermille":1,"Kind":"THROTTLE"}"#;
        let principal = r#"{"Name":"p","Policies":[]}"#;
        for (requests, expected) in [
            (&[][..], true),
            (&[("ListTables", "{}"), ("Dynalab.DescribeDials", "{}")], true),
            (&[("CreateTable", &*create)], false),
            (&[("CreateTable", &create), ("DeleteTable", name)], true),
            // The records of a stream can be read for a day after its table is gone.
            (&[("CreateTable", &with_stream), ("DeleteTable", name)], false),
            (&[("CreateTable", &create), ("CreateBackup", backup), ("DeleteTable", name)], false),
            (&[("Dynalab.PutFault", fault)], false),
            (&[("Dynalab.PutFault", fault), ("Dynalab.DeleteFault", r#"{"Name":"f"}"#)], true),
            (&[("Dynalab.PutPrincipal", principal)], false),
            (&[("Dynalab.SetDials", r#"{"Profile":"realistic","Seed":1}"#)], false),
            (&[("Dynalab.SetAccount", r#"{"Region":"eu-west-1"}"#)], false),
            (&[("Dynalab.SetClock", r#"{"Rate":0}"#)], false),
            (&[("Dynalab.AdvanceClock", r#"{"Milliseconds":1}"#)], false),
        ] {
            let engine = engine(None);
            requests.iter().for_each(|(operation, body)| drop(ask(&engine, operation, body)));
            assert_eq!(engine.has_no_content(), expected, "{requests:?}");
        }
        assert!(
            engine(None).in_profile(Profile::Realistic, 3).has_no_content(),
            "nobody changed its settings"
        );
    }

    #[test]
    fn an_export_is_content() {
        let engine = engine(None);
        ask(&engine, "CreateTable", &format!("{{{TABLE}}}"));
        let on =
            r#"{"TableName":"Teas","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#;
        ask(&engine, "UpdateContinuousBackups", on);
        let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Teas";
        ask(&engine, "ExportTableToPointInTime", &format!(r#"{{"TableArn":"{arn}","S3Bucket":"shelf"}}"#));
        ask(&engine, "DeleteTable", r#"{"TableName":"Teas"}"#);
        assert!(!engine.has_no_content());
    }

    #[test]
    fn with_a_folder_files_come_in() {
        let root = std::env::temp_dir().join(format!("dynalab-handler-{}", std::process::id()));
        std::fs::create_dir_all(root.join("shelf")).unwrap();
        std::fs::write(root.join("shelf/teas.csv"), "tea\nsencha\n").unwrap();
        let engine = engine(Some(S3Folder::new(root.clone())));
        import(&engine);
        let scanned = ask(&engine, "Scan", r#"{"TableName":"Teas"}"#);
        assert!(scanned.starts_with(r#"{"Items":[{"tea":{"S":"sencha"}}]"#), "{scanned}");
        std::fs::remove_dir_all(root).unwrap();
    }
}
