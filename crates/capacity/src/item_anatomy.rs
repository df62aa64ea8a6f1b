//! The contribution of each attribute to an item's size, nested ones included, and the savings of shorter names.

use dynalab_types::size::ITEM_SIZE_MAX_BYTES;
use dynalab_types::{AttributeValue, DataType, Item};

/// Storage that DynamoDB bills for an item beyond its size, and for each index entry. Source: DynamoDB Developer Guide, "Item sizes and
/// formats".
pub const STORED_OVERHEAD_BYTES: u64 = 100;
/// Bytes per dimension of a vector that an index reads.
const DIMENSION_BYTES: u64 = 4;
const ELEMENT_BYTES: u64 = 1;
const CONTAINER_BYTES: u64 = 3;

/// One attribute, or one value inside a list or map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeBytes {
    /// The path as an expression writes it: `address.city`, `lines[0].sku`.
    pub path: String,
    /// Nesting depth, 0 for a top-level attribute.
    pub depth: usize,
    pub data_type: DataType,
    pub name_bytes: u64,
    /// Size of the value, including nested names and values.
    pub value_bytes: u64,
    /// Overhead of this value alone: 3 for a list or map, and 1 for each value in it.
    pub overhead_bytes: u64,
}

impl AttributeBytes {
    /// Returns the bytes of the attribute alone: its name, its value, and one byte inside of a list or map.
    pub fn bytes(&self) -> u64 {
        let element_bytes = if self.depth > 0 { ELEMENT_BYTES } else { 0 };
        self.name_bytes + self.value_bytes + element_bytes
    }
}

/// The size of an item, in total and by attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemAnatomy {
    /// The attributes, depth first, in the order of the item.
    pub attributes: Vec<AttributeBytes>,
    /// The size that the limit of 400 KB applies to.
    pub size_bytes: u64,
    /// The size for write units and storage. An attribute in a vector index counts four bytes per dimension.
    pub charged_bytes: u64,
    /// Size of all names, including those in nested maps.
    pub names_bytes: u64,
}

impl ItemAnatomy {
    /// Measures an item. `vectors` are the attributes that a vector index of the table reads.
    pub fn from_item(item: &Item, vectors: &[&str]) -> ItemAnatomy {
        let mut attributes = Vec::new();
        for (name, value) in item.iter() {
            add(name.to_owned(), 0, name.len() as u64, value, &mut attributes);
        }
        let size_bytes = item.size_bytes();
        let saved_bytes: i64 = vectors
            .iter()
            .filter_map(|name| match item.get(name)? {
                list @ AttributeValue::L(elements) => {
                    Some(list.size_bytes() as i64 - (elements.len() as u64 * DIMENSION_BYTES) as i64)
                }
                _ => None,
            })
            .sum();
        ItemAnatomy {
            names_bytes: attributes.iter().map(|attribute| attribute.name_bytes).sum(),
            charged_bytes: size_bytes.saturating_add_signed(-saved_bytes),
            attributes,
            size_bytes,
        }
    }

    /// Returns the bytes left up to the maximum item size. Returns None if the item is too large.
    pub fn bytes_left(&self) -> Option<u64> {
        ITEM_SIZE_MAX_BYTES.checked_sub(self.size_bytes)
    }

    /// Returns the bytes saved if no name is longer than `most_bytes`.
    pub fn saved_by_names_of(&self, most_bytes: u64) -> u64 {
        self.attributes.iter().map(|attribute| attribute.name_bytes.saturating_sub(most_bytes)).sum()
    }
}

fn add(path: String, depth: usize, name_bytes: u64, value: &AttributeValue, out: &mut Vec<AttributeBytes>) {
    let container_bytes = match value {
        AttributeValue::L(_) | AttributeValue::M(_) => CONTAINER_BYTES,
        _ => 0,
    };
    out.push(AttributeBytes {
        path: path.clone(),
        depth,
        data_type: value.data_type(),
        name_bytes,
        value_bytes: value.size_bytes(),
        overhead_bytes: container_bytes + if depth > 0 { ELEMENT_BYTES } else { 0 },
    });
    match value {
        AttributeValue::L(elements) => {
            for (position, element) in elements.iter().enumerate() {
                add(format!("{path}[{position}]"), depth + 1, 0, element, out);
            }
        }
        AttributeValue::M(map) => {
            for (name, value) in map.iter() {
                add(format!("{path}.{name}"), depth + 1, name.len() as u64, value, out);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_types::AttributeMap;

    fn order() -> Item {
        let city: AttributeMap = [("city", AttributeValue::string("Sapporo"))].into_iter().collect();
        let lines = AttributeValue::L(vec![AttributeValue::string("ab"), AttributeValue::Bool(true)]);
        [("pk", AttributeValue::string("USER#1")), ("address", AttributeValue::M(city)), ("lines", lines)]
            .into_iter()
            .collect()
    }

    #[test]
    fn the_attributes_add_up_to_the_item() {
        let anatomy = ItemAnatomy::from_item(&order(), &[]);
        let top: u64 =
            anatomy.attributes.iter().filter(|one| one.depth == 0).map(AttributeBytes::bytes).sum();
        assert_eq!((top, anatomy.charged_bytes), (anatomy.size_bytes, anatomy.size_bytes));
        let leaves =
            anatomy.attributes.iter().filter(|one| !matches!(one.data_type, DataType::L | DataType::M));
        let parts: u64 = leaves.map(|leaf| leaf.value_bytes).sum::<u64>()
            + anatomy.names_bytes
            + anatomy.attributes.iter().map(|one| one.overhead_bytes).sum::<u64>();
        assert_eq!(parts, anatomy.size_bytes, "names, values and overhead");
    }

    #[test]
    fn nested_values_have_a_path() {
        let paths: Vec<String> =
            ItemAnatomy::from_item(&order(), &[]).attributes.into_iter().map(|one| one.path).collect();
        for path in ["pk", "address", "address.city", "lines", "lines[0]", "lines[1]"] {
            assert!(paths.iter().any(|found| found == path), "{path}");
        }
    }

    #[test]
    fn a_vector_counts_four_bytes_a_dimension_for_write_units_only() {
        let vector =
            (0..1_024).filter_map(|one| dynalab_types::Number::parse(&format!("0.{one}1234567")).ok());
        let vector = AttributeValue::L(vector.map(AttributeValue::N).collect());
        let item: Item = [("pk", AttributeValue::string("a")), ("v", vector)].into_iter().collect();
        let anatomy = ItemAnatomy::from_item(&item, &["v"]);
        assert_eq!(anatomy.charged_bytes, 2 + 1 + 1 + 4 * 1_024);
        assert_eq!(anatomy.size_bytes, item.size_bytes());
        assert!(anatomy.size_bytes > anatomy.charged_bytes);
        assert_eq!(ItemAnatomy::from_item(&item, &["missing"]).charged_bytes, item.size_bytes());
    }

    #[test]
    fn shorter_names_save_their_bytes() {
        let anatomy = ItemAnatomy::from_item(&order(), &[]);
        assert_eq!(anatomy.names_bytes, 2 + 7 + 4 + 5);
        assert_eq!(anatomy.saved_by_names_of(2), 5 + 2 + 3);
        assert_eq!(anatomy.saved_by_names_of(100), 0);
        assert_eq!(anatomy.bytes_left(), Some(409_600 - anatomy.size_bytes));
    }
}
