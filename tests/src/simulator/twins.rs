//! Properties of two engines: an equal run, a replayed log, a restored snapshot, and undo.

use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::{self, Change};
use dynalab_service::Engine;
use dynalab_types::Timestamp;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{Reply, config, perform};
use crate::simulator::generation::Plan;
use crate::simulator::request::Command;
use crate::simulator::run::{Checked, Failure, MUCH_LATER_MS, engine_of};

/// Two runs of one plan return and log the same bytes.
pub fn repeats(plan: &Plan) -> Checked {
    let (mut one, mut other) = (engine_of(plan), engine_of(plan));
    for command in &plan.commands {
        same_replies(&perform(&mut one, command), &perform(&mut other, command), command)?;
    }
    same_state(&one, &other, "after two equal runs")
}

/// The log, applied to an empty engine, rebuilds the same engine.
pub fn log_rebuilds(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut follower = Engine::new(!plan.seed, config(plan.delays));
    for command in &plan.commands {
        let mut chance = Chance::at(plan.seed ^ 0x10C, command.at_ms);
        for reply in perform(&mut engine, command).iter().flatten().filter(|reply| !reply.changes.is_empty())
        {
            apply(&mut follower, &reply.changes, &mut chance)?;
        }
        same_state(&engine, &follower, &describe(command))?;
        let changes = engine.advance_to(Timestamp::from_epoch_ms(command.at_ms + 500));
        apply(&mut follower, &changes, &mut chance)?;
        same_state(&engine, &follower, &describe(command))?;
    }
    let changes = engine.advance_to(engine.now().plus_ms(MUCH_LATER_MS));
    apply(&mut follower, &changes, &mut Chance::new(plan.seed))?;
    if engine.database() == follower.database() {
        Ok(())
    } else {
        Err(Failure::from_text("the follower's tables differ"))
    }
}

fn apply(follower: &mut Engine, changes: &[Change], chance: &mut Chance) -> Checked {
    let bytes = change_log::encode(changes);
    let decoded =
        change_log::decode(&bytes).map_err(|_| Failure::from_text(format!("not readable: {changes:?}")))?;
    if change_log::encode(&decoded) != bytes {
        return Err(Failure::from_text(format!("not the same bytes again: {changes:?}")));
    }
    if chance.one_in(5) {
        let before = follower.snapshot();
        let torn = &bytes[..chance.below(bytes.len())];
        if follower.apply_log(torn).is_ok() || follower.snapshot() != before {
            return Err(Failure::from_text(format!("{} of {} bytes were applied", torn.len(), bytes.len())));
        }
    }
    follower.apply_log(&bytes).map(|_| ()).map_err(|_| Failure::from_text("the log cannot be applied"))
}

/// An engine that was restored from a snapshot continues as the original does.
pub fn snapshot_continues(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut restored: Option<Engine> = None;
    for command in &plan.commands {
        if restored.is_none() || Chance::at(plan.seed ^ 0x54A9, command.at_ms).one_in(15) {
            restored = Some(reopened(&engine, plan)?);
        }
        let Some(other) = &mut restored else { continue };
        let (replies, again) = (perform(&mut engine, command), perform(other, command));
        same_replies(&replies, &again, command)?;
        same_state(&engine, other, &describe(command))?;
    }
    Ok(())
}

pub fn reopened(engine: &Engine, plan: &Plan) -> Result<Engine, Failure> {
    let chunks = engine.snapshot();
    let restored = Engine::restore(chunks.iter().map(Vec::as_slice), config(plan.delays));
    restored.map_err(|_| Failure::from_text("the snapshot cannot be read"))
}

/// Every command can be undone and executed again.
pub fn undo_goes_back(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut commands = &plan.commands[..];
    while let Some(first) = commands.first() {
        let mut chance = Chance::at(plan.seed ^ 0x0D0, first.at_ms);
        let (burst, rest) = commands.split_at(commands.len().min(1 + chance.below(8)));
        undo_and_redo(&mut engine, burst)?;
        commands = rest;
    }
    Ok(())
}

fn undo_and_redo(engine: &mut Engine, burst: &[Command]) -> Checked {
    let differs = |what: &str| {
        let commands: Vec<String> = burst.iter().map(describe).collect();
        Err(Failure::from_text(format!("{what}:\n  {}", commands.join("\n  "))))
    };
    let (before, database) = (engine.snapshot(), engine.database().clone());
    let (done, replies) = execute(engine, burst);
    let (after, database_after) = (engine.snapshot(), engine.database().clone());
    let mut undone = Vec::new();
    for changes in done.into_iter().rev() {
        undone.push(engine.reverse(changes));
    }
    if engine.database() != &database {
        return differs("undone, the tables or indexes differ");
    }
    if engine.snapshot() != before {
        return differs("undone, the snapshot differs");
    }
    let mut redone = Vec::new();
    for changes in undone.into_iter().rev() {
        redone.push(engine.reverse(changes));
    }
    if engine.database() != &database_after || engine.snapshot() != after {
        return differs("undone and brought forward again, something differs");
    }
    for changes in redone.into_iter().rev() {
        // The inverse changes must survive encoding, including the tables that they restore.
        let bytes = change_log::encode(&change::inverse_of(changes));
        if engine.apply_log(&bytes).is_err() {
            return differs("what takes it back cannot be read");
        }
    }
    if engine.database() != &database || engine.snapshot() != before {
        return differs("undone from bytes, something differs");
    }
    let (_, again) = execute(engine, burst);
    if engine.snapshot() != after || replies != again {
        return differs("undone and done again, something differs");
    }
    Ok(())
}

/// Executes commands. Returns their groups of changes and their responses.
fn execute(engine: &mut Engine, commands: &[Command]) -> (Vec<Vec<Change>>, Vec<String>) {
    let (mut done, mut texts) = (Vec::new(), Vec::new());
    for command in commands {
        done.push(engine.advance_to(Timestamp::from_epoch_ms(command.at_ms)));
        for reply in perform(engine, command).into_iter().flatten() {
            done.push(reply.changes);
            texts.push(reply.text);
        }
    }
    (done, texts)
}

fn describe(command: &Command) -> String {
    format!("{} {} {}", command.at_ms, command.request.operation(), command.request.body())
}

pub fn same_replies(left: &[Vec<Reply>], right: &[Vec<Reply>], command: &Command) -> Checked {
    let differs = |what: &str| Err(Failure::from_text(format!("{what} differ: {}", describe(command))));
    let (left, right): (Vec<_>, Vec<_>) = (left.iter().flatten().collect(), right.iter().flatten().collect());
    if left.len() != right.len() {
        return differs("page counts");
    }
    for (left, right) in left.into_iter().zip(right) {
        if left.text != right.text {
            return differs(&format!("answers {} and {}", left.text, right.text));
        }
        if format!("{:?}", left.trace) != format!("{:?}", right.trace) {
            return differs("traces");
        }
        if change_log::encode(&left.changes) != change_log::encode(&right.changes) {
            return differs("logs");
        }
    }
    Ok(())
}

pub fn same_state(left: &Engine, right: &Engine, after: &str) -> Checked {
    if left.database() != right.database() {
        return Err(Failure::from_text(format!("tables or indexes differ: {after}")));
    }
    if left.snapshot() != right.snapshot() {
        return Err(Failure::from_text(format!("snapshots differ: {after}")));
    }
    Ok(())
}
