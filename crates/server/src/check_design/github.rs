//! Prints issues as annotations of a GitHub Action, one workflow command for each.

use std::fmt::Write as _;

use super::issue::{self, Level};
use super::result::CheckResult;

pub fn write(result: &CheckResult) -> String {
    let mut text = String::new();
    for issue in issue::of_result(result) {
        let command = match issue.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let title = format!("{} ({})", issue.place, issue.kind);
        let (file, title, message) = (property(&issue.file), property(&title), data(&issue.message));
        let _ = writeln!(text, "::{command} file={file},title={title}::{message}");
    }
    text
}

/// Escapes a message as the runner reads it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property, which ends with a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_begin_another_command() {
        assert_eq!(data("100 %\n::error::x"), "100 %25%0A::error::x");
        assert_eq!(property("a,b:c\r"), "a%2Cb%3Ac%0D");
    }
}
