//! Writes response bodies as JSON text, without building a tree first.

use dynalab_types::wire::{write_item, write_json_string};
use dynalab_types::{Item, PackedItem, Timestamp};

/// One JSON object under construction. [`ObjectWriter::end`] closes it.
pub struct ObjectWriter<'a> {
    json: &'a mut String,
    empty: bool,
}

impl<'a> ObjectWriter<'a> {
    /// Begins an object. [`ObjectWriter::end`] ends it.
    pub fn begin(json: &'a mut String) -> ObjectWriter<'a> {
        json.push('{');
        ObjectWriter { json, empty: true }
    }

    /// Ends the object.
    pub fn end(self) {
        self.json.push('}');
    }

    fn key(&mut self, name: &str) -> &mut String {
        if !self.empty {
            self.json.push(',');
        }
        self.empty = false;
        write_json_string(name, self.json);
        self.json.push(':');
        self.json
    }

    /// Writes a member with a text.
    pub fn text(&mut self, name: &str, text: &str) {
        write_json_string(text, self.key(name));
    }

    /// Writes a value that is already JSON.
    pub fn json(&mut self, name: &str, json: &str) {
        self.key(name).push_str(json);
    }

    /// Writes a member with a Boolean.
    pub fn boolean(&mut self, name: &str, value: bool) {
        self.key(name).push_str(if value { "true" } else { "false" });
    }

    /// Writes a member with a whole number.
    pub fn integer(&mut self, name: &str, value: impl Into<i128>) {
        let value: i128 = value.into();
        self.key(name).push_str(&value.to_string());
    }

    /// Writes a number with [`write_double`].
    pub fn double(&mut self, name: &str, value: f64) {
        write_double(value, self.key(name));
    }

    /// Writes a number with all digits needed to read back the same value.
    pub fn precise_double(&mut self, name: &str, value: f64) {
        self.key(name).push_str(&format!("{value:?}"));
    }

    /// Writes a time in seconds since 1970.
    pub fn date(&mut self, name: &str, at: Timestamp) {
        self.double(name, at.epoch_seconds());
    }

    /// Writes a member with an item in DynamoDB JSON.
    pub fn item(&mut self, name: &str, item: &Item) {
        write_item(item, self.key(name));
    }

    /// Writes a member with an item in DynamoDB JSON.
    pub fn packed_item(&mut self, name: &str, item: &PackedItem) {
        item.write_json(self.key(name));
    }

    /// Adds the members of an object that `write` appends as JSON text.
    pub fn members(&mut self, write: impl FnOnce(&mut String)) {
        let begin = self.json.len();
        write(self.json);
        // The braces of the appended object are removed.
        let has_members = self.json.len() > begin + 2;
        self.json.pop();
        let separator = if has_members && !self.empty { "," } else { "" };
        self.json.replace_range(begin..begin + 1, separator);
        self.empty &= !has_members;
    }

    /// Writes a member with an object.
    pub fn object(&mut self, name: &str, write: impl FnOnce(&mut ObjectWriter)) {
        write_object(self.key(name), write);
    }

    /// Writes a member with a list.
    pub fn list<Element>(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item = Element>,
        mut write: impl FnMut(&mut String, Element),
    ) {
        let json = self.key(name);
        json.push('[');
        for (index, element) in elements.into_iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            write(json, element);
        }
        json.push(']');
    }

    /// Writes a member with a list of objects.
    pub fn objects<Element>(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item = Element>,
        mut write: impl FnMut(&mut ObjectWriter, Element),
    ) {
        self.list(name, elements, |json, element| write_object(json, |object| write(object, element)));
    }
}

/// Writes a number with a fraction of one to three decimals, as DynamoDB writes doubles. This is smaller than the standard
/// library's formatting, which adds five kilobytes to the binary.
pub fn write_double(value: f64, json: &mut String) {
    let thousandths = (value.abs() * 1000.0).round() as u64;
    let sign = if value < 0.0 && thousandths > 0 { "-" } else { "" };
    let fraction = format!("{:03}", thousandths % 1000);
    let decimals = match fraction.trim_end_matches('0') {
        "" => "0",
        decimals => decimals,
    };
    json.push_str(&format!("{sign}{}.{decimals}", thousandths / 1000));
}

/// Writes one object, as a whole text or as an element of a list.
pub fn write_object(json: &mut String, write: impl FnOnce(&mut ObjectWriter)) {
    let mut object = ObjectWriter::begin(json);
    write(&mut object);
    object.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_written_as_the_standard_library_writes_them() {
        for value in
            [0.0, 0.5, 1.0, 2.5, 1000.0, 12_345.5, 1_700_000_000.0, 1_700_000_000.001, 1_764_000_123.45, -1.0]
        {
            let mut json = String::new();
            write_object(&mut json, |object| object.double("x", value));
            assert_eq!(json, format!("{{\"x\":{value:?}}}"));
        }
    }
}
