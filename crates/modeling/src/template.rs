//! Key templates such as `ORDER#{order_id}#{total:8}`: text and formatted attributes.

use std::fmt;

use dynalab_types::{AttributeValue, Bound, Number};
use serde::{Deserialize, Serialize};

use crate::error::{FillError, TemplateError};

/// A key template, in JSON a string. `{{` and `}}` are literal braces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Value { attribute: String, format: Format },
}

/// The format of a value in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The value itself.
    Plain,
    /// An integer with leading zeros, so that text sorts by value.
    Padded(u8),
    /// An ISO 8601 time, unchanged. Any other text is an error.
    Iso,
    /// The date of a time: `2026-01-31`.
    Date,
    /// The month of a time: `2026-01`.
    Month,
    /// The hour of a time: `2026-01-31T09`.
    Hour,
    /// A ULID, unchanged. Any other text is an error.
    Ulid,
    /// A hash of the value, from 0 to below this number. Spreads a key over as many shards.
    Shard(u16),
}

const PADDED_DIGITS_MAX: u8 = 38;
/// Bytes that a format adds to a value, at most: the zeros of a number.
const FORMATTED_BYTES: usize = 40;
const ULID_ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID_CHARACTERS: usize = 26;

impl Format {
    fn of_name(name: &str) -> Option<Format> {
        match name {
            "iso" => Some(Format::Iso),
            "date" => Some(Format::Date),
            "month" => Some(Format::Month),
            "hour" => Some(Format::Hour),
            "ulid" => Some(Format::Ulid),
            _ => match name.strip_prefix("shard") {
                Some(count) => count.parse().ok().filter(|count| *count > 1).map(Format::Shard),
                None => {
                    let digits: u8 = name.parse().ok()?;
                    (1..=PADDED_DIGITS_MAX).contains(&digits).then_some(Format::Padded(digits))
                }
            },
        }
    }

    /// Returns the text after the colon, or None for a plain value.
    pub fn name(self) -> Option<String> {
        match self {
            Format::Plain => None,
            Format::Padded(digits) => Some(digits.to_string()),
            Format::Iso => Some("iso".to_owned()),
            Format::Date => Some("date".to_owned()),
            Format::Month => Some("month".to_owned()),
            Format::Hour => Some("hour".to_owned()),
            Format::Ulid => Some("ulid".to_owned()),
            Format::Shard(count) => Some(format!("shard{count}")),
        }
    }

    /// Formats a value as text.
    ///
    /// # Errors
    /// Returns an error if the value does not fit the format.
    pub fn apply(self, attribute: &str, value: &AttributeValue) -> Result<String, FillError> {
        let not = || FillError::WrongForm {
            attribute: attribute.to_owned(),
            format: self.name().unwrap_or_default(),
            value: print(value).unwrap_or_default(),
        };
        let text = print(value).ok_or_else(|| FillError::NotAKeyValue { attribute: attribute.to_owned() })?;
        match self {
            Format::Plain => Ok(text),
            Format::Padded(digits) => {
                let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let fits = is_whole && text.len() <= usize::from(digits);
                fits.then(|| format!("{text:0>width$}", width = usize::from(digits))).ok_or_else(not)
            }
            Format::Iso => dynalab_types::iso_time::parse(&text).map(|_| text.clone()).ok_or_else(not),
            Format::Date | Format::Month | Format::Hour => {
                let seconds = match value {
                    AttributeValue::N(_) => text.parse::<f64>().ok().map(|seconds| seconds as i64),
                    _ => dynalab_types::iso_time::parse(&text),
                };
                let iso = dynalab_types::iso_time::print(seconds.ok_or_else(not)?);
                let length = match self {
                    Format::Month => "2026-01".len(),
                    Format::Date => "2026-01-31".len(),
                    _ => "2026-01-31T09".len(),
                };
                iso.get(..length).map(str::to_owned).ok_or_else(not)
            }
            Format::Ulid => {
                let is_ulid =
                    text.len() == ULID_CHARACTERS && text.chars().all(|one| ULID_ALPHABET.contains(one));
                if is_ulid { Ok(text) } else { Err(not()) }
            }
            Format::Shard(count) => {
                let width = (count - 1).to_string().len();
                Ok(format!("{:0>width$}", crate::sample::hash_text(&text) % u64::from(count)))
            }
        }
    }
}

