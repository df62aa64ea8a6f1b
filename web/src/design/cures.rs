//! Trials of fixes: while the page is idle, the fix of each finding is tried on a copy of the design, in the program `bench`.

use dynalab_app::design::editor::{Change, Editor, Side};
use dynalab_app::shared::Shared;
use dynalab_modeling::Design;
use dynalab_modeling::report::Finding;
use dynalab_programs::bench::{DesignDocument, TryFix};
use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::editor_handle::EditorHandle;
use crate::engine::program_handle::ProgramHandle;

/// Milliseconds without an edit after which the page is idle.
const IDLE_MS: u32 = 1_000;

/// A finding whose fix was not tried yet.
type Trial = (Side, Shared<Design>, usize, Finding);

/// Tries the fixes of the findings, one after another. After an edit, no further trial of the design before it begins.
#[hook]
pub fn use_cures(bench: &ProgramHandle, editor: &EditorHandle) {
    let (bench, dispatcher) = (bench.clone(), editor.dispatcher());
    use_effect_with(next_trial(editor), move |next| {
        let begun = next.clone().map(|(side, design, number, finding)| {
            Timeout::new(IDLE_MS, move || {
                spawn_local(async move {
                    let finding = Box::new(finding);
                    let question = TryFix { design: DesignDocument::of(&design), finding };
                    let answer = bench.ask(question).await;
                    if bench.has_ended() {
                        return;
                    }
                    // After a program that did not answer, no further trial begins unasked.
                    let (tried, cure) = match answer {
                        Ok(Ok(cure)) => (number + 1, cure.map(Box::new)),
                        Ok(Err(_)) | Err(_) => (usize::MAX, None),
                    };
                    dispatcher.dispatch(Change::Cured { side, design, tried, cure });
                });
            })
        });
        move || drop(begun)
    });
}

/// Returns the next finding to try, if no design waits for its check.
fn next_trial(editor: &Editor) -> Option<Trial> {
    let variants = || [Side::A, Side::B].into_iter().filter_map(|side| Some((side, editor.side(side)?)));
    if editor.is_held || variants().any(|(_, variant)| !variant.is_current()) {
        return None;
    }
    variants().find_map(|(side, variant)| {
        let (number, finding) = variant.next_trial()?;
        Some((side, variant.design().clone(), number, finding.clone()))
    })
}
