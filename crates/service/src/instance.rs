//! An engine with what stands around it as a whole: snapshots, reset, copies, and the log of requests. The server and the crate `dynalab`
//! own instances. A workspace owns an engine, and its history does the same.

mod request_log;
mod snapshots;

use dynalab_engine::database::charges::Charges;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::trace::{Trace, TraceLevel};

use crate::complete_engine::{Command, Engine, Execution, Request, Response};
use crate::contract::NoMembers;
use crate::contract::snapshots::{ForkDescription, RequestLogState, SnapshotList};
use crate::requests::{ServiceAnswer, ServiceRequest};
use request_log::RequestLog;
pub use request_log::describe_plans;
use snapshots::Snapshots;

/// An engine, its snapshots, and the log of its requests. A clone shares the data until one of both changes it, and has no snapshots and
/// an empty log.
#[derive(Debug)]
pub struct Instance {
    engine: Engine,
    /// The state to which a reset returns. It shares its data with the engine.
    opened: Engine,
    snapshots: Snapshots,
    log: RequestLog,
}

/// The engine that a reset or a restore replaced. Dropping it can take as long as its data is large.
pub type Replaced = Option<Box<Engine>>;

impl Instance {
    /// Returns an instance around an engine. A reset returns to its present state.
    pub fn new(engine: Engine) -> Instance {
        let opened = engine.clone();
        Instance { engine, opened, snapshots: Snapshots::default(), log: RequestLog::default() }
    }

    /// Returns the engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the engine, to let time pass or to run its external jobs.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Describes this instance as the copy with a name.
    pub fn describe_fork(&self, name: &str) -> ForkDescription {
        let (table_count, item_count) = snapshots::counts(&self.engine);
        ForkDescription { name: name.to_owned(), table_count, item_count }
    }

    /// Replaces the engine by a copy of another state, as a restore does. Snapshots and the log stay.
    pub fn replace_engine(&mut self, engine: Engine) -> Replaced {
        Some(Box::new(std::mem::replace(&mut self.engine, engine)))
    }

    /// Returns an instance with the same data. A reset of it returns to the same state as a reset of this one.
    #[must_use]
    pub fn fork(&self) -> Instance {
        Instance {
            engine: self.engine.clone(),
            opened: self.opened.clone(),
            snapshots: Snapshots::default(),
            log: RequestLog::default(),
        }
    }

    /// Returns true if there are no snapshots, and the log of requests is off and empty.
    pub fn keeps_nothing(&self) -> bool {
        self.snapshots.is_empty() && !self.log.is_on() && self.log.count() == 0
    }

    /// Returns whether the log of requests is on.
    pub fn is_logging(&self) -> bool {
        self.log.is_on()
    }

    /// Executes a request to its end: on the instance if it is about the whole database, otherwise on the engine. The log has the
    /// requests of the engine. While it is off, they cost nothing more.
    pub fn execute(&mut self, command: Command, level: TraceLevel) -> (Execution, Replaced) {
        if let Request::Service(request) = &command.request
            && is_of_instance(request)
        {
            // A snapshot has the time at which it was asked for.
            self.engine.advance_to(command.at);
            let mut replaced = None;
            let result = self.execute_own(request, &mut replaced);
            let outcome = result.map(Response::of_service);
            let (trace, charges, changes) = (Trace::new(), Charges::default(), Vec::new());
            return (Execution { outcome, trace, charges, changes }, replaced);
        }
        if !self.log.is_on() {
            return (self.engine.execute(command, level), None);
        }
        let (operation, tables) = (command.request.name(), self.tables_of(&command.request));
        let execution = self.engine.execute(command, TraceLevel::Full);
        self.log.add(&self.engine, operation, tables, &execution);
        (execution, None)
    }

    /// Adds a request to the log that could not be decoded, so that the engine never had it.
    pub fn log_refused(&mut self, operation: &str, error: &DynamoError) {
        if self.log.is_on() {
            self.log.add_refused(&self.engine, operation, error);
        }
    }

    /// Returns the names of the tables that a request names, each once.
    fn tables_of(&self, request: &Request) -> Vec<String> {
        let mut tables: Vec<String> = Vec::new();
        for table in request.clone().tables_mut() {
            let name = dynalab_engine::request::fields::table_name_of(table);
            if !tables.iter().any(|known| known == name) {
                tables.push(name.to_owned());
            }
        }
        tables
    }

    fn execute_own(
        &mut self,
        request: &ServiceRequest,
        replaced: &mut Replaced,
    ) -> Result<ServiceAnswer, DynamoError> {
        Ok(match request {
            ServiceRequest::Reset(_) => {
                *replaced = self.replace_engine(self.opened.clone());
                ServiceAnswer::Reset(NoMembers {})
            }
            ServiceRequest::TakeSnapshot(request) => {
                ServiceAnswer::TakeSnapshot(self.snapshots.take(&request.name, &self.engine)?)
            }
            ServiceRequest::Restore(request) => {
                let (engine, description) = self.snapshots.find(&request.name)?;
                let (engine, description) = (engine.clone(), description.clone());
                *replaced = self.replace_engine(engine);
                ServiceAnswer::Restore(description)
            }
            // A copy is another instance, so the owner of both makes it.
            ServiceRequest::Fork(_) => return Err(ControlError::ForkOfOneDatabase.into()),
            ServiceRequest::ListSnapshots(_) => {
                ServiceAnswer::ListSnapshots(SnapshotList { snapshots: self.snapshots.list() })
            }
            ServiceRequest::DeleteSnapshot(request) => {
                *replaced = Some(Box::new(self.snapshots.remove(&request.name)?));
                ServiceAnswer::DeleteSnapshot(NoMembers {})
            }
            ServiceRequest::SetRequestLog(request) => {
                self.log.set_on(request.on);
                ServiceAnswer::SetRequestLog(RequestLogState { on: request.on, count: self.log.count() })
            }
            ServiceRequest::ListRequests(request) => {
                ServiceAnswer::ListRequests(self.log.list(request.after, request.limit))
            }
            ServiceRequest::DeleteRequests(_) => {
                self.log.clear();
                ServiceAnswer::DeleteRequests(NoMembers {})
            }
            other => {
                let operation = Request::Service(other.clone()).name();
                return Err(ControlError::NoInstance { operation }.into());
            }
        })
    }
}

/// Returns whether a request is about the database as a whole, or about its log.
fn is_of_instance(request: &ServiceRequest) -> bool {
    matches!(
        request,
        ServiceRequest::Reset(_)
            | ServiceRequest::TakeSnapshot(_)
            | ServiceRequest::Restore(_)
            | ServiceRequest::Fork(_)
            | ServiceRequest::ListSnapshots(_)
            | ServiceRequest::DeleteSnapshot(_)
            | ServiceRequest::SetRequestLog(_)
            | ServiceRequest::ListRequests(_)
            | ServiceRequest::DeleteRequests(_)
    )
}
