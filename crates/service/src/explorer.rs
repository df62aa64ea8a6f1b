//! Explores every interleaving of the requests of a few clients, step by step. Checks whether each result equals that of some
//! serial order of the requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use dynalab_engine::database::change::Change;
use dynalab_engine::engine::ticket::Ticket;
use dynalab_engine::trace::{Event, TraceLevel};
use dynalab_types::{KeyBytes, PackedItem};

use crate::complete_engine::Request;
use crate::complete_engine::{Command, Engine, Execution, Progress};

/// The requests of a client, in the order in which it sends them.
pub type Client = Vec<Request>;

/// The maximum number of clients.
pub const CLIENTS_MAX: usize = 3;
/// The maximum for all clients together, because every order of them is tried.
pub const REQUESTS_MAX: usize = 9;

/// HTTP status and body.
pub type Answer = (u16, String);

/// One step of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledStep {
    pub client: usize,
    /// The position of the request in the client's list.
    pub request: usize,
    pub operation: &'static str,
    /// The response, if the step was the last one of the request.
    pub answer: Option<Answer>,
}

/// Interleavings with the same responses and the same final items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The responses by client and request. `None` if the request failed because of a conflict. It counts as not sent.
    pub answers: Vec<Vec<Option<Answer>>>,
    /// The number of interleavings with this outcome. `schedule` is the first of them.
    pub count: u64,
    pub schedule: Vec<ScheduledStep>,
    /// A serial order of the requests with the same outcome, as client numbers. `None` if there is none.
    pub explained_by: Option<Vec<usize>>,
}

/// The outcomes of all interleavings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// In the order in which they were found.
    pub outcomes: Vec<Outcome>,
    pub interleavings: u64,
    /// True if all interleavings were explored.
    pub complete: bool,
}

impl Exploration {
    /// Returns the first outcome that shows that the requests are not serializable.
    pub fn first_unexplained(&self) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.explained_by.is_none())
    }
}

/// There are too many clients or requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

type Items = Vec<(Arc<str>, Vec<(KeyBytes, PackedItem)>)>;
/// The observable result: the responses and the final items.
type Observation = (Vec<Vec<Option<Answer>>>, Items);

/// The position of a client in its list of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    request: usize,
    ticket: Option<Ticket>,
}

#[derive(Clone)]
struct ExplorerState {
    engine: Engine,
    places: Vec<Place>,
    answers: Vec<Vec<Option<Answer>>>,
    schedule: Vec<ScheduledStep>,
}

struct Explorer<'a> {
    clients: &'a [Client],
    most: u64,
    exploration: Exploration,
    seen: Vec<Observation>,
}

/// Executes every interleaving from the engine's current state and time. Stops after `most` interleavings. The engine does not
/// change.
///
/// # Errors
/// There are more than three clients, or too many requests.
pub fn explore(engine: &Engine, clients: &[Client], most: u64) -> Result<Exploration, TooMany> {
    if clients.len() > CLIENTS_MAX || clients.iter().map(Vec::len).sum::<usize>() > REQUESTS_MAX {
        return Err(TooMany);
    }
    let mut explorer = Explorer {
        clients,
        most,
        exploration: Exploration { complete: true, ..Exploration::default() },
        seen: Vec::new(),
    };
    explorer.go_on(ExplorerState::new(engine, clients));
    let mut serial = SerialOrders { engine, clients, by_requests: BTreeMap::new() };
    for (outcome, seen) in explorer.exploration.outcomes.iter_mut().zip(&explorer.seen) {
        outcome.explained_by = serial.explain(seen);
    }
    Ok(explorer.exploration)
}

/// Executes the steps of a schedule. Calls `look` with each step, the execution if the request has finished, and the engine.
pub fn replay(
    engine: &Engine,
    clients: &[Client],
    schedule: &[ScheduledStep],
    mut look: impl FnMut(&ScheduledStep, Option<&Execution>, &Engine),
) {
    let mut world = ExplorerState::new(engine, clients);
    for step in schedule {
        let execution = world.step(clients, step.client, TraceLevel::Full);
        if let Some(done) = world.schedule.last() {
            look(done, execution.as_deref(), &world.engine);
        }
    }
}

/// The result of one step.
#[derive(Debug)]
pub struct StepResult<'a> {
    pub step: &'a ScheduledStep,
    /// The events that this step added to the trace of the request.
    pub events: &'a [Event],
    pub changes: &'a [Change],
    /// The execution, if the step was the last one of the request.
    pub execution: Option<&'a Execution>,
}

/// Executes one step for each client in `schedule`, in order, and calls `look` with each. Skips clients that have sent all
/// requests. The engine changes, and unfinished requests stay unfinished. Returns for each client the position of its request,
/// and whether that request has begun.
pub fn run_schedule(
    engine: &mut Engine,
    clients: &[Client],
    schedule: &[usize],
    mut look: impl FnMut(StepResult, &Engine),
) -> Vec<(usize, bool)> {
    let mut places: Vec<Place> = vec![Place::default(); clients.len()];
    let mut told: Vec<usize> = vec![0; clients.len()];
    for client in schedule.iter().copied() {
        let (Some(place), Some(seen)) = (places.get_mut(client), told.get_mut(client)) else { continue };
        let Some(request) = clients.get(client).and_then(|requests| requests.get(place.request)) else {
            continue;
        };
        let ticket = place.ticket.unwrap_or_else(|| {
            engine.begin(Command { at: engine.now(), request: request.clone() }, TraceLevel::Full)
        });
        let mut step =
            ScheduledStep { client, request: place.request, operation: request.name(), answer: None };
        match engine.step(ticket) {
            Progress::Running { changes } => {
                place.ticket = Some(ticket);
                let events = engine.trace_so_far(ticket);
                let new = events.get(*seen..).unwrap_or_default();
                look(StepResult { step: &step, events: new, changes: &changes, execution: None }, engine);
                *seen = events.len();
            }
            Progress::Finished(execution) => {
                step.answer = Some(execution.answer());
                let events = execution.trace.get(*seen..).unwrap_or_default();
                let execution = Some(execution.as_ref());
                let changes = execution.map_or(&[][..], |execution| &execution.changes);
                look(StepResult { step: &step, events, changes, execution }, engine);
                (*place, *seen) = (Place { request: place.request + 1, ticket: None }, 0);
            }
            Progress::Unknown => {}
        }
    }
    places.iter().map(|place| (place.request, place.ticket.is_some())).collect()
}

