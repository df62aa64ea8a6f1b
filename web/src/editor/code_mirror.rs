//! The way to `code_mirror.js`, which `web/code_mirror/entry.mjs` becomes. It may be missing: then a text field does the job.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

use crate::site;

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

    /// An editor in its element.
    #[derive(Clone)]
    pub type CodeMirror;

    #[wasm_bindgen(method)]
    pub fn set(this: &CodeMirror, text: &str, language: &str, label: &str);

    /// Underlines, as JSON: places in UTF-16, as JavaScript counts.
    #[wasm_bindgen(method)]
    pub fn mark(this: &CodeMirror, marks: &str);

    #[wasm_bindgen(method)]
    pub fn destroy(this: &CodeMirror);
}

/// What the editor asks and tells.
pub struct Host {
    pub changed: Box<dyn Fn(String)>,
    pub run: Box<dyn Fn()>,
    /// Whether it was a request, and is taken as one.
    pub pasted: Box<dyn Fn(String) -> bool>,
    /// What could stand at a place, as JSON.
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

/// # Errors
/// In the browser's words, when the bundle is not there or does not start.
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
