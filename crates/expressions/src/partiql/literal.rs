//! Literal values in a statement: `'text'`, `-1.5`, `true`, `null`, `[1, ?]`, `{'a': ?}`, `<<1, 2>>`.

use std::collections::BTreeSet;
use std::fmt;

use dynalab_types::wire::{NESTING_LEVELS_MAX, ValueError};
use dynalab_types::{AttributeMap, AttributeValue, ExponentWidth, Number};

use super::{Place, StatementProblem};
use crate::error::Problem;
use crate::lexer::{Symbol, TokenKind};
use crate::parser::Parser;
use crate::syntax::write_separated;

/// A literal as typed. Its parameters have no values yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A string, a number, a Boolean or null.
    Scalar(AttributeValue),
    /// A question mark. The index starts at zero.
    Parameter(usize),
    List(Vec<Literal>),
    Map(Vec<(Box<str>, Literal)>),
    /// A bag, which becomes a set.
    Bag(Vec<Literal>),
}

impl Literal {
    /// Returns the value with the parameters filled in.
    ///
    /// # Errors
    /// A parameter has no value, a bag has elements that no set can have, or a map repeats a name.
    pub fn value(&self, parameters: &[AttributeValue]) -> Result<AttributeValue, Problem> {
        // Without this feature no literal is parsed. The compiler cannot infer that.
        if !cfg!(feature = "partiql") {
            return Err(StatementProblem::TermUnexpected.into());
        }
        match self {
            Literal::Scalar(value) => Ok(value.clone()),
            Literal::Parameter(index) => {
                parameters.get(*index).cloned().ok_or_else(|| StatementProblem::ParameterCount.into())
            }
            Literal::List(elements) => Ok(AttributeValue::L(values(elements, parameters)?)),
            Literal::Map(entries) => {
                let mut map = AttributeMap::with_capacity(entries.len());
                for (name, literal) in entries {
                    map.insert(name.clone(), literal.value(parameters)?);
                }
                Ok(AttributeValue::M(map))
            }
            Literal::Bag(elements) => set(values(elements, parameters)?),
        }
    }
}

fn values(literals: &[Literal], parameters: &[AttributeValue]) -> Result<Vec<AttributeValue>, Problem> {
    // A plain loop, because literals nest and iterator adapters would multiply the stack per level.
    let mut values = Vec::with_capacity(literals.len());
    for literal in literals {
        values.push(literal.value(parameters)?);
    }
    Ok(values)
}

/// Builds a set. Its members must have one type and differ.
fn set(members: Vec<AttributeValue>) -> Result<AttributeValue, Problem> {
    let mut texts = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    let mut binaries = BTreeSet::new();
    let written: Vec<String> = members.iter().map(member_text).collect();
    for member in members {
        match member {
            AttributeValue::S(text) => drop(texts.insert(text)),
            AttributeValue::N(number) => drop(numbers.insert(number)),
            AttributeValue::B(bytes) => drop(binaries.insert(bytes)),
            _ => return Err(StatementProblem::MixedSet.into()),
        }
    }
    let set = match (texts.len(), numbers.len(), binaries.len()) {
        (0, 0, 0) => return Err(StatementProblem::BagEmpty.into()),
        (_, 0, 0) => AttributeValue::Ss(texts),
        (0, _, 0) => AttributeValue::Ns(numbers),
        (0, 0, _) => AttributeValue::Bs(binaries),
        _ => return Err(StatementProblem::MixedSet.into()),
    };
    let distinct = match &set {
        AttributeValue::Ss(members) => members.len(),
        AttributeValue::Ns(members) => members.len(),
        AttributeValue::Bs(members) => members.len(),
        _ => 0,
    };
    if distinct < written.len() {
        return Err(StatementProblem::BagRepeats { members: written }.into());
    }
    Ok(set)
}

/// Returns a set member without quotes, as the error about duplicates shows it.
fn member_text(member: &AttributeValue) -> String {
    match member {
        AttributeValue::S(text) => text.to_string(),
        AttributeValue::N(number) => number.to_string(),
        AttributeValue::B(bytes) => dynalab_types::wire::base64_text(bytes),
        _ => String::new(),
    }
}

fn wrong(error: ValueError) -> Problem {
    Problem::Value(Box::new(error))
}

