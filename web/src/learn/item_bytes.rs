//! Draws the attributes of items as bars of bytes, with names and values in separate colors.

use dynalab_types::Item;
use dynalab_types::json::{self, Value};
use dynalab_types::wire::decode_item;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::figures::grouped;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

/// Maximum number of items. More would not explain bytes better.
const ITEMS_MAX: u32 = 3;
/// The width of the longest bar in units of the drawing.
const WIDTH: u64 = 400;

/// The bytes of one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Attribute {
    name: String,
    name_bytes: u64,
    value_bytes: u64,
}

/// The bytes of one item. Its attributes are sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ItemBytes {
    total: u64,
    attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Properties)]
pub struct ItemBytesPictureProps {
    pub scene: Scene,
    pub table: String,
}

#[component]
pub fn ItemBytesPicture(props: &ItemBytesPictureProps) -> Html {
    let scene = &props.scene;
    let items = use_state_eq(Vec::<ItemBytes>::new);
    {
        let (page, items) = (scene.page.clone(), items.setter());
        let timeline = scene.app.timeline().as_ref().map(|timeline| timeline.shown_id);
        use_effect_with((props.table.clone(), timeline, *scene.app.revision()), move |(table, ..)| {
            let body = json!({ "TableName": table, "Limit": ITEMS_MAX }).to_string();
            spawn_local(async move {
                // Nothing is drawn until the table exists.
                if let Ok((200, answer)) = page.engine.look_at("Scan".to_owned(), body).await {
                    items.set(read(&answer));
                }
            });
        });
    }
    let longest = items
        .iter()
        .flat_map(|item| &item.attributes)
        .map(|attribute| attribute.name_bytes + attribute.value_bytes);
    let longest = longest.max().unwrap_or(1);
    html! {
        <div class="learn-bytes" data-testid="learn-item-bytes">
            { for items.iter().map(|item| draw(scene, item, longest)) }
            <p class="learn-bytes-legend">
                <svg viewBox="0 0 12 12" aria-hidden="true"><rect class="learn-bytes-name" width="12" height="12" /></svg>
                    { scene.text(words::LEARN_BYTES_NAME) }
                <svg viewBox="0 0 12 12" aria-hidden="true"><rect class="learn-bytes-value" width="12" height="12" /></svg>
                    { scene.text(words::LEARN_BYTES_VALUE) }
            </p>
        </div>
    }
}

fn draw(scene: &Scene, item: &ItemBytes, longest: u64) -> Html {
    let total = scene.text(words::LearnBytesTotal { bytes: item.total.into() });
    let row = |attribute: &Attribute| {
        let name = attribute.name_bytes * WIDTH / longest;
        let value = (attribute.value_bytes * WIDTH / longest).max(1);
        let sum = format!(
            "{} + {} = {}",
            grouped(attribute.name_bytes),
            grouped(attribute.value_bytes),
            grouped(attribute.name_bytes + attribute.value_bytes)
        );
        html! {
            <tr>
                <th scope="row">{ &attribute.name }</th>
                <td>
                    <svg viewBox={format!("0 0 {WIDTH} 12")} preserveAspectRatio="none" aria-hidden="true">
                        <rect class="learn-bytes-name" width={name.to_string()} height="12" />
                        <rect class="learn-bytes-value" x={name.to_string()} width={value.to_string()} height="12" />
                    </svg>
                </td>
                <td class="learn-bytes-sum">{ sum }</td>
            </tr>
        }
    };
    html! {
        <table class="learn-bytes-table">
            <caption>{ total }</caption>
            <tbody>{ for item.attributes.iter().map(row) }</tbody>
        </table>
    }
}

/// Returns the items of a Scan response. Leaves out invalid items.
fn read(answer: &str) -> Vec<ItemBytes> {
    let Ok(Value::Object(answer)) = json::parse(answer) else { return Vec::new() };
    let Some(Value::Array(items)) = answer.get("Items") else { return Vec::new() };
    let decoded = items.iter().filter_map(|item| match item {
        Value::Object(item) => decode_item(item).ok(),
        _ => None,
    });
    decoded.map(|item| measure(&item)).collect()
}

fn measure(item: &Item) -> ItemBytes {
    let attributes = item.iter().map(|(name, value)| Attribute {
        name: name.to_owned(),
        name_bytes: name.len() as u64,
        value_bytes: value.size_bytes(),
    });
    let mut attributes: Vec<Attribute> = attributes.collect();
    attributes.sort_by(|one, other| one.name.cmp(&other.name));
    ItemBytes { total: item.size_bytes(), attributes }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_and_values_are_measured_apart() {
        let answer = r#"{"Items":[{"pk":{"S":"mug-7"},"price":{"N":"1200"},"on":{"BOOL":true}}],"Count":1}"#;
        let items = read(answer);
        let bytes: Vec<(&str, u64, u64)> = items[0]
            .attributes
            .iter()
            .map(|attribute| (attribute.name.as_str(), attribute.name_bytes, attribute.value_bytes))
            .collect();
        assert_eq!(bytes, [("on", 2, 1), ("pk", 2, 5), ("price", 5, 2)]);
        assert_eq!(items[0].total, bytes.iter().map(|(_, name, value)| name + value).sum::<u64>());
        for other in ["", "{}", "[]", r#"{"Items":[7]}"#] {
            assert!(read(other).is_empty(), "{other}");
        }
    }
}
