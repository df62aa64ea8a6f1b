//! Opens other points in history: the worker goes there, and the page shows the state.

use dynalab_app::engine::answers::RecalledRequest;
use dynalab_app::request::history::{LeftOut, Outcome, RequestCard};
use dynalab_app::state::Action;
use dynalab_app::state::watched::WatchedState;
use dynalab_playground::protocol::{Role, Travel};
use dynalab_playground::views::timeline::TimelineView;
use wasm_bindgen_futures::spawn_local;

use crate::engine::submit;
use crate::page::context::PageContext;
use crate::page::sentences;

/// The control that runs a second of traffic.
const TRAFFIC: &str = "Dynalab.RunWorkload";

/// Returns true if the step is possible now. Undo and redo start from the present state, so they are not possible while the past is shown.
pub fn can(app: &WatchedState, to: &Travel) -> bool {
    let Some(timeline) = app.timeline() else { return false };
    let writes = *app.role() != Some(Role::Follower);
    let here = timeline.shown == timeline.head;
    match to {
        Travel::Undo => writes && here && timeline.can_undo,
        Travel::Redo => writes && here && timeline.can_redo,
        _ => writes || to.only_looks(),
    }
}

/// Takes the step if it is possible now.
pub fn step(page: &PageContext, to: Travel) {
    if can(&page.app.newest(), &to) {
        go(page, to);
    }
}

/// Takes a step. Several calls run one after another, and none is skipped.
pub fn go(page: &PageContext, to: Travel) {
    let page = page.clone();
    spawn_local(async move {
        let before = page.app.newest().timeline().clone();
        let steps = matches!(to, Travel::Undo | Travel::Redo);
        let after = travel(&page, to).await;
        if let (true, Some(before), Some(after)) = (steps, before, after) {
            tell_step(&page, &before, &after);
        }
    });
}

/// Shows which request was undone or redone, because the tables may look the same.
fn tell_step(page: &PageContext, before: &TimelineView, after: &TimelineView) {
    let messages = *page.app.newest().messages();
    let undone = after.head < before.head;
    let (first, last) = if undone { (after.head + 1, before.head) } else { (before.head + 1, after.head) };
    // The listed entries may begin later.
    let known = if undone { &before.steps } else { &after.steps };
    let step = known.iter().find(|step| step.contains(last) && step.contains(first));
    let what = match step {
        Some(step) if step.operation == TRAFFIC => messages.text(sentences::workbench::STEP_TRAFFIC),
        Some(step) if step.done() == 1 => step.operation.clone(),
        _ => {
            let requests = u64::from(last.saturating_sub(first) + 1);
            messages.text(sentences::workbench::StepRequests { requests: requests.into() })
        }
    };
    let what = what.as_str().into();
    let told = match undone {
        true => messages.text(sentences::workbench::StepUndone { what }),
        false => messages.text(sentences::workbench::StepRedone { what }),
    };
    page.show_message(told);
}

/// Shows a history entry of the current branch by its number, with the response of its request. While one is loading, only the
/// last of several further calls is executed.
pub fn look_at(page: &PageContext, number: u32) {
    look(page, number, false);
}

/// Like [`look_at`], and also puts the request into the editor.
pub fn take_up(page: &PageContext, number: u32) {
    look(page, number, true);
}

fn look(page: &PageContext, number: u32, into_editor: bool) {
    let looking = page.clone();
    page.app.dispatch(Action::GoTo(Some(number)));
    page.looks.submit(async move {
        let Some(timeline) = travel(&looking, Travel::LookAt { number }).await else {
            return looking.app.dispatch(Action::GoTo(None));
        };
        let card = show_answer(&looking, timeline.shown_id).await;
        if let (Some(card), true) = (card, into_editor) {
            looking.app.dispatch(Action::Edit { operation: card.operation, body: card.body });
        }
    });
}

/// Shows the request of the shown history entry with its response. This is for a design whose requests have been run.
pub async fn show_request(page: &PageContext) {
    if let Some(timeline) = travel(page, Travel::Nowhere).await
        && let Some(card) = show_answer(page, timeline.shown_id).await
    {
        page.app.dispatch(Action::Edit { operation: card.operation, body: card.body });
    }
}

async fn travel(page: &PageContext, to: Travel) -> Option<TimelineView> {
    match page.engine.travel(to).await {
        Ok((timeline, revision)) => {
            page.app.dispatch(Action::TimelineRead { timeline: timeline.clone(), revision });
            Some(timeline)
        }
        Err(refusal) => {
            submit::tell_refusal(&page.app, refusal);
            None
        }
    }
}

/// Shows the response of a history entry. If the page does not have all of it, the engine computes it again.
async fn show_answer(page: &PageContext, entry: u64) -> Option<RequestCard> {
    let now = page.app.newest();
    let known = now.history().of_entry(entry);
    if let Some(card) = known.filter(|card| card.left_out() == LeftOut::default()) {
        page.app.dispatch(Action::ShowEntry(entry));
        return Some(RequestCard::clone(card));
    }
    // The first entry has no request, and the engine may not have the requests of others.
    let Ok(recalled) = page.engine.recall(entry).await else {
        page.app.dispatch(Action::ShowEntry(entry));
        return known.filter(|card| !card.left_out().request).map(|card| RequestCard::clone(card));
    };
    let card = card_of(recalled, entry);
    page.app.dispatch(Action::Recalled(card.clone()));
    Some(card)
}

fn card_of(recalled: RecalledRequest, entry: u64) -> RequestCard {
    let RecalledRequest { operation, request, status, body, trace } = recalled;
    let outcome = Outcome::answered(status, body, trace);
    RequestCard { number: 0, operation, body: request, outcome, elapsed_ms: None, entry: Some(entry) }
}
