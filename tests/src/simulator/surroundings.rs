//! Runs commands while the simulation changes: zones fail, faults apply, the clock jumps, items expire. A second run must be
//! equal. The log must rebuild it, and a restored snapshot must continue it. Inverse changes must undo it.

use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::Change;
use dynalab_service::Engine;
use serde_json::json;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{CommandTarget, Reply, config, perform};
use crate::simulator::generation::Plan;
use crate::simulator::run::{Checked, Failure, engine_of};
use crate::simulator::twins::{reopened, same_replies, same_state};

/// Maximum groups of changes to undo at once.
const TAKEN_BACK_MAX: usize = 12;

pub fn hold(plan: &Plan) -> Checked {
    let (mut engine, mut twin) = (engine_of(plan), engine_of(plan));
    let mut follower = Engine::new(!plan.seed, config(plan.delays));
    let mut done = Done::begin(&engine);
    for (number, command) in plan.commands.iter().enumerate() {
        let mut chance = Chance::at(plan.seed ^ 0x50AD, command.at_ms);
        let control = if number == 0 { Some(dials(&mut chance)) } else { turned(&mut chance) };
        let mut replies: Vec<Reply> = Vec::new();
        if let Some((operation, body)) = control {
            let (reply, again) =
                (engine.send(command.at_ms, operation, &body), twin.send(command.at_ms, operation, &body));
            let pair = (vec![vec![reply]], vec![vec![again]]);
            same_replies(&pair.0, &pair.1, command)?;
            replies.extend(pair.0.into_iter().flatten());
        }
        let (told, again) = (perform(&mut engine, command), perform(&mut twin, command));
        same_replies(&told, &again, command)?;
        replies.extend(told.into_iter().flatten());
        for reply in replies.into_iter().filter(|reply| !reply.changes.is_empty()) {
            let bytes = change_log::encode(&reply.changes);
            follower.apply_log(&bytes).map_err(|_| Failure::from_text("the log cannot be applied"))?;
            done.changes.push(reply.changes);
        }
        let after = format!("{} {}", command.at_ms, command.request.operation());
        same_state(&engine, &follower, &after)?;
        if chance.one_in(12) {
            twin = reopened(&engine, plan)?;
            same_state(&engine, &twin, &after)?;
        }
        if done.changes.len() >= TAKEN_BACK_MAX {
            done.goes_back_and_forth(&mut engine)?;
            done = Done::begin(&engine);
        }
    }
    same_state(&engine, &twin, "at the end")
}

/// The state at a point in the run, and the changes since then.
struct Done {
    before: Vec<Vec<u8>>,
    changes: Vec<Vec<Change>>,
}

impl Done {
    fn begin(engine: &Engine) -> Done {
        Done { before: engine.snapshot(), changes: Vec::new() }
    }

    fn goes_back_and_forth(&mut self, engine: &mut Engine) -> Checked {
        let (after, database) = (engine.snapshot(), engine.database().clone());
        let mut undone = Vec::new();
        for changes in std::mem::take(&mut self.changes).into_iter().rev() {
            undone.push(engine.reverse(changes));
        }
        if engine.snapshot() != self.before {
            return Err(Failure::from_text("taken back, the snapshot differs"));
        }
        for changes in undone.into_iter().rev() {
            engine.reverse(changes);
        }
        if engine.snapshot() != after || engine.database() != &database {
            return Err(Failure::from_text("taken back and brought forward again, something differs"));
        }
        Ok(())
    }
}

fn dials(chance: &mut Chance) -> (&'static str, String) {
    let turned =
        json!({"table_change_ms": 40, "index_backfill_ms": 200, "metrics": 1, "time_to_live_enabling_ms": 0});
    let body = json!({"Profile": "realistic", "Seed": chance.below(1_000), "Dials": turned});
    ("Dynalab.SetDials", body.to_string())
}

fn turned(chance: &mut Chance) -> Option<(&'static str, String)> {
    let (operation, body) = match chance.below(16) {
        0 => ("Dynalab.AdvanceClock", json!({"Milliseconds": chance.below(4_000)})),
        1 => ("Dynalab.AdvanceClock", json!({"Milliseconds": chance.below(86_400_000)})),
        2 => {
            let zone = chance.pick_text(&["a", "b", "c"]);
            ("Dynalab.SetZone", json!({"Zone": zone, "Up": !chance.one_in(3)}))
        }
        3 => {
            let kind = chance.pick_text(&["THROTTLE", "UNPROCESSED", "TIMEOUT", "INTERNAL_ERROR"]);
            ("Dynalab.PutFault", json!({"Name": "f", "RatePermille": chance.below(300), "Kind": kind}))
        }
        4 => ("Dynalab.DeleteFault", json!({"Name": "f"})),
        5 => (
            "Dynalab.SetDials",
            json!({"Dials": {"replica_lag_most_ms": chance.below(900), "replica_lag_least_ms": 0}}),
        ),
        6 => ("Dynalab.SetDials", json!({"Dials": {"index_propagation_most_ms": 20 + chance.below(900)}})),
        _ => return None,
    };
    Some((operation, body.to_string()))
}
