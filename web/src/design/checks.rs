//! The checks of the designs, in a second worker: one at a time, and none unasked after one that was stopped or did not end.
//!
//! What is checked may have been made by others, and a few lines can ask for more memory than there is.

use dynalab_modeling::Design;
use dynalab_playground::protocol::Refusal;
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor::{Change, Editor, EditorDispatcher, Side};
use super::kept;
use crate::components::icon::Icon;
use crate::components::notices::refusal_sentence;
use crate::engine_handle::EngineHandle;
use crate::latest_only_queue::LatestOnlyQueue;
use crate::scene::Scene;
use crate::sentences::design as words;
use crate::shared::Shared;

/// Milliseconds after which a check is shown, with a button that stops it.
const SLOW_MS: u32 = 1_000;
/// Milliseconds after which a check counts as one that did not end, until it ends.
const UNFINISHED_MS: u32 = 3_000;

/// Checks each design that has no check yet, one at a time. If a design was edited meanwhile, the result is dropped and the
/// design is checked again. `are_kept` is whether the designs are stored for the next visit.
#[hook]
pub fn use_checks(scene: &Scene, editor: &UseReducerHandle<Editor>, are_kept: bool) -> EngineHandle {
    let engine = use_memo((), |()| EngineHandle::start_copy(Callback::noop()));
    let engine = (*engine).clone();
    {
        let engine = engine.clone();
        use_effect_with((), move |()| move || engine.end());
    }
    let turnstile = use_memo((), |()| LatestOnlyQueue::default());
    let sides = [Side::A, Side::B].into_iter().filter(|_| !editor.is_held);
    let wanted: Vec<(Side, Shared<Design>)> = sides
        .filter_map(|side| {
            Some((side, editor.side(side).filter(|variant| !variant.is_current())?.design().clone()))
        })
        .collect();
    let (dispatcher, messages) = (editor.dispatcher(), *scene.messages());
    let checking = engine.clone();
    use_effect_with(wanted, move |wanted| {
        let wanted = wanted.clone();
        if wanted.is_empty() {
            return;
        }
        turnstile.submit(async move {
            for (side, design) in wanted {
                let watch = Watch::begin(&dispatcher, are_kept);
                let checked = checking.check_design(&design).await;
                drop(watch);
                // Who leaves the page ends the worker, too. That says nothing about the design.
                let has_died = checked == Err(Refusal::Restarted);
                if has_died && checking.is_put_away() {
                    return;
                }
                if are_kept {
                    kept::set_unfinished(has_died);
                }
                let outcome = match checked {
                    Ok((report, took_ms)) => Ok((Box::new(report), took_ms)),
                    Err(Refusal::Restarted) => Err(messages.text(words::DESIGN_HELD)),
                    Err(refusal) => Err(refusal_sentence(&refusal, &messages)),
                };
                dispatcher.dispatch(Change::Checked { side, design, outcome });
                if has_died {
                    return dispatcher.dispatch(Change::Hold(true));
                }
            }
        });
    });
    engine
}

/// Watches a check until it ends.
struct Watch {
    dispatcher: EditorDispatcher,
    _timeouts: [Timeout; 2],
}

impl Watch {
    fn begin(dispatcher: &EditorDispatcher, are_kept: bool) -> Watch {
        let slow = dispatcher.clone();
        let _timeouts = [
            Timeout::new(SLOW_MS, move || slow.dispatch(Change::Slow(true))),
            Timeout::new(UNFINISHED_MS, move || {
                if are_kept {
                    kept::set_unfinished(true);
                }
            }),
        ];
        Watch { dispatcher: dispatcher.clone(), _timeouts }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.dispatcher.dispatch(Change::Slow(false));
    }
}

/// Renders a check that takes long, with a button that ends its worker; or that no check begins, with a button that asks for one.
pub fn view(desk: &DesignContext, engine: &EngineHandle) -> Html {
    if desk.editor.is_slow {
        let engine = engine.clone();
        let stop = Callback::from(move |_: MouseEvent| engine.restart_worker());
        return html! {
            <p class="design-row" role="status" data-testid="design-slow">
                <span class="design-note">{ desk.text(words::DESIGN_CHECKING) }</span>
                { desk.button(words::DESIGN_STOP_CHECK, None, stop) }
            </p>
        };
    }
    if !desk.editor.is_held {
        return html! {};
    }
    html! {
        <p class="finding finding--warn design-row" role="status" data-testid="design-held">
            { Icon::Warning.draw() }<span>{ desk.text(words::DESIGN_HELD) }</span>
            { desk.button(words::DESIGN_CHECK_NOW, None, desk.changes(|| Change::Hold(false))) }
        </p>
    }
}
