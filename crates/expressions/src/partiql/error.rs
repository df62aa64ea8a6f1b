//! What is wrong with a statement before any table is looked at, and the sentences about it.

use std::fmt;

/// Line and column, counted from one, and the length of what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
    pub length: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementProblem {
    /// No SELECT, INSERT, UPDATE or DELETE, or an UPDATE that changes nothing.
    NoDataManipulation,
    /// The statement is over, and something follows.
    TokenAfterExpression,
    KeywordUnexpected,
    TermUnexpected,
    /// A function where a path is selected.
    PathComponent(Position),
    /// What SQL has and the service has not.
    Clause {
        name: &'static str,
        position: Position,
    },
    /// Two tables.
    SeveralSources,
    ParameterCount,
    /// A set of several types, or of what no set can hold.
    MixedSet,
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.line, self.column, self.length)
    }
}

impl fmt::Display for StatementProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = match self {
            StatementProblem::NoDataManipulation => "Expected data manipulation",
            StatementProblem::TokenAfterExpression => "Unexpected token after expression",
            StatementProblem::KeywordUnexpected => "Unexpected keyword",
            StatementProblem::TermUnexpected => "Unexpected term",
            StatementProblem::PathComponent(position) => {
                return write!(formatter, "Unexpected path component at {position}");
            }
            StatementProblem::Clause { name, position } => {
                return write!(formatter, "Unsupported clause: {name} at {position}");
            }
            StatementProblem::SeveralSources => {
                return formatter.write_str("Only select from a single table or index is supported.");
            }
            StatementProblem::ParameterCount => {
                return formatter.write_str("Number of parameters in request and statement don't match.");
            }
            // Our words; the service's are not on record.
            StatementProblem::MixedSet => {
                return formatter
                    .write_str("A set must hold texts, numbers or binary values, all of one type");
            }
        };
        write!(formatter, "Statement wasn't well formed, can't be processed: {detail}")
    }
}
