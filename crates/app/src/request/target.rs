//! Describes a request in a few characters: its table, its index, and the key values in place of placeholders.

use dynalab_expressions::FUNCTIONS;
use dynalab_playground::views::tables::KeyNames;
use serde_json::{Map, Value};

use crate::request::{answer, attribute};

const ITEMS_NAMED: usize = 1;

/// Returns the description. `keys` returns the key attributes of a known table.
pub fn target<'a>(body: &str, keys: impl Fn(&str) -> Option<&'a KeyNames>) -> String {
    let statements = answer::statements(body);
    if !statements.is_empty() {
        return statements.join(" · ");
    }
    let Ok(Value::Object(body)) = serde_json::from_str(body) else { return String::new() };
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    let mut parts: Vec<String> = Vec::new();
    if let Some(table) = text("TableName") {
        parts.push(table.to_owned());
        parts.extend(text("IndexName").map(str::to_owned));
        parts.extend(key_of(&body, keys(table)));
        parts.extend(values_in(&body, "KeyConditionExpression"));
        parts.extend(values_in(&body, "FilterExpression"));
    }
    if let Some(tables) = body.get("RequestItems").and_then(Value::as_object) {
        for (table, part) in tables {
            parts.push(table.clone());
            parts.extend(several(batch_of(part), |action| key_of(action, keys(table))));
        }
    }
    let actions = body.get("TransactItems").and_then(Value::as_array).into_iter().flatten();
    let actions: Vec<&Map<String, Value>> =
        actions.filter_map(|part| part.as_object()?.values().next()?.as_object()).collect();
    for table in tables_of(&actions) {
        let here = actions.iter().copied().filter(|action| table_of(action) == table).collect();
        parts.push(table.to_owned());
        parts.extend(several(here, |action| key_of(action, keys(table))));
    }
    parts.join(" · ")
}

fn table_of(action: &Map<String, Value>) -> &str {
    action.get("TableName").and_then(Value::as_str).unwrap_or_default()
}

/// Returns each table once, in the order of their first action.
fn tables_of<'a>(actions: &[&'a Map<String, Value>]) -> Vec<&'a str> {
    let mut tables: Vec<&str> = Vec::new();
    for table in actions.iter().map(|action| table_of(action)) {
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    tables
}

/// Returns the actions of a batch in one table: objects with a key or an item.
fn batch_of(part: &Value) -> Vec<&Map<String, Value>> {
    let keys = part.get("Keys").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let writes = part.as_array().into_iter().flatten();
    let writes = writes.filter_map(|write| write.as_object()?.values().next()?.as_object());
    keys.chain(writes).collect()
}

/// Returns the key of the first action, and the number of further actions.
fn several(
    actions: Vec<&Map<String, Value>>,
    key_of: impl Fn(&Map<String, Value>) -> Option<String>,
) -> Option<String> {
    let more = actions.len().saturating_sub(ITEMS_NAMED);
    let key = key_of(actions.first()?);
    match (key, more) {
        (key, 0) => key,
        (Some(key), more) => Some(format!("{key} +{more}")),
        (None, _) => Some(actions.len().to_string()),
    }
}

/// Returns the key values, such as `USER#001 / PROFILE`. The object has a key, has an item, or is a key.
fn key_of(action: &Map<String, Value>, names: Option<&KeyNames>) -> Option<String> {
    let named = ["Key", "Item"].iter().find_map(|member| action.get(*member)?.as_object());
    let values: Vec<String> = match (named, names) {
        (Some(item), Some(names)) => key_values(item, names),
        (Some(key), None) if action.contains_key("Key") => key.values().map(value_text).collect(),
        (None, Some(names)) => key_values(action, names),
        _ => Vec::new(),
    };
    (!values.is_empty()).then(|| values.join(" / "))
}

fn key_values(item: &Map<String, Value>, names: &KeyNames) -> Vec<String> {
    let names = std::iter::once(&names.partition).chain(&names.sort);
    names.filter_map(|name| item.get(name)).map(value_text).collect()
}

fn value_text(value: &Value) -> String {
    attribute::from_value(value).text
}

