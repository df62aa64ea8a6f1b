//! Texts and loads in the fragment of an address.

use std::rc::Rc;

use dynalab_load::Load;

/// Encodes a text for a link. Letters, digits and "-_.~" are kept, other bytes become `%` and two hexadecimal digits.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => {
                let digit = |value: u8| char::from(if value < 10 { b'0' + value } else { b'A' + value - 10 });
                out.extend(['%', digit(byte >> 4), digit(byte & 0xF)]);
            }
        }
    }
    out
}

/// Decodes a text of a link. Bytes that are no text become the replacement character.
pub fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, value) {
            (b'%', Some(value)) => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the part of a link that carries a load.
pub fn load_part(name: &str, load: &Load) -> String {
    format!("{name}={}", encode(&load.to_text()))
}

/// Reads a load from a part of a link. A damaged one is ignored, as every part that cannot be read.
pub fn load_of_part(value: &str) -> Option<Rc<Load>> {
    Load::from_text(&decode(value)).ok().map(Rc::new)
}
