//! A design in a message between two programs of one build: its document. A design keeps members that it does not know, which only JSON can
//! carry. The sender has checked the design, so reading repeats no check.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::design::Design;

/// # Errors
/// Returns the errors of the serializer.
pub fn serialize<S: Serializer>(design: &Design, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&super::write(design))
}

/// # Errors
/// Fails if this is not the document of a design.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Design, D::Error> {
    serde_json::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// The same for a design that may be absent.
pub mod optional {
    use super::*;

    /// # Errors
    /// Returns the errors of the serializer.
    pub fn serialize<S: Serializer>(design: &Option<Design>, serializer: S) -> Result<S::Ok, S::Error> {
        design.as_ref().map(crate::document::write).serialize(serializer)
    }

    /// # Errors
    /// Fails if there is a document, and it is not that of a design.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Design>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| serde_json::from_str(&text).map_err(D::Error::custom)).transpose()
    }
}
