//! The time bar: where the tables stand, which moment is shown, what can be gone to, and the requests around it.

use serde::{Deserialize, Serialize};

use crate::history::{Branch, History, Moment, MomentId, Window};
use crate::workspace::{ClockFace, TIME_PASSES};

/// How many steps are told, around the one that is shown.
const STEPS_TOLD: usize = 60;
/// The body of a larger request is not told; asking for the moment brings it.
const BODY_TOLD_BYTES: usize = 8 * 1024;

/// Moments by number: how many requests lead to them from the beginning of the branch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineView {
    /// Whose state the tables and items are shown in.
    pub shown: u32,
    /// Changes whenever another state is shown.
    pub shown_id: u64,
    /// When it was; none at the very beginning.
    pub shown_at_ms: Option<u64>,
    /// Where the tables stand: what is written next follows it.
    pub head: u32,
    /// The last on the current branch.
    pub newest: u32,
    /// The first that can be gone to.
    pub oldest: u32,
    pub can_undo: bool,
    pub can_redo: bool,
    /// What the clock shows at that moment, and how many times as fast as the wall's it runs; none while it is that one.
    pub now_ms: u64,
    pub rate: Option<u64>,
    pub branches: Vec<BranchView>,
    /// Of the current branch, newest first.
    pub steps: Vec<StepView>,
    /// How much is remembered in this tab, and how much of it after a reload for certain.
    pub moments_max: u32,
    pub megabytes_max: u32,
    pub kept_moments: u32,
    pub kept_megabytes: u32,
    /// Whether the limits of throughput are on at that moment.
    pub limited: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchView {
    pub number: u32,
    pub name: Option<String>,
    pub current: bool,
    /// The number of the last moment that it has in common with the current branch.
    pub leaves_at: u32,
    pub newest: u32,
}

/// What was done at once: mostly one request; all those of a sample that was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepView {
    /// The last moment of the step, over all branches; what to ask for.
    pub id: u64,
    /// Of the last moment.
    pub number: u32,
    pub requests: u32,
    /// How many of them are nobody's doing but time's. What is told below is of the others, where there are any.
    pub passings: u32,
    pub at_ms: u64,
    pub first_operation: String,
    /// Of the last request, as are the body and the status.
    pub operation: String,
    /// Empty when it is large.
    pub body: String,
    pub status: u16,
    /// What the last request consumed, in half units; zero if that is not known.
    pub consumed_half_units: u64,
    pub name: Option<String>,
}

impl StepView {
    /// How many requests somebody made at once.
    pub fn done(&self) -> u32 {
        self.requests.saturating_sub(self.passings).max(1)
    }

    /// Whether the moment with a number is part of it.
    pub fn contains(&self, number: u32) -> bool {
        number <= self.number && self.number - number < self.requests
    }
}

pub fn timeline(history: &History, clock: ClockFace, limited: bool) -> TimelineView {
    let standing = history.standing();
    let current = standing.current();
    let mut oldest = current.tip;
    let (mut can_undo, mut can_redo) = (false, false);
    // Newest first: as long as the head has not been met, what is seen lies ahead of it.
    let mut ahead = true;
    for (id, moment) in history.of_branch(current) {
        ahead &= id != standing.head;
        can_redo |= ahead && moment.changes_data;
        can_undo |= !ahead && moment.changes_data && !moment.continues;
        oldest = moment.parent;
    }
    let shown = history.position();
    TimelineView {
        shown: history.number(shown),
        shown_id: shown.0,
        shown_at_ms: history.moment(shown).map(|moment| moment.at.epoch_ms),
        head: history.number(standing.head),
        newest: history.number(current.tip),
        oldest: history.number(oldest),
        can_undo,
        can_redo,
        now_ms: clock.now.epoch_ms,
        rate: clock.rate,
        branches: standing.branches().iter().map(|branch| branch_view(history, branch)).collect(),
        steps: steps_around(history, shown),
        moments_max: count(history.window().moments),
        megabytes_max: megabytes(history.window()),
        kept_moments: count(Window::KEPT.moments),
        kept_megabytes: megabytes(Window::KEPT),
        limited,
    }
}

fn branch_view(history: &History, branch: &Branch) -> BranchView {
    let current = history.standing().current();
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

/// With half of them newer than the one that is shown, where there are as many.
fn steps_around(history: &History, shown: MomentId) -> Vec<StepView> {
    let branch = history.standing().current();
    let newer = steps(history, branch).take_while(|step| step.first > shown).count();
    let told = steps(history, branch).skip(newer.saturating_sub(STEPS_TOLD / 2));
    told.take(STEPS_TOLD).filter_map(|step| step_view(history, &step)).collect()
}

/// Moments that were done together.
struct Step {
    first: MomentId,
    last: MomentId,
    /// The last that somebody did.
    done: Option<MomentId>,
    requests: u32,
    passings: u32,
}

impl Step {
    fn take(&mut self, id: MomentId, moment: &Moment) {
        self.requests += 1;
        match (moment.operation.as_ref(), moment.body.as_ref()) == TIME_PASSES {
            true => self.passings += 1,
            false => self.done = self.done.or(Some(id)),
        }
    }
}

/// Newest first.
fn steps(history: &History, branch: &Branch) -> impl Iterator<Item = Step> {
    let mut moments = history.of_branch(branch);
    std::iter::from_fn(move || {
        let (last, mut moment) = moments.next()?;
        let mut step = Step { first: last, last, done: None, requests: 0, passings: 0 };
        step.take(last, moment);
        // What a step began with may be forgotten.
        while moment.continues
            && let Some((first, before)) = moments.next()
        {
            (step.first, moment) = (first, before);
            step.take(first, moment);
        }
        Some(step)
    })
}

fn step_view(history: &History, step: &Step) -> Option<StepView> {
    let number = history.number(step.last);
    let id = step.done.unwrap_or(step.last);
    let last = history.moment(id)?;
    let told = last.body.len() <= BODY_TOLD_BYTES;
    Some(StepView {
        id: id.0,
        number,
        requests: step.requests,
        passings: step.passings,
        at_ms: last.at.epoch_ms,
        first_operation: history.moment(step.first)?.operation.to_string(),
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