/// Returns the values that an expression uses, in order. Those of a filter include their attribute.
fn values_in(body: &Map<String, Value>, member: &str) -> Option<String> {
    let expression = body.get(member)?.as_str()?;
    let values = body.get("ExpressionAttributeValues")?.as_object()?;
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':' | '#');
    let words: Vec<&str> =
        expression.split(|letter| !is_name(letter)).filter(|word| !word.is_empty()).collect();
    let used: Vec<String> = words.iter().filter_map(|word| values.get(*word)).map(value_text).collect();
    if used.is_empty() {
        return None;
    }
    if member == "KeyConditionExpression" {
        return Some(used.join(" · "));
    }
    let names = body.get("ExpressionAttributeNames").and_then(Value::as_object);
    let real = |word: &&str| names.and_then(|names| names.get(*word)?.as_str()).map(str::to_owned);
    let first = words.iter().find(|word| !word.starts_with(':') && !is_function(word));
    let attribute = first.map(|word| real(word).unwrap_or_else(|| (*word).to_owned()));
    Some(attribute.into_iter().chain(used).collect::<Vec<_>>().join(" "))
}

fn is_function(word: &str) -> bool {
    let mut names = FUNCTIONS.iter().map(|function| function.name).chain(["NOT"]);
    names.any(|name| name.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: &str) {
        let key = KeyNames {
            partition: "PK".into(),
            partition_type: "S".into(),
            sort: Some("SK".into()),
            sort_type: Some("S".into()),
        };
        assert_eq!(target(body, |table| (table == "Shop").then_some(&key)), expected, "{body}");
    }

    #[test]
    fn a_query_names_its_key_values_before_those_of_its_filter() {
        check(
            r##"{"TableName":"Shop","KeyConditionExpression":"PK = :u AND begins_with(SK, :o)","FilterExpression":"#s = :a",
                "ExpressionAttributeNames":{"#s":"status"},
                "ExpressionAttributeValues":{":a":{"S":"SHIPPED"},":o":{"S":"ORDER#"},":u":{"S":"USER#001"}}}"##,
            "Shop · USER#001 · ORDER# · status SHIPPED",
        );
        check(
            r#"{"TableName":"Shop","IndexName":"GSI1","KeyConditionExpression":"GSI1PK=:a","ExpressionAttributeValues":{":a":{"S":"x"}}}"#,
            "Shop · GSI1 · x",
        );
        check(
            r#"{"TableName":"Shop","FilterExpression":"begins_with(name, :n)","ExpressionAttributeValues":{":n":{"S":"T"}}}"#,
            "Shop · name T",
        );
        check(r#"{"TableName":"Shop","FilterExpression":"attribute_exists(name)"}"#, "Shop");
    }

    #[test]
    fn reads_and_writes_of_one_item_name_its_key() {
        let key = r#"{"SK":{"S":"PROFILE"},"PK":{"S":"USER#001"}}"#;
        check(&format!(r#"{{"TableName":"Shop","Key":{key}}}"#), "Shop · USER#001 / PROFILE");
        let item = r#"{"SK":{"S":"ORDER#002"},"PK":{"S":"USER#002"},"total":{"N":"3"}}"#;
        check(&format!(r#"{{"TableName":"Shop","Item":{item}}}"#), "Shop · USER#002 / ORDER#002");
        check(&format!(r#"{{"TableName":"Other","Item":{item}}}"#), "Other");
        check(r#"{"TableName":"Other","Key":{"id":{"N":"7"}}}"#, "Other · 7");
    }

    #[test]
    fn several_items_name_the_first_and_count_the_others() {
        let item = |sort: &str| format!(r#"{{"PK":{{"S":"A"}},"SK":{{"S":"{sort}"}}}}"#);
        let (one, two) = (item("1"), item("2"));
        check(&format!(r#"{{"RequestItems":{{"Shop":{{"Keys":[{one},{two}]}}}}}}"#), "Shop · A / 1 +1");
        let writes = format!(r#"[{{"PutRequest":{{"Item":{two}}}}},{{"DeleteRequest":{{"Key":{one}}}}}]"#);
        check(&format!(r#"{{"RequestItems":{{"Shop":{writes}}}}}"#), "Shop · A / 2 +1");
        let put = format!(r#"{{"Put":{{"TableName":"Shop","Item":{one}}}}}"#);
        let checked = format!(r#"{{"ConditionCheck":{{"TableName":"Shop","Key":{two}}}}}"#);
        let other = r#"{"Put":{"TableName":"Log","Item":{"id":{"N":"1"}}}}"#;
        check(&format!(r#"{{"TransactItems":[{put},{other},{checked}]}}"#), "Shop · A / 1 +1 · Log");
    }

    #[test]
    fn what_is_no_request_has_no_target_and_a_statement_is_its_own() {
        check("no", "");
        check("{}", "");
        check(r#"{"Statement":"SELECT * FROM \"Shop\""}"#, "SELECT * FROM \"Shop\"");
    }
}
