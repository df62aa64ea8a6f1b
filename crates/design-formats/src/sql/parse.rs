//! Parses one statement: in the dialect of its text, then without what only that database reads, then in the other dialects.

use dynalab_types::{Bound, Budget, TooMuch};
use sqlparser::ast::Statement;
use sqlparser::dialect::Dialect;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::Token;

use super::dialect::Flavor;
use super::lexer::{Kind, Lexer};
use super::statements::{self, Topic};
use crate::charged;

/// Maximum nesting of expressions.
const DEPTH_MAX: usize = Bound::SqlDepth.most() as usize;

/// Why a statement was refused, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub line: usize,
    pub column: usize,
    pub detail: Detail,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The parser's message.
    Mistake(String),
    TooMuch(TooMuch),
}

/// A parsed statement.
pub struct Parsed {
    pub statement: Statement,
    /// The first words behind the part that the parser knows.
    pub rest: Option<String>,
    /// Columns that were left out before the statement was parsed: their values are computed.
    pub computed: Vec<String>,
}

/// Parses a statement. Words are counted over the whole file.
///
/// # Errors
/// Returns the refusal of the whole file, or in the inner result that of this statement.
pub fn parse(
    statement: &statements::Statement<'_>,
    flavor: Flavor,
    words: &mut usize,
    budget: &Budget,
) -> Result<Result<Parsed, Refused>, TooMuch> {
    let line = statement.line;
    let of_statement = |refusal: TooMuch| {
        let refusal = refusal.at_line(line);
        match refusal.bound {
            Bound::ImportDepth | Bound::ImportParts | Bound::ImportRepeats | Bound::SqlDepth => {
                Ok(Err(Refused { line, column: 1, detail: Detail::TooMuch(refusal) }))
            }
            _ => Err(refusal),
        }
    };
    budget.produce(statement.text.len())?;
    let text = without_comments(statement.text, flavor);
    if let Err(refusal) = charged::charge_part(&text, &charged::SQL, budget, words, line) {
        return of_statement(refusal);
    }
    let [own, others @ ..] = flavor.dialects();
    let first = match parse_as(own, &text) {
        Ok(parsed) => return Ok(Ok(parsed)),
        Err(Failure::TooDeep) => return of_statement(TooMuch::of(Bound::SqlDepth)),
        Err(Failure::Mistake(place, detail)) => (place, detail),
    };
    budget.step(text.len() * 2)?;
    let (plain, computed) = plain(&text, flavor, statement.topic);
    if let Ok(parsed) = parse_as(own, &plain) {
        return Ok(Ok(Parsed { computed, ..parsed }));
    }
    let mut furthest = first;
    for dialect in others {
        match parse_as(dialect, &text) {
            Ok(parsed) => return Ok(Ok(parsed)),
            Err(Failure::TooDeep) => return of_statement(TooMuch::of(Bound::SqlDepth)),
            Err(Failure::Mistake(place, detail)) if place > furthest.0 => furthest = (place, detail),
            Err(Failure::Mistake(..)) => {}
        }
    }
    let ((inner, column), detail) = furthest;
    Ok(Err(Refused { line: line + inner.saturating_sub(1), column, detail: Detail::Mistake(detail) }))
}

enum Failure {
    TooDeep,
    Mistake((usize, usize), String),
}

fn parse_as(dialect: &dyn Dialect, text: &str) -> Result<Parsed, Failure> {
    let parser = Parser::new(dialect).with_recursion_limit(DEPTH_MAX);
    let parsed = parser.try_with_sql(text).and_then(|mut parser| {
        let statement = parser.parse_statement()?;
        let words = (0..3).map(|place| parser.peek_nth_token(place).token);
        let words: Vec<String> =
            words.take_while(|token| *token != Token::EOF).map(|token| token.to_string()).collect();
        // The block around a statement ends in a word of its own.
        let has_rest = !words.is_empty() && words != ["END"];
        Ok(Parsed { statement, rest: has_rest.then(|| words.join(" ")), computed: Vec::new() })
    });
    parsed.map_err(|error| match error {
        ParserError::RecursionLimitExceeded => Failure::TooDeep,
        ParserError::TokenizerError(detail) | ParserError::ParserError(detail) => {
            let (place, detail) = place_of(&detail);
            Failure::Mistake(place, detail)
        }
    })
}

/// Returns the position at the end of the parser's message (" at Line: 3, Column: 7"), and the message.
fn place_of(detail: &str) -> ((usize, usize), String) {
    let read = || {
        let (sentence, place) = detail.rsplit_once(" at Line: ")?;
        let (line, column) = place.split_once(", Column: ")?;
        Some(((line.parse().ok()?, column.trim().parse().ok()?), sentence.to_owned()))
    };
    read().unwrap_or_else(|| ((0, 0), detail.to_owned()))
}

