//! Literals of Terraform.

use crate::escapes::{content, four_digits};

/// Returns the content of a quoted template that is this text. A dollar sign before a brace is doubled, however many are before it.
pub fn text(text: &str) -> String {
    content(text, '"', four_digits).replace("${", "$${").replace("%{", "%%{")
}
