//! The keys of a table, as DescribeTable returns them, and example keys.

use dynalab_playground::views::tables::KeyNames;
pub use dynalab_service::contract::dynamodb::TableDescription;
use dynalab_service::contract::dynamodb::{AttributeDefinition, KeyElement};
use serde_json::{Value, json};

/// Returns the keys of a table in the list of tables. All else of the description is empty.
pub fn description_of(key: &KeyNames) -> TableDescription {
    let attributes = [
        Some((key.partition.clone(), key.partition_type.clone())),
        key.sort.clone().zip(key.sort_type.clone()),
    ];
    let attributes: Vec<(String, String)> = attributes.into_iter().flatten().collect();
    let schema = attributes.iter().map(|(name, _)| KeyElement { attribute_name: name.clone() });
    let key_schema = schema.collect();
    let definitions = attributes
        .into_iter()
        .map(|(attribute_name, attribute_type)| AttributeDefinition { attribute_name, attribute_type });
    TableDescription {
        key_schema,
        attribute_definitions: definitions.collect(),
        ..TableDescription::default()
    }
}

/// What the keys of a table tell.
pub trait TableKeys {
    /// Returns the name and type of the partition key (0) or the sort key (1).
    fn attribute(&self, place: usize) -> Option<(&str, &str)>;

    /// Returns the CreateTable request of another table with the same key.
    fn create_table(&self, name: &str) -> Value;

    /// Returns an example key with this word and number. Only string keys contain the word.
    fn key_named(&self, word: &str, number: u64) -> Value;

    /// Returns an example key with this number, in DynamoDB JSON.
    fn key_of(&self, number: u64) -> Value {
        self.key_named("CLIENTS", number)
    }
}

impl TableKeys for TableDescription {
    fn attribute(&self, place: usize) -> Option<(&str, &str)> {
        let name = &self.key_schema.get(place)?.attribute_name;
        let definition = self.attribute_definitions.iter().find(|known| known.attribute_name == *name)?;
        Some((name, &definition.attribute_type))
    }

    fn create_table(&self, name: &str) -> Value {
        let of_key: Vec<_> = (0..self.key_schema.len()).filter_map(|place| self.attribute(place)).collect();
        let schema = of_key.iter().zip(["HASH", "RANGE"]);
        let schema = schema.map(|((name, _), kind)| json!({ "AttributeName": name, "KeyType": kind }));
        let definitions =
            of_key.iter().map(|(name, kind)| json!({ "AttributeName": name, "AttributeType": kind }));
        json!({
            "TableName": name,
            "KeySchema": schema.collect::<Vec<_>>(),
            "AttributeDefinitions": definitions.collect::<Vec<_>>(),
            "BillingMode": "PAY_PER_REQUEST",
        })
    }

    fn key_named(&self, word: &str, number: u64) -> Value {
        let mut key = serde_json::Map::new();
        for place in 0..self.key_schema.len() {
            let Some((name, attribute_type)) = self.attribute(place) else { continue };
            let value = match attribute_type {
                "N" => json!({ "N": number.to_string() }),
                "B" => json!({ "B": if number.is_multiple_of(2) { "AA==" } else { "AQ==" } }),
                _ => json!({ "S": format!("{word}#{number}") }),
            };
            key.insert(name.to_owned(), value);
        }
        Value::Object(key)
    }
}