impl ExplorerState {
    fn new(engine: &Engine, clients: &[Client]) -> ExplorerState {
        ExplorerState {
            engine: engine.clone(),
            places: vec![Place::default(); clients.len()],
            answers: clients.iter().map(|client| vec![None; client.len()]).collect(),
            schedule: Vec::new(),
        }
    }

    /// Executes one step of the client's current request. Returns the execution if the request has finished.
    fn step(&mut self, clients: &[Client], client: usize, level: TraceLevel) -> Option<Box<Execution>> {
        let place = self.places.get_mut(client)?;
        let request = clients.get(client)?.get(place.request)?;
        let ticket = place.ticket.unwrap_or_else(|| {
            self.engine.begin(Command { at: self.engine.now(), request: request.clone() }, level)
        });
        place.ticket = Some(ticket);
        let mut step =
            ScheduledStep { client, request: place.request, operation: request.name(), answer: None };
        let execution = match self.engine.step(ticket) {
            Progress::Running { .. } | Progress::Unknown => None,
            Progress::Finished(execution) => Some(execution),
        };
        if let Some(execution) = &execution {
            let answer = execution.answer();
            let answers = self.answers.get_mut(client);
            if let Some(kept) = answers.and_then(|answers| answers.get_mut(place.request)) {
                *kept = (!gave_way(execution)).then(|| answer.clone());
            }
            step.answer = Some(answer);
            *place = Place { request: place.request + 1, ticket: None };
        }
        self.schedule.push(step);
        execution
    }

    fn observation(&self) -> Observation {
        let tables = self.engine.database().tables();
        let items = tables.map(|table| {
            let items = table.items.iter().map(|(key, item)| (key.clone(), item.clone()));
            (table.definition.name.clone(), items.collect())
        });
        (self.answers.clone(), items.collect())
    }
}

/// Returns true if a request failed only because another was in progress.
fn gave_way(execution: &Execution) -> bool {
    execution.outcome.as_ref().is_err_and(|error| error.is_conflict())
}

impl Explorer<'_> {
    fn go_on(&mut self, world: ExplorerState) {
        if self.exploration.interleavings >= self.most {
            self.exploration.complete = false;
            return;
        }
        let has_more = |client: &usize| {
            let sent = self.clients.get(*client).map_or(0, Vec::len);
            world.places.get(*client).is_some_and(|place| place.request < sent)
        };
        let next: Vec<usize> = (0..self.clients.len()).filter(has_more).collect();
        if next.is_empty() {
            return self.note(world);
        }
        for client in next {
            let mut world = world.clone();
            world.step(self.clients, client, TraceLevel::Off);
            self.go_on(world);
        }
    }

    fn note(&mut self, world: ExplorerState) {
        self.exploration.interleavings += 1;
        let seen = world.observation();
        if let Some(place) = self.seen.iter().position(|known| *known == seen) {
            if let Some(outcome) = self.exploration.outcomes.get_mut(place) {
                outcome.count += 1;
            }
            return;
        }
        self.exploration.outcomes.push(Outcome {
            answers: seen.0.clone(),
            count: 1,
            schedule: world.schedule,
            explained_by: None,
        });
        self.seen.push(seen);
    }
}

/// Which requests count as sent, by client.
type Sent = Vec<Vec<bool>>;
/// The result of a serial order of clients, and that order.
type SerialRun = (Observation, Vec<usize>);

/// The results of serial orders, by the requests that count as sent.
struct SerialOrders<'a> {
    engine: &'a Engine,
    clients: &'a [Client],
    by_requests: BTreeMap<Sent, Vec<SerialRun>>,
}

impl SerialOrders<'_> {
    fn explain(&mut self, seen: &Observation) -> Option<Vec<usize>> {
        let sent: Sent = seen.0.iter().map(|answers| answers.iter().map(Option::is_some).collect()).collect();
        if !self.by_requests.contains_key(&sent) {
            let mut found = Vec::new();
            self.run(ExplorerState::new(self.engine, self.clients), &sent, Vec::new(), &mut found);
            self.by_requests.insert(sent.clone(), found);
        }
        let known = self.by_requests.get(&sent)?;
        known.iter().find(|(serial, _)| serial == seen).map(|(_, order)| order.clone())
    }

    fn run(
        &self,
        mut world: ExplorerState,
        sent: &[Vec<bool>],
        order: Vec<usize>,
        found: &mut Vec<SerialRun>,
    ) {
        let mut any = false;
        for (client, of_client) in sent.iter().enumerate() {
            let Some(place) = world.places.get_mut(client) else { continue };
            while of_client.get(place.request) == Some(&false) {
                place.request += 1;
            }
            if place.request >= of_client.len() {
                continue;
            }
            any = true;
            let mut world = world.clone();
            while world.step(self.clients, client, TraceLevel::Off).is_none() {}
            let mut order = order.clone();
            order.push(client);
            self.run(world, sent, order, found);
        }
        if !any {
            found.push((world.observation(), order));
        }
    }
}
