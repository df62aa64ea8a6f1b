//! The way to `aws_sdk.js`, which `web/aws_sdk/entry.mjs` becomes: the AWS SDK for JavaScript. It may be missing.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::fetch_text::fetch_text;
use crate::site;

const MODULE: &str = "aws_sdk.js";
/// For the console and for a trigger's error, which are in English.
pub const MISSING: &str =
    "The AWS SDK could not be loaded. A site that was built without Node does not contain it.";
/// What the bundle contains, by the names under which it is imported.
pub const PACKAGES: [&str; 4] = [
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/client-dynamodb-streams",
    "@aws-sdk/lib-dynamodb",
    "@aws-sdk/util-dynamodb",
];
/// The clock and the faults of the simulation, for tests.
const CONTROLS: &str = "dynalab";

/// What imports packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Importer {
    /// The function of a trigger.
    Trigger,
    /// A test that somebody runs in a lesson.
    Test,
}

impl Importer {
    fn packages(self) -> Vec<&'static str> {
        let controls = (self == Importer::Test).then_some(CONTROLS);
        PACKAGES.into_iter().chain(controls).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Importer::Trigger => "trigger",
            Importer::Test => "test",
        }
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = import)]
    fn import_module(path: &str) -> Promise;

    type Bundle;

    #[wasm_bindgen(method)]
    fn connect(this: &Bundle, send: &JsValue);

    #[wasm_bindgen(method, getter)]
    fn everything(this: &Bundle) -> JsValue;

    /// The names of what a module imports. Fails where the text is no module.
    #[wasm_bindgen(method, catch)]
    fn imported(this: &Bundle, text: &str) -> Result<Array, JsValue>;
}

async fn bundle() -> Result<Bundle, JsValue> {
    Ok(JsFuture::from(import_module(&site::program_file(MODULE))).await?.unchecked_into())
}

/// All that the packages export. Their clients send requests with `send(operation, body)`.
///
/// # Errors
/// With a sentence, where the bundle is not there.
pub async fn connected(send: &JsValue) -> Result<JsValue, JsValue> {
    let bundle = bundle().await.map_err(|_| js_sys::Error::new(MISSING))?;
    bundle.connect(send);
    Ok(bundle.everything())
}

/// The bundle as text, if a module imports one of its packages.
///
/// # Errors
/// With a sentence, where the module imports another package, or the bundle is not there.
pub async fn text_for(module: &str, importer: Importer) -> Result<Option<String>, String> {
    // Most functions import nothing, and need not wait for what would tell that.
    if !module.contains("import") {
        return Ok(None);
    }
    let Ok(bundle) = bundle().await else {
        let is_needed = importer.packages().iter().any(|package| module.contains(package));
        return if is_needed { Err(MISSING.to_owned()) } else { Ok(None) };
    };
    // The sandbox tells what is wrong with a text that is no module.
    let Ok(names) = bundle.imported(module) else { return Ok(None) };
    let names: Vec<String> = names.iter().filter_map(|name| name.as_string()).collect();
    if !needs_bundle(&names, importer)? {
        return Ok(None);
    }
    fetch_text(&site::program_file(MODULE)).await.map(Some).map_err(|_| MISSING.to_owned())
}

/// # Errors
/// With a sentence, when a package is none of the bundle's. An address is for the sandbox to refuse.
fn needs_bundle(names: &[String], importer: Importer) -> Result<bool, String> {
    let is_address = |name: &str| {
        ["/", ".", "http:", "https:", "blob:", "data:"].iter().any(|start| name.starts_with(start))
    };
    let packages: Vec<&str> = names.iter().map(String::as_str).filter(|name| !is_address(name)).collect();
    let known = importer.packages();
    match packages.iter().find(|name| !known.contains(name)) {
        Some(name) => Err(format!(
            "A {} cannot import the package \"{name}\". It can import {}.",
            importer.name(),
            known.join(", ")
        )),
        None => Ok(!packages.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Importer, needs_bundle};

    #[test]
    fn only_packages_of_the_bundle_are_imported() {
        let needs = |names: &[&str]| {
            needs_bundle(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), Importer::Trigger)
        };
        assert_eq!(needs(&[]), Ok(false));
        assert_eq!(needs(&["/app.js", "./other.js", "https://example.com/x.js"]), Ok(false));
        assert_eq!(needs(&["@aws-sdk/lib-dynamodb"]), Ok(true));
        for name in ["node:fs", "left-pad", "@aws-sdk/client-s3", "@aws-sdk/lib-dynamodb/more"] {
            let why = needs(&["@aws-sdk/lib-dynamodb", name]).expect_err(name);
            assert!(why.starts_with(&format!("A trigger cannot import the package \"{name}\".")), "{why}");
        }
        let controls = ["dynalab".to_owned()];
        assert_eq!(needs_bundle(&controls, Importer::Test), Ok(true));
        assert!(needs_bundle(&controls, Importer::Trigger).is_err(), "only a test moves the clock");
    }
}
