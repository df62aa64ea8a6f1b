//! Words, signs, texts in quotes and comments of SQL, in any dialect and however damaged. It never fails.

use super::dialect::Flavor;

/// Failed searches for the end of a text between `$name$`, after which `$` is a sign. It keeps the work linear.
const LOST_DOLLARS_MAX: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Space,
    Comment,
    /// `/*! … */` of MySQL and `/*M! … */` of MariaDB: a comment for all other databases.
    Hint,
    Quoted,
    Word,
    Sign(char),
}

/// A part of the text, as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Maximum characters of a name in brackets.
const BRACKET_CHARACTERS_MAX: usize = 200;

/// What no longer ends in the rest of the text. It is searched once.
#[derive(Default)]
struct Lost {
    /// For each quote that did not end: the byte from which it is searched again, in one line only.
    quotes: [Option<usize>; 3],
    comment: bool,
    dollars: usize,
}

pub struct Lexer<'a> {
    text: &'a str,
    place: usize,
    flavor: Flavor,
    lost: Lost,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, flavor: Flavor) -> Lexer<'a> {
        Lexer { text, place: 0, flavor, lost: Lost::default() }
    }

    pub fn place(&self) -> usize {
        self.place
    }

    /// Continues at this byte, which begins a character.
    pub fn go_to(&mut self, place: usize) {
        self.place = place.min(self.text.len());
    }

    pub fn rest(&self) -> &'a str {
        self.text.get(self.place..).unwrap_or_default()
    }

    /// Returns the length of the next part and its kind.
    fn measure(&mut self) -> Option<(Kind, usize)> {
        let rest = self.rest();
        let letter = rest.chars().next()?;
        let own = letter.len_utf8();
        let line = || rest.find('\n').unwrap_or(rest.len());
        if letter.is_whitespace() {
            let end = rest.find(|letter: char| !letter.is_whitespace()).unwrap_or(rest.len());
            return Some((Kind::Space, end));
        }
        if rest.starts_with("--") || letter == '#' && self.begins_hash_comment() {
            return Some((Kind::Comment, line()));
        }
        if rest.starts_with("/*") && !self.lost.comment {
            if let Some(length) = self.comment_length() {
                // MariaDB begins a dump with a hint for no version at all.
                let is_hint =
                    rest.starts_with("/*!") || rest.starts_with("/*M!") && !rest.starts_with("/*M!999999");
                return Some((if is_hint { Kind::Hint } else { Kind::Comment }, length));
            }
            self.lost.comment = true;
        }
        if matches!(letter, '\'' | '"' | '`') {
            return Some(match self.quoted_length(letter) {
                Some(length) => (Kind::Quoted, length),
                None => (Kind::Sign(letter), own),
            });
        }
        if letter == '[' && self.flavor == Flavor::SqlServer {
            let mut letters = rest.char_indices().take(BRACKET_CHARACTERS_MAX);
            let end = letters.find(|(_, letter)| "]\n".contains(*letter));
            let end = end.filter(|(_, letter)| *letter == ']').map(|(end, _)| end);
            return Some(end.map_or((Kind::Sign(letter), own), |end| (Kind::Quoted, end + 1)));
        }
        if letter == '$'
            && let Some(length) = self.dollar_length()
        {
            return Some((Kind::Quoted, length));
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        if is_part(letter) {
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            return Some((Kind::Word, end));
        }
        Some((Kind::Sign(letter), own))
    }

    /// `#` begins a comment in MySQL. In PostgreSQL it is an operator, in SQL Server it begins the name of a temporary table.
    fn begins_hash_comment(&self) -> bool {
        let is_line_start =
            self.text[..self.place].trim_end_matches([' ', '\t']).ends_with('\n') || self.place == 0;
        match self.flavor {
            Flavor::MySql => true,
            Flavor::Unknown => is_line_start && self.rest().starts_with("# "),
            Flavor::PostgreSql | Flavor::Sqlite | Flavor::SqlServer => false,
        }
    }

    fn comment_length(&self) -> Option<usize> {
        let rest = self.rest();
        let is_nested = matches!(self.flavor, Flavor::PostgreSql | Flavor::SqlServer);
        if !is_nested {
            return rest[2..].find("*/").map(|end| end + 4);
        }
        let mut level = 1_usize;
        let mut place = 2;
        loop {
            place += rest[place..].find(['*', '/'])?;
            let sign = rest.get(place..place + 2);
            match sign {
                Some("*/") => level -= 1,
                Some("/*") => level += 1,
                _ => {
                    place += 1;
                    continue;
                }
            }
            place += 2;
            if level == 0 {
                return Some(place);
            }
        }
    }

    fn quoted_length(&mut self, quote: char) -> Option<usize> {
        let rest = self.rest();
        let number = "'\"`".find(quote).unwrap_or_default();
        // After a quote that did not end, each is searched in its line only.
        let line = || rest.find('\n').unwrap_or(rest.len());
        let rest = match self.lost.quotes[number] {
            Some(until) if self.place < until => return None,
            Some(_) => &rest[..line()],
            None => rest,
        };
        let before = self.text[..self.place].chars().next_back();
        let is_escape_text = matches!(before, Some('E' | 'e'));
        let mut letters = rest.char_indices().skip(1).peekable();
        while let Some((at, letter)) = letters.next() {
            if letter == '\\' && quote != '`' {
                let escapes = match self.flavor {
                    Flavor::MySql => true,
                    Flavor::PostgreSql => is_escape_text && quote == '\'',
                    Flavor::Sqlite | Flavor::SqlServer => false,
                    // `'O\'Hara'` has an escaped quote, `'C:\', 1` has none.
                    Flavor::Unknown => {
                        let after = rest[at + 1..].strip_prefix(quote).and_then(|after| after.chars().next());
                        after.is_none_or(|after| !(after.is_whitespace() || ",);".contains(after)))
                    }
                };
                if escapes {
                    letters.next();
                }
            } else if letter == quote {
                // Two quotes are one in the text.
                if letters.next_if(|(_, next)| *next == quote).is_none() {
                    return Some(at + 1);
                }
            }
        }
        self.lost.quotes[number] = Some(self.place + rest.find('\n').unwrap_or(rest.len()));
        None
    }

    /// Returns the length of a text between `$$` or `$name$`.
    fn dollar_length(&mut self) -> Option<usize> {
        let rest = self.rest();
        // In MySQL, names may have this sign.
        let before = self.text[..self.place].chars().next_back();
        let is_in_name = before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        if is_in_name || self.lost.dollars >= LOST_DOLLARS_MAX {
            return None;
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = 1 + rest[1..].find(|letter| !is_part(letter))?;
        let name = rest[end..].starts_with('$').then(|| &rest[..=end])?;
        let found = rest[name.len()..].find(name);
        if found.is_none() {
            self.lost.dollars += 1;
        }
        found.map(|end| end + 2 * name.len())
    }
}

impl Iterator for Lexer<'_> {
    type Item = Lexeme;

    fn next(&mut self) -> Option<Lexeme> {
        let (kind, length) = self.measure()?;
        let start = self.place;
        self.place += length;
        Some(Lexeme { kind, start, end: self.place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, flavor: Flavor) -> Vec<&str> {
        let shown = Lexer::new(text, flavor).filter(|lexeme| lexeme.kind != Kind::Space);
        shown.map(|lexeme| &text[lexeme.start..lexeme.end]).collect()
    }

    #[test]
    fn quotes_end_where_the_dialect_ends_them() {
        assert_eq!(parts(r"('O\'Hara')", Flavor::MySql), ["(", r"'O\'Hara'", ")"]);
        assert_eq!(parts(r"('C:\', 1)", Flavor::Sqlite), ["(", r"'C:\'", ",", "1", ")"]);
        assert_eq!(parts(r"('C:\', 'x')", Flavor::Unknown), ["(", r"'C:\'", ",", "'x'", ")"]);
        assert_eq!(parts(r"('O\'Hara')", Flavor::Unknown), ["(", r"'O\'Hara'", ")"]);
        assert_eq!(parts(r"E'it\'s' 'a\'", Flavor::PostgreSql), ["E", r"'it\'s'", r"'a\'"]);
        assert_eq!(parts("'it''s'", Flavor::Unknown), ["'it''s'"]);
        assert_eq!(parts("[a'b] [c", Flavor::SqlServer), ["[a'b]", "[", "c"]);
        assert_eq!(parts("$$ ; $$ $a$ $$ $a$ $1", Flavor::PostgreSql), ["$$ ; $$", "$a$ $$ $a$", "$", "1"]);
    }

    #[test]
    fn what_does_not_end_is_a_sign() {
        assert_eq!(parts("it's; b 'c'", Flavor::Unknown), ["it", "'s; b '", "c", "'"]);
        assert_eq!(parts("a /* b", Flavor::MySql), ["a", "/", "*", "b"]);
        assert_eq!(parts("a /* b /* c */ d */ e", Flavor::PostgreSql), ["a", "/* b /* c */ d */", "e"]);
        assert_eq!(parts("/*!40000 a */ # b\nc", Flavor::MySql), ["/*!40000 a */", "# b", "c"]);
        assert_eq!(parts("#a # b\n# c", Flavor::Unknown), ["#", "a", "#", "b", "# c"]);
    }
}
