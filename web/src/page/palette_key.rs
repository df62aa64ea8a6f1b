//! The keyboard shortcuts of every page: the command palette, Ctrl or ⌘ with K, and the list of the shortcuts, a question mark.

use dynalab_app::state::{Action, Dialog};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::{hook, use_effect_with, use_mut_ref};

use crate::browser::embedded::is_embedded;
use crate::page::scene::Scene;

/// Elements in which a question mark is written.
const TEXT: &str =
    "textarea, select, input:not([type=range]):not([type=radio]):not([type=checkbox]), [contenteditable]";

#[hook]
pub fn use_palette_key(scene: &Scene) {
    let latest = use_mut_ref(|| scene.clone());
    *latest.borrow_mut() = scene.clone();
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            let is_chord = key.ctrl_key() || key.meta_key();
            let dialog = match key.key().as_str() {
                // A frame has no way to other pages, workspaces and files.
                "k" if is_chord && !is_embedded() => Dialog::Palette,
                "?" if !is_chord && !key.alt_key() && !is_in_text(key) => Dialog::Keys,
                _ => return,
            };
            let scene = latest.borrow().now();
            if scene.app.dialog().is_none() {
                key.prevent_default();
                scene.app.dispatch(Action::OpenDialog(dialog));
            }
        });
        move || drop(listener)
    });
}

fn is_in_text(key: &KeyboardEvent) -> bool {
    let target = key.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| element.closest(TEXT).is_ok_and(|found| found.is_some()))
}
