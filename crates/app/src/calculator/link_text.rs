//! Texts and loads in the fragment of an address.

use std::rc::Rc;

use dynalab_load::{Load, LoadError};
use dynalab_messages::Messages;
use dynalab_types::Bound;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::sentences::capacity as words;

/// What stands in a link as it is: letters, digits and these marks.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The load of a design that a link carries, or why it cannot be read.
pub type LinkedLoad = Result<Rc<Load>, LoadError>;

/// Encodes a text for a link. Letters, digits and "-_.~" are kept, other bytes become `%` and two hexadecimal digits.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Decodes a text of a link. Bytes that are no text become the replacement character.
pub fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Returns the part of a link that carries a load.
pub fn load_part(name: &str, load: &Load) -> String {
    format!("{name}={}", encode(&load.to_text()))
}

/// Reads a load from a part of a link.
///
/// # Errors
/// If the part is no load, or if the load is larger than a link can carry.
pub fn load_of_part(value: &str) -> LinkedLoad {
    Load::from_text(&decode(value)).map(Rc::new)
}

/// Says why a page has no load of a design, and what to do.
pub fn load_problem(linked: Option<&LinkedLoad>, messages: &Messages) -> String {
    match linked {
        Some(Err(LoadError::TooLong { bytes })) => {
            let (bytes, most) = ((*bytes as u64).into(), Bound::LoadBytes.most().into());
            messages.text(words::CalcOfferedTooLong { bytes, most })
        }
        Some(Err(error)) => {
            let reason = error.to_string();
            messages.text(words::CalcOfferedDamaged { reason: reason.as_str().into() })
        }
        Some(Ok(_)) | None => messages.text(words::CALC_OFFERED_NONE),
    }
}
