//! Reads the members of a JSON object. Errors name the missing or invalid member with its path.

use std::fmt;

use super::{JsonError, Object, Value};
use crate::Timestamp;

const YEAR_9999_END_MS: u64 = 253_402_300_799_999;

/// Why a text does not have the form that a reader expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// The text is not JSON, or is nested too deeply.
    NotJson { line: usize, column: usize },
    /// `member` includes the path to it.
    Missing { member: String },
    /// `wanted` describes the expected value.
    Wrong { member: String, wanted: &'static str },
    /// No version has this member.
    Unknown { member: String },
}

/// An object whose members are read by name.
pub struct Members<'a> {
    map: &'a Object,
    /// The path to this object, ending in a full stop. Empty for the document itself.
    way: String,
}

impl<'a> Members<'a> {
    /// `way` is the path to the object with a full stop at its end, or empty.
    pub fn from_object(map: &'a Object, way: String) -> Members<'a> {
        Members { map, way }
    }

    /// Returns the path to a member of this object.
    pub fn path(&self, name: &str) -> String {
        format!("{}{name}", self.way)
    }

    /// Returns `None` if the member is missing or null.
    fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// Returns true if the member exists and is not null.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the error for a required member that the object lacks.
    pub fn missing(&self, name: &str) -> FormError {
        FormError::Missing { member: self.path(name) }
    }

    /// Returns the error for a member of another form. `wanted` completes "must be …".
    pub fn wrong(&self, name: &str, wanted: &'static str) -> FormError {
        FormError::Wrong { member: self.path(name), wanted }
    }

    /// Rejects unknown members, because they would be ignored.
    ///
    /// # Errors
    /// The object has a member with another name.
    pub fn only(&self, known: &[&str]) -> Result<(), FormError> {
        match self.map.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(FormError::Unknown { member: self.path(name) }),
            None => Ok(()),
        }
    }

    fn read<T>(
        &self,
        name: &str,
        wanted: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, FormError> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.wrong(name, wanted)),
        }
    }

    /// Returns a text. `None` if the member is missing or null.
    ///
    /// # Errors
    /// The member is no text.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, FormError> {
        self.read(name, "a text", Value::as_str)
    }

    /// Returns a whole number. `None` if the member is missing or null.
    ///
    /// # Errors
    /// The member is no whole number, or is negative.
    pub fn whole(&self, name: &str) -> Result<Option<u64>, FormError> {
        self.read(name, "a whole number, not negative", |value| match value {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// Reads a time. The year has at most four digits, because some displays accept no more.
    ///
    /// # Errors
    /// The member is no whole number, or the time is after the year 9999.
    pub fn time(&self, name: &str) -> Result<Option<Timestamp>, FormError> {
        match self.whole(name)? {
            Some(epoch_ms) if epoch_ms > YEAR_9999_END_MS => {
                Err(self.wrong(name, "milliseconds since 1970, before the year 10000"))
            }
            epoch_ms => Ok(epoch_ms.map(Timestamp::from_epoch_ms)),
        }
    }

    /// Returns false if the member is missing.
    ///
    /// # Errors
    /// The member is neither true nor false.
    pub fn flag(&self, name: &str) -> Result<bool, FormError> {
        let flag = self.read(name, "true or false", |value| match value {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        });
        Ok(flag?.unwrap_or_default())
    }

    /// Returns an object. `None` if the member is missing or null.
    ///
    /// # Errors
    /// The member is no object.
    pub fn object(&self, name: &str) -> Result<Option<&'a Object>, FormError> {
        self.read(name, "an object", object)
    }

    /// Returns an empty list if the member is missing.
    ///
    /// # Errors
    /// The member is no list.
    pub fn list(&self, name: &str) -> Result<&'a [Value], FormError> {
        let list = self.read(name, "a list", |value| match value {
            Value::Array(elements) => Some(elements.as_slice()),
            _ => None,
        });
        Ok(list?.unwrap_or_default())
    }

    /// Returns the objects of a list, each with its path. Returns none if the list is missing.
    ///
    /// # Errors
    /// The member is no list, or one of its elements is no object.
    pub fn objects(&self, name: &str) -> Result<Vec<Members<'a>>, FormError> {
        let mut objects = Vec::new();
        for (index, value) in self.list(name)?.iter().enumerate() {
            let at = format!("{name}[{index}]");
            let Some(map) = object(value) else { return Err(self.wrong(&at, "an object")) };
            objects.push(Members::from_object(map, format!("{}.", self.path(&at))));
        }
        Ok(objects)
    }
}

/// Returns the object that a value is.
pub fn object(value: &Value) -> Option<&Object> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

impl From<JsonError> for FormError {
    fn from(error: JsonError) -> FormError {
        FormError::NotJson { line: error.line, column: error.column }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::NotJson { line, column } => write!(
                formatter,
                "This is not JSON: reading stopped at line {line}, column {column}. Correct it there."
            ),
            FormError::Missing { member } => write!(formatter, "\"{member}\" is missing. Add it."),
            FormError::Wrong { member, wanted } => {
                write!(formatter, "\"{member}\" should be {wanted}. Correct it.")
            }
            FormError::Unknown { member } => {
                write!(formatter, "\"{member}\" means nothing here. Correct its name, or leave it out.")
            }
        }
    }
}

impl std::error::Error for FormError {}
