//! The module that draws pictures and turns the world around the tables. It is fetched when somebody opens pictures, not before.

use std::cell::RefCell;

use dynalab_web::module_app::{self, ModuleApp};
use dynalab_web::pictures::place::PicturePlace;
use dynalab_web::pictures::{Pictures, PicturesProps};
use wasm_bindgen::prelude::*;
use web_sys::Element;

thread_local! {
    static APP: RefCell<ModuleApp<Pictures>> = const { RefCell::new(ModuleApp::new()) };
}

fn main() {
    module_app::begin("/pictures/pictures.css");
}

/// Shows what belongs to a place in the frame; the same frame is updated.
#[wasm_bindgen]
pub fn show(frame: Element, place: &str) {
    // A page of another version: nothing that it says is understood.
    let Ok(place) = serde_json::from_str::<PicturePlace>(place) else { return };
    APP.with_borrow_mut(|app| app.show(frame, PicturesProps { place }));
}

#[wasm_bindgen]
pub fn hide() {
    APP.with_borrow_mut(ModuleApp::hide);
}
