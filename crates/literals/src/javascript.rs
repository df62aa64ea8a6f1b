//! JavaScript and TypeScript.

use crate::Part;
use crate::escapes::{content, four_digits, quoted};
use crate::visible::{self, Replacements};

/// Words that cannot name a function or a parameter in a module.
const RESERVED: &str = " abstract arguments as async await boolean break byte case catch char class const continue debugger default \
    delete do double else enum eval export extends false final finally float for from function get goto if implements import in \
    instanceof int interface let long native new null of package private protected public return set short static super switch \
    synchronized this throw throws transient true try type typeof undefined var void volatile while with yield ";

/// Returns a string literal.
pub fn text(text: &str) -> String {
    quoted(text, four_digits)
}

/// Returns a text of parts as a template literal.
pub fn joined(parts: &[Part<'_>]) -> String {
    let parts = parts.iter().map(|part| match part {
        Part::Text(text) => content(text, '`', four_digits).replace("${", "\\${"),
        Part::Value(value) => format!("${{{value}}}"),
    });
    join_dollars(parts)
}

/// A dollar sign at the end of a part would make a brace at the beginning of the next one a value.
fn join_dollars(parts: impl Iterator<Item = String>) -> String {
    let mut out = String::from("`");
    for part in parts {
        if out.ends_with('$') && part.starts_with('{') {
            out.insert(out.len() - 1, '\\');
        }
        out.push_str(&part);
    }
    out + "`"
}

/// Returns the name of a member in an object literal, in quotes if it is not a plain one.
pub fn member(name: &str) -> String {
    // Only in brackets is this the name of a member. Otherwise it sets the object's prototype.
    if name == "__proto__" {
        return format!("[{}]", text(name));
    }
    if is_plain(name) { name.to_owned() } else { text(name) }
}

fn is_plain(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    !name.is_empty()
        && name.bytes().enumerate().all(|(at, byte)| letter(byte) || at > 0 && byte.is_ascii_digit())
}

/// Returns a line comment.
pub fn comment(text: &str, replaced: &mut Replacements) -> String {
    format!("// {}", visible::comment(text, replaced))
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&format!(" {name} "))
}
