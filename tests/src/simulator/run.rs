//! Runs the engine and the reference side by side, and compares all their tables at the end.

use dynalab_service::Engine;

use crate::simulator::command_target::{CommandTarget, config, perform};
use crate::simulator::compare::compare;
use crate::simulator::generation::Plan;
use crate::simulator::model::Model;
use crate::simulator::request::{Command, Read, Request, TableShape};
use crate::simulator::twins::reopened;

/// A time after everything that can be due.
pub const MUCH_LATER_MS: u64 = 10_000_000;

/// The place and the reason of a failure.
#[derive(Clone, Debug)]
pub struct Failure {
    pub what: String,
}

impl Failure {
    pub fn from_text(what: impl Into<String>) -> Failure {
        Failure { what: what.into() }
    }
}

pub type Checked = Result<(), Failure>;

pub fn engine_of(plan: &Plan) -> Engine {
    Engine::new(plan.seed, config(plan.delays))
}

/// Every response is equal to the reference's, and so are all tables at the end.
pub fn compare_with_model(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut model = Model::new(plan.delays);
    for command in &plan.commands {
        check_command(&mut engine, &mut model, command)?;
    }
    let end_ms = plan.commands.last().map_or(0, |command| command.at_ms);
    audit(&mut engine, &mut model, end_ms)?;
    audit(&mut engine, &mut model, end_ms + MUCH_LATER_MS)
}

/// Sometimes, on a copy, all due work is applied. Then each index must equal its table.
pub fn indexes_follow(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    let mut model = Model::new(plan.delays);
    for (number, command) in plan.commands.iter().enumerate() {
        check_command(&mut engine, &mut model, command)?;
        if number % 12 == 11 {
            audit(&mut engine, &mut model, command.at_ms)?;
            let mut later = reopened(&engine, plan)?;
            audit(&mut later, &mut model.clone(), command.at_ms)?;
            audit(&mut later, &mut model.clone(), command.at_ms + MUCH_LATER_MS)?;
        }
    }
    let end_ms = plan.commands.last().map_or(0, |command| command.at_ms);
    audit(&mut engine, &mut model, end_ms + MUCH_LATER_MS)
}

pub fn check_command(target: &mut impl CommandTarget, model: &mut Model, command: &Command) -> Checked {
    let replies = perform(target, command);
    let expected = model.execute(command);
    compare(&command.request, &expected, &replies).map_err(|difference| {
        let Command { at_ms, request } = command;
        Failure::from_text(format!("{at_ms} {} {}\n  {difference}", request.operation(), request.body()))
    })
}

/// Describes and scans every table and every index.
pub fn audit(target: &mut impl CommandTarget, model: &mut Model, at_ms: u64) -> Checked {
    model.advance(at_ms);
    for shape in model.shapes() {
        for request in questions(&shape) {
            check_command(target, model, &Command { at_ms, request })?;
        }
    }
    Ok(())
}

pub fn questions(shape: &TableShape) -> Vec<Request> {
    let table = || shape.name.clone();
    let scan = |index: Option<&str>| Request::Scan {
        read: Read { table: table(), index: index.map(str::to_owned), ..Read::default() },
        segments: 1,
    };
    let mut requests = vec![Request::DescribeTable { table: table() }, scan(None)];
    requests.extend(shape.indexes.iter().map(|index| scan(Some(&index.name))));
    requests
}
