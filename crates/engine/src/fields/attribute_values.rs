//! The members that hold attribute values: items, keys, the values of expressions and of conditions. Wrong values are
//! collected; what is returned then is not used.

use dynalab_types::ExponentWidth;
use dynalab_types::json::Value;
use dynalab_types::wire::{self, NESTING_LEVELS_MAX, ValueError};
use dynalab_types::{AttributeValue, Item, SmallMap};

use crate::error::DynamoError;
use crate::fields::Fields;

impl Fields<'_, '_> {
    /// A map of attribute values: an item or a key.
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

    /// ExpressionAttributeValues.
    pub fn values(&mut self, name: &str) -> Option<SmallMap<String, AttributeValue>> {
        let object = self.object_member(name)?;
        let mut values = SmallMap::new();
        for (key, value) in object {
            match wire::decode_value_as(value, self.layer.exponent_width(), self.expression_levels_max) {
                Ok(value) => {
                    values.insert(key.clone(), value);
                }
                Err(error) => self.value_problem(error, Some(key.clone()), object.values()),
            }
        }
        Some(values)
    }

    /// A list of keys or items.
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

    /// One attribute value.
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

    /// A list of attribute values: the AttributeValueList of a condition.
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

    /// The parameters of a statement, up to the first that is none: what is wrong with that is told by the statement,
    /// which can be one of several.
    pub fn parameters(&mut self, name: &str) -> (Vec<AttributeValue>, Option<ValueError>) {
        let Some(elements) = self.list_member(name) else { return (Vec::new(), None) };
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            match wire::decode_value_as(element, ExponentWidth::Narrow, NESTING_LEVELS_MAX) {
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

    fn decode_value(&self, value: &Value) -> Result<AttributeValue, ValueError> {
        wire::decode_value_as(value, self.layer.exponent_width(), NESTING_LEVELS_MAX)
    }

    /// What was wrong with a value so far, for who tells it later.
    pub fn take_value_problem(&mut self) -> Option<DynamoError> {
        let (error, expression_value) = self.problems.value.take()?;
        Some(self.layer.value_error(error, expression_value))
    }

    /// The names of attributes that are no part of a value.
    pub fn check_names<'n>(&mut self, mut names: impl Iterator<Item = &'n String>) {
        if let Some(error) = names.find_map(|name| wire::check_name(name).err()) {
            self.problems.value(error, None);
        }
    }

    /// The elements of a list as they are written, without white space.
    pub fn written_elements(&self, name: &str) -> Vec<String> {
        let Some(Value::Array(elements)) = self.present(name) else { return Vec::new() };
        let written = elements.iter().map(|element| {
            let mut json = String::new();
            element.write(&mut json);
            json
        });
        written.collect()
    }

    /// Remembers a wrong value, unless a wrong JSON type stands anywhere beside it: that is told first.
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
