//! The page's end of the pictures module: fetched when somebody wants to see pictures, then told what to show.

use dynalab_playground::views::trace::TraceLine;
use js_sys::Promise;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

const MODULE: &str = "/pictures.js";

#[wasm_bindgen]
extern "C" {
    /// The browser's own `import()`: the same module every time.
    #[wasm_bindgen(js_name = import)]
    fn import_module(path: &str) -> Promise;

    type Pictures;

    #[wasm_bindgen(method, js_name = default)]
    fn start(this: &Pictures) -> Promise;

    #[wasm_bindgen(method)]
    fn show(this: &Pictures, frame: &Element, place: &str);

    #[wasm_bindgen(method)]
    fn hide(this: &Pictures);
}

/// Where the page stands; whenever it is another, pictures ask anew. It travels as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PicturePlace {
    pub language: String,
    /// As the address names it.
    pub picture: String,
    pub table: String,
    pub index: Option<String>,
    pub revision: u64,
    /// The moment that is shown, and whether another one is the newest.
    pub shown_id: u64,
    pub looks_back: bool,
    /// Another tab writes.
    pub follows: bool,
    pub now_ms: u64,
    pub rate: Option<u64>,
    /// The answer that is shown, for the picture of it.
    pub card: Option<PicturedCard>,
}

/// A request that was answered, as its trace tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PicturedCard {
    /// In this visit.
    pub number: u32,
    pub operation: String,
    pub trace: Vec<TraceLine>,
}

/// # Errors
/// In the browser's words, when the module does not arrive.
pub async fn show(frame: &Element, place: &PicturePlace) -> Result<(), JsValue> {
    let place = serde_json::to_string(place).unwrap_or_default();
    module().await?.show(frame, &place);
    Ok(())
}

pub async fn hide() {
    if let Ok(module) = module().await {
        module.hide();
    }
}

async fn module() -> Result<Pictures, JsValue> {
    let module: Pictures = JsFuture::from(import_module(MODULE)).await?.unchecked_into();
    JsFuture::from(module.start()).await?;
    Ok(module)
}
