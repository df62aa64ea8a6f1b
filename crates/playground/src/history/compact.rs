//! Combines the entries of traffic when the history is too large: the changes of a step become those of its last entry.
//!
//! Traffic adds several entries per second, and writes the same items again and again. Undo treats them as one step. Combined, the step
//! is as large as the items that it wrote, however long it ran. So the entries before it stay available. The states between its
//! entries are lost.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dynalab_engine::Unreadable;
use dynalab_engine::codec::opening;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::meters::MeterKey;
use dynalab_engine::hooks::Service;
use dynalab_engine::registry::RecordKey;
use dynalab_types::KeyBytes;

use crate::history::{History, HistoryEntry, HistoryEntryId, StateDelta};

/// The operations of traffic, and of the time that passes meanwhile.
const COMBINED: &[&str] = &["Dynalab.RunWorkload", "Dynalab.AdvanceClock"];
/// A link has no step with longer requests, so they are not needed any more.
pub(crate) const BODIES_BYTES_MAX: usize = 1024 * 1024;

/// Whether entries of this operation may have their changes in the last entry of their step.
pub(crate) fn may_combine(operation: &str) -> bool {
    COMBINED.contains(&operation)
}

/// Returns the entries of combined steps, by id. All other entries stay as they are.
pub(super) fn combined_steps<S: Service>(history: &History) -> BTreeMap<HistoryEntryId, HistoryEntry> {
    let mut combined = BTreeMap::new();
    for step in steps(history) {
        // A step that cannot be decoded stays as it is.
        combined.extend(combine::<S>(history, &step).unwrap_or_default());
    }
    combined
}

/// Returns the steps of at least two entries whose states in between are not needed: no branch ends there, and none is named.
fn steps(history: &History) -> Vec<Step> {
    let mut followers: BTreeMap<HistoryEntryId, usize> = BTreeMap::new();
    history.entries().for_each(|(_, entry)| *followers.entry(entry.parent).or_default() += 1);
    let branch_state = history.branch_state();
    let mut kept: BTreeSet<HistoryEntryId> =
        branch_state.branches().iter().map(|branch| branch.tip).collect();
    kept.extend([branch_state.head, history.position()]);
    let undone_by_path = history.path(history.position(), HistoryEntryId::BEGINNING);
    let behind: BTreeSet<HistoryEntryId> = match undone_by_path {
        Some(path) => path.back.into_iter().collect(),
        None => ancestors(history),
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut open: Option<Step> = None;
    for (id, entry) in history.entries() {
        let is_behind = behind.contains(&id);
        let continues = open.as_ref().is_some_and(|step| {
            let last = step.last();
            entry.parent == last
                && entry.continues
                && is_behind == step.is_behind
                && followers.get(&last) == Some(&1)
                && !kept.contains(&last)
                && history.entry(last).is_some_and(|entry| entry.name.is_none())
        });
        let may_combine = may_combine(&entry.operation);
        match &mut open {
            Some(step) if continues && may_combine => step.ids.push(id),
            _ => {
                steps.extend(open.take());
                open = may_combine.then(|| Step { ids: vec![id], is_behind });
            }
        }
    }
    steps.extend(open);
    steps.retain(|step| step.ids.len() > 1);
    steps
}

fn ancestors(history: &History) -> BTreeSet<HistoryEntryId> {
    let mut next = history.position();
    let mut found = BTreeSet::new();
    while let Some(entry) = history.entry(next) {
        found.insert(next);
        next = entry.parent;
    }
    found
}

struct Step {
    /// Oldest first. Never empty.
    ids: Vec<HistoryEntryId>,
    /// Whether its deltas lead backward: the tables are in the state after it.
    is_behind: bool,
}

impl Step {
    fn last(&self) -> HistoryEntryId {
        self.ids.last().copied().unwrap_or_default()
    }
}

fn combine<S: Service>(
    history: &History,
    step: &Step,
) -> Result<Vec<(HistoryEntryId, HistoryEntry)>, Unreadable> {
    let entries: Vec<&HistoryEntry> = step.ids.iter().filter_map(|id| history.entry(*id)).collect();
    let bodies: usize = entries.iter().map(|entry| entry.body.len()).sum();
    let mut changes = Vec::new();
    let mut in_order = entries.clone();
    if step.is_behind {
        in_order.reverse();
    }
    for entry in in_order {
        changes.extend_from_slice(&decoded::<S>(&entry.state_delta)?);
    }
    let mut changes = Some(combine_changes(changes));
    let mut combined = Vec::new();
    for (id, entry) in step.ids.iter().zip(entries).rev() {
        let state_delta = StateDelta::Changes(changes.take().unwrap_or_default());
        let is_last = *id == step.last();
        let body: Box<str> = match !is_last && bodies > BODIES_BYTES_MAX {
            true => Box::default(),
            false => entry.body.clone(),
        };
        let size_bytes = state_delta.size_bytes(&body);
        let is_lost = !is_last;
        let entry = HistoryEntry {
            operation: entry.operation.clone(),
            name: entry.name.clone(),
            body,
            state_delta,
            size_bytes,
            is_lost,
            ..*entry
        };
        combined.push((*id, entry));
    }
    Ok(combined)
}

fn decoded<S: Service>(state_delta: &StateDelta) -> Result<Cow<'_, [Change]>, Unreadable> {
    match state_delta {
        StateDelta::Changes(changes) => Ok(Cow::Borrowed(changes)),
        StateDelta::Encoded(bytes) => Ok(Cow::Owned(opening::read_changes::<S>(bytes)?)),
    }
}

