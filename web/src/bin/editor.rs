//! The module that writes requests as text and reads them. It is fetched when somebody opens one of its tabs, not before.

use std::cell::RefCell;

use dynalab_web::editor::place::EditorPlace;
use dynalab_web::editor::{Editor, EditorProps};
use dynalab_web::module_app::{self, ModuleApp};
use wasm_bindgen::prelude::*;
use web_sys::Element;

thread_local! {
    static APP: RefCell<ModuleApp<Editor>> = const { RefCell::new(ModuleApp::new()) };
}

fn main() {
    module_app::begin("/editor/editor.css");
}

/// Shows what belongs to a place in the frame; the same frame is updated.
#[wasm_bindgen]
pub fn show(frame: Element, place: &str) {
    // A page of another version: nothing that it says is understood.
    let Ok(place) = serde_json::from_str::<EditorPlace>(place) else { return };
    APP.with_borrow_mut(|app| app.show(frame, EditorProps { place }));
}

#[wasm_bindgen]
pub fn hide() {
    APP.with_borrow_mut(ModuleApp::hide);
}
