//! Writes items as Amazon Ion text, in the form of DynamoDB's exports.

use std::fmt::Write;

use dynalab_types::wire::base64_text;
use dynalab_types::{AttributeMap, AttributeValue, Number};

/// Precedes each line.
pub(crate) const VERSION_MARKER: &str = "$ion_1_0 ";
/// Numbers with more zeros after the point are written with an exponent.
const ZEROS_AFTER_POINT_MAX: i32 = 6;

pub(crate) fn write_struct(map: &AttributeMap, ion: &mut String) {
    ion.push('{');
    for (place, (name, value)) in map.iter().enumerate() {
        if place > 0 {
            ion.push(',');
        }
        write_symbol(name, ion);
        ion.push(':');
        write_value(value, ion);
    }
    ion.push('}');
}

fn write_value(value: &AttributeValue, ion: &mut String) {
    match value {
        AttributeValue::S(text) => write_string(text, ion),
        AttributeValue::N(number) => write_number(*number, ion),
        AttributeValue::B(bytes) => write_blob(bytes, ion),
        AttributeValue::Bool(value) => ion.push_str(if *value { "true" } else { "false" }),
        AttributeValue::Null => ion.push_str("null"),
        AttributeValue::L(elements) => write_list(elements, ion, write_value),
        AttributeValue::M(map) => write_struct(map, ion),
        AttributeValue::Ss(texts) => {
            ion.push_str("$dynamodb_SS::");
            write_list(texts, ion, |text, ion| write_string(text, ion));
        }
        AttributeValue::Ns(numbers) => {
            ion.push_str("$dynamodb_NS::");
            write_list(numbers, ion, |number, ion| write_number(*number, ion));
        }
        AttributeValue::Bs(binaries) => {
            ion.push_str("$dynamodb_BS::");
            write_list(binaries, ion, |bytes, ion| write_blob(bytes, ion));
        }
    }
}

fn write_list<Element>(
    elements: impl IntoIterator<Item = Element>,
    ion: &mut String,
    write: impl Fn(Element, &mut String),
) {
    ion.push('[');
    for (place, element) in elements.into_iter().enumerate() {
        if place > 0 {
            ion.push(',');
        }
        write(element, ion);
    }
    ion.push(']');
}

fn write_blob(bytes: &[u8], ion: &mut String) {
    ion.push_str("{{");
    ion.push_str(&base64_text(bytes));
    ion.push_str("}}");
}

/// Writes a decimal: `103.`, `6d2`, `1.5`.
pub(crate) fn write_number(number: Number, ion: &mut String) {
    let (negative, coefficient, exponent) = number.to_parts();
    let (digits, exponent) = (coefficient.to_string(), i32::from(exponent));
    if negative {
        ion.push('-');
    }
    let whole_digits = digits.len() as i32 + exponent;
    match exponent {
        0 => ion.push_str(&format!("{digits}.")),
        1.. => ion.push_str(&format!("{digits}d{exponent}")),
        _ if whole_digits > 0 => {
            let (whole, fraction) = digits.split_at(whole_digits as usize);
            ion.push_str(&format!("{whole}.{fraction}"));
        }
        _ if -whole_digits <= ZEROS_AFTER_POINT_MAX => {
            ion.push_str(&format!("0.{}{digits}", "0".repeat(-whole_digits as usize)));
        }
        _ => ion.push_str(&format!("{digits}d{exponent}")),
    }
}

fn write_string(text: &str, ion: &mut String) {
    write_quoted(text, '"', ion);
}

/// Writes a name, in quotes if it is not a valid symbol.
fn write_symbol(name: &str, ion: &mut String) {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let starts =
        name.bytes().next().is_some_and(|byte| plain(byte) && !byte.is_ascii_digit() && byte != b'$');
    if starts && name.bytes().all(plain) && !matches!(name, "null" | "true" | "false" | "nan") {
        ion.push_str(name);
    } else {
        write_quoted(name, '\'', ion);
    }
}

fn write_quoted(text: &str, quote: char, ion: &mut String) {
    ion.push(quote);
    for letter in text.chars() {
        match letter {
            '\n' => ion.push_str("\\n"),
            '\r' => ion.push_str("\\r"),
            '\t' => ion.push_str("\\t"),
            '\\' => ion.push_str("\\\\"),
            letter if letter == quote => {
                ion.push('\\');
                ion.push(quote);
            }
            letter if letter.is_ascii_control() => {
                // Writing to a string cannot fail.
                let _ = write!(ion, "\\x{:02x}", u32::from(letter));
            }
            letter => ion.push(letter),
        }
    }
    ion.push(quote);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimals() {
        for (number, expected) in [
            ("103", "103."),
            ("600", "6d2"),
            ("2000", "2d3"),
            ("-1.5", "-1.5"),
            ("0", "0."),
            ("0.001", "0.001"),
            ("1e-130", "1d-130"),
            ("1e125", "1d125"),
            ("12345678901234567890.12345678", "12345678901234567890.12345678"),
        ] {
            let mut ion = String::new();
            write_number(Number::parse(number).unwrap(), &mut ion);
            assert_eq!(ion, expected);
        }
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        for (name, expected) in [
            ("Title", "Title"),
            ("a b", "'a b'"),
            ("null", "'null'"),
            ("1st", "'1st'"),
            ("it's", "'it\\'s'"),
            ("$1", "'$1'"),
        ] {
            let mut ion = String::new();
            write_symbol(name, &mut ion);
            assert_eq!(ion, expected);
        }
    }
}
