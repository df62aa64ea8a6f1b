//! Puts a text into the clipboard: the browser's way, or by selecting it and saying "copy".

use gloo::utils::{document, window};
use js_sys::Reflect;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// `shown` is a text area that shows the text; it is selected when all that is left is to copy by hand. Says whether the
/// text is in the clipboard.
pub async fn copy(text: &str, shown: Option<HtmlTextAreaElement>) -> bool {
    let navigator = window().navigator();
    // Not there in a page that is not secure.
    let offered = Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    if offered && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok() {
        return true;
    }
    let Some(shown) = shown else { return false };
    // An element of the page can take the focus.
    let _ = shown.focus();
    shown.select();
    document().dyn_into::<HtmlDocument>().is_ok_and(|page| page.exec_command("copy") == Ok(true))
}
