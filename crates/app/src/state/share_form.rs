//! The choices in the share dialog.

use dynalab_playground::share::link::{LINK_LONG_CHARACTERS, LINK_TOO_LONG_CHARACTERS};
use serde::{Deserialize, Serialize};

use crate::share::WrittenDesign;
use crate::shared::Shared;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShareForm {
    pub title: String,
    /// Whether the link includes the items.
    pub data: bool,
    /// How many of the newest requests the link includes, to run them again.
    pub steps: Steps,
    /// The link and the file, or a message if they could not be written. None while they are being written.
    pub written: Option<Result<Shared<WrittenDesign>, String>>,
    /// Whether the link is in the clipboard; none before the person copies it.
    pub copied: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Steps {
    None,
    Ten,
    Hundred,
    /// All requests in the history that fit.
    All,
}

impl Steps {
    pub const EACH: [Steps; 4] = [Steps::None, Steps::Ten, Steps::Hundred, Steps::All];

    pub fn name(self) -> &'static str {
        match self {
            Steps::None => "none",
            Steps::Ten => "ten",
            Steps::Hundred => "hundred",
            Steps::All => "all",
        }
    }

    /// Returns the number of requests at most.
    pub fn at_most(self) -> u32 {
        match self {
            Steps::None => 0,
            Steps::Ten => 10,
            Steps::Hundred => 100,
            Steps::All => u32::MAX,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkLength {
    Fine,
    /// Some programs cut off a link of this length.
    Long,
    /// The link is too long, so a file is offered.
    TooLong,
}

impl LinkLength {
    pub fn from_address(address: &str) -> LinkLength {
        match address.len() {
            length if length <= LINK_LONG_CHARACTERS => LinkLength::Fine,
            length if length <= LINK_TOO_LONG_CHARACTERS => LinkLength::Long,
            _ => LinkLength::TooLong,
        }
    }
}

impl Default for ShareForm {
    /// Includes the items but no requests. Nothing is written yet.
    fn default() -> ShareForm {
        ShareForm { title: String::new(), data: true, steps: Steps::None, written: None, copied: None }
    }
}

impl ShareForm {
    /// Returns the form with a changed choice, which must be written again.
    pub fn with(&self, change: impl FnOnce(&mut ShareForm)) -> ShareForm {
        let mut form = ShareForm { written: None, copied: None, ..self.clone() };
        change(&mut form);
        form
    }

    /// Returns true if requests are included, because they need the items to run again.
    pub fn needs_items(&self) -> bool {
        self.steps != Steps::None
    }

    pub fn same_choice(&self, other: &ShareForm) -> bool {
        (self.data, self.steps, &self.title) == (other.data, other.steps, &other.title)
    }

    /// Returns the name of the file.
    pub fn file_name(&self) -> String {
        let kept = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let name: String = self.title.trim().chars().take(60).map(kept).collect();
        let name = if name.is_empty() { "design" } else { name.as_str() };
        format!("{name}{}", dynalab_playground::share::document::FILE_EXTENSION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_links_are_told_from_short_ones() {
        for (characters, expected) in [
            (8_000, LinkLength::Fine),
            (8_001, LinkLength::Long),
            (32_000, LinkLength::Long),
            (32_001, LinkLength::TooLong),
        ] {
            assert_eq!(LinkLength::from_address(&"x".repeat(characters)), expected);
        }
    }

    #[test]
    fn a_file_is_named_after_its_design() {
        let name = |title: &str| ShareForm::default().with(|form| form.title = title.to_owned()).file_name();
        assert_eq!(name(" "), "design.dynalab.json");
        assert_eq!(name("Orders: v2"), "Orders--v2.dynalab.json");
        assert_eq!(name("注文"), "注文.dynalab.json");
        assert_eq!(name("../x"), "---x.dynalab.json");
    }
}
