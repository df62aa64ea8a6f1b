//! The view model of the time bar: the head, the shown entry, the reachable entries, and the steps around them.

use serde::{Deserialize, Serialize};

use crate::history::{Branch, History, HistoryEntry, HistoryEntryId, Window};
use crate::workspace::{ClockFace, TIME_PASSES};

/// The maximum number of steps, around the shown one.
const STEPS_TOLD: usize = 60;
/// Larger bodies are not included; [`Recall`](crate::protocol::ToWorker::Recall) returns them.
const BODY_TOLD_BYTES: usize = 8 * 1024;

/// The state of the history. Entries are identified by number: their position from the beginning of the branch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineView {
    /// The entry whose tables and items are shown.
    pub shown: u32,
    /// The id of the shown entry. It changes whenever another state is shown.
    pub shown_id: u64,
    /// The time of the shown entry. `None` at the very beginning.
    pub shown_at_ms: Option<u64>,
    /// The head: the next write follows it.
    pub head: u32,
    /// The last entry of the current branch.
    pub newest: u32,
    /// The oldest entry that can be shown.
    pub oldest: u32,
    pub can_undo: bool,
    pub can_redo: bool,
    /// The simulated time at the shown entry, and the speed of the clock relative to real time. `None`: it is the real clock.
    pub now_ms: u64,
    pub rate: Option<u64>,
    pub branches: Vec<BranchView>,
    /// The steps of the current branch, newest first.
    pub steps: Vec<StepView>,
    /// The limits of the history in this tab, and those that apply after a reload.
    pub entries_max: u32,
    pub megabytes_max: u32,
    pub kept_entries: u32,
    pub kept_megabytes: u32,
    /// Whether the throughput limits are on at the shown entry.
    pub limited: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchView {
    pub number: u32,
    pub name: Option<String>,
    pub current: bool,
    /// The number of the last entry that it shares with the current branch.
    pub leaves_at: u32,
    pub newest: u32,
}

/// One step: usually one request, or all requests of a loaded sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepView {
    /// The last entry of the step that the user made. It identifies the step in requests to the worker.
    pub id: u64,
    /// The number of the last entry.
    pub number: u32,
    pub requests: u32,
    /// The number of requests that only advance the clock. The fields below describe the other requests, if there are any.
    pub passings: u32,
    pub at_ms: u64,
    pub first_operation: String,
    /// The operation of the last request. Body and status are also of that request.
    pub operation: String,
    /// Empty if the body is large.
    pub body: String,
    pub status: u16,
    /// The capacity that the last request consumed, in half units; zero if unknown.
    pub consumed_half_units: u64,
    pub name: Option<String>,
}

impl StepView {
    /// Returns the number of the user's requests in the step, at least one.
    pub fn done(&self) -> u32 {
        self.requests.saturating_sub(self.passings).max(1)
    }

    /// Returns true if the entry with this number is part of the step.
    pub fn contains(&self, number: u32) -> bool {
        number <= self.number && self.number - number < self.requests
    }
}

pub fn timeline(history: &History, clock: ClockFace, limited: bool) -> TimelineView {
    let standing = history.branch_state();
    let current = standing.current();
    let mut oldest = current.tip;
    let (mut can_undo, mut can_redo) = (false, false);
    // From the newest entry on: the entries before the head is found are ahead of it.
    let mut ahead = true;
    for (id, history_entry) in history.of_branch(current) {
        ahead &= id != standing.head;
        can_redo |= ahead && history_entry.changes_data;
        can_undo |= !ahead && history_entry.changes_data && !history_entry.continues;
        oldest = history_entry.parent;
    }
    let shown = history.position();
    TimelineView {
        shown: history.number(shown),
        shown_id: shown.0,
        shown_at_ms: history.entry(shown).map(|history_entry| history_entry.at.epoch_ms),
        head: history.number(standing.head),
        newest: history.number(current.tip),
        oldest: history.number(oldest),
        can_undo,
        can_redo,
        now_ms: clock.now.epoch_ms,
        rate: clock.rate,
        branches: standing.branches().iter().map(|branch| branch_view(history, branch)).collect(),
        steps: steps_around(history, shown),
        entries_max: count(history.window().entries),
        megabytes_max: megabytes(history.window()),
        kept_entries: count(Window::KEPT.entries),
        kept_megabytes: megabytes(Window::KEPT),
        limited,
    }
}

fn branch_view(history: &History, branch: &Branch) -> BranchView {
    let current = history.branch_state().current();
    let path = history.path(current.tip, branch.tip).unwrap_or_default();
    let newest = history.number(branch.tip);
    BranchView {
        number: branch.number,
        name: branch.name.as_ref().map(|name| name.to_string()),
        current: branch.number == current.number,
        leaves_at: newest - u32::try_from(path.forward.len()).unwrap_or(newest).min(newest),
        newest,
    }
}

/// Returns the steps around the shown one. Up to half of them are newer.
fn steps_around(history: &History, shown: HistoryEntryId) -> Vec<StepView> {
    let branch = history.branch_state().current();
    let newer = steps(history, branch).take_while(|step| step.first > shown).count();
    let told = steps(history, branch).skip(newer.saturating_sub(STEPS_TOLD / 2));
    told.take(STEPS_TOLD).filter_map(|step| step_view(history, &step)).collect()
}

/// The entries of one step.
struct Step {
    first: HistoryEntryId,
    last: HistoryEntryId,
    /// The last entry of a user's request.
    done: Option<HistoryEntryId>,
    requests: u32,
    passings: u32,
}

impl Step {
    fn take(&mut self, id: HistoryEntryId, history_entry: &HistoryEntry) {
        self.requests += 1;
        match (history_entry.operation.as_ref(), history_entry.body.as_ref()) == TIME_PASSES {
            true => self.passings += 1,
            false => self.done = self.done.or(Some(id)),
        }
    }
}

/// Returns the steps, newest first.
fn steps(history: &History, branch: &Branch) -> impl Iterator<Item = Step> {
    let mut history_entries = history.of_branch(branch);
    std::iter::from_fn(move || {
        let (last, mut history_entry) = history_entries.next()?;
        let mut step = Step { first: last, last, done: None, requests: 0, passings: 0 };
        step.take(last, history_entry);
        // The first entries of a step may have been dropped.
        while history_entry.continues
            && let Some((first, before)) = history_entries.next()
        {
            (step.first, history_entry) = (first, before);
            step.take(first, history_entry);
        }
        Some(step)
    })
}

fn step_view(history: &History, step: &Step) -> Option<StepView> {
    let number = history.number(step.last);
    let id = step.done.unwrap_or(step.last);
    let last = history.entry(id)?;
    let told = last.body.len() <= BODY_TOLD_BYTES;
    Some(StepView {
        id: id.0,
        number,
        requests: step.requests,
        passings: step.passings,
        at_ms: last.at.epoch_ms,
        first_operation: history.entry(step.first)?.operation.to_string(),
        operation: last.operation.to_string(),
        body: if told { last.body.to_string() } else { String::new() },
        status: last.status,
        consumed_half_units: last.consumed.0,
        name: last.name.as_ref().map(|name| name.to_string()),
    })
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn megabytes(window: Window) -> u32 {
    u32::try_from(window.bytes / (1024 * 1024)).unwrap_or(u32::MAX)
}
