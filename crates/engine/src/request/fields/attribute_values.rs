//! Reads members with attribute values: items, keys, and the values of expressions and conditions. Problems are collected. If
//! there is one, the returned value is not used.

use dynalab_types::json::Value;
use dynalab_types::wire::{self, NESTING_LEVELS_MAX, ValueError};
use dynalab_types::{AttributeValue, Item, SmallMap};

use crate::error::DynamoError;
use crate::request::fields::Fields;

impl Fields<'_, '_> {
    /// Reads a map of attribute values: an item or a key.
    pub fn item(&mut self, name: &str) -> Option<Item> {
        let object = self.object_member(name)?;
        match wire::decode_item_as(object, self.layer.exponent_width()) {
            Ok(item) => Some(item),
            Err(error) => {
                self.value_problem(error, None, object.values());
                Some(Item::new())
            }
        }
    }

    /// Reads ExpressionAttributeValues.
    pub fn values(&mut self, name: &str) -> Option<SmallMap<String, AttributeValue>> {
        let object = self.object_member(name)?;
        let mut values = SmallMap::new();
        for (key, value) in object {
            match wire::decode_value_as(value, self.layer.exponent_width(), self.manner.expression_levels_max)
            {
                Ok(value) => {
                    values.insert(key.clone(), value);
                }
                Err(error) => self.value_problem(error, Some(key.clone()), object.values()),
            }
        }
        Some(values)
    }

    /// Reads a list of keys or items.
    pub fn items(&mut self, name: &str) -> Option<Vec<Item>> {
        let elements = self.list_member(name)?;
        let mut items = Vec::with_capacity(elements.len());
        for element in elements {
            match wire::map(element) {
                Ok(object) => match wire::decode_item_as(object, self.layer.exponent_width()) {
                    Ok(item) => items.push(item),
                    Err(error) => self.value_problem(error, None, object.values()),
                },
                Err(error) => self.problems.shape(error),
            }
        }
        Some(items)
    }

    /// Reads one attribute value.
    pub fn value(&mut self, name: &str) -> Option<AttributeValue> {
        let value = self.present(name)?;
        match self.decode_value(value) {
            Ok(value) => Some(value),
            Err(error) => {
                self.value_problem(error, None, std::iter::once(value));
                None
            }
        }
    }

    /// Reads a list of attribute values, for example the AttributeValueList of a condition.
    pub fn value_list(&mut self, name: &str) -> Option<Vec<AttributeValue>> {
        let elements = self.list_member(name)?;
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            match self.decode_value(element) {
                Ok(value) => values.push(value),
                Err(error) => self.value_problem(error, None, elements.iter()),
            }
        }
        Some(values)
    }

    /// Reads the parameters of a statement, up to the first invalid one. The statement reports that problem itself, because it
    /// can be one of several.
    pub fn parameters(&mut self, name: &str) -> (Vec<AttributeValue>, Option<ValueError>) {
        let Some(elements) = self.list_member(name) else { return (Vec::new(), None) };
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            match wire::decode_parameter(element) {
                Ok(value) => values.push(value),
                Err(error) => {
                    let shape = elements.iter().find_map(|value| wire::check_value_shape(value).err());
                    let Some(shape) = shape else { return (values, Some(error)) };
                    self.problems.shape(shape);
                    return (values, None);
                }
            }
        }
        (values, None)
    }

    /// Returns the numbers of each element of a list of attribute values as they are written, those of number sets too.
    pub fn numbers_as_written(&self, name: &str) -> Vec<Vec<&str>> {
        let Some(Value::Array(elements)) = self.present(name) else { return Vec::new() };
        elements.iter().map(numbers_of).collect()
    }

    fn decode_value(&self, value: &Value) -> Result<AttributeValue, ValueError> {
        wire::decode_value_as(value, self.layer.exponent_width(), NESTING_LEVELS_MAX)
    }

    /// Returns the problem of a value so far, to report it later.
    pub fn take_value_problem(&mut self) -> Option<DynamoError> {
        let (error, expression_value) = self.problems.value.take()?;
        Some(self.layer.value_error(error, expression_value))
    }

    /// Checks attribute names that are not part of a value.
    pub fn check_names<'n>(&mut self, mut names: impl Iterator<Item = &'n String>) {
        if let Some(error) = names.find_map(|name| wire::check_name(name).err()) {
            self.problems.value(error, None);
        }
    }

    /// Returns the elements of a list as JSON without white space.
    pub fn written_elements(&self, name: &str) -> Vec<String> {
        let Some(Value::Array(elements)) = self.present(name) else { return Vec::new() };
        let written = elements.iter().map(|element| {
            let mut json = String::new();
            element.write(&mut json);
            json
        });
        written.collect()
    }

    /// Records an invalid value. A wrong JSON type anywhere beside it is reported first.
    fn value_problem<'v>(
        &mut self,
        error: ValueError,
        expression_value: Option<String>,
        mut values: impl Iterator<Item = &'v Value>,
    ) {
        match values.find_map(|value| wire::check_value_shape(value).err()) {
            Some(shape) => self.problems.shape(shape),
            None => self.problems.value(error, expression_value),
        }
    }
}

fn numbers_of(value: &Value) -> Vec<&str> {
    match (value.get("N"), value.get("NS")) {
        (Some(Value::String(text)), _) => vec![text.as_str()],
        (_, Some(Value::Array(members))) => members.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
