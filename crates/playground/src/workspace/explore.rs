//! Runs every interleaving of the requests of a few clients. Reports the outcomes, each with the first schedule that leads to it.

use std::sync::Arc;

use dynalab_engine::TraceLevel;
use dynalab_service::explorer::{Answer, Client, Exploration, Outcome, ScheduledStep, explore, replay};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::json::{self, Members, Object, Value};
use dynalab_types::{KeyBytes, PackedItem};

use super::workspace_operations::{number, texts_of};

/// The operation. It changes nothing.
pub(super) const EXPLORE: &str = "Dynalab.Explore";
const BODY_MAX_BYTES: usize = 64 * 1024;
const INTERLEAVINGS_MAX: u64 = 20_000;
/// The limit exists because every step begins with a copy of all tables.
const ITEMS_MAX: usize = 2_000;

pub(super) fn explore_clients(engine: &Engine, body: &str) -> Result<Object, String> {
    let items: usize = engine.database().tables().map(|table| table.items.len()).sum();
    if items > ITEMS_MAX {
        return Err(format!("There are {items} items; every interleaving is tried with up to {ITEMS_MAX}"));
    }
    let clients = clients_of(body)?;
    let exploration = explore(engine, &clients, INTERLEAVINGS_MAX)
        .map_err(|_| "Up to three clients with nine requests together can be tried".to_owned())?;
    Ok(exploration_json(engine, &clients, &exploration))
}

/// Reads the body `{"Clients":[[{"Operation":"PutItem","Request":{…}},…],…]}`.
fn clients_of(body: &str) -> Result<Vec<Client>, String> {
    let question = question_of(body)?;
    let members = Members::from_object(&question, String::new());
    members.only(&["Clients"]).map_err(|error| error.to_string())?;
    clients_in(&members)
}

/// Parses the body of a request about clients.
pub(super) fn question_of(body: &str) -> Result<Object, String> {
    if body.len() > BODY_MAX_BYTES {
        return Err(format!("The question is longer than {BODY_MAX_BYTES} bytes"));
    }
    let parsed = json::parse(body).map_err(|error| format!("Line {} is no JSON", error.line))?;
    let Value::Object(question) = parsed else { return Err("The question is no object".to_owned()) };
    Ok(question)
}

pub(super) fn clients_in(members: &Members) -> Result<Vec<Client>, String> {
    let clients = members.list("Clients").map_err(|error| error.to_string())?;
    clients.iter().enumerate().map(|(number, client)| client_of(number, client)).collect()
}

fn client_of(number: usize, client: &Value) -> Result<Client, String> {
    let Value::Array(requests) = client else { return Err(format!("Clients[{number}] is no list")) };
    let requests = requests.iter().enumerate().map(|(place, request)| {
        let way = format!("Clients[{number}][{place}]");
        let Value::Object(request) = request else { return Err(format!("{way} is no object")) };
        let members = Members::from_object(request, format!("{way}."));
        let (operation, body) = texts_of(&members)?;
        Request::parse(&operation, &body)
            .map_err(|error| format!("{way}: {} {}", error.name(), error.message().unwrap_or_default()))
    });
    requests.collect()
}

/// The distinguishable end of a run: the responses and the items of the tables.
type End = (Vec<Vec<Option<Answer>>>, Items);

/// The items of each table, by its name.
type Items = Vec<(Arc<str>, KeyBytes, PackedItem)>;

fn items_of(engine: &Engine) -> Items {
    let tables = engine.database().tables();
    let items = tables.flat_map(|table| table.items.iter().map(move |row| (&table.definition.name, row)));
    items.map(|(table, (key, item))| (table.clone(), key.clone(), item.clone())).collect()
}

