//! The property of steps: overlapping requests have the same result as their single writes in the order of the steps. A
//! transaction has the result that it has at its last step.

use dynalab_engine::{Ticket, TraceLevel};
use dynalab_service::{Command as EngineCommand, Engine, Progress, Request as EngineRequest};
use dynalab_types::Timestamp;
use serde_json::Value as Json;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::CommandTarget;
use crate::simulator::generation::Plan;
use crate::simulator::request::{BatchWrite, Command, Request, Returned};
use crate::simulator::run::{Checked, Failure, engine_of};
use crate::simulator::twins::same_state;

/// A request in progress, with the single requests that its steps are equal to.
struct InFlight<'a> {
    ticket: Ticket,
    request: &'a Request,
    singles: Vec<Request>,
    steps_done: usize,
    found: Vec<Json>,
}

pub fn steps_are_serial(plan: &Plan) -> Checked {
    let (mut engine, mut serial) = (engine_of(plan), engine_of(plan));
    let mut commands = &plan.commands[..];
    while let Some(first) = commands.first() {
        let mut chance = Chance::at(plan.seed ^ 0x57E9, first.at_ms);
        let wanted = commands.len().min(1 + chance.below(5));
        let before = commands.iter().take(wanted).position(changes_a_table).unwrap_or(wanted);
        let (together, rest) = commands.split_at(before.max(1));
        overlap(&mut engine, &mut serial, together, &mut chance)?;
        commands = rest;
    }
    Ok(())
}

/// Commands that run between groups of overlapping requests. A transaction checks its items before its last step. Such a change
/// could come between.
fn changes_a_table(command: &Command) -> bool {
    matches!(
        command.request,
        Request::DeleteTable { .. } | Request::CreateIndex { .. } | Request::DeleteIndex { .. }
    )
}

fn overlap(engine: &mut Engine, serial: &mut Engine, commands: &[Command], chance: &mut Chance) -> Checked {
    // All of them arrive at once, so that both engines have the same time.
    let at_ms = commands.last().map_or(0, |command| command.at_ms);
    let mut in_flight: Vec<InFlight> = Vec::new();
    for Command { request, .. } in commands {
        let Ok(parsed) = EngineRequest::parse(request.operation(), &request.body().to_string()) else {
            continue;
        };
        let command = EngineCommand { at: Timestamp::from_epoch_ms(at_ms), request: parsed };
        in_flight.push(InFlight {
            ticket: engine.begin(command, TraceLevel::Off),
            request,
            singles: singles(request),
            steps_done: 0,
            found: Vec::new(),
        });
    }
    while !in_flight.is_empty() {
        let chosen = chance.below(in_flight.len());
        let one = &mut in_flight[chosen];
        if step(engine, serial, at_ms, one)? {
            in_flight.swap_remove(chosen);
        }
    }
    if engine.database() == serial.database() {
        return Ok(());
    }
    let texts: Vec<String> = commands
        .iter()
        .map(|command| format!("{} {}", command.request.operation(), command.request.body()))
        .collect();
    same_state(engine, serial, &format!("overlapping\n  {}", texts.join("\n  ")))
}

/// Executes one step. Returns true if the request has finished.
fn step(engine: &mut Engine, serial: &mut Engine, at_ms: u64, one: &mut InFlight) -> Result<bool, Failure> {
    let finished = match engine.step(one.ticket) {
        Progress::Running { .. } => None,
        Progress::Finished(execution) => Some(execution.answer()),
        Progress::Unknown => return Err(Failure::from_text("a ticket is forgotten")),
    };
    if one.singles.is_empty() {
        let Some((status, text)) = finished else { return Ok(false) };
        whole(serial, at_ms, one.request, status, &text)?;
        return Ok(true);
    }
    let succeeds = finished.as_ref().is_none_or(|(status, _)| *status == 200);
    let single = one.singles.get(one.steps_done).filter(|_| succeeds).cloned();
    one.steps_done += 1;
    if let Some(single) = single {
        let reply = serial.send(at_ms, single.operation(), &single.body().to_string());
        if reply.status != 200 {
            return Err(Failure::from_text(format!("{} alone is refused: {}", single.body(), reply.text)));
        }
        one.found.extend(reply.body.get("Item").cloned());
    }
    let Some((status, text)) = finished else { return Ok(false) };
    if status == 200 && one.steps_done != one.singles.len() {
        return Err(Failure::from_text(format!("{} steps for {}", one.steps_done, one.request.body())));
    }
    if status == 200 && matches!(one.request, Request::BatchGet(_)) {
        same_items(&text, &one.found)?;
    }
    Ok(true)
}

/// Executes requests of one step on the serial engine when they finish. A request that conflicted with a transaction, or a
/// canceled transaction, did not happen.
fn whole(serial: &mut Engine, at_ms: u64, request: &Request, status: u16, text: &str) -> Checked {
    let is_transaction = matches!(request, Request::TransactWrite { .. } | Request::TransactGet(_));
    if text.contains("TransactionConflictException") || (is_transaction && status != 200) {
        return Ok(());
    }
    let reply = serial.send(at_ms, request.operation(), &request.body().to_string());
    if (reply.status, reply.text.as_str()) == (status, text) {
        return Ok(());
    }
    Err(Failure::from_text(format!(
        "{} {}\n  answers {text}\n  and {}",
        request.operation(),
        request.body(),
        reply.text
    )))
}

fn same_items(text: &str, expected: &[Json]) -> Checked {
    let body: Json = serde_json::from_str(text).unwrap_or_default();
    let tables = body["Responses"].as_object().cloned().unwrap_or_default();
    let found = tables.values().filter_map(Json::as_array).flatten();
    if found.eq(expected) {
        Ok(())
    } else {
        Err(Failure::from_text(format!("{text}\n  and not {expected:?}")))
    }
}

/// Returns the single requests of a batch's steps, in order. Empty for a request of one step.
fn singles(request: &Request) -> Vec<Request> {
    match request {
        Request::BatchWrite(tables) => {
            let writes =
                tables.iter().flat_map(|(table, writes)| writes.iter().map(move |write| (table, write)));
            writes.map(|(table, write)| single_write(table, write)).collect()
        }
        Request::BatchGet(tables) => {
            let keys = tables.iter().flat_map(|(table, keys)| keys.iter().map(move |key| (table, key)));
            keys.map(|(table, key)| Request::Get {
                table: table.clone(),
                key: key.clone(),
                projection: None,
                consistent: false,
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

fn single_write(table: &str, write: &BatchWrite) -> Request {
    let (table, condition, returned) = (table.to_owned(), None, Returned::Nothing);
    match write.clone() {
        BatchWrite::Put(item) => Request::Put { table, item, condition, returned },
        BatchWrite::Delete(key) => Request::Delete { table, key, condition, returned },
    }
}
