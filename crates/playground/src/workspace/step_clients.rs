//! Runs the requests of several clients step by step, in a chosen order. Reports each step, the state of each client and the
//! resulting items. `STEP` is a dry run from the shown entry; `RUN` changes the tables as one step.

use std::sync::Arc;

use dynalab_engine::database::change::Change;
use dynalab_engine::trace::{Event, EventKind};
use dynalab_service::Engine;
use dynalab_service::explorer::{CLIENTS_MAX, Client, REQUESTS_MAX, StepResult, run_schedule};
use dynalab_types::json::{self, Members, Object, Value};
use dynalab_types::wire::item_json;
use dynalab_types::{Item, Timestamp};

use super::RequestOutcome;
use super::explore::{clients_in, question_of, told_step};
use super::joined_changes::joined;
use super::workspace_operations::{number, request_outcome};
use crate::advice::{object, string};
use crate::views::trace::key_text;

/// The body is `{"Clients":[[{"Operation":"PutItem","Request":{…}},…],…],"Schedule":[0,1,0]}`. The schedule has indexes of
/// clients.
pub(super) const STEP: &str = "Dynalab.StepClients";
/// The body is the same. The changes are stored.
pub(super) const RUN: &str = "Dynalab.RunClients";
const STEPS_MAX: usize = 400;

/// An item that a step used, and the client whose transaction locks it.
struct UsedItem {
    table: Arc<str>,
    key: Item,
    held_by: Option<usize>,
}

pub(super) fn stepped(engine: &Engine, body: &str) -> Result<Object, String> {
    let (clients, schedule) = read(body)?;
    Ok(take_steps(&mut engine.clone(), &clients, &schedule).told)
}

pub(super) fn run(engine: &mut Engine, at: Timestamp, body: &str) -> RequestOutcome {
    let (clients, schedule) = match read(body) {
        Ok(read) => read,
        Err(why) => return request_outcome(Err(why), Vec::new()),
    };
    let mut changes = engine.advance_to(at);
    let walked = take_steps(engine, &clients, &schedule);
    changes.extend(walked.changes);
    if walked.under_way {
        engine.reverse(changes);
        return request_outcome(
            Err("A request is under way; let it come to its end first".to_owned()),
            Vec::new(),
        );
    }
    request_outcome(Ok(walked.told), joined(changes))
}

fn read(body: &str) -> Result<(Vec<Client>, Vec<usize>), String> {
    let question = question_of(body)?;
    let members = Members::from_object(&question, String::new());
    members.only(&["Clients", "Schedule"]).map_err(|error| error.to_string())?;
    let clients = clients_in(&members)?;
    if clients.len() > CLIENTS_MAX || clients.iter().map(Vec::len).sum::<usize>() > REQUESTS_MAX {
        return Err(format!(
            "Up to {CLIENTS_MAX} clients with {REQUESTS_MAX} requests together can be stepped"
        ));
    }
    let schedule = members.list("Schedule").map_err(|error| error.to_string())?;
    let place = |value: &Value| match value {
        Value::Number(text) => text.parse().ok().filter(|place| *place < clients.len()),
        _ => None,
    };
    let steps: Option<Vec<usize>> = schedule.iter().map(place).collect();
    match steps.filter(|steps| steps.len() <= STEPS_MAX) {
        Some(steps) => Ok((clients, steps)),
        None => Err(format!("Schedule must be up to {STEPS_MAX} places of clients")),
    }
}

struct ScheduleResult {
    told: Object,
    changes: Vec<Change>,
    under_way: bool,
}

