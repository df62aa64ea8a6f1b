//! The page's end of the formats module: fetched at its first use, then asked.

use js_sys::{Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::language::Language;
use crate::route::{PlayQuery, RequestTab, ResultTab};

const MODULE: &str = "/formats.js";

#[wasm_bindgen]
extern "C" {
    /// The browser's own `import()`: the same module every time.
    #[wasm_bindgen(js_name = import)]
    fn import_module(path: &str) -> Promise;

    type Formats;

    #[wasm_bindgen(method, js_name = default)]
    fn start(this: &Formats) -> Promise;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Formats, text: &str, language: &str) -> Result<Opened, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn write(
        this: &Formats,
        tables: &str,
        title: &str,
        language: &str,
        table: Option<&str>,
        index: Option<&str>,
        request: Option<&str>,
        result: Option<&str>,
    ) -> Result<Written, JsValue>;

    type Opened;

    #[wasm_bindgen(method, getter)]
    fn document(this: &Opened) -> String;

    #[wasm_bindgen(method, getter)]
    fn title(this: &Opened) -> Option<String>;

    #[wasm_bindgen(method, getter)]
    fn table(this: &Opened) -> Option<String>;

    #[wasm_bindgen(method, getter)]
    fn index(this: &Opened) -> Option<String>;

    #[wasm_bindgen(method, getter)]
    fn request(this: &Opened) -> Option<String>;

    #[wasm_bindgen(method, getter)]
    fn result(this: &Opened) -> Option<String>;

    type Written;

    #[wasm_bindgen(method, getter)]
    fn link(this: &Written) -> String;

    #[wasm_bindgen(method, getter)]
    fn file(this: &Written) -> String;

    #[wasm_bindgen(method, getter)]
    fn commands(this: &Written) -> u32;
}

/// Why nothing came of it: one of the names that a sentence stands for (`unreadable-…`), and the detail in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub name: String,
    pub detail: String,
}

/// A design in both forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenDesign {
    /// What follows the `#`.
    pub link: String,
    pub file: String,
    /// How many requests are in it.
    pub commands: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OpenedDesign {
    /// For the engine.
    pub document: String,
    pub title: Option<String>,
    pub table: Option<String>,
    pub query: PlayQuery,
}

/// `tables` is what the worker told; `table` and `query` are what to show first.
pub async fn write(
    tables: &str,
    title: &str,
    language: Language,
    table: Option<&str>,
    query: &PlayQuery,
) -> Result<WrittenDesign, Problem> {
    let (request, result) = (query.request.map(RequestTab::name), query.result.map(ResultTab::name));
    let index = query.index.as_deref();
    let written = module().await?.write(tables, title, language.code(), table, index, request, result);
    let written = written.map_err(problem)?;
    Ok(WrittenDesign { link: written.link(), file: written.file(), commands: written.commands() })
}

/// From a file, a link, or an address with one in it.
pub async fn open(text: &str, language: Language) -> Result<OpenedDesign, Problem> {
    let opened = module().await?.open(text, language.code()).map_err(problem)?;
    let query = PlayQuery {
        index: opened.index(),
        request: opened.request().and_then(|name| RequestTab::of_name(&name)),
        result: opened.result().and_then(|name| ResultTab::of_name(&name)),
        picture: None,
    };
    Ok(OpenedDesign { document: opened.document(), title: opened.title(), table: opened.table(), query })
}

/// Whether an address or a text holds a design, judging by its beginning.
pub fn has_link(text: &str) -> bool {
    let fragment = text.rsplit('#').next().unwrap_or_default().trim_start();
    let version = fragment.split('.').next().unwrap_or_default();
    let digits = version.strip_prefix('d').unwrap_or_default();
    fragment.len() > version.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

async fn module() -> Result<Formats, Problem> {
    let fetched = async {
        let module: Formats = JsFuture::from(import_module(MODULE)).await?.unchecked_into();
        JsFuture::from(module.start()).await?;
        Ok(module)
    };
    fetched
        .await
        .map_err(|error: JsValue| Problem { name: "not-fetched".to_owned(), detail: text_of(&error) })
}

/// What was thrown, if it is a `Failure`; anything else is a mistake of ours, and told as damage.
fn problem(thrown: JsValue) -> Problem {
    let member = |name: &str| Reflect::get(&thrown, &name.into()).ok().and_then(|value| value.as_string());
    match (member("name"), member("sentence")) {
        (Some(name), Some(detail)) => Problem { name, detail },
        _ => Problem { name: "damaged".to_owned(), detail: text_of(&thrown) },
    }
}

fn text_of(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::has_link;

    #[test]
    fn a_link_is_known_by_its_beginning() {
        for text in ["#d1.z1.AAAA", "https://example.com/play#d1.z1.AAAA", "d2.q.x", "#d1."] {
            assert!(has_link(text), "{text}");
        }
        for text in ["", "#", "#main", "#d1", "#d.z1", "#dx1.z1", "https://example.com/d1.html"] {
            assert!(!has_link(text), "{text}");
        }
    }
}
