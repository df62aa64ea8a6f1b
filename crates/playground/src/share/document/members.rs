//! Reads the members of a JSON object. Errors name the missing or invalid member with its path.

use dynalab_types::Timestamp;
use dynalab_types::json::{Object, Value};

use super::DocumentError;

const YEAR_9999_END_MS: u64 = 253_402_300_799_999;

pub(crate) struct Members<'a> {
    map: &'a Object,
    /// The path to this object, ending in a full stop. Empty for the document itself.
    way: String,
}

impl<'a> Members<'a> {
    pub(crate) fn from_object(map: &'a Object, way: String) -> Members<'a> {
        Members { map, way }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.way)
    }

    /// Returns `None` if the member is missing or null.
    fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(crate) fn missing(&self, name: &str) -> DocumentError {
        DocumentError::Missing { member: self.path(name) }
    }

    pub(crate) fn wrong(&self, name: &str, wanted: &'static str) -> DocumentError {
        DocumentError::Wrong { member: self.path(name), wanted }
    }

    /// Rejects unknown members, because they would be ignored.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), DocumentError> {
        match self.map.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(DocumentError::Unknown { member: self.path(name) }),
            None => Ok(()),
        }
    }

    fn read<T>(
        &self,
        name: &str,
        wanted: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, DocumentError> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.wrong(name, wanted)),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, DocumentError> {
        self.read(name, "a text", Value::as_str)
    }

    pub(crate) fn whole(&self, name: &str) -> Result<Option<u64>, DocumentError> {
        self.read(name, "a whole number, not negative", |value| match value {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// Reads a time. The year has at most four digits, because some displays accept no more.
    pub(crate) fn time(&self, name: &str) -> Result<Option<Timestamp>, DocumentError> {
        match self.whole(name)? {
            Some(epoch_ms) if epoch_ms > YEAR_9999_END_MS => {
                Err(self.wrong(name, "milliseconds since 1970, before the year 10000"))
            }
            epoch_ms => Ok(epoch_ms.map(Timestamp::from_epoch_ms)),
        }
    }

    /// Returns false if the member is missing.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, DocumentError> {
        let flag = self.read(name, "true or false", |value| match value {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        });
        Ok(flag?.unwrap_or_default())
    }

    pub(crate) fn object(&self, name: &str) -> Result<Option<&'a Object>, DocumentError> {
        self.read(name, "an object", object)
    }

    /// Returns an empty list if the member is missing.
    pub(crate) fn list(&self, name: &str) -> Result<&'a [Value], DocumentError> {
        let list = self.read(name, "a list", |value| match value {
            Value::Array(elements) => Some(elements.as_slice()),
            _ => None,
        });
        Ok(list?.unwrap_or_default())
    }

    /// Returns the objects of a list, each with its path. Returns none if the list is missing.
    pub(crate) fn objects(&self, name: &str) -> Result<Vec<Members<'a>>, DocumentError> {
        let mut objects = Vec::new();
        for (index, value) in self.list(name)?.iter().enumerate() {
            let at = format!("{name}[{index}]");
            let Some(map) = object(value) else { return Err(self.wrong(&at, "an object")) };
            objects.push(Members::from_object(map, format!("{}.", self.path(&at))));
        }
        Ok(objects)
    }
}

pub(crate) fn object(value: &Value) -> Option<&Object> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}
