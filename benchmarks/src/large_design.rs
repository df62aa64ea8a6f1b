//! A key design of 50 entities, 200 access patterns and about 5,000 sample items in one table. It consists of copies of the
//! shop template.

use serde_json::{Value, json};

pub const ENTITIES: usize = 50;
pub const PATTERNS: usize = 200;

const SHOP: &str = include_str!("../../crates/modeling/templates/shop.json");
/// The number of copies, whose entities and patterns are enough.
const SHOPS: usize = 17;
const USERS: u64 = 40;
const PRODUCTS: u64 = 40;
/// Names of entities, and the prefixes of their key values.
const ENTITY_NAMES: [&str; 4] = ["User", "Order", "Product", "Email"];
const KEY_WORDS: [&str; 7] = ["USER#", "EMAIL#", "ORDER#", "STATUS#", "PRODUCT#", "CAT#", "PRICE#"];

/// Returns the design document. `marked` is a word in the keys of the first shop's users. Two words give two designs with
/// different keys.
pub fn document(marked: &str) -> serde_json::Result<String> {
    let mut design: Value = serde_json::from_str(SHOP)?;
    design["name"] = json!("Seventeen shops");
    let parts = ["entities", "relations", "patterns"];
    for part in parts {
        design[part] = json!([]);
    }
    design["tables"][0]["items"] = json!([]);
    for shop in 0..SHOPS {
        let mut copy: Value = serde_json::from_str(&renamed(shop, marked))?;
        for pattern in members(&mut copy["patterns"]) {
            let name = pattern["name"].as_str().unwrap_or_default();
            pattern["name"] = json!(format!("{name} (shop {shop})"));
        }
        for part in parts {
            append(&mut design[part], &copy[part]);
        }
        append(&mut design["tables"][0]["items"], &copy["tables"][0]["items"]);
    }
    // The last shop has no products.
    let left_out = format!("Product{}", SHOPS - 1);
    let is_kept = |member: &Value| !member.to_string().contains(&left_out);
    keep(&mut design["patterns"], is_kept);
    keep(&mut design["tables"][0]["items"], is_kept);
    keep_first(&mut design["entities"], ENTITIES);
    keep_first(&mut design["patterns"], PATTERNS);
    for entity in members(&mut design["entities"]) {
        let name = entity["name"].as_str().unwrap_or_default();
        if name.starts_with("User") {
            entity["sample"] = json!(USERS);
        } else if name.starts_with("Product") {
            entity["sample"] = json!(PRODUCTS);
        }
    }
    Ok(design.to_string())
}

/// Returns the template with the number of the shop in each name and key. So shops do not share them.
fn renamed(shop: usize, marked: &str) -> String {
    let mut text = SHOP.to_owned();
    for name in ENTITY_NAMES {
        text = text.replace(&format!("\"{name}\""), &format!("\"{name}{shop}\""));
        text = text.replace(&format!("\"{name}."), &format!("\"{name}{shop}."));
    }
    for word in KEY_WORDS {
        let (name, end) = word.split_at(word.len() - 1);
        let mark = if shop == 0 && word == "USER#" { marked } else { "" };
        text = text.replace(&format!("\"{word}"), &format!("\"{name}{mark}{shop}{end}"));
    }
    text
}

fn append(all: &mut Value, more: &Value) {
    if let (Some(all), Some(more)) = (all.as_array_mut(), more.as_array()) {
        all.extend(more.iter().cloned());
    }
}

fn keep(all: &mut Value, is_kept: impl Fn(&Value) -> bool) {
    if let Some(all) = all.as_array_mut() {
        all.retain(is_kept);
    }
}

fn keep_first(all: &mut Value, count: usize) {
    if let Some(all) = all.as_array_mut() {
        all.truncate(count);
    }
}

fn members(all: &mut Value) -> impl Iterator<Item = &mut Value> {
    all.as_array_mut().into_iter().flatten()
}
