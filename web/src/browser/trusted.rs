//! HTML and addresses of workers through the page's Trusted Types policy (`static/trusted.js`), which checks them. The document
//! allows no other way.

use gloo::utils::window;
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Worker, WorkerOptions};

const POLICY: &str = "dynalabTrusted";

/// Starts a worker of this build. `address` is that of its script.
///
/// # Errors
/// If the policy refuses the address, or the browser has no module workers.
pub fn new_worker(address: &str, options: &WorkerOptions) -> Result<Worker, JsValue> {
    let constructor: Function = Reflect::get(&js_sys::global(), &"Worker".into())?.dyn_into()?;
    let worker = Reflect::construct(&constructor, &Array::of2(&ask("script", address)?, options))?;
    worker.dyn_into()
}

/// Replaces the content of an element by HTML that Dynalab made from Markdown.
///
/// # Errors
/// If the policy refuses the HTML. The element is then unchanged.
pub fn set_html(element: &Element, html: &str) -> Result<(), JsValue> {
    Reflect::set(element, &"innerHTML".into(), &ask("html", html)?).map(drop)
}

/// Returns a text as the policy's type. A document without the policy, such as that of a test, has the text itself.
fn ask(kind: &str, text: &str) -> Result<JsValue, JsValue> {
    let policy = Reflect::get(&window(), &POLICY.into())?;
    if policy.is_undefined() {
        return Ok(text.into());
    }
    let function: Function = Reflect::get(&policy, &kind.into())?.dyn_into()?;
    function.call1(&policy, &text.into())
}
