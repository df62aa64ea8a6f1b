//! The rules for the tags of a table.

use crate::error::SettingError;

/// DynamoDB's maximum for one resource.
pub const TAGS_MAX: usize = 50;

/// Checks the tags of a request independently of existing tags.
pub fn check_tags(tags: &[(String, String)]) -> Result<(), SettingError> {
    let fits = |text: &str| {
        text.chars().all(|char| char.is_alphanumeric() || char.is_whitespace() || "+-=._:/@".contains(char))
    };
    for (at, (key, value)) in tags.iter().enumerate() {
        let of_key = || key.clone();
        if !fits(key) {
            return Err(SettingError::InvalidTagKey { key: of_key() });
        }
        if !fits(value) {
            return Err(SettingError::InvalidTagValue { value: value.clone() });
        }
        if key.starts_with("aws:") {
            return Err(SettingError::ReservedTagKey { key: of_key() });
        }
        if tags[..at].iter().any(|(other, _)| other == key) {
            return Err(SettingError::DuplicateTagKey { key: of_key() });
        }
    }
    if tags.len() > TAGS_MAX { Err(SettingError::TooManyTags) } else { Ok(()) }
}
