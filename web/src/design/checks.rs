//! The checks of the designs, in the program `bench`: one at a time, and none unasked after one that was stopped or did not end.
//!
//! What is checked may have been made by others, and a few lines can ask for more memory than there is.

use dynalab_app::design::editor::{Change, Side};
use dynalab_app::engine::asks::AskError;
use dynalab_app::shared::Shared;
use dynalab_modeling::Design;
use dynalab_playground::protocol::Refusal;
use dynalab_programs::bench::{CheckDesign, DesignDocument};
use gloo::timers::callback::Timeout;
use gloo::timers::future::TimeoutFuture;
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor_handle::{EditorDispatcher, EditorHandle};
use super::kept;
use crate::components::icon::Icon;
use crate::components::notices::{ask_sentence, refusal_sentence};
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::program_handle::{Program, ProgramHandle};
use crate::page::scene::Scene;
use crate::page::sentences::design as words;

/// Milliseconds after which a check is shown, with a button that stops it.
const SLOW_MS: u32 = 1_000;
/// Milliseconds after which a check counts as one that did not end, until it ends.
const UNFINISHED_MS: u32 = 3_000;

/// Checks each design that has no check yet, one at a time. If a design was edited meanwhile, the result is dropped and the
/// design is checked again. `are_kept` is whether the designs are stored for the next visit.
#[hook]
pub fn use_checks(scene: &Scene, editor: &EditorHandle, are_kept: bool) -> ProgramHandle {
    let bench = use_memo((), |()| ProgramHandle::new(Program::Bench));
    let bench = (*bench).clone();
    {
        let bench = bench.clone();
        use_effect_with((), move |()| move || bench.end());
    }
    let turnstile = use_memo((), |()| LatestOnlyQueue::default());
    let sides = [Side::A, Side::B].into_iter().filter(|_| !editor.is_held);
    let wanted: Vec<(Side, Shared<Design>)> = sides
        .filter_map(|side| {
            Some((side, editor.side(side).filter(|variant| !variant.is_current())?.design().clone()))
        })
        .collect();
    let (dispatcher, messages) = (editor.dispatcher(), *scene.messages());
    let checking = bench.clone();
    // The designs that wait for a check: the newest ones, also for a check that waits for the end of the typing.
    let newest = use_mut_ref(Vec::new);
    let wait_ms = wait_before_check_ms(editor.now().checked.took_ms);
    use_effect_with(wanted, move |wanted| {
        newest.replace(wanted.clone());
        if wanted.is_empty() {
            return;
        }
        turnstile.submit(async move {
            loop {
                let before = newest.borrow().clone();
                if wait_ms > 0 {
                    TimeoutFuture::new(wait_ms).await;
                }
                if *newest.borrow() == before {
                    break;
                }
            }
            for (side, design) in newest.take() {
                let watch = Watch::begin(&dispatcher, are_kept);
                let question = CheckDesign { design: DesignDocument::of(&design) };
                let checked = checking.ask(question).await;
                drop(watch);
                // Who leaves the page ends the bench, too. That says nothing about the design.
                if checking.has_ended() {
                    return;
                }
                let has_died = checked.as_ref().err().is_some_and(|error| *error != AskError::NotFetched);
                if are_kept {
                    kept::set_unfinished(has_died);
                }
                let outcome = match checked {
                    Ok(Ok(checked)) => Ok((Box::new(checked.report), checked.took_ms)),
                    Ok(Err(refused)) => {
                        let detail = refused.to_string();
                        Err(refusal_sentence(&Refusal::BadRequest { detail }, &messages))
                    }
                    Err(AskError::Stopped) => Err(messages.text(words::DESIGN_HELD)),
                    Err(error) => Err(ask_sentence(error, &messages)),
                };
                dispatcher.dispatch(Change::Checked { side, design, outcome });
                if has_died {
                    return dispatcher.dispatch(Change::Hold(true));
                }
            }
        });
    });
    bench
}

/// Returns how long a check waits for the next letter. One that is fast follows each letter. `took_ms` is the time of the last one.
fn wait_before_check_ms(took_ms: f64) -> u32 {
    const FAST_MS: f64 = 30.0;
    const WAIT_MAX_MS: f64 = 300.0;
    if took_ms < FAST_MS { 0 } else { took_ms.min(WAIT_MAX_MS) as u32 }
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
pub fn view(desk: &DesignContext, bench: &ProgramHandle) -> Html {
    if desk.editor.is_slow {
        let bench = bench.clone();
        let stop = Callback::from(move |_: MouseEvent| bench.stop());
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
