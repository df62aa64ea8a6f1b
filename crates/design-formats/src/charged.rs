//! A pass over the words, nesting and chains of a text before a parser of another project reads it.
//!
//! Such a parser recurses for each level and builds a tree for each word, so its stack and memory are bounded here.

use dynalab_types::{Bound, Budget, TooMuch};

/// The syntax of a language, as far as words and brackets depend on it.
pub struct Language {
    /// What begins a comment up to the end of the line.
    line_comments: &'static [&'static str],
    quotes: &'static [char],
    /// True if `${` in a text in quotes begins an expression, and if `<<END` begins a text of several lines.
    has_templates: bool,
    /// True if a line ends an expression that is in no bracket.
    lines_end: bool,
    /// Words before a `<` that is a bracket.
    types: &'static [&'static str],
}

pub const SQL: Language = Language {
    line_comments: &["--"],
    quotes: &['\'', '"', '`'],
    has_templates: false,
    lines_end: false,
    types: &["array", "struct", "map", "nested", "tuple", "table", "setof"],
};

pub const HCL: Language = Language {
    line_comments: &["#", "//"],
    quotes: &['"'],
    has_templates: true,
    lines_end: true,
    types: &[],
};

/// Bytes of a word in the tree of a parser, as they are charged.
const WORD_BYTES: usize = 32;

/// Charges a text: each word and sign, each level of nesting, and the length of each chain.
///
/// # Errors
/// Returns the refusal with its line.
pub fn charge(text: &str, language: &Language, budget: &Budget) -> Result<(), TooMuch> {
    charge_part(text, language, budget, &mut 0, 1)
}

/// Charges a part of a text that begins in this line. `words` counts those of all parts.
///
/// # Errors
/// Returns the refusal with its line.
pub fn charge_part(
    text: &str,
    language: &Language,
    budget: &Budget,
    words: &mut usize,
    line: usize,
) -> Result<(), TooMuch> {
    let mut pass = Pass {
        text,
        place: 0,
        line,
        open: vec![Level::default()],
        language,
        words: *words,
        last: "",
        run: 0,
        lost_dollars: 0,
        budget,
    };
    budget.step(text.len())?;
    let charged = pass.run().map_err(|refusal| refusal.at_line(pass.line));
    *words = pass.words;
    charged
}

/// An open bracket, or a text whose expression is being read.
#[derive(Default)]
struct Level {
    bracket: char,
    /// Words and signs since the last separator.
    parts: usize,
}

struct Pass<'a> {
    text: &'a str,
    place: usize,
    line: usize,
    open: Vec<Level>,
    language: &'a Language,
    words: usize,
    /// The word before, and how often it stands in a row.
    last: &'a str,
    run: usize,
    /// Searches for the end of a text between `$name$` that found none.
    lost_dollars: usize,
    budget: &'a Budget,
}

/// Failed searches for the end of a text between `$name$`, after which `$` is a sign. It keeps the work linear.
const LOST_DOLLARS_MAX: usize = 8;

impl<'a> Pass<'a> {
    fn run(&mut self) -> Result<(), TooMuch> {
        while let Some(letter) = self.text[self.place..].chars().next() {
            let rest = &self.text[self.place..];
            let comment = self.language.line_comments.iter().any(|sign| rest.starts_with(sign));
            match letter {
                '\n' => {
                    self.skip(1);
                    if self.language.lines_end && matches!(self.bracket(), '{' | '\0') {
                        self.separate();
                    }
                }
                _ if letter.is_whitespace() => self.skip(letter.len_utf8()),
                _ if comment => self.skip(rest.find('\n').unwrap_or(rest.len())),
                _ if rest.starts_with("/*") => self.skip(rest.find("*/").map_or(rest.len(), |end| end + 2)),
                '$' if !self.language.has_templates && self.dollar_quoted() => {}
                '<' if self.language.has_templates && rest.starts_with("<<") => self.heredoc()?,
                _ if self.language.quotes.contains(&letter) => self.quoted(letter)?,
                '(' | '[' | '{' => self.open(letter, 1)?,
                '<' if self.language.types.iter().any(|word| self.last.eq_ignore_ascii_case(word)) => {
                    self.open(letter, 1)?;
                }
                '>' if self.bracket() == '<' => self.close(),
                ')' | ']' | '}' => {
                    let bracket = self.bracket();
                    self.close();
                    if bracket == '"' {
                        self.in_quotes('"')?;
                    }
                }
                ',' | ';' => self.end_of_part(letter),
                _ => self.word(letter)?,
            }
        }
        Ok(())
    }

    fn bracket(&self) -> char {
        self.open.last().map_or('\0', |level| level.bracket)
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = &self.text[self.place..self.place + bytes];
        self.line += skipped.bytes().filter(|byte| *byte == b'\n').count();
        self.place += bytes;
    }

    fn separate(&mut self) {
        if let Some(level) = self.open.last_mut() {
            level.parts = 0;
        }
        (self.last, self.run) = ("", 0);
    }

    /// Ends a part. In SQL, a semicolon ends all brackets too: none contains a statement.
    fn end_of_part(&mut self, letter: char) {
        self.skip(1);
        if letter == ';' && !self.language.has_templates {
            self.open.truncate(1);
        }
        self.separate();
    }

    /// Counts a word or sign.
    fn count(&mut self, word: &'a str) -> Result<(), TooMuch> {
        self.words += 1;
        Bound::ImportWords.check(self.words)?;
        self.budget.produce(WORD_BYTES)?;
        if let Some(level) = self.open.last_mut() {
            level.parts += 1;
            Bound::ImportParts.check(level.parts)?;
        }
        self.run = if self.last == word { self.run + 1 } else { 1 };
        self.last = word;
        Bound::ImportRepeats.check(self.run)
    }

