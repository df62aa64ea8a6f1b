//! Compresses an exported file with the browser's own gzip.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

#[wasm_bindgen]
extern "C" {
    type Response;

    #[wasm_bindgen(constructor, catch)]
    fn new(body: &JsValue) -> Result<Response, JsValue>;
}

/// Compresses the text with gzip.
pub async fn compressed(text: &Blob) -> Result<Blob, JsValue> {
    let constructor = method(&js_sys::global(), "CompressionStream")?;
    let packer = Reflect::construct(&constructor, &Array::of1(&"gzip".into()))?;
    let source = method(text, "stream")?.call0(text)?;
    let packed = method(&source, "pipeThrough")?.call1(&source, &packer)?;
    let response: Object = Response::new(&packed)?.unchecked_into();
    let blob = method(&response, "blob")?.call0(&response)?.unchecked_into::<Promise>();
    JsFuture::from(blob).await?.dyn_into()
}

fn method(of: &JsValue, name: &str) -> Result<Function, JsValue> {
    Reflect::get(of, &name.into())?.dyn_into()
}
