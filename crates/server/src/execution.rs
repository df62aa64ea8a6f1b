//! The way of a request to its engine: on the socket's thread if it is short and the engine is free, otherwise without a thread until its
//! turn, or on one of the threads for long work.

use std::sync::Arc;

use dynalab_engine::DynamoError;
use dynalab_service::Request;
use dynalab_service::contract::snapshots::Fork;
use dynalab_service::contract::{Call, write_json};
use dynalab_service::item_operations::{ITEM_OPERATIONS, STATEMENT_OPERATIONS, STREAM_OPERATIONS};
use dynalab_service::requests::ServiceRequest;
use hyper::body::Bytes;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::client_watch::ClientWatch;
use crate::credentials::Credentials;
use crate::handler::{Answer, Handler};
use crate::memory::{FREE_BYTES, Reservation, Turn};
use crate::reply::Refusal;
use crate::shared_engine::{Behind, CaughtUp, Part, SharedEngine};
use crate::threads::{Panicked, Threads, attempt};

/// Requests that read or write a few items, at most one page of results.
const SHORT_OPERATIONS: [&[&str]; 3] = [ITEM_OPERATIONS, STATEMENT_OPERATIONS, STREAM_OPERATIONS];
/// How the names of requests begin that read small records: those that clients repeat until a table is ACTIVE. The controls have a
/// prefix of their own.
const DESCRIPTIONS: [&str; 2] = ["Describe", "List"];

/// A decompressed body, with the memory that it takes and the right to decode it. A thread that has it keeps both, whatever becomes of the
/// connection.
#[derive(Clone, Debug)]
pub struct Body {
    pub bytes: Bytes,
    pub memory: Reservation,
    pub turn: Turn,
}

/// A request for the tables of an account.
pub struct Asked<'a> {
    pub account: Arc<SharedEngine>,
    pub threads: &'a Threads,
    pub operation: &'a str,
    pub client: &'a ClientWatch,
}

/// How far a request came when it had the engine for the first time.
enum Begun {
    Refused(Answer),
    Executed(Part),
    /// More work fell due before it than is executed at once.
    Behind(Box<Behind>),
}

/// Executes a request part by part, with other requests in between. A jump ends where it is when the client hangs up. The files of an
/// export or import are written before its response is sent, so the next request finds it COMPLETED; they are written too if the
/// client hangs up.
pub async fn execute(asked: Asked<'_>, body: Body) -> Result<Answer, Panicked> {
    let mut transfers = asked.no_transfers();
    let mut begun = match asked.is_short(&body) {
        true => asked.begin_here(&body).await?,
        false => asked.begin_on_thread(body, &mut transfers).await?,
    };
    let mut part = loop {
        transfers.take_from(&mut begun);
        let behind = match begun {
            Begun::Refused(answer) => return Ok(answer),
            Begun::Executed(part) => break part,
            Begun::Behind(behind) => behind,
        };
        asked.catch_up(&mut transfers).await?;
        let (operation, request) = (asked.operation.to_owned(), behind.request);
        begun = asked.on_thread(&mut transfers, move |account| begin(account, &operation, request)).await?;
    };
    let watching = part.left.map(|_| asked.client.begin());
    while let (Some(until), Some(watching)) = (part.left, &watching) {
        if watching.has_gone() {
            break;
        }
        part = asked.on_thread(&mut transfers, move |account| account.continue_jump(until)).await?;
    }
    transfers.run().await;
    Ok(part.answer)
}

impl Asked<'_> {
    /// Whether the request takes microseconds.
    fn is_short(&self, body: &Body) -> bool {
        let is_short = |name: &str| {
            SHORT_OPERATIONS.iter().any(|names| names.contains(&name))
                || DESCRIPTIONS.iter().any(|start| name.starts_with(start))
        };
        body.bytes.len() <= FREE_BYTES && is_short(self.operation)
    }

    /// Begins the request on the socket's thread, which never waits.
    async fn begin_here(&self, body: &Body) -> Result<Begun, Panicked> {
        let request = match attempt(|| parse(&self.account, self.operation, &body.bytes))? {
            Ok(request) => request,
            Err(answer) => return Ok(Begun::Refused(answer)),
        };
        let mut state = match self.account.try_state() {
            Some(state) => state,
            None => {
                let _watching = self.client.begin();
                self.account.state().await
            }
        };
        let begun = attempt(|| self.account.execute_here(&mut state, request))?;
        drop(state);
        attempt(|| match begun {
            Ok(executed) => Begun::Executed(executed.into_part(self.operation)),
            Err(behind) => Begun::from(behind),
        })
    }

    /// Begins the request on a thread that may wait and work for long.
    async fn begin_on_thread(&self, body: Body, transfers: &mut BegunTransfers) -> Result<Begun, Panicked> {
        let _watching = self.client.begin();
        let operation = self.operation.to_owned();
        let work = move |account: &SharedEngine| {
            let Body { bytes, memory, turn } = body;
            let parsed = parse(account, &operation, &bytes);
            // The others decode theirs while this one waits for its engine. The memory is free when it was executed.
            drop((bytes, turn));
            let begun = match parsed {
                Ok(request) => begin(account, &operation, request),
                Err(answer) => Begun::Refused(answer),
            };
            drop(memory);
            begun
        };
        self.on_thread(transfers, work).await
    }

    /// Executes the work that fell due, in parts, unless another request does.
    async fn catch_up(&self, transfers: &mut BegunTransfers) -> Result<(), Panicked> {
        let Some(_catching_up) = self.account.begin_catching_up() else { return Ok(()) };
        while self.on_thread(transfers, SharedEngine::catch_up).await?.is_behind {}
        Ok(())
    }

    /// Works on a thread that may wait, and takes the exports and imports that the work began.
    async fn on_thread<T: BeginsTransfers + Send + 'static>(
        &self,
        transfers: &mut BegunTransfers,
        work: impl FnOnce(&SharedEngine) -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        let account = Arc::clone(&self.account);
        // The client may hang up while the thread works.
        let mut of_work = self.no_transfers();
        let work = move || {
            let mut done = work(&account);
            of_work.take_from(&mut done);
            (done, of_work)
        };
        let (done, mut of_work) = self.threads.run(self.account.threads(), work).await?;
        transfers.arns.append(&mut of_work.arns);
        Ok(done)
    }

    fn no_transfers(&self) -> BegunTransfers {
        BegunTransfers {
            arns: Vec::new(),
            account: Arc::clone(&self.account),
            threads: self.threads.clone(),
            runtime: Handle::current(),
        }
    }
}

