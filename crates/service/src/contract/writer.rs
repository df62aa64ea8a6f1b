//! Writes the structs of the contract as JSON text, with the numbers of DynamoDB: doubles have one to three decimals.
//! Members that are `None` are absent, because the API has no `null`.

use std::fmt;

use dynalab_engine::response::json_writer::write_double;
use dynalab_types::wire::write_json_string;
use serde::Serialize;
use serde::ser::{Impossible, SerializeMap, SerializeSeq, SerializeStruct, Serializer};

/// Appends a value as JSON text.
pub fn write_json(value: &(impl Serialize + ?Sized), json: &mut String) {
    // Only enum variants with data and tuples are not written, and the contract has none.
    let written = value.serialize(Writer { json });
    debug_assert_eq!(written, Ok(()), "the contract has only structs, lists, maps and scalars");
}

struct Writer<'a> {
    json: &'a mut String,
}

/// An object or a list under construction.
struct Elements<'a> {
    json: &'a mut String,
    is_empty: bool,
    end: char,
}

impl<'a> Elements<'a> {
    fn begin(json: &'a mut String, begin: char, end: char) -> Elements<'a> {
        json.push(begin);
        Elements { json, is_empty: true, end }
    }

    fn separate(&mut self) {
        if !self.is_empty {
            self.json.push(',');
        }
        self.is_empty = false;
    }

    fn finish(self) -> Result<(), fmt::Error> {
        self.json.push(self.end);
        Ok(())
    }

    fn member<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Result<(), fmt::Error> {
        let (length, was_empty) = (self.json.len(), self.is_empty);
        self.separate();
        write_json_string(name, self.json);
        self.json.push(':');
        let before = self.json.len();
        value.serialize(Writer { json: self.json })?;
        // Nothing was written: the value is `None`.
        if self.json.len() == before {
            self.json.truncate(length);
            self.is_empty = was_empty;
        }
        Ok(())
    }
}

impl SerializeStruct for Elements<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), fmt::Error> {
        self.member(name, value)
    }

    fn end(self) -> Result<(), fmt::Error> {
        self.finish()
    }
}

impl SerializeMap for Elements<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), fmt::Error> {
        self.separate();
        name.serialize(Writer { json: self.json })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), fmt::Error> {
        self.json.push(':');
        value.serialize(Writer { json: self.json })
    }

    fn end(self) -> Result<(), fmt::Error> {
        self.finish()
    }
}

impl SerializeSeq for Elements<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), fmt::Error> {
        self.separate();
        value.serialize(Writer { json: self.json })
    }

    fn end(self) -> Result<(), fmt::Error> {
        self.finish()
    }
}

macro_rules! integers {
    ($($method:ident $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<(), fmt::Error> {
            self.json.push_str(&value.to_string());
            Ok(())
        })*
    };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Impossible<(), fmt::Error>;
    type SerializeTupleStruct = Impossible<(), fmt::Error>;
    type SerializeTupleVariant = Impossible<(), fmt::Error>;
    type SerializeMap = Elements<'a>;
    type SerializeStruct = Elements<'a>;
    type SerializeStructVariant = Impossible<(), fmt::Error>;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64
    );

    fn serialize_bool(self, value: bool) -> Result<(), fmt::Error> {
        self.json.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    /// The parts of a vector, with all digits.
    fn serialize_f32(self, value: f32) -> Result<(), fmt::Error> {
        self.json.push_str(&value.to_string());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), fmt::Error> {
        write_double(value, self.json);
        Ok(())
    }

    fn serialize_char(self, _: char) -> Result<(), fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_str(self, text: &str) -> Result<(), fmt::Error> {
        write_json_string(text, self.json);
        Ok(())
    }

    /// The bytes are already JSON.
    fn serialize_bytes(self, json: &[u8]) -> Result<(), fmt::Error> {
        self.json.push_str(std::str::from_utf8(json).map_err(|_| fmt::Error)?);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), fmt::Error> {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), fmt::Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), fmt::Error> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), fmt::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'a>, fmt::Error> {
        Ok(Elements::begin(self.json, '[', ']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Elements<'a>, fmt::Error> {
        Ok(Elements::begin(self.json, '{', '}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Elements<'a>, fmt::Error> {
        Ok(Elements::begin(self.json, '{', '}'))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, fmt::Error> {
        Err(fmt::Error)
    }
}
