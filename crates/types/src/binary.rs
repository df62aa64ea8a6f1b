//! Compact binary encoding of values, for change logs and snapshots. A value is one tag byte, then lengths as
//! variable-size integers, then data.
//!
//! Stored bytes can be damaged. Reading is bounded by the input and by a depth, and returns an error instead of
//! panicking.

use std::collections::BTreeSet;

use crate::attribute_value::{AttributeMap, AttributeValue};
use crate::number::Number;
use crate::ordered::try_set_of;

/// The error for bytes that no version of the encoding writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Maximum nesting that is read. DynamoDB accepts less, and damaged bytes cannot overflow the stack.
const DEPTH_MAX: usize = 64;
/// The tag of a string value.
const TEXT: u8 = 0;

/// Appends encoded values to a byte vector.
#[derive(Debug, Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
}

impl Writer {
    /// Writes one byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Writes a variable-size integer: seven bits per byte, low bits first.
    pub fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// Writes a length and that many bytes.
    pub fn slice(&mut self, slice: &[u8]) {
        self.unsigned(slice.len() as u64);
        self.bytes.extend_from_slice(slice);
    }

    /// Writes a text as its length in bytes and UTF-8.
    pub fn text(&mut self, text: &str) {
        self.slice(text.as_bytes());
    }

    /// Writes a number: its sign, exponent and coefficient.
    pub fn number(&mut self, number: Number) {
        let (negative, coefficient, exponent) = number.to_parts();
        self.byte(u8::from(negative));
        self.unsigned((i64::from(exponent) + 256) as u64);
        self.unsigned((coefficient >> 64) as u64);
        self.unsigned(coefficient as u64);
    }

    /// Writes the number of entries, then each name with its value.
    pub fn map(&mut self, map: &AttributeMap) {
        self.unsigned(map.len() as u64);
        for (name, value) in map.iter() {
            self.text(name);
            self.value(value);
        }
    }

    /// Writes a tag for the type, then the content.
    pub fn value(&mut self, value: &AttributeValue) {
        match value {
            AttributeValue::S(text) => {
                self.byte(TEXT);
                self.text(text);
            }
            AttributeValue::N(number) => {
                self.byte(1);
                self.number(*number);
            }
            AttributeValue::B(bytes) => {
                self.byte(2);
                self.slice(bytes);
            }
            AttributeValue::Bool(false) => self.byte(3),
            AttributeValue::Bool(true) => self.byte(4),
            AttributeValue::Null => self.byte(5),
            AttributeValue::L(elements) => {
                self.byte(6);
                self.unsigned(elements.len() as u64);
                elements.iter().for_each(|element| self.value(element));
            }
            AttributeValue::M(map) => {
                self.byte(7);
                self.map(map);
            }
            AttributeValue::Ss(texts) => {
                self.byte(8);
                self.unsigned(texts.len() as u64);
                texts.iter().for_each(|text| self.text(text));
            }
            AttributeValue::Ns(numbers) => {
                self.byte(9);
                self.unsigned(numbers.len() as u64);
                numbers.iter().for_each(|number| self.number(*number));
            }
            AttributeValue::Bs(binaries) => {
                self.byte(10);
                self.unsigned(binaries.len() as u64);
                binaries.iter().for_each(|bytes| self.slice(bytes));
            }
        }
    }
}

