//! Checks whether an item is valid for a table before it is sent.

use dynalab_capacity::{ReadConsistency, read_units, write_units};
use dynalab_types::{AttributeValue, Item, ScalarType};
use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;

pub const ITEM_MAX_BYTES: u64 = 400 * 1024;

/// Returns the units to write an item of this size, and to read it with strong consistency.
pub fn units(bytes: u64) -> (u64, u64) {
    // Both are whole units, so the division is exact.
    (write_units(bytes).0 / 2, read_units(bytes, ReadConsistency::Strong).0 / 2)
}

/// The key attributes of a table, partition key first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys(pub Vec<(String, ScalarType)>);

impl Keys {
    pub fn type_of(&self, attribute: &str) -> Option<ScalarType> {
        self.0.iter().find(|(name, _)| name == attribute).map(|(_, scalar_type)| *scalar_type)
    }

    pub fn check(&self, item: &Item) -> Result<(), Diagnostic> {
        self.check_keys(item)?;
        let bytes = item.size_bytes();
        if bytes > ITEM_MAX_BYTES { Err(Diagnostic::TooLarge { bytes }) } else { Ok(()) }
    }

    /// Checks the key attributes alone.
    pub fn check_keys(&self, item: &Item) -> Result<(), Diagnostic> {
        for (name, wanted) in &self.0 {
            let attribute = || name.clone();
            let Some(value) = item.get(name) else {
                return Err(Diagnostic::MissingKey { attribute: attribute() });
            };
            let found = value.data_type();
            if found.name() != wanted.name() {
                return Err(Diagnostic::WrongKeyType { attribute: attribute(), wanted: *wanted, found });
            }
            let empty = match value {
                AttributeValue::S(text) => text.is_empty(),
                AttributeValue::B(bytes) => bytes.is_empty(),
                _ => false,
            };
            if empty {
                return Err(Diagnostic::EmptyKey { attribute: attribute() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_there_of_their_type_and_not_empty() {
        let keys = Keys(vec![("pk".into(), ScalarType::S), ("sk".into(), ScalarType::N)]);
        let item = |pk: &str, sk: AttributeValue| -> Item {
            [("pk", AttributeValue::string(pk)), ("sk", sk)].into_iter().collect()
        };
        let one = AttributeValue::N(dynalab_types::Number::parse("1").unwrap());
        assert_eq!(keys.check(&item("a", one.clone())), Ok(()));
        assert_eq!(keys.check(&item("", one.clone())), Err(Diagnostic::EmptyKey { attribute: "pk".into() }));
        let mistake = keys.check(&item("a", AttributeValue::string("1"))).unwrap_err();
        assert_eq!(mistake.details(), ["sk", "N", "S", ""].map(str::to_owned));
        assert_eq!(keys.check(&Item::new()), Err(Diagnostic::MissingKey { attribute: "pk".into() }));
        let large = item(&"x".repeat(410_000), one);
        assert!(matches!(keys.check(&large), Err(Diagnostic::TooLarge { bytes: 410_006 })));
    }
}
