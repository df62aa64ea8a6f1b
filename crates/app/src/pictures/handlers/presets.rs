//! Example handlers. Those that write into a second table contain its name and fit its key.

use serde_json::Value;

pub const NAMES: &[&str] = &["log", "copy", "count", "poison"];

pub struct Preset {
    pub code: String,
    pub reports_items: bool,
}

/// Returns the name of the table that an example handler writes into.
pub fn second_table(table: &str) -> String {
    let end = table.char_indices().nth(240).map_or(table.len(), |(end, _)| end);
    format!("{}-view", &table[..end])
}

/// Returns an example. `counter` is the key of the counter item, in DynamoDB JSON.
pub fn preset(name: &str, table: &str, counter: &Value) -> Preset {
    let text = match name {
        "copy" => include_str!("presets/copy.js"),
        "count" => include_str!("presets/count.js"),
        "poison" => include_str!("presets/poison.js"),
        _ => include_str!("presets/log.js"),
    };
    Preset {
        code: text.replace("SECOND_TABLE", &second_table(table)).replace("COUNTER_KEY", &counter.to_string()),
        reports_items: name == "poison",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_preset_names_what_it_writes() {
        let count = preset("count", "Orders", &json!({ "PK": { "S": "total" } }));
        assert!(count.code.contains(r#"TableName: "Orders-view""#));
        assert!(count.code.contains(r#"Key: {"PK":{"S":"total"}}"#));
        for name in NAMES {
            let preset = preset(name, "Orders", &json!({}));
            assert!(preset.code.contains("export const handler = async (event)"), "{name}");
            assert!(!preset.code.contains("SECOND_TABLE") && !preset.code.contains("COUNTER_KEY"), "{name}");
        }
        assert!(second_table(&"ä".repeat(255)).chars().count() <= 255);
    }
}
