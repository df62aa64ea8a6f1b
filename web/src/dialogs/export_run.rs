//! Exports a table, an index or the results of a query to a file, page by page.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use dynalab_request_text::interchange::written::{Output, Writer};
use dynalab_types::wire::decode_item;
use dynalab_types::{Item, json as wire_json};
use js_sys::Array;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag};

use super::compression::compressed;
use super::pause::pause;
use crate::browser::download;
use crate::page::context::PageContext;

/// Number of items that are written before the page can handle other events.
const WITHOUT_REST: usize = 1_000;
const PAGE_ITEMS: u64 = 2_000;

/// What to export: the operation (Scan or Query) and its body, without a start key.
pub struct Export {
    pub operation: String,
    pub body: Value,
    pub output: Output,
    pub compress: bool,
    /// The file name without its extension.
    pub name: String,
    pub key_names: Vec<String>,
    pub stop: Rc<Cell<bool>>,
}

/// Returns the columns of a sheet: the keys, then the other attributes in alphabetical order.
pub fn columns<'a>(keys: &[String], items: impl Iterator<Item = &'a Item>) -> Vec<String> {
    let names: BTreeSet<&str> = items.flat_map(|item| item.keys()).collect();
    let others =
        names.iter().filter(|name| !keys.iter().any(|key| key == *name)).map(|name| (*name).to_owned());
    keys.iter().filter(|key| names.contains(key.as_str())).cloned().chain(others).collect()
}

impl Export {
    /// Writes the file and returns its number of items. Returns none, and writes no file, if the person stopped the export.
    ///
    /// # Errors
    /// Returns the message of DynamoDB or of the browser.
    pub async fn run(self, page: &PageContext, tell: impl Fn(u64)) -> Result<Option<u64>, String> {
        let (mut kept, mut count, mut parts) = (Vec::new(), 0_u64, Vec::<String>::new());
        let mut writer = (!self.output.needs_columns()).then(|| Writer::new(self.output, Vec::new()));
        if let Some(writer) = &writer {
            let mut text = String::new();
            writer.begin(&mut text);
            parts.push(text);
        }
        let mut body = self.body.clone();
        body["Limit"] = PAGE_ITEMS.into();
        loop {
            let found: Value = page.look_at((&self.operation, body.to_string())).await?;
            if self.stop.get() {
                return Ok(None);
            }
            let items = found["Items"].as_array().into_iter().flatten().filter_map(item_of);
            count += found["Count"].as_u64().unwrap_or_default();
            match &mut writer {
                Some(writer) => parts.push(text_of(writer, items)),
                None => kept.extend(items),
            }
            tell(count);
            match found.get("LastEvaluatedKey") {
                Some(key) => body["ExclusiveStartKey"] = key.clone(),
                None => break,
            }
            pause(0).await;
        }
        let mut writer = match writer {
            Some(writer) => writer,
            None => {
                let writer = Writer::new(self.output, columns(&self.key_names, kept.iter()));
                let mut text = String::new();
                writer.begin(&mut text);
                parts.push(text);
                writer
            }
        };
        let mut rest = kept.into_iter().peekable();
        while rest.peek().is_some() {
            parts.push(text_of(&mut writer, rest.by_ref().take(WITHOUT_REST)));
            pause(0).await;
        }
        let mut end = String::new();
        writer.end(&mut end);
        parts.push(end);
        self.save(&parts).await.map_err(|error| format!("{error:?}"))?;
        Ok(Some(count))
    }

    async fn save(&self, parts: &[String]) -> Result<(), JsValue> {
        let kind = BlobPropertyBag::new();
        kind.set_type("application/octet-stream");
        let texts: Array = parts.iter().map(JsValue::from).collect();
        let blob = Blob::new_with_str_sequence_and_options(&texts, &kind)?;
        let extension = self.output.extension();
        match self.compress {
            true => download::save_blob(&format!("{}.{extension}.gz", self.name), &compressed(&blob).await?),
            false => download::save_blob(&format!("{}.{extension}", self.name), &blob),
        }
    }
}

fn text_of(writer: &mut Writer, items: impl Iterator<Item = Item>) -> String {
    let mut text = String::new();
    items.for_each(|item| writer.item(&item, &mut text));
    text
}

fn item_of(value: &Value) -> Option<Item> {
    match wire_json::parse(&value.to_string()).ok()? {
        wire_json::Value::Object(object) => decode_item(&object).ok(),
        _ => None,
    }
}

/// Returns the Scan request of the open table or index.
pub fn scan(table: &str, index: Option<&str>) -> Value {
    match index {
        Some(index) => json!({"TableName": table, "IndexName": index}),
        None => json!({"TableName": table, "ConsistentRead": true}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_types::AttributeValue;

    #[test]
    fn a_sheet_begins_with_the_keys_that_occur() {
        let item = |names: &[&str]| -> Item {
            names.iter().map(|name| (*name, AttributeValue::string("x"))).collect()
        };
        let items = [item(&["b", "pk"]), item(&["a", "pk"])];
        assert_eq!(columns(&["pk".into(), "sk".into()], items.iter()), ["pk", "a", "b"]);
    }
}
