//! HTML, and XML beside it.

use crate::visible::control_sign;

/// Returns a text for an element or an attribute of XML, such as SVG. XML holds no control characters, so signs stand for them.
pub fn xml_text(text: &str) -> String {
    let sign = |letter| match letter {
        '\n' | '\r' | '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => letter,
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        _ => control_sign(letter).unwrap_or(letter),
    };
    self::text(&text.chars().map(sign).collect::<String>())
}

/// Returns a text for an element or for an attribute in double quotes.
pub fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
