//! Runs waiting invocations one after another while the diagrams are open. A handler runs only with permission and only in the
//! writing tab. It runs only at the newest point in history, because elsewhere its result would begin a branch.

use std::cell::RefCell;
use std::collections::VecDeque;

use dynalab_app::pictures::handlers::answer::InvocationEnd;
use dynalab_app::request::call_result::value_of;
use dynalab_app::table::arn::{account_of, region_of};
use dynalab_service::contract::functions::{DescribeHandlers, DescribeInvocation, HandlerDescription};
use dynalab_service::contract::write_json;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::consent;
use crate::engine::aws_sdk::{self, Importer};
use crate::engine::sandbox::{self, Invocation, InvocationResult};
use crate::page::context::PageContext;
use crate::pictures::place::PicturePlace;

const RUNS_KEPT: usize = 20;

/// An invocation that ran in this tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub name: String,
    pub batch: u64,
    pub limit_ms: u64,
    pub ran: InvocationResult,
}

#[derive(Default)]
struct Runner {
    place: PicturePlace,
    busy: bool,
    /// The history entry from which the person chose to continue after an undo.
    goes_on_from: Option<u64>,
    /// The invocations, the newest first.
    runs: VecDeque<Run>,
    tell: Option<Callback<()>>,
}

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::new(Runner::default());
}

/// Why no invocation runs at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Another tab writes.
    Follows,
    LooksBack,
    /// Entries that were undone can be redone.
    Undone,
}

fn rest_at(place: &PicturePlace, goes_on_from: Option<u64>) -> Option<Rest> {
    match place {
        place if place.follows => Some(Rest::Follows),
        place if place.clock.looks_back => Some(Rest::LooksBack),
        place if place.can_redo && goes_on_from != Some(place.clock.shown_id) => Some(Rest::Undone),
        _ => None,
    }
}

pub fn rest(place: &PicturePlace) -> Option<Rest> {
    RUNNER.with_borrow(|runner| rest_at(place, runner.goes_on_from))
}

/// Returns the invocations of a handler, the newest first.
pub fn runs_of(name: &str) -> Vec<Run> {
    RUNNER.with_borrow(|runner| runner.runs.iter().filter(|run| run.name == name).cloned().collect())
}

/// Runs invocations at the shown point, although later entries were undone.
pub fn go_on(page: &PageContext, place: &PicturePlace) {
    RUNNER.with_borrow_mut(|runner| runner.goes_on_from = Some(place.clock.shown_id));
    wake(page, place.clone());
}

/// Looks for waiting invocations whenever the point in time changes.
#[hook]
pub fn use_runner(page: &PageContext, place: &PicturePlace, drawing: u64) {
    let (page, place) = (page.clone(), place.clone());
    use_effect_with(drawing, move |_| wake(&page, place));
}

/// Renders again when an invocation ends.
#[hook]
pub fn use_runs() {
    let redraw = use_force_update();
    use_effect_with((), move |()| {
        let tell = Callback::from(move |()| redraw.force_update());
        RUNNER.with_borrow_mut(|runner| runner.tell = Some(tell));
        || RUNNER.with_borrow_mut(|runner| runner.tell = None)
    });
}

pub fn wake(page: &PageContext, place: PicturePlace) {
    let begins = RUNNER.with_borrow_mut(|runner| {
        if runner.place.workspace != place.workspace {
            (runner.goes_on_from, runner.runs) = (None, VecDeque::new());
        }
        runner.place = place;
        !std::mem::replace(&mut runner.busy, true)
    });
    if begins {
        let page = page.clone();
        spawn_local(async move {
            while run_next(&page).await {}
            RUNNER.with_borrow_mut(|runner| runner.busy = false);
        });
    }
}

/// Runs the next waiting invocation. Returns true if there may be another.
async fn run_next(page: &PageContext) -> bool {
    let (place, goes_on_from) = RUNNER.with_borrow(|runner| (runner.place.clone(), runner.goes_on_from));
    let approved = consent::approved(&place.workspace);
    if approved.is_empty() || rest_at(&place, goes_on_from).is_some() {
        return false;
    }
    let described = page.look(&DescribeHandlers {}).await;
    let handlers = described.unwrap_or_default().handlers;
    let may_run = |handler: &&HandlerDescription| approved.get(&handler.name) == Some(&handler.code);
    let waiting =
        handlers.iter().filter(may_run).find_map(|handler| Some((handler, handler.waiting.first()?)));
    match waiting {
        Some((handler, waiting)) => run(page, &place, handler, waiting.batch).await,
        None => false,
    }
}

