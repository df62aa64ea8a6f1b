//! The module that draws pictures and turns the world around the tables. It is fetched when somebody opens pictures, not before,
//! and is an app of its own within a frame of the page: it asks and acts through `window.dynalab`.

use std::cell::RefCell;

use dynalab_web::language::Language;
use dynalab_web::messages;
use dynalab_web::pictures::place::PicturePlace;
use dynalab_web::pictures::{Pictures, PicturesProps};
use gloo::utils::document;
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::prelude::*;

const STYLES: &str = "/pictures/pictures.css";

struct Shown {
    frame: Element,
    app: AppHandle<Pictures>,
}

thread_local! {
    static SHOWN: RefCell<Option<Shown>> = const { RefCell::new(None) };
}

/// Takes the number of a root. Yew knows by it whether an event is its own, and the page, which counts apart, has number one.
#[component]
fn NumberOne() -> Html {
    html! {}
}

fn main() {
    if let Ok(nowhere) = document().create_element("div") {
        yew::Renderer::<NumberOne>::with_root(nowhere).render().destroy();
    }
    messages::provide(
        Language::English,
        include_str!(concat!(env!("OUT_DIR"), "/pictures.en.messages")).to_owned(),
    );
    messages::provide(
        Language::Japanese,
        include_str!(concat!(env!("OUT_DIR"), "/pictures.ja.messages")).to_owned(),
    );
    let link = document().create_element("link").and_then(|link| {
        link.set_attribute("rel", "stylesheet")?;
        link.set_attribute("href", STYLES)?;
        Ok(link)
    });
    if let (Ok(link), Some(head)) = (link, document().head()) {
        // Without its style sheet a picture is plain, and its table says the same.
        let _ = head.append_child(&link);
    }
}

/// Shows what belongs to a place in the frame; the same frame is updated.
#[wasm_bindgen]
pub fn show(frame: Element, place: &str) {
    // A page of another version: nothing that it says is understood.
    let Ok(place) = serde_json::from_str::<PicturePlace>(place) else { return };
    let props = PicturesProps { place };
    SHOWN.with_borrow_mut(|shown| match shown {
        Some(shown) if shown.frame == frame => shown.app.update(props),
        _ => {
            let app = yew::Renderer::<Pictures>::with_root_and_props(frame.clone(), props).render();
            if let Some(before) = shown.replace(Shown { frame, app }) {
                before.app.destroy();
            }
        }
    });
}

#[wasm_bindgen]
pub fn hide() {
    if let Some(shown) = SHOWN.take() {
        shown.app.destroy();
    }
}
