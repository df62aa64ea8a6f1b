//! Reading and writing of a design as JSON.

pub mod as_text;

use serde_json::Value;

use crate::bounds;
use crate::design::{Design, VERSION};
use crate::error::DocumentError;

/// Maximum size of a document. Longer ones are rejected before parsing.
pub const BYTES_MAX: usize = 4 * 1024 * 1024;

/// # Errors
/// Returns an error with the position if the text is not a design, or has a newer version.
pub fn parse(text: &str) -> Result<Design, DocumentError> {
    if text.len() > BYTES_MAX {
        return Err(DocumentError::TooLong { bytes: text.len() });
    }
    // One reader for both: a second one that names no place would be as large again in the page.
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize::<_, Design>(&mut reader);
    let read = match read {
        Ok(design) if design.version == VERSION && reader.end().is_ok() => {
            bounds::check_drawn(&design).map_err(DocumentError::TooMuch)?;
            return Ok(design);
        }
        other => other,
    };
    // Parse again to find what is wrong.
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
    read.map_err(|error| {
        let place = error.path().to_string();
        let inner = error.into_inner();
        DocumentError::Member { place, line: inner.line(), column: inner.column(), detail: detail(&inner) }
    })
}

/// Returns the document with an indentation of two spaces. The same design gives the same bytes.
pub fn write(design: &Design) -> String {
    // Only a map with keys that are not strings could fail. A design has none.
    let mut text = serde_json::to_string_pretty(design).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns the parser's message without its position.
fn detail(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
