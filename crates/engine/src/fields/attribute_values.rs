//! The members that hold attribute values: items, keys, the values of expressions and of conditions. Wrong values are
//! collected; what is returned then is not used.

use dynalab_types::json::Value;
use dynalab_types::wire::{self, ValueError};
#[cfg(feature = "complete")]
use dynalab_types::ExponentWidth;
use dynalab_types::{AttributeValue, Item, SmallMap};

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
            match wire::decode_value_as(value, self.layer.exponent_width()) {
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
        match wire::decode_value_as(value, self.layer.exponent_width()) {
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
            match wire::decode_value_as(element, self.layer.exponent_width()) {
                Ok(value) => values.push(value),
                Err(error) => self.value_problem(error, None, elements.iter()),
            }
        }
        Some(values)
    }

    /// The parameters of a statement, up to the first that is none: what is wrong with that is told by the statement,
    /// which can be one of several.
    #[cfg(feature = "complete")]
    pub fn parameters(&mut self, name: &str) -> (Vec<AttributeValue>, Option<ValueError>) {
        let Some(elements) = self.list_member(name) else { return (Vec::new(), None) };
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            match wire::decode_value_as(element, ExponentWidth::Narrow) {
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
