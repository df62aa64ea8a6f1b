//! Loads `aws_sdk.js`, the bundle of `web/aws_sdk/entry.mjs` with the AWS SDK for JavaScript. A site built without Node has no bundle.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::address::site;
use crate::browser::fetch_text::fetch_text;

const MODULE: &str = "aws_sdk.js";
/// The error message for the console and for triggers. Both are in English.
pub const MISSING: &str =
    "The AWS SDK could not be loaded. A site that was built without Node does not contain it.";
/// The packages in the bundle, by the names that code imports.
pub const PACKAGES: [&str; 4] = [
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/client-dynamodb-streams",
    "@aws-sdk/lib-dynamodb",
    "@aws-sdk/util-dynamodb",
];
/// The package with the simulation's clock and faults, for tests.
const CONTROLS: &str = "dynalab";

/// The kind of code that imports packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Importer {
    /// The function of a trigger.
    Trigger,
    /// A test that a person runs in a lesson.
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
    fn connect(this: &Bundle, send: &JsValue, look: &JsValue);

    #[wasm_bindgen(method, getter)]
    fn everything(this: &Bundle) -> JsValue;

    /// Returns the names that a module imports. Fails if the text is not a module.
    #[wasm_bindgen(method, catch)]
    fn imported(this: &Bundle, text: &str) -> Result<Array, JsValue>;
}

async fn bundle() -> Result<Bundle, JsValue> {
    Ok(JsFuture::from(import_module(&site::program_file(MODULE))).await?.unchecked_into())
}

/// Connects the bundle and returns everything that its packages export. Their clients call `send(operation, body)`, and read the Region of
/// the account with `look(operation, body)`, which leaves no request in the history.
///
/// # Errors
/// Returns an error with a message if the site has no bundle.
pub async fn connected(send: &JsValue, look: &JsValue) -> Result<JsValue, JsValue> {
    let bundle = bundle().await.map_err(|_| js_sys::Error::new(MISSING))?;
    bundle.connect(send, look);
    Ok(bundle.everything())
}

/// Returns the bundle's text if the module imports one of its packages.
///
/// # Errors
/// Returns a message if the module imports another package, or if the bundle is needed but missing.
pub async fn text_for(module: &str, importer: Importer) -> Result<Option<String>, String> {
    // Most functions import nothing and need not wait for the bundle.
    if !module.contains("import") {
        return Ok(None);
    }
    let Ok(bundle) = bundle().await else {
        let is_needed = importer.packages().iter().any(|package| module.contains(package));
        return if is_needed { Err(MISSING.to_owned()) } else { Ok(None) };
    };
    // The sandbox reports the syntax error of a text that is not a module.
    let Ok(names) = bundle.imported(module) else { return Ok(None) };
    let names: Vec<String> = names.iter().filter_map(|name| name.as_string()).collect();
    if !needs_bundle(&names, importer)? {
        return Ok(None);
    }
    fetch_text(&site::program_file(MODULE)).await.map(Some).map_err(|_| MISSING.to_owned())
}

/// Returns true if the imported names include a package of the bundle.
///
/// # Errors
/// Returns a message if a package is not in the bundle. Addresses are left to the sandbox, which rejects them.
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
