//! DynamoDB's expression languages and PartiQL: parsed from text, bound to names and values, evaluated against items.

/// The example of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

mod aliases;
mod bind;
mod bind_update;
mod condition;
mod condition_function;
mod error;
mod evaluate;
mod functions;
mod grammar;
mod key_condition;
mod lexer;
mod literal;
mod parser;
pub mod partiql;
mod path;
mod place;
mod projection;
mod reserved;
mod syntax;
mod update;
mod update_cost;
mod vocabulary;

pub use aliases::{Aliases, UnusedAliases};
pub use bind::bind_condition;
pub use bind_update::bind_update;
pub use condition::{BoundCondition, BoundOperand};
pub use condition_function::ConditionFunction;
pub use error::{ExpressionError, ExpressionKind, KeyProblem, OperandType, Problem};
pub use evaluate::{Verdict, order};
pub use functions::{FUNCTIONS, Function, FunctionOperand, FunctionResult, StatementClause, StatementForm};
pub use key_condition::{BoundKeyCondition, KeyClause, KeyTest, bind_key_condition};
pub use parser::{EXPRESSION_BYTES_MAX, OPERATORS_MAX};
pub use path::{DocumentPath, PathStep};
pub use place::{parse_statement, place_of_mistake};
pub use projection::{BoundProjection, bind_projection, project_paths};
pub use reserved::is_reserved;
pub use syntax::{
    CallPlace, Comparator, Condition, FunctionCall, Operand, Path, PathElement, Projection, Section,
    SetAction, SetValue, Update, UpdateClause, ValueAction, ValueClass,
};
pub use update::{BoundUpdate, UpdateAction, UpdateError, UpdateValue};

/// Parses and binds a condition or a filter.
///
/// # Errors
/// The text does not parse, a placeholder is not defined, or an operand has a wrong type.
pub fn condition(
    kind: ExpressionKind,
    text: &str,
    aliases: &mut Aliases,
) -> Result<BoundCondition, ExpressionError> {
    bind_condition(kind, &parse_condition(kind, text)?, aliases)
}

/// Parses and binds the key condition of a Query.
///
/// # Errors
/// The text does not parse, a placeholder is not defined, or the condition is none that a key can have.
pub fn key_condition(text: &str, aliases: &mut Aliases) -> Result<BoundKeyCondition, ExpressionError> {
    bind_key_condition(&parse_key_condition(text)?, aliases)
}

/// Parses and binds an update.
///
/// # Errors
/// The text does not parse, a placeholder is not defined, two paths overlap, or an operand has a wrong type.
pub fn update(text: &str, aliases: &mut Aliases) -> Result<BoundUpdate, ExpressionError> {
    bind_update(&parse_update(text)?, aliases)
}

/// Parses and binds a projection.
///
/// # Errors
/// The text does not parse, a placeholder is not defined, or two paths overlap.
pub fn projection(text: &str, aliases: &mut Aliases) -> Result<BoundProjection, ExpressionError> {
    bind_projection(&parse_projection(text)?, aliases)
}

/// Parses a condition. `kind` only sets the parameter name in errors.
///
/// # Errors
/// The text is empty, too long, too deep, or no condition.
pub fn parse_condition(kind: ExpressionKind, text: &str) -> Result<Condition, ExpressionError> {
    grammar::condition::parse(text).map_err(|problem| problem.in_expression(kind))
}

/// Parses a key condition. Its syntax is that of conditions. Binding rejects invalid key tests.
///
/// # Errors
/// The text is empty, too long, too deep, or no condition.
pub fn parse_key_condition(text: &str) -> Result<Condition, ExpressionError> {
    parse_condition(ExpressionKind::KeyCondition, text)
}

/// Parses an update expression without resolving its placeholders.
///
/// # Errors
/// The text is empty, too long, or no update expression, or repeats a section.
pub fn parse_update(text: &str) -> Result<Update, ExpressionError> {
    grammar::update::parse(text).map_err(|problem| problem.in_expression(ExpressionKind::Update))
}

/// Parses a projection expression without resolving its placeholders.
///
/// # Errors
/// The text is empty, too long, or no list of paths.
pub fn parse_projection(text: &str) -> Result<Projection, ExpressionError> {
    grammar::projection::parse(text).map_err(|problem| problem.in_expression(ExpressionKind::Projection))
}
