//! Shapes of tables and indexes: their keys, their projections, and the JSON that creates them.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::simulator::request::{IndexShape, KeyShape, Projection, TableShape};
use crate::simulator::value::{Item, Kind, Value};

impl KeyShape {
    pub fn attributes(&self) -> impl Iterator<Item = &(String, Kind)> {
        std::iter::once(&self.partition).chain(&self.sort)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.attributes().any(|(attribute, _)| attribute == name)
    }

    fn body(&self) -> Json {
        let roles = ["HASH", "RANGE"];
        let element =
            |((name, _), role): (&(String, Kind), &str)| json!({ "AttributeName": name, "KeyType": role });
        Json::Array(self.attributes().zip(roles).map(element).collect())
    }
}

impl IndexShape {
    /// Returns whether the index projects an attribute.
    pub fn carries(&self, table_key: &KeyShape, name: &str) -> bool {
        let included = match &self.projection {
            Projection::All => return true,
            Projection::KeysOnly => false,
            Projection::Include(names) => names.iter().any(|included| included == name),
        };
        included || table_key.contains(name) || self.key.contains(name)
    }

    /// Returns the index entry of an item. None if the item is not in the index.
    pub fn entry(&self, table_key: &KeyShape, item: &Item) -> Option<Item> {
        let is_key = |value: &Value, kind: Kind| value.is(kind) && !value.is_empty();
        let fits = |(name, kind): &(String, Kind)| item.get(name).is_some_and(|value| is_key(value, *kind));
        if !self.key.attributes().all(fits) {
            return None;
        }
        let carried = item.iter().filter(|(name, _)| self.carries(table_key, name));
        Some(carried.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    pub fn body(&self) -> Json {
        let projection = match &self.projection {
            Projection::All => json!({ "ProjectionType": "ALL" }),
            Projection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
            Projection::Include(names) => json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names }),
        };
        json!({ "IndexName": self.name, "KeySchema": self.key.body(), "Projection": projection })
    }
}

impl TableShape {
    pub fn index(&self, name: &str) -> Option<&IndexShape> {
        self.indexes.iter().find(|index| index.name == name)
    }

    pub fn body(&self) -> Json {
        let keys = self.indexes.iter().map(|index| &index.key).chain([&self.key]);
        let mut body = json!({
            "TableName": self.name,
            "KeySchema": self.key.body(),
            "AttributeDefinitions": definitions(keys),
            "BillingMode": "PAY_PER_REQUEST",
        });
        for (member, global) in [("GlobalSecondaryIndexes", true), ("LocalSecondaryIndexes", false)] {
            let indexes = self.indexes.iter().filter(|index| index.global == global);
            let indexes: Vec<Json> = indexes.map(IndexShape::body).collect();
            if !indexes.is_empty() {
                body[member] = Json::Array(indexes);
            }
        }
        body
    }
}

/// Returns the attribute definitions: each key attribute once, with its type.
pub fn definitions<'a>(keys: impl IntoIterator<Item = &'a KeyShape>) -> Json {
    let attributes = keys.into_iter().flat_map(|key| key.attributes());
    let kinds: BTreeMap<&str, Kind> = attributes.map(|(name, kind)| (name.as_str(), *kind)).collect();
    let definition =
        |(name, kind): (&str, Kind)| json!({ "AttributeName": name, "AttributeType": kind.name() });
    Json::Array(kinds.into_iter().map(definition).collect())
}
