//! The page's end of the pictures module: fetched when somebody wants to see pictures, then told what to show.

use std::cell::Cell;

use js_sys::Promise;
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

/// # Errors
/// In the browser's words, when the module does not arrive.
pub async fn show(frame: &Element, place: &str) -> Result<(), JsValue> {
    module().await?.show(frame, place);
    Ok(())
}

/// Nothing is fetched only to be hidden.
pub async fn hide() {
    if FETCHED.get()
        && let Ok(module) = module().await
    {
        module.hide();
    }
}

thread_local! {
    static FETCHED: Cell<bool> = const { Cell::new(false) };
}

async fn module() -> Result<Pictures, JsValue> {
    let module: Pictures = JsFuture::from(import_module(MODULE)).await?.unchecked_into();
    JsFuture::from(module.start()).await?;
    FETCHED.set(true);
    Ok(module)
}
