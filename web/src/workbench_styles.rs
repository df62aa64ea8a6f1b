//! The style sheet of the workbench and the dialogs, which the home page does without.

use gloo::utils::document;
use js_sys::{Promise, Reflect};
use wasm_bindgen_futures::JsFuture;

const LINK: &str = "link[rel=stylesheet][href='/workbench/workbench.css']";

/// Whether the page has the style sheet.
pub fn are_linked() -> bool {
    document().query_selector(LINK).is_ok_and(|link| link.is_some())
}

/// Links it, unless it is linked, and returns when it is in force or cannot be had: what it would dress is plain then.
pub async fn link() {
    let (Ok(None), Some(head)) = (document().query_selector(LINK), document().head()) else { return };
    let Ok(link) = document().create_element("link") else { return };
    let arrived = Promise::new(&mut |resolve, _| {
        for event in ["onload", "onerror"] {
            // Setting a property of an element cannot fail.
            let _ = Reflect::set(&link, &event.into(), &resolve);
        }
        let attributes = [("rel", "stylesheet"), ("href", "/workbench/workbench.css")];
        for (name, value) in attributes {
            let _ = link.set_attribute(name, value);
        }
        let _ = head.append_child(&link);
    });
    // It is never refused.
    let _ = JsFuture::from(arrived).await;
}
