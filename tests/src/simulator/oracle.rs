//! What stands around the tables, compared with references of its own: throttling, replicas, consumers of streams, Regions.
//!
//! The commands of a plan give the times and the random numbers of the events, so a run can be shortened.

pub mod admission;
pub mod consumers;
pub mod regions;
pub mod replicas;

use dynalab_engine::EngineConfig;
use dynalab_service::Engine;
use serde_json::Value as Json;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{CommandTarget, Reply};
use crate::simulator::generation::{BEGIN_MS, Plan};
use crate::simulator::run::Failure;

/// One event of a run. Its time is later than that of the event before.
struct Event {
    at_ms: u64,
    chance: Chance,
}

/// Returns one event for each command. Its random numbers depend on the seed and on this command only.
fn events(plan: &Plan, salt: u64) -> impl Iterator<Item = Event> + '_ {
    let mut last_ms = BEGIN_MS;
    plan.commands.iter().map(move |command| {
        let body = command.request.body().to_string();
        let mark = body.bytes().fold(salt, |mark, byte| mark.rotate_left(7) ^ u64::from(byte));
        last_ms = command.at_ms.max(last_ms + 1);
        Event { at_ms: last_ms, chance: Chance::at(plan.seed ^ mark, command.at_ms) }
    })
}

fn begin(plan: &Plan) -> Engine {
    Engine::new(plan.seed, EngineConfig::instant())
}

/// Sends a request that cannot fail.
fn succeed(engine: &mut Engine, at_ms: u64, operation: &str, body: &Json) -> Result<Reply, Failure> {
    let reply = engine.send(at_ms, operation, &body.to_string());
    match reply.status {
        200 => Ok(reply),
        _ => Err(Failure::from_text(format!("{at_ms} {operation} {body}\n  fails: {}", reply.text))),
    }
}
