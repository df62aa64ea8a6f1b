//! Values that a file names and does not have, such as a parameter without a default. A placeholder keeps the text around it visible
//! until a person gives the value, and the file is read again.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use dynalab_modeling::formats::ImportNote;
use dynalab_request_text::code::GivenValues;

/// The placeholders of one file, or of one module.
#[derive(Debug, Default)]
pub struct Placeholders {
    given: GivenValues,
    needed: RefCell<BTreeSet<String>>,
    uses: Cell<usize>,
}

impl Placeholders {
    pub fn new(given: &GivenValues) -> Placeholders {
        Placeholders { given: given.clone(), ..Placeholders::default() }
    }

    /// Returns the value that a person gave.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.given.get(name).map(String::as_str)
    }

    /// Notes that the file needs the value of this name.
    pub fn need(&self, name: &str) {
        self.uses.set(self.uses.get() + 1);
        if !self.needed.borrow().contains(name) {
            self.needed.borrow_mut().insert(name.to_owned());
        }
    }

    /// Returns the value of a name, or else the placeholder that stands for it.
    pub fn text_of(&self, name: &str) -> String {
        match self.given(name) {
            Some(given) => given.to_owned(),
            None => {
                self.need(name);
                placeholder(name)
            }
        }
    }

    /// Returns the placeholder that stands for a name, without a need for it.
    pub fn shown(&self, name: &str) -> String {
        placeholder(name)
    }

    /// Returns how often a value was needed. A result between two equal figures needed none.
    pub fn uses(&self) -> usize {
        self.uses.get()
    }

    /// Returns a note for each name whose value is missing, in the order of the names.
    pub fn notes(&self) -> impl Iterator<Item = ImportNote> {
        let needed = self.needed.borrow().clone();
        needed.into_iter().map(|name| ImportNote::Placeholder { shown: placeholder(&name), name })
    }
}

/// Returns the text that stands for a name: its letters, digits, `_`, `-` and `.`, which a name in DynamoDB can have.
fn placeholder(name: &str) -> String {
    let last =
        name.rsplit([':', '/', ' ']).find(|part| part.chars().any(char::is_alphanumeric)).unwrap_or(name);
    let kept: String =
        last.chars().filter(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(*letter)).collect();
    if kept.is_empty() { "value".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_is_a_name_that_dynamodb_accepts() {
        for (name, wanted) in [
            ("KeyName", "KeyName"),
            ("opt:stage", "stage"),
            ("self:custom.table-name", "custom.table-name"),
            ("file(./config.yml):name", "name"),
            ("ssm:/orders/table", "table"),
            ("表", "value"),
            ("", "value"),
        ] {
            assert_eq!(placeholder(name), wanted, "{name}");
        }
    }

    #[test]
    fn each_missing_value_is_needed_once() {
        let placeholders = Placeholders::new(&GivenValues::from([("Stage".to_owned(), "prod".to_owned())]));
        assert_eq!(placeholders.text_of("Stage"), "prod");
        assert_eq!((placeholders.uses(), placeholders.notes().count()), (0, 0));
        assert_eq!(placeholders.text_of("KeyName"), "KeyName");
        placeholders.need("KeyName");
        assert_eq!(placeholders.uses(), 2);
        let note = ImportNote::Placeholder { name: "KeyName".to_owned(), shown: "KeyName".to_owned() };
        assert_eq!(placeholders.notes().collect::<Vec<_>>(), [note]);
    }
}
