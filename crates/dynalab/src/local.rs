//! A database in this process.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dynalab_engine::TraceLevel;
use dynalab_engine::request::regional_checks::RegionalChecks;
use dynalab_service::contract::Call;
use dynalab_service::contract::snapshots::{
    DeleteRequests, ListRequests, LoggedRequest, RequestList, Reset, SetRequestLog,
};
use dynalab_service::transfer::{Failure, Transfers};
use dynalab_service::{Command, Instance, Request};
use serde::Serialize;
use serde_json::Value;

use crate::builder::Builder;
use crate::clock::Clock;
use crate::error::Error;
use crate::faults::Faults;
use crate::requests::Requests;
use crate::snapshot::Snapshot;

/// Why an export or an import fails.
const NO_FILES: &str = "There is no S3 in a local database. Use dynalab-server with --s3-folder DIR.";

/// A DynamoDB in this process, in memory. A clone is a second handle on the same database, and can be used from another thread.
#[derive(Clone)]
pub struct Local(Arc<Mutex<Instance>>);

/// The HTTP status and the body of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status: 200, or that of an error.
    pub status: u16,
    /// The body as JSON text.
    pub body: String,
}

impl Local {
    /// Returns an empty database without delays and limits, with the seed 0 and a clock that stands at 1 January 2030.
    pub fn new() -> Local {
        // Without a Region and an account of its own, nothing can be wrong.
        Builder::default().build().unwrap_or_else(|error| unreachable!("the defaults are valid: {error}"))
    }

    /// Chooses seed, profile, clock, Region and account.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn of_instance(instance: Instance, logs_requests: bool) -> Local {
        let local = Local(Arc::new(Mutex::new(instance)));
        local.set_log(logs_requests);
        local
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Instance> {
        // A panic under the lock leaves the engine consistent: operations only read, and the commit cannot fail.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Executes a request, and returns the status and the body as DynamoDB sends them. The operation is the name in the API, such as
    /// `PutItem`, or a control, such as `Dynalab.SetDials`.
    pub fn execute(&self, operation: &str, body: &str) -> Answer {
        let mut instance = self.lock();
        let (answer, replaced) = execute_on(&mut instance, operation, body);
        drop(instance);
        // The data that a reset replaced can be large. It is dropped without the lock.
        drop(replaced);
        answer
    }

    /// Executes a request and reads its response. The request is anything that serde writes, such as the result of `json!`.
    ///
    /// # Errors
    /// DynamoDB refuses the request, or it cannot be written as JSON.
    pub fn call(&self, operation: &str, request: impl Serialize) -> Result<Value, Error> {
        let body = serde_json::to_string(&request)?;
        Ok(serde_json::from_str(&self.succeed(operation, &body)?)?)
    }

    /// Executes a control by the struct of its request, and reads the struct of its response. [`contract`](crate::contract) has them.
    ///
    /// # Errors
    /// The control is refused.
    pub fn control<C: Call>(&self, control: &C) -> Result<C::Response, Error> {
        Ok(serde_json::from_str(&self.succeed(C::NAME, &control.body())?)?)
    }

    fn succeed(&self, operation: &str, body: &str) -> Result<String, Error> {
        let Answer { status, body } = self.execute(operation, body);
        if status == 200 { Ok(body) } else { Err(Error::of_answer(status, body)) }
    }

    /// Runs a request on a copy, and returns what it did and what it cost: the plan, items read and filtered, units, price. The database
    /// is not changed. A request that DynamoDB refuses has its error in the result.
    ///
    /// # Errors
    /// The request cannot be written as JSON, or is about the database as a whole.
    pub fn explain(&self, operation: &str, request: impl Serialize) -> Result<LoggedRequest, Error> {
        let copy = Local::of_instance(self.lock().fork(), true);
        let body = serde_json::to_string(&request)?;
        let answer = copy.execute(operation, &body);
        let explained = copy.control(&ListRequests::default())?.requests.pop();
        explained.ok_or_else(|| match answer.status {
            200 => Error::Json { problem: format!("{operation} is not a request to tables") },
            status => Error::of_answer(status, answer.body),
        })
    }

    /// Returns the clock.
    pub fn clock(&self) -> Clock {
        Clock(self.clone())
    }

    /// Returns the faults, to make requests fail.
    pub fn faults(&self) -> Faults {
        Faults(self.clone())
    }

    /// Keeps the present state. Unchanged data is shared, so this takes microseconds.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.lock().fork())
    }

    /// Returns to a kept state: tables, data, settings, ids and clock. The log of requests goes on. The state can be of another database.
    pub fn restore(&self, snapshot: &Snapshot) {
        let replaced = self.lock().replace_engine(snapshot.0.engine().clone());
        drop(replaced);
    }

    /// Returns another database with the same content. Neither sees what the other writes. Its log of requests is empty, and on if this
    /// one's is.
    #[must_use]
    pub fn fork(&self) -> Local {
        let instance = self.lock();
        let (copy, is_logging) = (instance.fork(), instance.is_logging());
        drop(instance);
        Local::of_instance(copy, is_logging)
    }

    /// Empties the database: it is as it was built. The log of requests stays.
    pub fn reset(&self) {
        let _no_members = self.execute(Reset::NAME, "{}");
    }

    /// Returns the log of requests: each call with its plan, items, units and price. It has the newest 10,000.
    pub fn requests(&self) -> Requests {
        let list = self.control(&ListRequests::default());
        let RequestList { requests, .. } = list.unwrap_or_default();
        Requests::of(requests)
    }

    /// Empties the log of requests.
    pub fn forget_requests(&self) {
        let _no_members = self.execute(DeleteRequests::NAME, "{}");
    }

    fn set_log(&self, on: bool) {
        let _state = self.execute(SetRequestLog::NAME, &SetRequestLog { on }.body());
    }
}

/// Executes a request at the time of the clock. What needs files has failed then.
pub(crate) fn execute_on(
    instance: &mut Instance,
    operation: &str,
    body: &str,
) -> (Answer, dynalab_service::Replaced) {
    let checks = RegionalChecks::of(&instance.engine().config().region);
    let request = match Request::parse_for(checks, operation, body) {
        Ok(request) => request,
        Err(error) => {
            instance.log_refused(operation, &error);
            return (Answer { status: error.http_status(), body: error.to_json() }, None);
        }
    };
    let at = instance.engine().now();
    let (execution, replaced) = instance.execute(Command { at, request }, TraceLevel::Off);
    let (status, body) = execution.answer();
    while let Some(arn) = instance.engine().wanted() {
        instance.engine_mut().abandon(at, &arn, Failure::no_bucket_because(NO_FILES));
    }
    (Answer { status, body }, replaced)
}

impl Default for Local {
    fn default() -> Local {
        Local::new()
    }
}

impl fmt::Debug for Local {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Local")
            .field("revision", &self.lock().engine().revision())
            .finish_non_exhaustive()
    }
}
