//! Reads and writes a design as JSON.

use serde_json::Value;

use crate::design::{Design, VERSION};
use crate::error::DocumentError;

/// Longer documents are refused before they are parsed.
pub const BYTES_MAX: usize = 4 * 1024 * 1024;

/// # Errors
/// When the text is not a design of a version that this program knows. The error names the place.
pub fn parse(text: &str) -> Result<Design, DocumentError> {
    if text.len() > BYTES_MAX {
        return Err(DocumentError::TooLong { bytes: text.len() });
    }
    if let Ok(design) = serde_json::from_str::<Design>(text)
        && design.version == VERSION
    {
        return Ok(design);
    }
    // What is wrong, and where: that takes longer to find out.
    let value: Value = serde_json::from_str(text).map_err(|error| DocumentError::NotJson {
        line: error.line(),
        column: error.column(),
        detail: detail(&error),
    })?;
    if let Some(found) =
        value.get("version").and_then(Value::as_u64).filter(|found| *found != u64::from(VERSION))
    {
        return Err(DocumentError::Version { found });
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let place = error.path().to_string();
        let inner = error.into_inner();
        DocumentError::Member { place, line: inner.line(), column: inner.column(), detail: detail(&inner) }
    })
}

/// The document with two spaces of indentation. The same design gives the same bytes.
pub fn write(design: &Design) -> String {
    // Only a map with keys that are no strings could fail, and there is none.
    let mut text = serde_json::to_string_pretty(design).unwrap_or_default();
    text.push('\n');
    text
}

/// The sentence of the parser, without the place that it adds.
fn detail(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
