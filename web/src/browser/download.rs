//! Saves a file that was made in the page to the person's device.

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Milliseconds before the object URL is revoked. The browser has read the file long before.
const KEPT_MS: u32 = 60_000;

pub fn save(name: &str, content: &str, media_type: &str) -> Result<(), JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type(media_type);
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&content.into()), &kind)?;
    save_blob(name, &blob)
}

pub fn save_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let address = Url::create_object_url_with_blob(blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Timeout::new(KEPT_MS, move || drop(Url::revoke_object_url(&address))).forget();
    Ok(())
}
