//! Names that are constants of the program, in messages between two programs of one build.
//!
//! The receiver keeps each name once. The names are those of formats, languages and members, so they are few.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// A constant. Behind this name, serde does not take it for a text that is borrowed from the message.
pub type ConstantName = &'static str;

/// More names than all formats have. A message with more is not one of this build.
const NAMES_MAX: usize = 1_000;
const NAME_BYTES_MAX: usize = 200;

thread_local! {
    static NAMES: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// # Errors
/// Returns the errors of the serializer.
pub fn serialize<S: Serializer>(name: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name)
}

/// # Errors
/// Fails if this is no text, or a name that no constant can be.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    let name = String::deserialize(deserializer)?;
    kept(name).ok_or_else(|| D::Error::custom("not a name of this program"))
}

fn kept(name: String) -> Option<&'static str> {
    NAMES.with_borrow_mut(|names| {
        if let Some(known) = names.get(name.as_str()) {
            return Some(*known);
        }
        if names.len() >= NAMES_MAX || name.len() > NAME_BYTES_MAX {
            return None;
        }
        let name: &'static str = name.leak();
        names.insert(name);
        Some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once_and_their_number_has_a_limit() {
        let name = || kept("terraform".to_owned()).map(str::as_ptr);
        assert_eq!(name(), name());
        assert_eq!(kept("x".repeat(NAME_BYTES_MAX + 1)), None);
        let known = (0..2 * NAMES_MAX).filter_map(|number| kept(number.to_string())).count();
        assert_eq!(known, NAMES_MAX - 1);
        assert_eq!(kept("terraform".to_owned()), Some("terraform"));
    }
}
