//! Reads members that only the complete engine uses: times, patterns, lists of names, and raw JSON.

use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::ShapeError;
use dynalab_types::{SmallMap, Timestamp};

use crate::error::violation::{Constraint, ValueDisplay};
use crate::request::fields::{Fields, token_name};

impl Fields<'_, '_> {
    /// Reads a string that must fit a pattern. The message contains the pattern as DynamoDB prints it.
    pub fn text_matching(
        &mut self,
        name: &str,
        pattern: &'static str,
        fits: impl FnOnce(&str) -> bool,
    ) -> Option<String> {
        let text = self.text(name)?;
        if !fits(&text) {
            self.violation(name, ValueDisplay::Text(text.clone()), Constraint::Pattern(pattern));
        }
        Some(text)
    }

    /// Returns a member as JSON without white space.
    pub fn json(&self, name: &str) -> Option<String> {
        let mut json = String::new();
        self.present(name)?.write(&mut json);
        Some(json)
    }

    /// Returns an object as it is.
    pub fn object(&mut self, name: &str) -> Option<&Object> {
        self.object_member(name)
    }

    /// Reads a list of JSON documents, each as an object or as a string.
    pub fn documents(&mut self, name: &str) -> Vec<String> {
        let elements = self.list_member(name).unwrap_or_default();
        let texts = elements.iter().map(|element| match element {
            Value::String(text) => text.clone(),
            other => {
                let mut text = String::new();
                other.write(&mut text);
                text
            }
        });
        texts.collect()
    }

    /// Reads a time in seconds since 1970. Earlier times count as 1970.
    pub fn date(&mut self, name: &str) -> Option<Timestamp> {
        self.integer(name, "Date")?;
        let Some(Value::Number(seconds)) = self.present(name) else { return None };
        let ms = match seconds.split_once(['e', 'E']) {
            None => format!("{seconds}e3"),
            Some((digits, exponent)) => match exponent.parse::<i32>() {
                Ok(exponent) => format!("{digits}e{}", exponent.saturating_add(3)),
                Err(_) => seconds.clone(),
            },
        };
        Some(Timestamp::from_epoch_ms(json::integer(&ms).max(0) as u64))
    }

    /// Reads a map of integers by name.
    pub fn integers(&mut self, name: &str, class: &'static str) -> SmallMap<String, i64> {
        let names = match self.present(name) {
            Some(Value::Object(object)) => object.keys().cloned().collect(),
            _ => Vec::new(),
        };
        let numbers = self.nested(name, |numbers| {
            let number = |name: String| numbers.integer(&name, class).map(|number| (name, number));
            names.into_iter().filter_map(number).collect()
        });
        numbers.unwrap_or_default()
    }

    /// Reads a list of integers.
    pub fn integer_list(&mut self, name: &str, class: &'static str) -> Vec<i64> {
        let mut numbers = Vec::new();
        for element in self.list_member(name).unwrap_or_default() {
            match element {
                Value::Number(number) => numbers.push(json::integer(number)),
                other => {
                    self.problems
                        .shape(ShapeError::CannotConvert { found: token_name(other), wanted: class });
                }
            }
        }
        numbers
    }

    /// Reads a list of names from a closed set.
    pub fn enumerations(&mut self, name: &str, printed: &'static [&'static str]) -> Vec<String> {
        let texts = self.texts(name).unwrap_or_default();
        if let Some(other) = texts.iter().find(|text| !printed.contains(&text.as_str())) {
            self.violation(name, ValueDisplay::Text(format!("[{other}]")), Constraint::OneOf(printed));
        }
        texts
    }
}
