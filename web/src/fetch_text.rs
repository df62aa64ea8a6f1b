//! Fetches a text file of this site.

use gloo::utils::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// # Errors
/// What went wrong, in the browser's words or as a status.
pub async fn fetch_text(address: &str) -> Result<String, String> {
    let response = JsFuture::from(window().fetch_with_str(address)).await.map_err(text_of)?;
    let response = response.dyn_into::<Response>().map_err(text_of)?;
    if !response.ok() {
        return Err(format!("{address}: {}", response.status()));
    }
    let text = JsFuture::from(response.text().map_err(text_of)?).await.map_err(text_of)?;
    Ok(text.as_string().unwrap_or_default())
}

/// An error as JavaScript writes it: "TypeError: Failed to fetch".
fn text_of(error: JsValue) -> String {
    String::from(js_sys::Object::from(error).to_string())
}
