//! Divides a script or dump into statements: whatever their dialect, with what the clients of databases add to it.
//!
//! Only statements about tables, columns, keys and indexes are kept. Of the others, their kind and their first line.

use std::collections::BTreeMap;

use dynalab_types::{Budget, TooMuch};

use super::dialect::Flavor;
use super::lexer::{Kind, Lexeme, Lexer};

/// Bytes of a kept statement and of a kind, as they are charged.
const STATEMENT_BYTES: usize = 128;
/// The number of words that tell what a statement is.
const WORDS_MAX: usize = 14;
/// Kinds of skipped statements with a note of their own. The others are counted together.
const KINDS_MAX: usize = 40;
const OTHER_KINDS: &str = "…";
/// The first word of a statement in a hint. No table is read there, because dumps write stand-ins of views in hints.
const HINT: &str = "/*!";

/// What a CREATE or ALTER makes, as far as a kind is named after it.
const OBJECTS: [&str; 28] = [
    "TABLE",
    "INDEX",
    "VIEW",
    "TRIGGER",
    "PROCEDURE",
    "PROC",
    "FUNCTION",
    "SEQUENCE",
    "TYPE",
    "SCHEMA",
    "DATABASE",
    "EXTENSION",
    "DOMAIN",
    "USER",
    "ROLE",
    "LOGIN",
    "EVENT",
    "RULE",
    "POLICY",
    "STATISTICS",
    "SYNONYM",
    "PUBLICATION",
    "SUBSCRIPTION",
    "AGGREGATE",
    "OPERATOR",
    "COLLATION",
    "LANGUAGE",
    "DEFAULT",
];
/// Words before INDEX or TABLE that make it something else: no key, or no table of this database.
const OTHER_FORMS: [&str; 6] = ["FULLTEXT", "SPATIAL", "COLUMNSTORE", "XML", "VIRTUAL", "FOREIGN"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    CreateTable,
    AlterTable,
    CreateIndex,
}

/// A statement about a table.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    pub topic: Topic,
    pub text: &'a str,
    /// The line in which it begins, from one.
    pub line: usize,
}

/// How often a kind of statement was skipped, and where first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub count: usize,
    pub line: usize,
}

#[derive(Debug, Default)]
pub struct Script<'a> {
    pub statements: Vec<Statement<'a>>,
    pub skipped: BTreeMap<String, Count>,
}

impl Script<'_> {
    /// Counts a statement that was skipped.
    pub fn skip(&mut self, kind: &str, line: usize) {
        let is_known = self.skipped.contains_key(kind) || self.skipped.len() < KINDS_MAX;
        let kind = if is_known { kind } else { OTHER_KINDS };
        let count = self.skipped.entry(kind.to_owned()).or_insert(Count { count: 0, line });
        count.count += 1;
    }
}

/// Divides the text.
///
/// # Errors
/// Returns the refusal if there are more statements than the budget has left.
pub fn divide<'a>(text: &'a str, flavor: Flavor, budget: &Budget) -> Result<Script<'a>, TooMuch> {
    budget.step(text.len())?;
    let mut divider = Divider {
        text,
        lexer: Lexer::new(text, flavor),
        flavor,
        has_go: has_line(text, "GO"),
        has_copy_end: has_line(text, "\\."),
        delimiter: None,
        is_line_start: true,
        tracks_blocks: true,
        current: Current::default(),
        counted: (0, 1),
        script: Script::default(),
        budget,
    };
    divider.run()?;
    Ok(divider.script)
}

fn has_line(text: &str, wanted: &str) -> bool {
    text.lines().any(|line| line.trim().eq_ignore_ascii_case(wanted))
}

/// The statement that is being read.
#[derive(Default)]
struct Current {
    /// The byte of the first word or sign.
    start: Option<usize>,
    /// The first words, in upper case.
    words: Vec<String>,
    /// Open brackets.
    depth: usize,
    /// A trigger, procedure, function or event, whose body has semicolons.
    is_routine: bool,
    /// Open blocks of a routine.
    blocks: usize,
    /// The end of the first part of a routine that ends in a semicolon.
    first_end: Option<usize>,
    has_stdin: bool,
    last_word: String,
}

struct Divider<'a, 'b> {
    text: &'a str,
    lexer: Lexer<'a>,
    flavor: Flavor,
    has_go: bool,
    has_copy_end: bool,
    /// What ends a statement instead of a semicolon, after DELIMITER.
    delimiter: Option<&'a str>,
    is_line_start: bool,
    tracks_blocks: bool,
    current: Current,
    /// A byte and its line.
    counted: (usize, usize),
    script: Script<'a>,
    budget: &'b Budget,
}

