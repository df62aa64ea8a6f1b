//! The module of the dialogs that are too heavy for every visit. It is fetched when somebody opens one, not before.

use std::cell::RefCell;

use dynalab_web::dialogs::place::DialogPlace;
use dynalab_web::dialogs::{Dialogs, DialogsProps};
use dynalab_web::module_app::{self, ModuleApp};
use wasm_bindgen::prelude::*;
use web_sys::Element;

thread_local! {
    static APP: RefCell<ModuleApp<Dialogs>> = const { RefCell::new(ModuleApp::new()) };
}

fn main() {
    module_app::begin("/dialogs/dialogs.css");
}

/// Shows what belongs to a place in the frame; the same frame is updated.
#[wasm_bindgen]
pub fn show(frame: Element, place: &str) {
    // A page of another version: nothing that it says is understood.
    let Ok(place) = serde_json::from_str::<DialogPlace>(place) else { return };
    APP.with_borrow_mut(|app| app.show(frame, DialogsProps { place }));
}

#[wasm_bindgen]
pub fn hide() {
    APP.with_borrow_mut(ModuleApp::hide);
}