    fn open(&mut self, bracket: char, bytes: usize) -> Result<(), TooMuch> {
        self.count("")?;
        self.skip(bytes);
        Bound::ImportDepth.check(self.open.len())?;
        self.open.push(Level { bracket, parts: 0 });
        (self.last, self.run) = ("", 0);
        Ok(())
    }

    fn close(&mut self) {
        self.skip(1);
        if self.open.len() > 1 {
            self.open.pop();
        }
        (self.last, self.run) = ("", 0);
    }

    fn word(&mut self, letter: char) -> Result<(), TooMuch> {
        let rest = &self.text[self.place..];
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = match is_part(letter) {
            true => rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()),
            false => letter.len_utf8(),
        };
        self.count(&rest[..end])?;
        self.skip(end);
        Ok(())
    }

    fn quoted(&mut self, quote: char) -> Result<(), TooMuch> {
        self.count("")?;
        self.skip(1);
        self.in_quotes(quote)
    }

    /// Skips the rest of a text in quotes, up to its end or an expression in it.
    fn in_quotes(&mut self, quote: char) -> Result<(), TooMuch> {
        let rest = &self.text[self.place..];
        let mut letters = rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            let is_template =
                self.language.has_templates && matches!(letter, '$' | '%') && rest[at + 1..].starts_with('{');
            if letter == '\\' {
                letters.next();
            } else if is_template && !rest[..at].ends_with(letter) {
                self.skip(at);
                return self.open('"', 2);
            } else if letter == quote {
                self.skip(at + 1);
                return Ok(());
            }
        }
        self.skip(rest.len());
        Ok(())
    }

    /// Skips a text between `$$` or `$name$`. Returns false if there is none.
    fn dollar_quoted(&mut self) -> bool {
        let rest = &self.text[self.place..];
        if self.lost_dollars >= LOST_DOLLARS_MAX {
            return false;
        }
        let Some(name) = rest[1..].find('$').map(|end| &rest[..end + 2]) else { return false };
        if !name[1..name.len() - 1].chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
            return false;
        }
        let Some(end) = rest[name.len()..].find(name) else {
            self.lost_dollars += 1;
            return false;
        };
        self.skip(end + 2 * name.len());
        true
    }

    /// Skips a text of several lines up to the line with its end. Its expressions are counted as nesting.
    fn heredoc(&mut self) -> Result<(), TooMuch> {
        self.count("")?;
        let rest = &self.text[self.place..];
        let first = rest.lines().next().unwrap_or_default();
        let end = first.trim_start_matches('<').trim_start_matches('-').trim();
        let mut length = first.len();
        for line in rest[first.len()..].split_inclusive('\n') {
            length += line.len();
            if line.trim() == end {
                break;
            }
        }
        let body = &rest[..length.min(rest.len())];
        let nested = body.matches("${").count() + body.matches("%{").count();
        Bound::ImportParts.check(nested)?;
        self.skip(body.len());
        self.separate();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, language: &Language) -> Option<(Bound, String)> {
        let refusal = charge(text, language, &Budget::of_import()).err()?;
        Some((refusal.bound, refusal.to_string()))
    }

    fn bound(text: &str, language: &Language) -> Option<Bound> {
        refusal(text, language).map(|(bound, _)| bound)
    }

    #[test]
    fn chains_and_levels_are_bounded() {
        for (text, wanted) in [
            (format!("SELECT 1{}", "+1".repeat(5_000)), Bound::ImportParts),
            (format!("CREATE TABLE a (b int{})", "[]".repeat(5_000)), Bound::ImportParts),
            (format!("CREATE TABLE a (b {})", "ARRAY<".repeat(5_000)), Bound::ImportDepth),
            ("(".repeat(5_000), Bound::ImportDepth),
            (format!("SELECT {} 1", "NOT ".repeat(100)), Bound::ImportRepeats),
            ("SELECT 1 UNION ".repeat(5_000), Bound::ImportParts),
            ("(1),".repeat(1_000_000), Bound::ImportWords),
        ] {
            assert_eq!(bound(&text, &SQL), Some(wanted), "{}", &text[..40]);
        }
        for (text, wanted) in [
            (format!("a = 1{}", " + 1".repeat(5_000)), Bound::ImportParts),
            (format!("a = {}", "(".repeat(5_000)), Bound::ImportDepth),
            (format!("a = {}", "\"${".repeat(5_000)), Bound::ImportDepth),
            (format!("a = {}1", "!".repeat(100)), Bound::ImportRepeats),
            (format!("a = ({})", "b ? c :\n".repeat(5_000)), Bound::ImportParts),
        ] {
            assert_eq!(bound(&text, &HCL), Some(wanted), "{}", &text[..20]);
        }
        assert_eq!(
            refusal(&format!("\n\n{}", "(".repeat(100)), &SQL).map(|(_, text)| text).as_deref(),
            Some("Line 3: The text is nested more than 64 levels deep.")
        );
    }

    #[test]
    fn long_files_of_short_statements_pass() {
        let sql = "-- a comment ((((\nCREATE TABLE a (b int, c text DEFAULT 'it''s (((');\nINSERT INTO a VALUES (1, ':('), (2, $$ ((( $$);\n";
        assert_eq!(bound(&sql.repeat(5_000), &SQL), None);
        let hcl = "resource \"a\" \"b\" {\n  name = \"x-${var.a[\"}\"]}-$${(\"\n  tags = { a = 1 }\n  text = <<-END\n    ((( ${var.b}\n  END\n}\n# (((\n";
        assert_eq!(bound(&hcl.repeat(5_000), &HCL), None);
    }
}
