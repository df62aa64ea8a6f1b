//! Errors about placeholders, and about parameters that cannot be combined.

use std::fmt;

/// Errors about placeholders, and about parameters that cannot be combined.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterError {
    EmptyAliases {
        parameter: &'static str,
    },
    AliasSyntax {
        parameter: &'static str,
        key: String,
    },
    /// The placeholder has more than 255 bytes, including its `#` or `:`.
    AliasTooLong {
        parameter: &'static str,
        key: String,
    },
    EmptyAliasedName {
        key: String,
    },
    NamesWithoutExpression,
    /// `expressions` are the operation's expressions, for the end of the older layer's message. It can be empty.
    ValuesWithoutExpression {
        expressions: &'static [&'static str],
    },
    Mixed {
        plain: Vec<&'static str>,
        expressions: Vec<&'static str>,
    },
    ReturnValuesNotAllowed,
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParameterError::*;
        match self {
            EmptyAliases { parameter } => write!(f, "{parameter} must not be empty"),
            AliasSyntax { parameter, key } => {
                write!(f, "{parameter} contains invalid key: Syntax error; key: \"{key}\"")
            }
            // DynamoDB's message is not known. This one is Dynalab's own.
            AliasTooLong { parameter, key } => {
                write!(f, "{parameter} contains invalid key: Length exceeds limit of 255; key: \"{key}\"")
            }
            EmptyAliasedName { key } => {
                write!(
                    f,
                    "ExpressionAttributeNames contains invalid value: Empty attribute name for key {key}"
                )
            }
            NamesWithoutExpression => {
                f.write_str("ExpressionAttributeNames can only be specified when using expressions")
            }
            ValuesWithoutExpression { expressions } => {
                f.write_str("ExpressionAttributeValues can only be specified when using expressions")?;
                match expressions {
                    [] => Ok(()),
                    [one] => write!(f, ": {one} is null"),
                    many @ [..] => write!(f, ": {} are null", many.join(" and ")),
                }
            }
            Mixed { plain, expressions } => write!(
                f,
                "Can not use both expression and non-expression parameters in the same request: Non-expression \
                 parameters: {{{}}} Expression parameters: {{{}}}",
                plain.join(", "),
                expressions.join(", ")
            ),
            ReturnValuesNotAllowed => f.write_str("ReturnValues can only be ALL_OLD or NONE"),
        }
    }
}
