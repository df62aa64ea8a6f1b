//! The keyboard shortcut of the command palette, Ctrl or ⌘ with K, on every page.

use dynalab_app::state::{Action, Dialog};
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::{hook, use_effect_with, use_mut_ref};

use crate::page::scene::Scene;

#[hook]
pub fn use_palette_key(scene: &Scene) {
    let latest = use_mut_ref(|| scene.clone());
    *latest.borrow_mut() = scene.clone();
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            let opens = (key.ctrl_key() || key.meta_key()) && key.key() == "k";
            let scene = latest.borrow().now();
            if opens && scene.app.dialog().is_none() {
                key.prevent_default();
                scene.app.dispatch(Action::OpenDialog(Dialog::Palette));
            }
        });
        move || drop(listener)
    });
}
