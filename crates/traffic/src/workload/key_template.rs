//! One attribute of a key: its name, its type, and the text with gaps that makes values of numbers.

use dynalab_types::Number;
use dynalab_types::key::{ScalarRef, collection_prefix};
use dynalab_types::wire::write_json_string;
use serde::{Deserialize, Serialize};

use crate::generator::Draw;
use crate::generator::template::{Template, TemplateError};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttributeType {
    S,
    N,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyTemplate {
    pub name: String,
    pub attribute_type: AttributeType,
    /// With gaps as in a recipe for items: `USER#{n:8}`.
    pub template: String,
}

impl AttributeType {
    pub fn name(self) -> &'static str {
        match self {
            AttributeType::S => "S",
            AttributeType::N => "N",
        }
    }
}

impl KeyTemplate {
    /// The text of the key of that number.
    pub(crate) fn fill(&self, number: u64, draw: &mut Draw) -> Result<String, TemplateError> {
        Template::parse(&self.template)?.fill(number, draw)
    }

    pub(crate) fn is_drawn(&self) -> Result<bool, TemplateError> {
        Ok(Template::parse(&self.template)?.is_drawn())
    }

    /// Where the value falls in the hash space, if this is a partition key; none when it is no value of its type.
    pub(crate) fn hash(&self, value: &str) -> Option<u64> {
        let scalar = match self.attribute_type {
            AttributeType::S => ScalarRef::S(value),
            AttributeType::N => ScalarRef::N(Number::parse(value).ok()?),
        };
        let prefix = collection_prefix([scalar]);
        prefix.first_chunk().map(|bytes| u64::from_be_bytes(*bytes))
    }

    /// Bytes that the attribute takes in an item.
    pub(crate) fn size_bytes(&self, value: &str) -> u64 {
        let of_value = match self.attribute_type {
            AttributeType::S => value.len() as u64,
            AttributeType::N => Number::parse(value).map_or(1, |number| number.size_bytes()),
        };
        self.name.len() as u64 + of_value
    }

    /// `"name":{"S":"value"}`
    pub(crate) fn write_member(&self, value: &str, json: &mut String) {
        write_json_string(&self.name, json);
        json.push(':');
        self.write_value(value, json);
    }

    /// `{"S":"value"}`
    pub(crate) fn write_value(&self, value: &str, json: &mut String) {
        json.push_str(match self.attribute_type {
            AttributeType::S => "{\"S\":",
            AttributeType::N => "{\"N\":",
        });
        write_json_string(value, json);
        json.push('}');
    }
}
