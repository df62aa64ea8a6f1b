//! Values in printed expressions, for people: `"text"`, `42`, `[1, 2]`, `{a: true}`, `<<"x", "y">>`.

use std::fmt;

use dynalab_types::AttributeValue;

use crate::syntax::write_separated;

/// Maximum number of characters of a string, or elements of a collection, that are printed. An ellipsis replaces the
/// rest.
const SHOWN_MAX: usize = 64;

pub(crate) struct Literal<'a>(pub &'a AttributeValue);

struct TextLiteral<'a>(&'a str);
struct BytesLiteral<'a>(&'a [u8]);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            AttributeValue::S(text) => write!(formatter, "{}", TextLiteral(text)),
            AttributeValue::N(number) => write!(formatter, "{number}"),
            AttributeValue::B(bytes) => write!(formatter, "{}", BytesLiteral(bytes)),
            AttributeValue::Bool(value) => write!(formatter, "{value}"),
            AttributeValue::Null => formatter.write_str("null"),
            AttributeValue::L(elements) => {
                formatter.write_str("[")?;
                write_some(formatter, elements.iter().map(Literal), elements.len())?;
                formatter.write_str("]")
            }
            AttributeValue::M(map) => {
                formatter.write_str("{")?;
                write_some(formatter, map.iter().map(|(name, value)| Entry(name, value)), map.len())?;
                formatter.write_str("}")
            }
            AttributeValue::Ss(texts) => {
                write_set(formatter, texts.iter().map(|text| TextLiteral(text)), texts.len())
            }
            AttributeValue::Ns(numbers) => write_set(formatter, numbers, numbers.len()),
            AttributeValue::Bs(blobs) => {
                write_set(formatter, blobs.iter().map(|bytes| BytesLiteral(bytes)), blobs.len())
            }
        }
    }
}

struct Entry<'a>(&'a str, &'a AttributeValue);

impl fmt::Display for Entry<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.0, Literal(self.1))
    }
}

fn write_set<Part: fmt::Display>(
    formatter: &mut fmt::Formatter<'_>,
    parts: impl IntoIterator<Item = Part>,
    count: usize,
) -> fmt::Result {
    formatter.write_str("<<")?;
    write_some(formatter, parts, count)?;
    formatter.write_str(">>")
}

fn write_some<Part: fmt::Display>(
    formatter: &mut fmt::Formatter<'_>,
    parts: impl IntoIterator<Item = Part>,
    count: usize,
) -> fmt::Result {
    write_separated(formatter, parts.into_iter().take(SHOWN_MAX), ", ")?;
    if count > SHOWN_MAX {
        formatter.write_str(", …")?;
    }
    Ok(())
}

impl fmt::Display for TextLiteral<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(SHOWN_MAX) {
            Some((end, _)) => write!(formatter, "{:?}…", &self.0[..end]),
            None => write!(formatter, "{:?}", self.0),
        }
    }
}

impl fmt::Display for BytesLiteral<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("0x")?;
        self.0.iter().take(SHOWN_MAX).try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
        if self.0.len() > SHOWN_MAX { formatter.write_str("…") } else { Ok(()) }
    }
}
