//! The sizes of values and items, in bytes, as DynamoDB counts them.
//!
//! Source: DynamoDB Developer Guide, "Item sizes and formats". The number formula was captured byte by byte from
//! DynamoDB in August 2026.

use crate::attribute_value::{AttributeMap, AttributeValue, Item};
use crate::projection::ProjectedAttributes;

/// Maximum size of an item, attribute names included.
pub const ITEM_SIZE_MAX_BYTES: u64 = 400 * 1024;
const CONTAINER_OVERHEAD_BYTES: u64 = 3;
const ELEMENT_OVERHEAD_BYTES: u64 = 1;

impl AttributeValue {
    /// Returns the size of the value without its name, in bytes.
    pub fn size_bytes(&self) -> u64 {
        match self {
            AttributeValue::S(text) => text.len() as u64,
            AttributeValue::N(number) => number.size_bytes(),
            AttributeValue::B(bytes) => bytes.len() as u64,
            AttributeValue::Bool(_) | AttributeValue::Null => 1,
            AttributeValue::L(elements) => {
                let elements: u64 =
                    elements.iter().map(|element| ELEMENT_OVERHEAD_BYTES + element.size_bytes()).sum();
                CONTAINER_OVERHEAD_BYTES + elements
            }
            AttributeValue::M(map) => {
                CONTAINER_OVERHEAD_BYTES + map.len() as u64 * ELEMENT_OVERHEAD_BYTES + map.size_bytes()
            }
            AttributeValue::Ss(texts) => texts.iter().map(|text| text.len() as u64).sum(),
            AttributeValue::Ns(numbers) => numbers.iter().map(|number| number.size_bytes()).sum(),
            AttributeValue::Bs(binaries) => binaries.iter().map(|bytes| bytes.len() as u64).sum(),
        }
    }
}

impl AttributeMap {
    /// Returns the size of all names and values, in bytes. For an item, this is the item's size.
    pub fn size_bytes(&self) -> u64 {
        self.iter().map(|(name, value)| name.len() as u64 + value.size_bytes()).sum()
    }
}

impl ProjectedAttributes {
    /// Returns the size of an item's index entry, in bytes.
    pub fn entry_size_bytes(&self, item: &Item) -> u64 {
        if self.is_all() {
            return item.size_bytes();
        }
        let projected = item.iter().filter(|(name, _)| self.contains(name));
        projected.map(|(name, value)| name.len() as u64 + value.size_bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> AttributeValue {
        AttributeValue::string(value)
    }

    #[test]
    fn the_guides_example_is_23_bytes() {
        let shirt: Item = [("shirt-color", text("R")), ("shirt-size", text("M"))].into_iter().collect();
        assert_eq!(shirt.size_bytes(), 23);
    }

    #[test]
    fn containers_cost_three_bytes_and_one_for_each_element() {
        assert_eq!(AttributeValue::L(vec![]).size_bytes(), 3);
        assert_eq!(AttributeValue::L(vec![text("ab"), AttributeValue::Null]).size_bytes(), 3 + 3 + 2);
        let map = AttributeValue::M([("k", text("ab"))].into_iter().collect());
        assert_eq!(map.size_bytes(), 3 + 1 + 1 + 2);
    }

    #[test]
    fn text_counts_utf8_bytes_and_sets_have_no_overhead() {
        assert_eq!(text("日本").size_bytes(), 6);
        assert_eq!(AttributeValue::Ss(["a".into(), "bc".into()].into()).size_bytes(), 3);
        assert_eq!(AttributeValue::B([0, 1, 2].into()).size_bytes(), 3);
    }
}