/// Returns a string or number as text, or None for other types.
pub fn print(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.to_string()),
        AttributeValue::N(number) => Some(number.to_string()),
        _ => None,
    }
}

impl Template {
    /// # Errors
    /// Returns an error if a brace is unclosed or a format is unknown.
    pub fn parse(text: &str) -> Result<Template, TemplateError> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text.char_indices().peekable();
        while let Some((at, one)) = rest.next() {
            match one {
                '{' | '}' if rest.next_if(|(_, next)| *next == one).is_some() => plain.push(one),
                '}' => return Err(TemplateError::StrayBrace { at }),
                '{' => {
                    let mut inside = String::new();
                    loop {
                        match rest.next() {
                            Some((_, '}')) => break,
                            Some((_, next)) => inside.push(next),
                            None => return Err(TemplateError::UnclosedBrace { at }),
                        }
                    }
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(Piece::parse(&inside, at)?);
                }
                _ => plain.push(one),
            }
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Template { pieces })
    }

    pub fn text(text: &str) -> Template {
        Template { pieces: vec![Piece::Text(text.to_owned())] }
    }

    pub fn value(attribute: &str) -> Template {
        Template { pieces: vec![Piece::Value { attribute: attribute.to_owned(), format: Format::Plain }] }
    }

    /// Iterates over the attributes in the template, in order.
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Value { attribute, .. } => Some(attribute.as_str()),
            Piece::Text(_) => None,
        })
    }

    /// Returns the attribute if the template consists of it alone. Its value then keeps its type.
    pub fn only_attribute(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Value { attribute, format: Format::Plain }] => Some(attribute),
            _ => None,
        }
    }

    /// Returns the text before the first value.
    pub fn prefix(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    /// Returns the bytes of the filled template, at most, without filling it.
    pub fn filled_bytes<'a>(&self, value_of: impl Fn(&str) -> Option<&'a AttributeValue>) -> usize {
        let piece = |piece: &Piece| match piece {
            Piece::Text(plain) => plain.len(),
            Piece::Value { attribute, .. } => {
                FORMATTED_BYTES + value_of(attribute).map_or(0, |value| value.size_bytes() as usize)
            }
        };
        self.pieces.iter().map(piece).fold(0, usize::saturating_add)
    }

    /// Fills in the values.
    ///
    /// # Errors
    /// Returns an error if a value is missing or does not fit its format, or if the text would become too long.
    pub fn fill<'a>(
        &self,
        value_of: impl Fn(&str) -> Option<&'a AttributeValue>,
    ) -> Result<AttributeValue, FillError> {
        let value_of = &value_of;
        let find = |attribute: &str| {
            value_of(attribute).ok_or_else(|| FillError::NoValue { attribute: attribute.to_owned() })
        };
        if let Some(attribute) = self.only_attribute() {
            return find(attribute).cloned();
        }
        Bound::RequestBytes.check(self.filled_bytes(value_of))?;
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Value { attribute, format } => {
                    text.push_str(&format.apply(attribute, find(attribute)?)?);
                }
            }
        }
        Ok(AttributeValue::S(text.into()))
    }
}

/// Returns the number if the text is one.
pub fn number(text: &str) -> Option<AttributeValue> {
    Number::parse(text).ok().map(AttributeValue::N)
}

impl Piece {
    fn parse(inside: &str, at: usize) -> Result<Piece, TemplateError> {
        let (attribute, format) =
            inside.split_once(':').map_or((inside, None), |(name, format)| (name, Some(format)));
        if attribute.is_empty() {
            return Err(TemplateError::NoAttribute { at });
        }
        let format = match format {
            None => Format::Plain,
            Some(name) => Format::of_name(name)
                .ok_or_else(|| TemplateError::UnknownFormat { at, format: name.to_owned() })?,
        };
        Ok(Piece::Value { attribute: attribute.to_owned(), format })
    }
}

impl fmt::Display for Template {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => formatter.write_str(&text.replace('{', "{{").replace('}', "}}"))?,
                Piece::Value { attribute, format } => match format.name() {
                    None => write!(formatter, "{{{attribute}}}")?,
                    Some(name) => write!(formatter, "{{{attribute}:{name}}}")?,
                },
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Template {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Template, TemplateError> {
        Template::parse(&text)
    }
}

impl From<Template> for String {
    fn from(template: Template) -> String {
        template.to_string()
    }
}