/// The exports and imports that a request began. They go on when the client hangs up: those that were not run when this is dropped run then.
struct BegunTransfers {
    arns: Vec<Arc<str>>,
    account: Arc<SharedEngine>,
    threads: Threads,
    runtime: Handle,
}

impl BegunTransfers {
    fn take_from(&mut self, begun: &mut impl BeginsTransfers) {
        if let Some(arns) = begun.transfers() {
            self.arns.append(arns);
        }
    }

    /// Runs them and waits for their end.
    async fn run(mut self) {
        if let Some(running) = self.spawn() {
            // A panic has ended its job already.
            let _ended = running.await;
        }
    }

    /// Runs them on a task of its own, which goes on when the connection ends.
    fn spawn(&mut self) -> Option<JoinHandle<()>> {
        let arns = std::mem::take(&mut self.arns);
        if arns.is_empty() {
            return None;
        }
        let (account, threads) = (Arc::clone(&self.account), self.threads.clone());
        Some(self.runtime.spawn(async move {
            let runner = Arc::clone(&account);
            let _ended = threads.run_transfer(account.threads(), move || runner.run_transfers(&arns)).await;
        }))
    }
}

impl Drop for BegunTransfers {
    fn drop(&mut self) {
        self.spawn();
    }
}

/// What can begin exports and imports.
trait BeginsTransfers {
    /// Returns the ARNs of those that it began.
    fn transfers(&mut self) -> Option<&mut Vec<Arc<str>>>;
}

impl BeginsTransfers for Part {
    fn transfers(&mut self) -> Option<&mut Vec<Arc<str>>> {
        Some(&mut self.transfers)
    }
}

impl BeginsTransfers for CaughtUp {
    fn transfers(&mut self) -> Option<&mut Vec<Arc<str>>> {
        Some(&mut self.transfers)
    }
}

impl BeginsTransfers for Begun {
    fn transfers(&mut self) -> Option<&mut Vec<Arc<str>>> {
        match self {
            Begun::Refused(_) => None,
            Begun::Executed(part) => part.transfers(),
            Begun::Behind(behind) => behind.caught_up.transfers(),
        }
    }
}

impl From<Box<Behind>> for Begun {
    /// Drops the data that was removed. Call it without the lock.
    fn from(behind: Box<Behind>) -> Begun {
        let Behind { request, caught_up } = *behind;
        Begun::Behind(Box::new(Behind { request, caught_up: caught_up.without_changes() }))
    }
}

/// Begins a request on a thread that may wait.
fn begin(account: &SharedEngine, operation: &str, request: Request) -> Begun {
    account.begin(operation, request).map_or_else(Begun::from, Begun::Executed)
}

/// Copies the engine of a client to that of another access key, on a thread that may wait.
pub fn fork(
    handler: &impl Handler,
    credentials: &Credentials,
    account: &SharedEngine,
    body: &[u8],
) -> Answer {
    let name = match parse(account, <Fork as Call>::NAME, body) {
        Ok(Request::Service(ServiceRequest::Fork(fork))) => fork.name,
        Ok(_) => return Refusal::from(DynamoError::UnknownOperation).answer(),
        Err(answer) => return answer,
    };
    match handler.fork(credentials, account, &name) {
        Ok(description) => {
            let mut body = String::new();
            write_json(&description, &mut body);
            Answer { status: 200, body }
        }
        Err(answer) => answer,
    }
}

fn parse(account: &SharedEngine, operation: &str, body: &[u8]) -> Result<Request, Answer> {
    match std::str::from_utf8(body) {
        Ok(text) => account.parse(operation, text),
        Err(_) => Err(Refusal::from(DynamoError::NotJson).answer()),
    }
}
