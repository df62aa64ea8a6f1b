//! Copies a text to the clipboard, with the clipboard API or by selecting the text and running "copy".

use gloo::utils::{document, window};
use js_sys::Reflect;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// Copies the text and returns true if it is in the clipboard. `shown` is a text area that shows the text. It is selected, so a
/// person can copy by hand.
pub async fn copy(text: &str, shown: Option<HtmlTextAreaElement>) -> bool {
    let navigator = window().navigator();
    // The clipboard API is missing in a page that is not secure.
    let offered = Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    if offered && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok() {
        return true;
    }
    let Some(shown) = shown else { return false };
    // An element of the page can take the focus, so the result is ignored.
    let _ = shown.focus();
    shown.select();
    document().dyn_into::<HtmlDocument>().is_ok_and(|page| page.exec_command("copy") == Ok(true))
}
