//! The keyboard shortcuts of the workbench outside dialogs: run the request, undo, redo.

use dynalab_playground::protocol::Travel;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::components::request_panel::run_draft;
use crate::engine::time_travel;
use crate::page::scene::Scene;

/// Elements in which these keys belong to the text field.
const TEXT: &str = "textarea, select, input:not([type=range]):not([type=radio]):not([type=checkbox])";

#[hook]
pub fn use_workbench_keys(scene: &Scene) {
    use_request_keys(scene, 0);
}

/// Handles the shortcuts. Undo ends at the history entry with the number `oldest`.
#[hook]
pub fn use_request_keys(scene: &Scene, oldest: u32) {
    let latest = use_mut_ref(|| (scene.clone(), oldest));
    *latest.borrow_mut() = (scene.clone(), oldest);
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            let (scene, oldest) = latest.borrow().clone();
            let scene = scene.now();
            if (key.ctrl_key() || key.meta_key()) && scene.app.dialog().is_none() {
                pressed(&scene, oldest, key);
            }
        });
        move || drop(listener)
    });
}

fn pressed(scene: &Scene, oldest: u32, key: &KeyboardEvent) {
    let step = match (key.key().as_str(), key.shift_key()) {
        ("Enter", _) => return run_draft(scene),
        ("z", false) => Travel::Undo,
        ("Z" | "z", true) | ("y", false) => Travel::Redo,
        _ => return,
    };
    let target = key.target().and_then(|target| target.dyn_into::<Element>().ok());
    if target.is_some_and(|element| element.closest(TEXT).is_ok_and(|text| text.is_some())) {
        return;
    }
    key.prevent_default();
    let is_oldest = scene.app.timeline().as_ref().is_some_and(|timeline| timeline.head <= oldest);
    if step != Travel::Undo || !is_oldest {
        time_travel::step(&scene.page, step);
    }
}