async fn run(page: &PageContext, place: &PicturePlace, handler: &HandlerDescription, batch: u64) -> bool {
    let question = DescribeInvocation { name: handler.name.clone(), batch };
    let Ok(told) = page.look(&question).await else { return false };
    // The function is in the Region and the account of its stream.
    let record = told.event.records.first().map(value_of).unwrap_or_default();
    let stream_arn = record["eventSourceARN"].as_str().unwrap_or_default();
    let (region, account_id) = (region_of(stream_arn), account_of(stream_arn));
    let mut event = String::new();
    write_json(&told.event, &mut event);
    let context = json!({
        "functionName": handler.name,
        "awsRequestId": format!("{}-{batch}", handler.name),
        "invokedFunctionArn": format!("arn:aws:lambda:{region}:{account_id}:function:{}", handler.name),
    });
    let ran = match aws_sdk::text_for(&handler.code, Importer::Trigger).await {
        Ok(packages) => {
            let invocation = Invocation {
                code: handler.code.clone(),
                packages,
                event,
                context: context.to_string(),
                limit_ms: handler.timeout_ms,
            };
            run_in_sandbox(page, invocation).await
        }
        Err(why) => InvocationResult {
            ended: InvocationEnd::Threw(format!("Error: {why}")),
            duration_ms: 0,
            lines: Vec::new(),
            calls: 0,
        },
    };
    let (now_at, goes_on_from) = RUNNER.with_borrow(|runner| (runner.place.clone(), runner.goes_on_from));
    let report = ran.ended.report(&handler.name, batch, ran.duration_ms, handler.timeout_ms);
    let run = Run { name: handler.name.clone(), batch, limit_ms: handler.timeout_ms, ran };
    let tell = RUNNER.with_borrow_mut(|runner| {
        runner.runs.push_front(run);
        runner.runs.truncate(RUNS_KEPT);
        runner.tell.clone()
    });
    if let Some(tell) = tell {
        tell.emit(());
    }
    // If the page shows another place now, the result is dropped. The batch waits and is passed to the handler again.
    let is_there = now_at.workspace == place.workspace && rest_at(&now_at, goes_on_from).is_none();
    match report.filter(|_| is_there) {
        Some(report) => page.control(&report).await.is_ok(),
        None => false,
    }
}

async fn run_in_sandbox(page: &PageContext, invocation: Invocation) -> InvocationResult {
    sandbox::run(invocation, |operation, body| {
        let page = page.clone();
        async move {
            // A handler cannot send controls of the simulation.
            match operation.chars().all(|letter| letter.is_ascii_alphanumeric()) {
                true => page.answer(&operation, &body).await,
                false => (400, json!({ "__type": "UnknownOperationException" }).to_string()),
            }
        }
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::virtual_clock::ClockReading;

    #[test]
    fn nothing_runs_where_an_answer_would_begin_another_history() {
        let clock = ClockReading { shown_id: 7, ..ClockReading::default() };
        let place = PicturePlace { clock, ..PicturePlace::default() };
        assert_eq!(rest_at(&place, None), None);
        assert_eq!(rest_at(&PicturePlace { follows: true, ..place.clone() }, Some(7)), Some(Rest::Follows));
        assert_eq!(
            rest_at(
                &PicturePlace { clock: ClockReading { looks_back: true, ..clock }, ..place.clone() },
                Some(7)
            ),
            Some(Rest::LooksBack)
        );
        let undone = PicturePlace { can_redo: true, ..place };
        assert_eq!(rest_at(&undone, None), Some(Rest::Undone));
        assert_eq!(rest_at(&undone, Some(6)), Some(Rest::Undone), "it was meant for another entry");
        assert_eq!(rest_at(&undone, Some(7)), None);
    }
}
