//! Answers a misspelt option or command with the nearest one.

use std::fmt;

/// Edits within which a word is taken for a misspelt one.
const EDITS_MAX: usize = 2;

/// Writes an error of the command line. `help` has the options, and `commands` the other words that may stand there.
pub fn write_error(
    formatter: &mut fmt::Formatter<'_>,
    error: &lexopt::Error,
    help: &str,
    commands: &[&str],
) -> fmt::Result {
    write!(formatter, "{error}")?;
    match meant(error, help, commands) {
        Some(nearest) => write!(formatter, "; did you mean {nearest}?"),
        None => Ok(()),
    }
}

/// Returns the option or command that is meant by a misspelt one.
fn meant<'a>(error: &lexopt::Error, help: &'a str, commands: &[&'a str]) -> Option<&'a str> {
    match error {
        lexopt::Error::UnexpectedOption(option) => nearest(option, options(help)),
        lexopt::Error::UnexpectedArgument(word) => nearest(&word.to_string_lossy(), commands.iter().copied()),
        _ => None,
    }
}

/// Returns the long options that a help text has.
fn options(help: &str) -> impl Iterator<Item = &str> {
    let words = help.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    words.filter(|word| word.len() > 3 && word.starts_with("--"))
}

fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let edits = |known: &&str| strsim::damerau_levenshtein(word, known);
    // The beginning of a word is nearer than any other word.
    let is_beginning = |known: &&str| word.len() > 3 && known.starts_with(word);
    let found = known.min_by_key(|known| (!is_beginning(known), edits(known)))?;
    (is_beginning(&found) || edits(&found) <= EDITS_MAX).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_taken_for_the_nearest_one() {
        let help = "  --port PORT  the port; --host and --host-name\n  -h, --help";
        assert_eq!(options(help).collect::<Vec<_>>(), ["--port", "--host", "--host-name", "--help"]);
        for (word, wanted) in [
            ("--prot", Some("--port")),
            ("--hots", Some("--host")),
            ("--host-n", Some("--host-name")),
            ("--colour", None),
        ] {
            assert_eq!(nearest(word, options(help)), wanted, "{word}");
        }
        assert_eq!(nearest("chekc", ["check", "diff"].into_iter()), Some("check"));
    }
}
