//! Loads `code_mirror.js`, the bundle of `web/code_mirror/entry.mjs`. If it is missing, a text area replaces it.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

use crate::address::site;

const MODULE: &str = "code_mirror.js";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = import)]
    fn import_module(path: &str) -> Promise;

    type Bundle;

    #[wasm_bindgen(method, catch)]
    fn create(
        this: &Bundle,
        element: &Element,
        text: &str,
        language: &str,
        label: &str,
        phrases: &str,
        host: &JsValue,
    ) -> Result<CodeMirror, JsValue>;

    /// A CodeMirror editor in its element.
    #[derive(Clone)]
    pub type CodeMirror;

    #[wasm_bindgen(method)]
    pub fn set(this: &CodeMirror, text: &str, language: &str, label: &str);

    /// Underlines ranges. `marks` is JSON with positions in UTF-16 code units, as in JavaScript.
    #[wasm_bindgen(method)]
    pub fn mark(this: &CodeMirror, marks: &str);

    #[wasm_bindgen(method)]
    pub fn destroy(this: &CodeMirror);
}

/// The functions that CodeMirror calls.
pub struct Host {
    pub changed: Box<dyn Fn(String)>,
    pub run: Box<dyn Fn()>,
    /// Opens pasted text if it is a request. Returns whether it is one.
    pub pasted: Box<dyn Fn(String) -> bool>,
    /// Returns the completions at a position, as JSON.
    pub complete: Box<dyn Fn(String, u32) -> String>,
    pub fix: Box<dyn Fn(String)>,
}

impl Host {
    fn into_object(self) -> Result<JsValue, JsValue> {
        let object = Object::new();
        let members = [
            ("changed", Closure::wrap(self.changed).into_js_value()),
            ("run", Closure::wrap(self.run).into_js_value()),
            ("pasted", Closure::wrap(self.pasted).into_js_value()),
            ("complete", Closure::wrap(self.complete).into_js_value()),
            ("fix", Closure::wrap(self.fix).into_js_value()),
        ];
        for (name, member) in members {
            Reflect::set(&object, &name.into(), &member)?;
        }
        Ok(object.into())
    }
}

/// Loads the bundle and creates an editor.
///
/// # Errors
/// Returns the browser's error if the bundle is missing or does not start.
pub async fn create(
    element: &Element,
    text: &str,
    language: &str,
    label: &str,
    phrases: &str,
    host: Host,
) -> Result<CodeMirror, JsValue> {
    let bundle: Bundle = JsFuture::from(import_module(&site::program_file(MODULE))).await?.unchecked_into();
    bundle.create(element, text, language, label, phrases, &host.into_object()?)
}