/// What several changes set, so that only the last of them is needed.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// `true` if the global indexes follow at once. Otherwise, other changes write the indexes.
    Item(Arc<str>, KeyBytes, bool),
    Record(RecordKey),
    Meter(MeterKey),
    Counters,
}

/// Keeps one change of each item, record and meter: the first place with the last value. The result of all changes is the same.
fn combine_changes(changes: Vec<Change>) -> Vec<Change> {
    let mut places: BTreeMap<Target, usize> = BTreeMap::new();
    let mut combined: Vec<Change> = Vec::with_capacity(changes.len());
    for change in changes {
        let target = match &change {
            Change::Item { table, key, global_indexes_follow, recorded: None, .. } => {
                // A change that writes the indexes otherwise must stay between them.
                places.remove(&Target::Item(table.clone(), key.clone(), !global_indexes_follow));
                Some(Target::Item(table.clone(), key.clone(), *global_indexes_follow))
            }
            Change::Record { key, .. } => Some(Target::Record(key.clone())),
            Change::Meter { key, .. } => Some(Target::Meter(key.clone())),
            Change::Counters { .. } => Some(Target::Counters),
            Change::Schedule { .. } | Change::Unschedule { .. } => None,
            Change::IndexEntries { table, key, .. } => {
                places.remove(&Target::Item(table.clone(), key.clone(), true));
                None
            }
            // Streams, tables and tokens are rare in traffic. Nothing moves across them.
            _ => {
                places.clear();
                None
            }
        };
        match target {
            Some(target) => match places.get(&target) {
                Some(place) => replace_after(&mut combined[*place], change),
                None => {
                    places.insert(target, combined.len());
                    combined.push(change);
                }
            },
            None => combined.push(change),
        }
    }
    combined
}

fn replace_after(earlier: &mut Change, later: Change) {
    match (earlier, later) {
        (Change::Item { after, .. }, Change::Item { after: last, .. }) => *after = last,
        (Change::Record { after, .. }, Change::Record { after: last, .. }) => *after = last,
        (Change::Meter { after, .. }, Change::Meter { after: last, .. }) => *after = last,
        (Change::Counters { after, .. }, Change::Counters { after: last, .. }) => *after = last,
        _ => {}
    }
}