fn take_steps(engine: &mut Engine, clients: &[Client], schedule: &[usize]) -> ScheduleResult {
    let (mut steps, mut changes, mut met) = (Vec::new(), Vec::new(), Vec::<UsedItem>::new());
    let places = run_schedule(engine, clients, schedule, |stepped: StepResult, _| {
        let client = stepped.step.client;
        let items = record_used_items(&mut met, client, stepped.events);
        if stepped.execution.is_some() {
            met.iter_mut().filter(|met| met.held_by == Some(client)).for_each(|met| met.held_by = None);
        }
        changes.extend_from_slice(stepped.changes);
        let mut told = told_step(stepped.step);
        told.insert("State".to_owned(), string(state_of(&stepped)));
        told.insert("Items".to_owned(), Value::Array(items.into_iter().map(string).collect()));
        steps.push(Value::Object(told));
    });
    let under_way = places.iter().any(|(_, begun)| *begun);
    let clients = places.iter().zip(clients).map(|((request, begun), client)| {
        let next = client.get(*request).map_or("", |request| request.name());
        object([("Request", number(*request as u64)), ("Begun", Value::Bool(*begun)), ("Next", string(next))])
    });
    let told = Object::from([
        ("Steps".to_owned(), Value::Array(steps)),
        ("Clients".to_owned(), Value::Array(clients.collect())),
        ("Items".to_owned(), Value::Array(met.iter().map(|met| item_of(engine, met)).collect())),
    ]);
    ScheduleResult { told, changes, under_way }
}

/// Records the items that a step uses, and returns their keys as text.
fn record_used_items(met: &mut Vec<UsedItem>, client: usize, events: &[Event]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for event in events {
        let (table, key, holds) = match &event.kind {
            EventKind::Read { source, key, .. } => (&source.table, key, false),
            EventKind::Wrote { table, key, .. } | EventKind::TransactionConflict { table, key } => {
                (table, key, false)
            }
            EventKind::TransactionPrepared { table, key, .. } => (table, key, true),
            _ => continue,
        };
        let text = key_text(key);
        if !texts.contains(&text) {
            texts.push(text);
        }
        let known = met.iter_mut().find(|met| met.table == *table && met.key == *key);
        match known {
            Some(known) if holds => known.held_by = Some(client),
            Some(_) => {}
            None => met.push(UsedItem {
                table: table.clone(),
                key: key.clone(),
                held_by: holds.then_some(client),
            }),
        }
    }
    texts
}

/// Returns the result of a step as one word.
fn state_of(stepped: &StepResult) -> &'static str {
    let has = |wanted: fn(&EventKind) -> bool| stepped.events.iter().any(|event| wanted(&event.kind));
    // The last step of a transaction can find the conflict that cancels it.
    if has(|kind| matches!(kind, EventKind::TransactionCancelled { .. })) {
        return "cancelled";
    }
    if has(|kind| matches!(kind, EventKind::TransactionConflict { .. })) {
        return "conflict";
    }
    if has(|kind| matches!(kind, EventKind::Rejected { .. })) {
        return "refused";
    }
    if has(|kind| matches!(kind, EventKind::TransactionCommitted { .. })) {
        return "committed";
    }
    if has(|kind| matches!(kind, EventKind::TransactionPrepared { .. })) {
        return "prepared";
    }
    if has(|kind| matches!(kind, EventKind::Wrote { .. })) {
        return "wrote";
    }
    if has(|kind| matches!(kind, EventKind::Read { .. })) {
        return "read";
    }
    if stepped.execution.is_some() { "answered" } else { "begun" }
}

fn item_of(engine: &Engine, met: &UsedItem) -> Value {
    let table = engine.database().find(&met.table);
    let key = table.and_then(|table| table.definition.key.key_bytes(&met.key));
    let item = table.zip(key).and_then(|(table, key)| table.items.packed(&key).map(|item| item.unpack()));
    let mut told = Object::from([
        ("Table".to_owned(), string(met.table.as_ref())),
        ("Key".to_owned(), string(key_text(&met.key))),
    ]);
    if let Some(item) = item.and_then(|item| json::parse(&item_json(&item)).ok()) {
        told.insert("Item".to_owned(), item);
    }
    if let Some(client) = met.held_by {
        told.insert("HeldBy".to_owned(), number(client as u64));
    }
    Value::Object(told)
}
