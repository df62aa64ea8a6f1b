//! Writes response bodies as JSON text, without building a tree first.

use dynalab_types::wire::{write_item, write_json_string};
use dynalab_types::{Item, Timestamp};

/// One JSON object under construction; [`ObjectWriter::end`] closes it.
pub struct ObjectWriter<'a> {
    json: &'a mut String,
    empty: bool,
}

impl<'a> ObjectWriter<'a> {
    pub fn begin(json: &'a mut String) -> ObjectWriter<'a> {
        json.push('{');
        ObjectWriter { json, empty: true }
    }

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

    pub fn text(&mut self, name: &str, text: &str) {
        write_json_string(text, self.key(name));
    }

    pub fn boolean(&mut self, name: &str, value: bool) {
        self.key(name).push_str(if value { "true" } else { "false" });
    }

    pub fn integer(&mut self, name: &str, value: impl Into<i128>) {
        let value: i128 = value.into();
        self.key(name).push_str(&value.to_string());
    }

    /// Always with a fraction, as the service writes doubles.
    pub fn double(&mut self, name: &str, value: f64) {
        let text = format!("{value:?}");
        self.key(name).push_str(&text);
    }

    /// Seconds since 1970.
    pub fn date(&mut self, name: &str, at: Timestamp) {
        self.double(name, at.epoch_seconds());
    }

    pub fn item(&mut self, name: &str, item: &Item) {
        write_item(item, self.key(name));
    }

    pub fn object(&mut self, name: &str, write: impl FnOnce(&mut ObjectWriter)) {
        write_object(self.key(name), write);
    }

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

    pub fn objects<Element>(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item = Element>,
        mut write: impl FnMut(&mut ObjectWriter, Element),
    ) {
        self.list(name, elements, |json, element| write_object(json, |object| write(object, element)));
    }
}

/// One object, as a whole text or as an element of a list.
pub fn write_object(json: &mut String, write: impl FnOnce(&mut ObjectWriter)) {
    let mut object = ObjectWriter::begin(json);
    write(&mut object);
    object.end();
}
