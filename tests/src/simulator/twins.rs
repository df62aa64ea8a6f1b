//! Properties of an engine and its twin: the same run again, the log replayed, the snapshot restored, time turned back.

use dynalab_engine::change::Change;
use dynalab_engine::{Engine, change_log};
use dynalab_types::Timestamp;

use crate::simulator::chance::Chance;
use crate::simulator::door::{Reply, config, perform};
use crate::simulator::generation::Plan;
use crate::simulator::model::Charges;
use crate::simulator::request::Command;
use crate::simulator::run::{Checked, Failure, MUCH_LATER_MS, engine_of};
use crate::simulator::undone::comparable_after_undo;

/// Two runs of one plan say and write the same bytes.
pub fn repeats(plan: &Plan) -> Checked {
    let (mut one, mut other) = (engine_of(plan), engine_of(plan));
    for command in &plan.commands {
        same_replies(&perform(&mut one, command), &perform(&mut other, command), command)?;
    }
    same_state(&one, &other, "after two equal runs")
}

/// What the log says, applied to an engine that knows nothing, gives the same engine.
pub fn log_rebuilds(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut follower = Engine::new(!plan.seed, config(plan.delays));
    for command in &plan.commands {
        let mut chance = Chance::at(plan.seed ^ 0x10C, command.at_ms);
        for reply in perform(&mut engine, command).iter().flatten().filter(|reply| !reply.changes.is_empty())
        {
            follow(&mut follower, &reply.changes, &mut chance)?;
        }
        // A read moves meters that are logged with the next change only.
        let changes = engine.advance_to(Timestamp::from_epoch_ms(command.at_ms + 500));
        if !changes.is_empty() {
            follow(&mut follower, &changes, &mut chance)?;
            same_state(&engine, &follower, &describe(command))?;
        }
    }
    let changes = engine.advance_to(engine.now().plus_ms(MUCH_LATER_MS));
    follow(&mut follower, &changes, &mut Chance::new(plan.seed))?;
    if engine.database() == follower.database() {
        Ok(())
    } else {
        Err(Failure::of("the follower's tables differ"))
    }
}

fn follow(follower: &mut Engine, changes: &[Change], chance: &mut Chance) -> Checked {
    let bytes = change_log::encode(changes);
    let decoded =
        change_log::decode(&bytes).map_err(|_| Failure::of(format!("not readable: {changes:?}")))?;
    if change_log::encode(&decoded) != bytes {
        return Err(Failure::of(format!("not the same bytes again: {changes:?}")));
    }
    if chance.one_in(5) {
        let before = follower.snapshot();
        let torn = &bytes[..chance.below(bytes.len())];
        if follower.apply_log(torn).is_ok() || follower.snapshot() != before {
            return Err(Failure::of(format!("{} of {} bytes were applied", torn.len(), bytes.len())));
        }
    }
    follower.apply_log(&bytes).map_err(|_| Failure::of("the log cannot be applied"))
}

/// An engine that was put away and taken out again goes on as the other does.
pub fn snapshot_continues(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut restored: Option<Engine> = None;
    for command in &plan.commands {
        if restored.is_none() || Chance::at(plan.seed ^ 0x54A9, command.at_ms).one_in(15) {
            restored = Some(reopened(&engine, plan)?);
        }
        let Some(other) = &mut restored else { continue };
        let (replies, again) = (perform(&mut engine, command), perform(other, command));
        // The first engine still owes its log the meters that the snapshot already has.
        same_replies(&without_meters(replies), &without_meters(again), command)?;
        same_state(&engine, other, &describe(command))?;
    }
    Ok(())
}

fn without_meters(mut segments: Vec<Vec<Reply>>) -> Vec<Vec<Reply>> {
    for reply in segments.iter_mut().flatten() {
        reply.changes.retain(|change| !matches!(change, Change::Meter { .. }));
    }
    segments
}

pub fn reopened(engine: &Engine, plan: &Plan) -> Result<Engine, Failure> {
    let chunks = engine.snapshot();
    let restored = Engine::restore(chunks.iter().map(Vec::as_slice), config(plan.delays));
    restored.map_err(|_| Failure::of("the snapshot cannot be read"))
}

/// Whatever was done can be undone, and done again.
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
        Err(Failure::of(format!("{what}:\n  {}", commands.join("\n  "))))
    };
    let (before, database) = (comparable_after_undo(engine), engine.database().clone());
    let meters = meters_of(engine);
    let mut meters_at_most = meters.clone();
    let (done, replies) = execute(engine, burst);
    let after = comparable_after_undo(engine);
    for (changes, charges) in done.into_iter().rev() {
        // What changed nothing cannot be undone: it may have consumed what it has consumed.
        for (owner, half_units) in charges.into_iter().filter(|_| changes.is_empty()) {
            *meters_at_most.entry(owner).or_default() += half_units;
        }
        engine.undo(changes);
    }
    if engine.database() != &database {
        return differs("undone, the tables or indexes differ");
    }
    if comparable_after_undo(engine) != before {
        return differs("undone, the snapshot differs");
    }
    let found = meters_of(engine);
    let in_range = found.iter().all(|(owner, half_units)| {
        let at_most = meters_at_most.get(owner).copied().unwrap_or_default();
        let at_least = meters.get(owner).copied().unwrap_or(1);
        (at_least..=at_most).contains(half_units)
    });
    if !in_range || meters.keys().any(|owner| !found.contains_key(owner)) {
        return differs(&format!("undone, the meters are {found:?}\n  and were {meters:?}"));
    }
    let (_, again) = execute(engine, burst);
    if comparable_after_undo(engine) != after || replies != again {
        return differs("undone and done again, something differs");
    }
    Ok(())
}

/// The groups of changes with what they cost, and the answers.
fn execute(engine: &mut Engine, commands: &[Command]) -> (Vec<(Vec<Change>, Charges)>, Vec<String>) {
    let (mut done, mut texts) = (Vec::new(), Vec::new());
    for command in commands {
        done.push((engine.advance_to(Timestamp::from_epoch_ms(command.at_ms)), Charges::new()));
        for reply in perform(engine, command).into_iter().flatten() {
            done.push((reply.changes, reply.charges.unwrap_or_default()));
            texts.push(reply.text);
        }
    }
    (done, texts)
}

fn meters_of(engine: &Engine) -> Charges {
    let mut meters = Charges::new();
    for ((owner, _), half_units) in engine.meters().totals() {
        let index = owner.index.as_ref().map(|(_, name)| name.to_string());
        *meters.entry((owner.table.to_string(), index)).or_default() += half_units.0;
    }
    meters
}

fn describe(command: &Command) -> String {
    format!("{} {} {}", command.at_ms, command.request.operation(), command.request.body())
}

pub fn same_replies(left: &[Vec<Reply>], right: &[Vec<Reply>], command: &Command) -> Checked {
    let differs = |what: &str| Err(Failure::of(format!("{what} differ: {}", describe(command))));
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
        return Err(Failure::of(format!("tables or indexes differ: {after}")));
    }
    if left.snapshot() != right.snapshot() {
        return Err(Failure::of(format!("snapshots differ: {after}")));
    }
    Ok(())
}
