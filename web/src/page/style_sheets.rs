//! Style sheets that the home page does not need. Each is linked with the part that uses it. `web/style_sheets.json` lists what
//! is in them.

use gloo::utils::document;
use js_sys::{Promise, Reflect};
use wasm_bindgen_futures::JsFuture;

use crate::address::site;

/// The bundle of everything but the home page.
pub const WORKBENCH: &str = "workbench";

/// Returns true if the page has the styles of a bundle.
pub fn are_linked(bundle: &str) -> bool {
    let selector = format!("link[rel=stylesheet][href='{}']", path_of(bundle));
    document().query_selector(&selector).is_ok_and(|link| link.is_some())
}

/// Links a bundle of styles unless it is linked. Returns when it is in force or could not be loaded; the page then has plain styles.
pub async fn link(bundle: &str) {
    let path = path_of(bundle);
    let selector = format!("link[rel=stylesheet][href='{path}']");
    let (Ok(None), Some(head)) = (document().query_selector(&selector), document().head()) else { return };
    let Ok(link) = document().create_element("link") else { return };
    let arrived = Promise::new(&mut |resolve, _| {
        for event in ["onload", "onerror"] {
            // Setting a property of an element cannot fail.
            let _ = Reflect::set(&link, &event.into(), &resolve);
        }
        for (name, value) in [("rel", "stylesheet"), ("href", path.as_str())] {
            let _ = link.set_attribute(name, value);
        }
        let _ = head.append_child(&link);
    });
    // The promise is never rejected.
    let _ = JsFuture::from(arrived).await;
}

fn path_of(bundle: &str) -> String {
    site::program_file(&format!("styles/{bundle}.css"))
}