/// Returns an order of whole clients, one after another, with the same end. A request that failed with a conflict counts as not
/// sent. So does a client whose writes were all rejected: it read old data, so its conditions failed and it changed nothing.
fn whole_clients(engine: &Engine, clients: &[Client], outcome: &Outcome) -> Option<Vec<usize>> {
    let mut items = items_of(engine);
    replay(engine, clients, &outcome.schedule, |_, _, engine| items = items_of(engine));
    let sent =
        clients.iter().zip(&outcome.answers).map(|(client, answers)| match was_refused(client, answers) {
            true => vec![None; client.len()],
            false => answers.clone(),
        });
    let end = (sent.collect::<Vec<_>>(), items);
    orders_of(clients.len())
        .into_iter()
        .find(|order| one_after_the_other(engine, clients, order, &end.0) == end)
}

/// Returns true if a client sent writes and each was rejected.
fn was_refused(client: &Client, answers: &[Option<Answer>]) -> bool {
    let is_write = |request: &Request| !Request::is_read_only(request.name());
    let mut writes = client.iter().zip(answers).filter(|(request, _)| is_write(request)).peekable();
    writes.peek().is_some()
        && writes.all(|(_, answer)| answer.as_ref().is_some_and(|(status, _)| *status >= 400))
}

fn one_after_the_other(
    engine: &Engine,
    clients: &[Client],
    order: &[usize],
    sent: &[Vec<Option<Answer>>],
) -> End {
    let mut engine = engine.clone();
    let mut answers: Vec<Vec<Option<Answer>>> =
        clients.iter().map(|client| vec![None; client.len()]).collect();
    for client in order {
        for (place, request) in clients[*client].iter().enumerate() {
            if sent[*client][place].is_some() {
                let command = Command { at: engine.now(), request: request.clone() };
                answers[*client][place] = Some(engine.execute(command, TraceLevel::Off).answer());
            }
        }
    }
    let items = items_of(&engine);
    (answers, items)
}

fn orders_of(clients: usize) -> Vec<Vec<usize>> {
    match clients {
        0 => vec![Vec::new()],
        1 => vec![vec![0]],
        2 => vec![vec![0, 1], vec![1, 0]],
        _ => vec![vec![0, 1, 2], vec![0, 2, 1], vec![1, 0, 2], vec![1, 2, 0], vec![2, 0, 1], vec![2, 1, 0]],
    }
}

fn exploration_json(engine: &Engine, clients: &[Client], exploration: &Exploration) -> Object {
    Object::from([
        ("Interleavings".to_owned(), number(exploration.interleavings)),
        ("Complete".to_owned(), Value::Bool(exploration.complete)),
        (
            "Outcomes".to_owned(),
            Value::Array(
                exploration.outcomes.iter().map(|outcome| outcome_of(engine, clients, outcome)).collect(),
            ),
        ),
    ])
}

fn outcome_of(engine: &Engine, clients: &[Client], outcome: &Outcome) -> Value {
    let mut object = Object::from([
        ("Count".to_owned(), number(outcome.count)),
        ("Steps".to_owned(), Value::Array(outcome.schedule.iter().map(step_of).collect())),
    ]);
    // An order is reported only if it exists: for whole requests, and for whole clients.
    let orders = [
        ("ExplainedBy", outcome.explained_by.clone()),
        ("WholeClients", whole_clients(engine, clients, outcome)),
    ];
    for (name, order) in orders {
        if let Some(order) = order {
            let order = order.iter().map(|client| number(*client as u64));
            object.insert(name.to_owned(), Value::Array(order.collect()));
        }
    }
    Value::Object(object)
}

fn step_of(step: &ScheduledStep) -> Value {
    Value::Object(told_step(step))
}

pub(super) fn told_step(step: &ScheduledStep) -> Object {
    let mut object = Object::from([
        ("Client".to_owned(), number(step.client as u64)),
        ("Request".to_owned(), number(step.request as u64)),
        ("Operation".to_owned(), Value::String(step.operation.to_owned())),
    ]);
    if let Some((status, body)) = &step.answer {
        object.insert("Status".to_owned(), number(u64::from(*status)));
        object.insert("Body".to_owned(), Value::String(body.clone()));
    }
    object
}