/// Reads encoded values from the front of a slice.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the bytes that are not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Reads one byte.
    ///
    /// # Errors
    /// No byte is left.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let (first, rest) = self.rest.split_first().ok_or(Malformed)?;
        self.rest = rest;
        Ok(*first)
    }

    /// Reads a whole number, seven bits in each byte.
    ///
    /// # Errors
    /// The bytes end within the number, or it has more than 64 bits.
    pub fn unsigned(&mut self) -> Result<u64, Malformed> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if bits.checked_shl(shift).is_none_or(|shifted| shifted >> shift != bits) {
                return Err(Malformed);
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    /// Reads a count of elements. Each takes at least one byte, so a count above the remaining length is malformed.
    ///
    /// # Errors
    /// The number is larger than the number of bytes left.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = usize::try_from(self.unsigned()?).map_err(|_| Malformed)?;
        if count > self.rest.len() { Err(Malformed) } else { Ok(count) }
    }

    /// Reads a length and that many bytes.
    ///
    /// # Errors
    /// Fewer bytes are left.
    pub fn slice(&mut self) -> Result<&'a [u8], Malformed> {
        let length = self.count()?;
        let (slice, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(slice)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// The bytes end within it, or are not UTF-8.
    pub fn text(&mut self) -> Result<&'a str, Malformed> {
        std::str::from_utf8(self.slice()?).map_err(|_| Malformed)
    }

    /// Reads a number.
    ///
    /// # Errors
    /// The bytes end within it, or it is outside DynamoDB's range.
    pub fn number(&mut self) -> Result<Number, Malformed> {
        let negative = self.byte()? == 1;
        let exponent = i16::try_from(self.unsigned()? as i64 - 256).map_err(|_| Malformed)?;
        let high = u128::from(self.unsigned()?);
        let low = u128::from(self.unsigned()?);
        Number::from_parts(negative, (high << 64) | low, exponent).map_err(|_| Malformed)
    }

    /// Reads a map.
    ///
    /// # Errors
    /// The bytes are no map, or it is nested too deeply.
    pub fn map(&mut self) -> Result<AttributeMap, Malformed> {
        self.map_at(0)
    }

    /// Reads a value of any type.
    ///
    /// # Errors
    /// The bytes are no value, or it is nested too deeply.
    pub fn value(&mut self) -> Result<AttributeValue, Malformed> {
        self.value_at(0)
    }

    /// Reads the string if the next value is one. Otherwise consumes nothing and returns None.
    pub(crate) fn text_value(&mut self) -> Result<Option<&'a str>, Malformed> {
        match self.rest.split_first() {
            Some((&TEXT, rest)) => {
                self.rest = rest;
                self.text().map(Some)
            }
            _ => Ok(None),
        }
    }

    fn map_at(&mut self, depth: usize) -> Result<AttributeMap, Malformed> {
        let count = self.count()?;
        let mut map = AttributeMap::with_capacity(count);
        for _ in 0..count {
            let name = self.text()?;
            map.insert(name, self.value_at(depth + 1)?);
        }
        Ok(map)
    }

    fn value_at(&mut self, depth: usize) -> Result<AttributeValue, Malformed> {
        if depth > DEPTH_MAX {
            return Err(Malformed);
        }
        Ok(match self.byte()? {
            TEXT => AttributeValue::S(self.text()?.into()),
            1 => AttributeValue::N(self.number()?),
            2 => AttributeValue::B(self.slice()?.into()),
            3 => AttributeValue::Bool(false),
            4 => AttributeValue::Bool(true),
            5 => AttributeValue::Null,
            6 => {
                let elements = (0..self.count()?).map(|_| self.value_at(depth + 1));
                AttributeValue::L(elements.collect::<Result<_, _>>()?)
            }
            7 => AttributeValue::M(self.map_at(depth)?),
            8 => AttributeValue::Ss(self.set(|reader| Ok(reader.text()?.into()))?),
            9 => AttributeValue::Ns(self.set(Reader::number)?),
            10 => AttributeValue::Bs(self.set(|reader| Ok(reader.slice()?.into()))?),
            _ => return Err(Malformed),
        })
    }

    fn set<Element: Ord>(
        &mut self,
        read: impl Fn(&mut Reader<'a>) -> Result<Element, Malformed>,
    ) -> Result<BTreeSet<Element>, Malformed> {
        try_set_of((0..self.count()?).map(|_| read(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> AttributeMap {
        let json = r#"{"a":{"S":"日本"},"b":{"N":"-1234567890123456789012345678.5"},"c":{"B":"AAEC"},"d":{"BOOL":true},
            "e":{"NULL":true},"f":{"L":[{"BOOL":false},{"L":[]}]},"g":{"M":{"x":{"N":"1E-130"}}},
            "h":{"SS":["p","q"]},"i":{"NS":["1","2.5"]},"j":{"BS":["AA==","AQ=="]}}"#;
        match crate::json::parse(json) {
            Ok(crate::json::Value::Object(object)) => crate::wire::decode_item(&object).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_type_round_trips() {
        let mut writer = Writer::default();
        writer.map(&sample());
        let mut reader = Reader::new(&writer.bytes);
        assert_eq!(reader.map(), Ok(sample()));
        assert!(reader.is_empty());
    }

    #[test]
    fn integers_round_trip_and_overlong_ones_are_refused() {
        for value in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX] {
            let mut writer = Writer::default();
            writer.unsigned(value);
            assert_eq!(Reader::new(&writer.bytes).unsigned(), Ok(value));
        }
        assert_eq!(Reader::new(&[0xFF; 11]).unsigned(), Err(Malformed));
    }

    #[test]
    fn damage_is_refused_and_never_panics() {
        let mut writer = Writer::default();
        writer.map(&sample());
        for length in 0..writer.bytes.len() {
            assert_eq!(Reader::new(&writer.bytes[..length]).map(), Err(Malformed), "cut at {length}");
        }
        for position in 0..writer.bytes.len() {
            for flip in [1u8, 0x80, 0xFF] {
                let mut damaged = writer.bytes.clone();
                damaged[position] ^= flip;
                // Some damaged bytes decode as another value. Decoding must only not panic or hang.
                let _ = Reader::new(&damaged).map();
            }
        }
        let deep = [6u8, 1].repeat(1000);
        assert_eq!(Reader::new(&deep).value(), Err(Malformed));
    }
}