impl<'a> Divider<'a, '_> {
    fn run(&mut self) -> Result<(), TooMuch> {
        loop {
            let place = self.lexer.place();
            if self.is_line_start && self.line_of_client()? {
                continue;
            }
            if let Some(delimiter) = self.delimiter
                && self.lexer.rest().starts_with(delimiter)
            {
                self.end(place)?;
                self.lexer.go_to(place + delimiter.len());
                continue;
            }
            let Some(lexeme) = self.lexer.next() else {
                if let Some(first) = self.current.first_end.filter(|_| self.current.blocks > 0) {
                    // The body has no end, so blocks tell nothing here.
                    self.tracks_blocks = false;
                    self.end(first)?;
                    self.lexer.go_to(first + 1);
                    continue;
                }
                return self.end(place);
            };
            let text = &self.text[lexeme.start..lexeme.end];
            let mut skips = false;
            match lexeme.kind {
                Kind::Space => {
                    self.is_line_start |= text.contains('\n');
                    continue;
                }
                Kind::Comment => {}
                Kind::Hint => self.hint(text, lexeme),
                Kind::Sign(';') if self.delimiter.is_none() => skips = self.semicolon(lexeme)?,
                Kind::Word => {
                    if self.is_line_start && self.begins_statement(text) {
                        self.end(lexeme.start)?;
                    }
                    self.word(text, lexeme.start);
                }
                Kind::Quoted => self.begin(lexeme.start),
                Kind::Sign(sign) => {
                    self.begin(lexeme.start);
                    match sign {
                        '(' => self.current.depth += 1,
                        ')' => self.current.depth = self.current.depth.saturating_sub(1),
                        _ => {}
                    }
                }
            }
            self.is_line_start = skips;
        }
    }

    fn begin(&mut self, start: usize) {
        self.current.start.get_or_insert(start);
    }

    /// Takes the words of a hint that begins a statement, such as `/*!40000 ALTER TABLE boats DISABLE KEYS */`.
    fn hint(&mut self, text: &str, lexeme: Lexeme) {
        let is_first = self.current.start.is_none();
        if !is_first && self.current.words.first().is_none_or(|first| first != HINT) {
            return;
        }
        self.begin(lexeme.start);
        let inside = text.trim_start_matches(|letter: char| !letter.is_whitespace());
        let words = inside.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        let words = words.filter(|word| !word.is_empty()).map(str::to_ascii_uppercase);
        let known = &mut self.current.words;
        if is_first {
            known.push(HINT.to_owned());
        }
        known.extend(words.take(WORDS_MAX.saturating_sub(known.len())));
    }

    fn word(&mut self, text: &str, start: usize) {
        self.begin(start);
        let current = &mut self.current;
        let upper = if text.len() <= 32 { text.to_ascii_uppercase() } else { String::new() };
        if current.is_routine {
            let after_end = current.last_word == "END";
            match upper.as_str() {
                "BEGIN" => current.blocks += 1,
                "CASE" if !after_end => current.blocks += 1,
                "IF" | "LOOP" | "WHILE" | "REPEAT" | "FOR" if after_end => current.blocks += 1,
                "TRAN" | "TRANSACTION" if current.last_word == "BEGIN" => {
                    current.blocks = current.blocks.saturating_sub(1);
                }
                "END" => current.blocks = current.blocks.saturating_sub(1),
                _ => {}
            }
        }
        current.has_stdin |= upper == "STDIN";
        if current.words.len() < WORDS_MAX {
            let is_routine = ["TRIGGER", "PROCEDURE", "PROC", "FUNCTION", "EVENT"].contains(&upper.as_str());
            let is_made = current.words.first().is_some_and(|first| first == "CREATE" || first == "ALTER");
            current.is_routine |= is_routine && is_made && object(&current.words).is_none();
            current.words.push(upper.clone());
        }
        current.last_word = upper;
    }

    /// Ends a statement, unless the semicolon is in the body of a routine. Returns true if rows behind it were skipped, up to a line end.
    fn semicolon(&mut self, lexeme: Lexeme) -> Result<bool, TooMuch> {
        if self.current.is_routine {
            let ends_with_go = self.has_go && self.flavor == Flavor::SqlServer;
            if ends_with_go || self.tracks_blocks && self.current.blocks > 0 {
                self.current.first_end.get_or_insert(lexeme.start);
                return Ok(false);
            }
        }
        let is_copy =
            self.current.has_stdin && self.current.words.first().is_some_and(|first| first == "COPY");
        self.end(lexeme.start)?;
        let skips = is_copy && self.has_copy_end;
        if skips {
            self.skip_copied();
        }
        Ok(skips)
    }

    /// Skips the rows behind `COPY … FROM stdin;` up to the line `\.`.
    fn skip_copied(&mut self) {
        let mut place = self.lexer.place();
        for line in self.text[place..].split_inclusive('\n') {
            place += line.len();
            if line.trim_end() == "\\." {
                self.lexer.go_to(place);
                return;
            }
        }
        self.has_copy_end = false;
    }

    /// Reads a line for the client instead of the database. Returns false if the next line is none.
    fn line_of_client(&mut self) -> Result<bool, TooMuch> {
        let place = self.lexer.place();
        let rest = self.lexer.rest();
        let line = rest.split('\n').next().unwrap_or_default();
        let length = line.len();
        let shown = line.trim();
        if shown.eq_ignore_ascii_case("GO") || is_go_with_count(shown) {
            let is_separator = self.flavor == Flavor::SqlServer || self.current.depth == 0;
            if is_separator {
                self.end(place)?;
                self.lexer.go_to(place + length);
            }
            return Ok(is_separator);
        }
        if self.current.start.is_some() {
            return Ok(false);
        }
        let first = shown.split_whitespace().next().unwrap_or_default();
        if first.eq_ignore_ascii_case("DELIMITER") {
            let sign = shown[first.len()..].trim();
            let at = place + line.find(sign).unwrap_or(0);
            let sign = &self.text[at..at + sign.len()];
            self.delimiter = (!sign.is_empty() && sign != ";").then_some(sign);
        } else if let Some(name) = first.strip_prefix(['\\', '.']).filter(|_| self.delimiter.is_none()) {
            let name: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
            if name.is_empty() && first != "\\." {
                return Ok(false);
            }
            if !name.is_empty() {
                let line = self.line_at(place);
                let kind = format!("{}{name}", &first[..1]);
                self.skip(&kind, line)?;
            }
        } else {
            return Ok(false);
        }
        self.lexer.go_to(place + length);
        Ok(true)
    }

    /// Returns true if a word at the start of a line begins a statement, although the one before has no end. Scripts of SQL Server have
    /// no semicolons.
    fn begins_statement(&self, word: &str) -> bool {
        if self.current.start.is_none()
            || self.current.depth > 0
            || self.current.is_routine
            || self.delimiter.is_some()
        {
            return false;
        }
        let rest = self.lexer.rest().trim_start();
        let next =
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default();
        let is_next = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(next));
        match word.to_ascii_uppercase().as_str() {
            "CREATE" => {
                is_next(&OBJECTS) || is_next(&["UNIQUE", "CLUSTERED", "NONCLUSTERED", "TEMPORARY", "OR"])
            }
            "ALTER" => is_next(&["TABLE", "DATABASE", "INDEX", "VIEW"]),
            "DROP" => is_next(&["TABLE", "DATABASE", "VIEW"]),
            "INSERT" | "EXEC" | "EXECUTE" => true,
            _ => false,
        }
    }

    fn line_at(&mut self, place: usize) -> usize {
        let (counted, line) = self.counted;
        let more =
            self.text.as_bytes()[counted..place.max(counted)].iter().filter(|byte| **byte == b'\n').count();
        self.counted = (place.max(counted), line + more);
        line + more
    }

    fn skip(&mut self, kind: &str, line: usize) -> Result<(), TooMuch> {
        self.budget.produce(if self.script.skipped.contains_key(kind) { 0 } else { STATEMENT_BYTES })?;
        self.script.skip(kind, line);
        Ok(())
    }

    /// Ends the statement before this byte.
    fn end(&mut self, end: usize) -> Result<(), TooMuch> {
        let current = std::mem::take(&mut self.current);
        let Some(start) = current.start else { return Ok(()) };
        let line = self.line_at(start);
        let kind = kind(&current.words);
        let topic = match kind.as_str() {
            "CREATE TABLE" => Some(Topic::CreateTable),
            "CREATE INDEX" => Some(Topic::CreateIndex),
            "ALTER TABLE" => Some(Topic::AlterTable),
            _ => None,
        };
        let is_hint = current.words.first().is_some_and(|first| first == HINT);
        match topic.filter(|_| !is_hint) {
            Some(topic) => {
                self.budget.produce(STATEMENT_BYTES).map_err(|refusal| refusal.at_line(line))?;
                let text = self.text.get(start..end).unwrap_or_default();
                self.script.statements.push(Statement { topic, text, line });
                Ok(())
            }
            None => self.skip(&kind, line),
        }
    }
}

/// `GO 5` runs a batch five times.
fn is_go_with_count(line: &str) -> bool {
    line.split_once(' ').is_some_and(|(word, count)| {
        word.eq_ignore_ascii_case("GO")
            && !count.trim().is_empty()
            && count.trim().bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn object(words: &[String]) -> Option<&str> {
    words.iter().skip(1).map(String::as_str).find(|word| OBJECTS.contains(word))
}

/// Returns the kind of a statement: its first word, and what it creates or changes.
fn kind(words: &[String]) -> String {
    let words = match words.first() {
        Some(first) if first == HINT => &words[1..],
        _ => words,
    };
    let Some(first) = words.first() else { return OTHER_KINDS.to_owned() };
    let is_word = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if !is_word {
        return OTHER_KINDS.to_owned();
    }
    if !["CREATE", "ALTER", "DROP"].contains(&first.as_str()) {
        return first.clone();
    }
    match object(words) {
        Some(object) => {
            let before = words.iter().take_while(|word| *word != object);
            let form = before.map(String::as_str).find(|word| OTHER_FORMS.contains(word));
            [Some(first.as_str()), form, Some(object)].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        None => first.clone(),
    }
}