/// Replaces comments by their line ends.
fn without_comments(text: &str, flavor: Flavor) -> String {
    let mut out = String::with_capacity(text.len());
    for lexeme in Lexer::new(text, flavor) {
        let part = &text[lexeme.start..lexeme.end];
        match lexeme.kind {
            Kind::Comment | Kind::Hint => {
                out.push(' ');
                out.extend(part.chars().filter(|letter| *letter == '\n'));
            }
            Kind::Space | Kind::Quoted | Kind::Word | Kind::Sign(_) => out.push_str(part),
        }
    }
    out
}

/// Words that say how a database stores a table. They carry nothing that a design has.
const STORAGE_WORDS: [&str; 8] =
    ["CLUSTERED", "NONCLUSTERED", "ROWGUIDCOL", "SPARSE", "PERSISTED", "HIDDEN", "FILESTREAM", "ZEROFILL"];

/// Returns the statement without storage, computed columns, and everything behind the columns of a table. Also returns the names of the
/// computed columns.
fn plain(text: &str, flavor: Flavor, topic: Topic) -> (String, Vec<String>) {
    let parts: Vec<(Kind, &str)> =
        Lexer::new(text, flavor).map(|lexeme| (lexeme.kind, &text[lexeme.start..lexeme.end])).collect();
    let seen: Vec<usize> = (0..parts.len()).filter(|place| parts[*place].0 != Kind::Space).collect();
    let word = |number: usize| seen.get(number).map_or("", |place| parts[*place].1);
    let is = |number: usize, wanted: &str| word(number).eq_ignore_ascii_case(wanted);
    let mut keeps = vec![true; parts.len()];
    let remove = |keeps: &mut Vec<bool>, from: usize, to: usize| {
        seen.iter().skip(from).take(to.saturating_sub(from)).for_each(|place| keeps[*place] = false);
    };
    let mut computed = Vec::new();
    let (mut depth, mut number) = (0_usize, 0);
    while number < seen.len() {
        let mut next = number + 1;
        if is(number, "(") {
            depth += 1;
        } else if is(number, ")") {
            depth = depth.saturating_sub(1);
            let is_end = depth == 0 && topic == Topic::CreateTable;
            if is_end {
                remove(&mut keeps, number + 1, seen.len());
                break;
            }
            if is(next, "WITH") && is(next + 1, "(") {
                next = closing(&word, next + 1) + 1;
                remove(&mut keeps, number + 1, next);
            }
            if is(next, "ON") && (word(next + 1).starts_with('[') || is(next + 1, "PRIMARY")) {
                remove(&mut keeps, next, next + 2);
                next += 2;
            }
        } else if STORAGE_WORDS.iter().any(|storage| is(number, storage)) {
            remove(&mut keeps, number, next);
        } else if is(number, "FOREIGN") && is(next, "KEY") && is(next + 1, "REFERENCES") {
            next += 1;
            remove(&mut keeps, number, next);
        } else if is(number, "NOT") && is(number + 1, "FOR") && is(number + 2, "REPLICATION") {
            next = number + 3;
            remove(&mut keeps, number, next);
        } else if topic == Topic::AlterTable
            && is(number, "WITH")
            && (is(next, "CHECK") || is(next, "NOCHECK"))
        {
            next += 1;
            remove(&mut keeps, number, next);
        } else if depth == 1
            && topic == Topic::CreateTable
            && matches!(word(number.wrapping_sub(1)), "(" | ",")
            && (is(next, "AS") || is(number, "PERIOD"))
        {
            // `total AS (price * count)`, up to its comma.
            computed.push(word(number).to_owned());
            next = end_of_part(&word, number, seen.len());
            remove(&mut keeps, number, next + usize::from(is(next, ",")));
            next += usize::from(is(next, ","));
        }
        number = next;
    }
    let kept = parts.iter().zip(&keeps).filter(|(_, keeps)| **keeps);
    (kept.map(|((_, text), _)| *text).collect(), computed)
}

/// Returns the number of the bracket that closes this one.
fn closing<'a>(word: &impl Fn(usize) -> &'a str, open: usize) -> usize {
    let (mut level, mut number) = (0_usize, open);
    loop {
        match word(number) {
            "(" => level += 1,
            ")" if level <= 1 => return number,
            ")" => level -= 1,
            "" => return number,
            _ => {}
        }
        number += 1;
    }
}

/// Returns the number of the comma or bracket behind a part of a list.
fn end_of_part<'a>(word: &impl Fn(usize) -> &'a str, start: usize, end: usize) -> usize {
    let (mut level, mut number) = (0_usize, start);
    while number < end {
        match word(number) {
            "(" => level += 1,
            ")" | "," if level == 0 => return number,
            ")" => level -= 1,
            _ => {}
        }
        number += 1;
    }
    end
}