impl Parser<'_> {
    pub(crate) fn at_literal(&self) -> bool {
        self.is_statement()
            && match self.kind() {
                TokenKind::Text | TokenKind::Number | TokenKind::Integer | TokenKind::Parameter => true,
                TokenKind::Symbol(symbol) => matches!(
                    symbol,
                    Symbol::Minus | Symbol::OpenBracket | Symbol::OpenBrace | Symbol::OpenBag
                ),
                _ => ["TRUE", "FALSE", "NULL"].iter().any(|keyword| self.at_keyword(keyword)),
            }
    }

    pub(crate) fn literal(&mut self) -> Result<Literal, Problem> {
        self.literal_inside(0)
    }

    /// Parses a literal. `depth` is the number of collections around it. Values with more nesting are invalid.
    fn literal_inside(&mut self, depth: usize) -> Result<Literal, Problem> {
        if depth > NESTING_LEVELS_MAX + 1 {
            return Err(wrong(ValueError::TooDeep));
        }
        if self.take_symbol(Symbol::OpenBracket) {
            return Ok(Literal::List(self.elements(Symbol::CloseBracket, depth)?));
        }
        if self.take_symbol(Symbol::OpenBag) {
            return Ok(Literal::Bag(self.elements(Symbol::CloseBag, depth)?));
        }
        if self.take_symbol(Symbol::OpenBrace) {
            return Ok(Literal::Map(self.entries(depth)?));
        }
        if self.kind() == TokenKind::Parameter {
            self.advance();
            self.notes.parameter_count += 1;
            return Ok(Literal::Parameter(self.notes.parameter_count - 1));
        }
        if self.at_call() {
            let (name, position) = (self.token_text().to_ascii_lowercase(), self.token_position());
            self.note(StatementProblem::FunctionInValue { name, position });
            self.skip_call()?;
            return Ok(Literal::Scalar(AttributeValue::Null));
        }
        self.scalar().map(Literal::Scalar)
    }

    fn elements(&mut self, close: Symbol, depth: usize) -> Result<Vec<Literal>, Problem> {
        let mut elements = Vec::new();
        if self.take_symbol(close) {
            return Ok(elements);
        }
        loop {
            let step = format!("[{}]", elements.len());
            elements.push(self.step_inside(&step, depth)?);
            if !self.take_symbol(Symbol::Comma) {
                self.expect_symbol(close)?;
                return Ok(elements);
            }
        }
    }

    fn entries(&mut self, depth: usize) -> Result<Vec<(Box<str>, Literal)>, Problem> {
        let mut entries = Vec::new();
        if self.take_symbol(Symbol::CloseBrace) {
            return Ok(entries);
        }
        loop {
            if self.kind() != TokenKind::Text {
                return Err(self.syntax_error());
            }
            let name: Box<str> = unquoted(self.token_text()).into();
            if name.is_empty() {
                self.note(StatementProblem::PathPartEmpty);
            }
            self.advance();
            self.expect_symbol(Symbol::Colon)?;
            // Error messages count the path inside the value of an attribute, without the attribute.
            let is_attribute = depth == 0 && self.notes.place == Place::Item;
            let step = if is_attribute { String::new() } else { format!(".{name}") };
            let literal = self.step_inside(&step, depth)?;
            entries.push((name, literal));
            if !self.take_symbol(Symbol::Comma) {
                self.expect_symbol(Symbol::CloseBrace)?;
                return Ok(entries);
            }
        }
    }

    /// Parses the value at one path step inside the current value.
    fn step_inside(&mut self, step: &str, depth: usize) -> Result<Literal, Problem> {
        let outside = self.notes.steps.len();
        self.notes.steps.push_str(step);
        let literal = self.literal_inside(depth + 1);
        self.notes.steps.truncate(outside);
        literal
    }

    fn scalar(&mut self) -> Result<AttributeValue, Problem> {
        let negative = self.take_symbol(Symbol::Minus);
        let text = self.token_text();
        let value = match self.kind() {
            TokenKind::Integer | TokenKind::Number => {
                let number = Number::parse_as(text, ExponentWidth::Narrow).unwrap_or_else(|error| {
                    let path = self.notes.steps.clone();
                    self.note(StatementProblem::NumberLiteral { error, path });
                    Number::ZERO
                });
                AttributeValue::N(if negative { number.negated() } else { number })
            }
            TokenKind::Text if !negative => AttributeValue::S(unquoted(text).into()),
            TokenKind::Word if !negative && self.at_literal() => match text.as_bytes() {
                [b't' | b'T', ..] => AttributeValue::Bool(true),
                [b'f' | b'F', ..] => AttributeValue::Bool(false),
                _ => AttributeValue::Null,
            },
            _ => return Err(self.syntax_error()),
        };
        self.advance();
        Ok(value)
    }
}

/// Returns a token without its quotes. Two quotes inside are one.
pub(crate) fn unquoted(token: &str) -> String {
    let mut text = String::with_capacity(token.len());
    let mut characters = token.chars();
    let quote = characters.next();
    while let Some(character) = characters.next() {
        if Some(character) == quote && characters.next() != quote {
            break;
        }
        text.push(character);
    }
    text
}

pub(crate) fn write_quoted(formatter: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    use fmt::Write as _;
    formatter.write_char(quote)?;
    for character in text.chars() {
        if character == quote {
            formatter.write_char(quote)?;
        }
        formatter.write_char(character)?;
    }
    formatter.write_char(quote)
}

struct Entry<'a>(&'a (Box<str>, Literal));

impl fmt::Display for Entry<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, literal) = self.0;
        write_quoted(formatter, name, '\'')?;
        write!(formatter, ": {literal}")
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Scalar(AttributeValue::S(text)) => write_quoted(formatter, text, '\''),
            Literal::Scalar(value) => write!(formatter, "{}", crate::literal::Literal(value)),
            Literal::Parameter(_) => formatter.write_str("?"),
            Literal::List(elements) => {
                formatter.write_str("[")?;
                write_separated(formatter, elements, ", ")?;
                formatter.write_str("]")
            }
            Literal::Map(entries) => {
                formatter.write_str("{")?;
                write_separated(formatter, entries.iter().map(Entry), ", ")?;
                formatter.write_str("}")
            }
            Literal::Bag(elements) => {
                formatter.write_str("<<")?;
                write_separated(formatter, elements, ", ")?;
                formatter.write_str(">>")
            }
        }
    }
}
