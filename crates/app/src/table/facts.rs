//! The facts of a table that dialogs need: its keys and its indexes, from DescribeTable.

use dynalab_request_text::interchange::checks::Keys;
use dynalab_types::ScalarType;
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableFacts {
    pub name: String,
    pub keys: Keys,
    /// The whole response of DescribeTable.
    pub description: Value,
}

impl TableFacts {
    pub fn read(description: &Value) -> TableFacts {
        let types = rows(&description["AttributeDefinitions"]);
        let type_of = |name: &str| {
            let row = types.clone().find(|row| row["AttributeName"] == *name)?;
            ScalarType::from_name(row["AttributeType"].as_str()?)
        };
        let keys = rows(&description["KeySchema"]).filter_map(|key| {
            let name = key["AttributeName"].as_str()?;
            Some((name.to_owned(), type_of(name)?))
        });
        TableFacts {
            name: description["TableName"].as_str().unwrap_or_default().to_owned(),
            keys: Keys(keys.collect()),
            description: description.clone(),
        }
    }

    pub fn key_names(&self) -> Vec<String> {
        self.keys.0.iter().map(|(name, _)| name.clone()).collect()
    }
}

pub fn rows(value: &Value) -> impl Iterator<Item = &Value> + Clone {
    value.as_array().into_iter().flatten()
}
