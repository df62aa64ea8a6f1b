//! Notes of the statement parser beside the tree, and the errors for invalid tokens.

use std::ops::Range;

use dynalab_types::{ExponentWidth, Number, NumberError};

use super::grammar::KEYWORDS;
use super::keywords::is_reserved;
use super::{Position, Statement, StatementKind, StatementProblem};
use crate::error::Problem;
use crate::functions::{Function, StatementClause};
use crate::lexer::{Symbol, TokenKind};
use crate::parser::Parser;

/// The clause that contains a value or a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    #[default]
    Elsewhere,
    Where,
    Set,
    /// The item of an INSERT.
    Item,
}

#[derive(Debug, Default)]
pub(crate) struct StatementNotes {
    /// Number of question marks so far.
    pub parameter_count: usize,
    pub place: Place,
    /// The path to the value that is being parsed, as error messages show it.
    pub steps: String,
    /// The first problem outside the grammar. It is reported only if the syntax is valid to the end.
    problem: Option<Problem>,
    /// A function among the selected paths, with its position.
    pub selected_call: Option<(Position, Range<usize>)>,
}

/// Operators that are words.
const OPERATORS: [&str; 7] = ["AND", "OR", "NOT", "IS", "IN", "BETWEEN", "LIKE"];

impl Parser<'_> {
    pub(crate) fn note(&mut self, problem: impl Into<Problem>) {
        let problem = problem.into();
        self.notes.problem.get_or_insert(problem);
    }

    /// Returns an error if the statement contains a token that is invalid everywhere.
    pub(crate) fn check_tokens(&mut self) -> Result<(), Problem> {
        let is_malformed = |kind, text: &str| match kind {
            TokenKind::OpenComment => true,
            // An unclosed quotation is invalid too, but begins with its quote.
            TokenKind::Invalid => text.starts_with('#'),
            TokenKind::Integer | TokenKind::Number => {
                let number = Number::parse_as(text, ExponentWidth::Narrow);
                matches!(number, Err(NumberError::NotANumber { .. }))
            }
            _ => false,
        };
        if self.go_to_first(is_malformed) { Err(StatementProblem::TokenMalformed.into()) } else { Ok(()) }
    }

    /// Finishes a statement. A final semicolon and redundant parentheses are allowed.
    pub(crate) fn finish_statement(&mut self, kind: StatementKind) -> Result<Statement, Problem> {
        let is_closed = self.take_symbol(Symbol::Semicolon);
        if self.kind() != TokenKind::End {
            let problem = if is_closed {
                StatementProblem::TokenAfterSemicolon
            } else {
                StatementProblem::TokenAfterExpression
            };
            return Err(problem.into());
        }
        if self.too_many_operators() {
            return Err(Problem::TooManyOperators);
        }
        if let Some(problem) = self.notes.problem.take() {
            return Err(problem);
        }
        let selected_call = self.notes.selected_call.as_ref().map(|(position, _)| *position);
        Ok(Statement { kind, parameter_count: self.notes.parameter_count, selected_call })
    }

    pub(crate) fn at_statement_end(&self) -> bool {
        self.is_statement() && (self.kind() == TokenKind::End || self.at_symbol(Symbol::Semicolon))
    }

    /// Returns the error for a token that the grammar does not allow here.
    pub(crate) fn statement_error(&self) -> Problem {
        let word = |words: &[&str]| words.iter().any(|word| self.at_keyword(word));
        let problem = if word(&OPERATORS) {
            StatementProblem::OperatorUnexpected
        } else if word(KEYWORDS) {
            StatementProblem::KeywordUnexpected
        } else {
            StatementProblem::TermUnexpected
        };
        problem.into()
    }

    /// Checks the path step after a dot. It must be a name, and a reserved word needs double quotes.
    pub(crate) fn check_path_step(&self) -> Result<(), Problem> {
        let is_step = match self.kind() {
            TokenKind::QuotedName => true,
            TokenKind::Word => !is_reserved(self.token_text()),
            _ => false,
        };
        if is_step || !self.is_statement() { Ok(()) } else { Err(StatementProblem::PathDotComponent.into()) }
    }

    /// Notes a function that the current clause does not allow. `name` is in lower case.
    pub(crate) fn check_function(&mut self, name: &str) {
        let function = Function::find(name);
        if self.notes.place == Place::Where {
            if !function.is_some_and(|function| function.is_in_clause(StatementClause::Where)) {
                let position = self.token_position();
                self.note(StatementProblem::FunctionUnrecognized { name: name.to_owned(), position });
            }
        } else if !function.is_some_and(Function::is_call_in_statements) {
            self.note(Problem::UnknownFunction { name: name.to_owned() });
        }
    }

    /// Skips a call and all of its arguments.
    pub(crate) fn skip_call(&mut self) -> Result<(), Problem> {
        self.advance();
        let mut open_count = 0;
        loop {
            match self.kind() {
                TokenKind::End => return Err(self.syntax_error()),
                TokenKind::Symbol(Symbol::OpenParenthesis) => open_count += 1,
                TokenKind::Symbol(Symbol::CloseParenthesis) => open_count -= 1,
                _ => {}
            }
            self.advance();
            if open_count == 0 {
                return Ok(());
            }
        }
    }
}
