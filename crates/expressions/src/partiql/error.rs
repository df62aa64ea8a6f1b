//! The problems of a statement that do not depend on tables, and their error messages.

use std::fmt;

use dynalab_types::NumberError;

use crate::update::UpdateError;

/// The line and column of a token, counted from one, and its length in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
    pub length: usize,
}

/// What is wrong with a statement. `Display` writes DynamoDB's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementProblem {
    /// The statement has no SELECT, INSERT, UPDATE or DELETE, or is an UPDATE without changes.
    NoDataManipulation,
    /// A token follows the complete statement.
    TokenAfterExpression,
    /// A token follows the semicolon at the end of a statement.
    TokenAfterSemicolon,
    KeywordUnexpected,
    TermUnexpected,
    OperatorUnexpected,
    /// A character or number that is invalid in every statement.
    TokenMalformed,
    /// The statement ends after a binary operator.
    RightSideMissing,
    /// A DELETE without a table.
    IdentifierMissing,
    TypeNameExpected,
    /// A keyword as a path step.
    PathDotComponent,
    /// An expression that is not a statement. Contains its kind.
    OperationUnsupported(&'static str),
    /// An EXISTS outside a transaction, or another expression of operators that is not a statement.
    ExistsMisplaced,
    Alias,
    /// A table name with more parts than table and index.
    PathTooLong,
    PathPartEmpty,
    FunctionUnrecognized {
        name: String,
        position: Position,
    },
    /// A function inside a literal value.
    FunctionInValue {
        name: String,
        position: Position,
    },
    /// A number that an item cannot contain, and its path in the value.
    NumberLiteral {
        error: NumberError,
        path: String,
    },
    BagEmpty,
    BagRepeats {
        members: Vec<String>,
    },
    SetFunction {
        function: SetFunction,
        problem: SetFunctionProblem,
        position: Position,
    },
    /// A function among the selected paths.
    PathComponent(Position),
    /// A clause of SQL that DynamoDB does not support.
    Clause {
        name: &'static str,
        position: Position,
    },
    /// A statement with two tables.
    SeveralSources,
    ParameterCount,
    /// A set with several types, or with a type that a set cannot contain.
    MixedSet,
}

/// The functions that add members to a set and remove members from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFunction {
    Add,
    Delete,
}

/// What is wrong with a call of SET_ADD or SET_DELETE in SET.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFunctionProblem {
    OtherAttribute,
    NoSet,
    ArgumentCount,
}

impl fmt::Display for SetFunction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            SetFunction::Add => "SET_ADD",
            SetFunction::Delete => "SET_DELETE",
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.line, self.column, self.length)
    }
}

const EXISTS_MISPLACED: &str = "EXISTS can only be used in ExecuteTransaction write requests.";

fn write_malformed(f: &mut fmt::Formatter<'_>, detail: &str) -> fmt::Result {
    write!(f, "Statement wasn't well formed, can't be processed: {detail}")
}

impl fmt::Display for StatementProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatementProblem::OperationUnsupported(name) => write!(f, "Unsupported operation: {name}"),
            StatementProblem::ExistsMisplaced => f.write_str(EXISTS_MISPLACED),
            StatementProblem::Alias => f.write_str("Aliasing is not supported"),
            StatementProblem::PathTooLong => {
                f.write_str("A path may contain at most 2 components in the FROM clause")
            }
            StatementProblem::PathPartEmpty => f.write_str("Path component cannot be an empty string"),
            StatementProblem::FunctionUnrecognized { name, position } => {
                write!(f, "Unrecognized function: {name} at {position}")
            }
            StatementProblem::FunctionInValue { name, position } => {
                write!(f, "Unsupported data type: {name} under key root at {position}")
            }
            StatementProblem::NumberLiteral { error, path } => {
                write!(f, "{} under root{path}", UpdateError::Number(error.clone()))
            }
            StatementProblem::BagEmpty => f.write_str("Empty bags are not supported"),
            StatementProblem::BagRepeats { members } => write!(
                f,
                "One or more parameter values were invalid: Input collection [{}] contains duplicates.",
                members.join(", ")
            ),
            StatementProblem::SetFunction { function, problem, position } => match problem {
                SetFunctionProblem::OtherAttribute => {
                    write!(
                        f,
                        "The first argument to {function} must equal the assignment value at {position}"
                    )
                }
                SetFunctionProblem::NoSet => {
                    write!(f, "The second argument to {function} must be a value with type SET at {position}")
                }
                SetFunctionProblem::ArgumentCount => {
                    write!(f, "{function} must have exactly two arguments at {position}")
                }
            },
            StatementProblem::PathComponent(position) => write!(f, "Unexpected path component at {position}"),
            StatementProblem::Clause { name, position } => {
                write!(f, "Unsupported clause: {name} at {position}")
            }
            StatementProblem::SeveralSources => {
                f.write_str("Only select from a single table or index is supported.")
            }
            StatementProblem::ParameterCount => {
                f.write_str("Number of parameters in request and statement don't match.")
            }
            // Not verified: this message is our wording.
            StatementProblem::MixedSet => {
                f.write_str("A set must hold texts, numbers or binary values, all of one type")
            }
            StatementProblem::NoDataManipulation => write_malformed(f, "Expected data manipulation"),
            StatementProblem::TokenAfterExpression => write_malformed(f, "Unexpected token after expression"),
            StatementProblem::TokenAfterSemicolon => {
                write_malformed(f, "Unexpected token after semicolon. (Only one query is allowed.)")
            }
            StatementProblem::KeywordUnexpected => write_malformed(f, "Unexpected keyword"),
            StatementProblem::TermUnexpected => write_malformed(f, "Unexpected term"),
            StatementProblem::OperatorUnexpected => write_malformed(f, "Unexpected operator"),
            StatementProblem::TokenMalformed => write_malformed(f, ""),
            StatementProblem::RightSideMissing => {
                write_malformed(f, "Missing right-hand side expression of infix operator")
            }
            StatementProblem::IdentifierMissing => write_malformed(f, "Expected identifier for simple path"),
            StatementProblem::TypeNameExpected => write_malformed(f, "Expected type name"),
            StatementProblem::PathDotComponent => write_malformed(f, "Invalid path dot component"),
        }
    }
}
