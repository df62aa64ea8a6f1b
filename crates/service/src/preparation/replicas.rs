//! What the tables of new replicas need of the items of their table: the entries of each index. The items themselves are shared.

use dynalab_engine::database::change::Change;
use dynalab_engine::database::table::Table;
use dynalab_engine::request::operation::Step;

use super::stage::{Origin, Stage};
use super::{ITEMS_LEAST, Preparation};
use crate::complete::Context;
use crate::complete_engine::Request;
use crate::controls::in_region::InRegion;
use crate::regions::shapes::replicas_to_create;

/// Prepares the replicas that a setting of the simulation creates: from then on, Regions can differ.
pub(super) fn of_request(mut request: Request, context: &mut Context) -> Option<Preparation> {
    match request.plan_and_step(&mut None, context) {
        Ok(Step::Done(_, writes)) => Preparation::of_stages(stages(&writes.changes, context)),
        _ => None,
    }
}

/// Prepares the replicas that a request in another Region is the first to need.
pub(super) fn of_region(mut request: InRegion, context: &mut Context) -> Option<Preparation> {
    let changes = request.make_replicas(context).ok()?.changes;
    let created = changes.iter().filter_map(|change| match change {
        Change::Items { table, .. } => context.database.find(table.split_once('@')?.0),
        _ => None,
    });
    Preparation::of_stages(created.flat_map(of_table))
}

/// Returns what the replicas need that follow from these changes.
pub(super) fn stages(changes: &[Change], context: &Context) -> Vec<Stage> {
    let replicated = &context.service.simulation_state.replicated;
    let to_create = replicas_to_create(changes, context.database, context.config, replicated);
    let of_all = to_create.into_iter().flat_map(|(table, replicas)| {
        // Each replica takes entries of its own.
        (0..replicas).flat_map(move |_| of_table(table))
    });
    of_all.collect()
}

fn of_table(table: &Table) -> Vec<Stage> {
    let filled = table.definition.indexes.iter().filter(|index| index.is_filled());
    let is_large = table.items.len() >= ITEMS_LEAST;
    filled
        .filter(|_| is_large)
        .map(|index| Stage::index(Origin::of_table(table), index, &table.items))
        .collect()
}
