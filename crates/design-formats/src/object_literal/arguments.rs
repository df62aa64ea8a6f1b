//! The arguments of a call in TypeScript or Python, of which expressions are kept as values.

use std::cell::Cell;

use dynalab_types::{Bound, Budget, TooMuch};
use serde_json::{Map, Value};

use super::{Failure, PASSES_MAX, Read, Reader};

/// An argument of a call: the name, if it has one as in Python, and the value.
pub type Argument = (Option<String>, Value);

/// The member of the object that stands for an expression.
const EXPRESSION: &str = "=";

/// Returns the text of the expression that a value stands for.
pub fn expression_of(value: &Value) -> Option<&str> {
    value.as_object().filter(|members| members.len() == 1)?.get(EXPRESSION)?.as_str()
}

/// Returns the bytes that may be read of a text in all calls of [`arguments`], because one that is not closed is read to its end.
pub fn allowance(text: &str) -> Cell<usize> {
    Cell::new(text.len().saturating_mul(PASSES_MAX))
}

/// Reads the arguments of a call, from the place behind its bracket, and returns the place behind them. An expression becomes a value that
/// [`expression_of`] tells. `left` is the rest of the [`allowance`]. Returns none if the arguments are not complete.
///
/// # Errors
/// Returns the refusal if they would become too much.
pub fn arguments(
    text: &str,
    place: usize,
    left: &Cell<usize>,
    budget: &Budget,
) -> Result<Option<(Vec<Argument>, usize)>, TooMuch> {
    let mut reader = Reader::new(text, place, budget);
    (reader.keeps_expressions, reader.most) = (true, left.get());
    let read = reader.arguments();
    left.set(left.get().saturating_sub(reader.looked_at));
    match read {
        Ok(arguments) => Ok(Some((arguments, reader.place))),
        Err(Failure::TooMuch(refusal)) if refusal.bound != Bound::ImportDepth => Err(refusal),
        Err(_) => Ok(None),
    }
}

impl Reader<'_> {
    fn arguments(&mut self) -> Result<Vec<Argument>, Failure> {
        let mut arguments = Vec::new();
        loop {
            if self.consume_if_next(")")? {
                return Ok(arguments);
            }
            let start = self.place;
            let name = match self.peek().is_some_and(is_of_name) {
                true => Some(self.name()?),
                false => None,
            };
            self.skip_space()?;
            let is_named = self.rest().starts_with('=')
                && !["==", "=>"].iter().any(|sign| self.rest().starts_with(sign));
            let name = name.filter(|_| is_named);
            match is_named {
                true => self.advance(1)?,
                false => self.place = start,
            }
            arguments.extend(self.value(0)?.map(|value| (name, value)));
            if !self.consume_if_next(",")? && !self.rest().starts_with(')') {
                return Err(Failure::Mistake("A comma or ) is missing."));
            }
        }
    }

    /// Returns the value that stands for an expression, or notes the expression.
    pub(super) fn unknown(&mut self, expression: &str) -> Read {
        if self.keeps_expressions {
            self.budget.produce(expression.len()).map_err(Failure::TooMuch)?;
            return Ok(Some(Value::Object(Map::from_iter([(
                EXPRESSION.to_owned(),
                Value::from(expression),
            )]))));
        }
        self.note_unknown(expression)?;
        Ok(None)
    }
}

/// Returns true for a letter that a name can have.
pub(super) fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}
