//! Everything that can be wrong with an expression, as data, and the one place that writes the sentences.

use std::fmt;

use dynalab_types::{AttributeValue, DataType};

use crate::path::DocumentPath;
use crate::syntax::write_separated;

/// The parameter of a request that holds an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    Condition,
    Filter,
    KeyCondition,
    Update,
    Projection,
}

impl ExpressionKind {
    /// The name of the request parameter.
    pub fn name(self) -> &'static str {
        match self {
            ExpressionKind::Condition => "ConditionExpression",
            ExpressionKind::Filter => "FilterExpression",
            ExpressionKind::KeyCondition => "KeyConditionExpression",
            ExpressionKind::Update => "UpdateExpression",
            ExpressionKind::Projection => "ProjectionExpression",
        }
    }
}

/// What is wrong, and in which of the request's expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    pub kind: ExpressionKind,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Empty,
    TooLong {
        size_bytes: usize,
    },
    Syntax {
        token: String,
        near: String,
    },
    RedundantParentheses,
    TooManyOperators,
    SectionRepeated {
        section: &'static str,
    },
    ReservedWord {
        word: String,
    },
    ListIndexOutOfRange {
        digits: String,
    },
    PathTooDeep {
        levels: usize,
    },
    UnknownFunction {
        name: String,
    },
    /// A function of the condition language in an update, or the other way round.
    FunctionOfOtherLanguage {
        name: String,
        in_update: bool,
    },
    /// A size() that is compared with nothing, or a boolean function where a value is wanted.
    FunctionMisplaced {
        name: String,
    },
    NameNotDefined {
        alias: String,
    },
    ValueNotDefined {
        alias: String,
    },
    OperandCount {
        operator: String,
        count: usize,
    },
    PathRequired {
        operator: String,
    },
    OperandType {
        operator: &'static str,
        operand_type: OperandType,
    },
    /// The operand of ADD or DELETE.
    ActionOperandType {
        action: &'static str,
        data_type: DataType,
    },
    AttributeTypeName {
        name: String,
    },
    OperandsNotDistinct {
        operator: &'static str,
        path: DocumentPath,
    },
    BetweenTypes {
        low: AttributeValue,
        high: AttributeValue,
    },
    BetweenOrder {
        low: AttributeValue,
        high: AttributeValue,
    },
    PathsOverlap {
        first: DocumentPath,
        second: DocumentPath,
    },
    PathsConflict {
        first: DocumentPath,
        second: DocumentPath,
    },
    KeyOperator {
        operator: &'static str,
    },
    KeyConditionRepeated,
    KeyPathNested,
    KeyOperationNested,
    /// A condition that names two attributes.
    KeyNamesSeveral,
    /// A condition that names no attribute.
    KeyNameMissing,
    KeyNotFirst {
        operator: &'static str,
    },
}

/// The type of an operand that does not fit; `NoLiteral` where a value was wanted and a path was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandType {
    Of(DataType),
    NoLiteral,
}

impl fmt::Display for OperandType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperandType::Of(data_type) => write!(formatter, "{data_type}"),
            OperandType::NoLiteral => formatter.write_str("{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"),
        }
    }
}

impl std::error::Error for ExpressionError {}

impl fmt::Display for ExpressionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Invalid {}: {}", self.kind.name(), self.problem)
    }
}

impl Problem {
    pub(crate) fn in_expression(self, kind: ExpressionKind) -> ExpressionError {
        ExpressionError { kind, problem: self }
    }
}

const OPERAND_TYPE: &str = "Incorrect operand type for operator or function";
const REWRITE_PATHS: &str = "must remove or rewrite one of these paths";

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Empty => formatter.write_str("The expression can not be empty;"),
            Problem::TooLong { size_bytes } => write!(
                formatter,
                "Expression size has exceeded the maximum allowed size; expression size: {size_bytes}"
            ),
            Problem::Syntax { token, near } => {
                write!(formatter, "Syntax error; token: \"{token}\", near: \"{near}\"")
            }
            Problem::RedundantParentheses => formatter.write_str("The expression has redundant parentheses;"),
            // The service stops counting here.
            Problem::TooManyOperators => {
                formatter.write_str("The expression contains too many operators; operator count: 301")
            }
            Problem::SectionRepeated { section } => {
                write!(formatter, "The \"{section}\" section can only be used once in an update expression;")
            }
            Problem::ReservedWord { .. }
            | Problem::ListIndexOutOfRange { .. }
            | Problem::PathTooDeep { .. }
            | Problem::UnknownFunction { .. }
            | Problem::FunctionOfOtherLanguage { .. }
            | Problem::FunctionMisplaced { .. }
            | Problem::NameNotDefined { .. }
            | Problem::ValueNotDefined { .. } => self.write_name_problem(formatter),
            Problem::KeyOperator { .. }
            | Problem::KeyConditionRepeated
            | Problem::KeyPathNested
            | Problem::KeyOperationNested
            | Problem::KeyNamesSeveral
            | Problem::KeyNameMissing
            | Problem::KeyNotFirst { .. } => self.write_key_problem(formatter),
            _ => self.write_operand_problem(formatter),
        }
    }
}

impl Problem {
    fn write_name_problem(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::ReservedWord { word } => {
                write!(formatter, "Attribute name is a reserved keyword; reserved keyword: {word}")
            }
            Problem::ListIndexOutOfRange { digits } => {
                write!(formatter, "List index is not within the allowable range; index: [{digits}]")
            }
            Problem::PathTooDeep { levels } => {
                write!(formatter, "The document path has too many nesting levels; nesting levels: {levels}")
            }
            Problem::UnknownFunction { name } => write!(formatter, "Invalid function name; function: {name}"),
            Problem::FunctionOfOtherLanguage { name, in_update } => {
                let language = if *in_update { "an update expression" } else { "a condition expression" };
                write!(formatter, "The function is not allowed in {language}; function: {name}")
            }
            Problem::FunctionMisplaced { name } => write!(
                formatter,
                "The function is not allowed to be used this way in an expression; function: {name}"
            ),
            Problem::NameNotDefined { alias } => write!(
                formatter,
                "An expression attribute name used in the document path is not defined; attribute name: {alias}"
            ),
            Problem::ValueNotDefined { alias } => write!(
                formatter,
                "An expression attribute value used in expression is not defined; attribute value: {alias}"
            ),
            _ => Ok(()),
        }
    }

    fn write_operand_problem(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::OperandCount { operator, count } => write!(
                formatter,
                "Incorrect number of operands for operator or function; operator or function: {operator}, \
                 number of operands: {count}"
            ),
            Problem::PathRequired { operator } => write!(
                formatter,
                "Operator or function requires a document path; operator or function: {operator}"
            ),
            Problem::OperandType { operator, operand_type } => write!(
                formatter,
                "{OPERAND_TYPE}; operator or function: {operator}, operand type: {operand_type}"
            ),
            Problem::ActionOperandType { action, data_type } => write!(
                formatter,
                "{OPERAND_TYPE}; operator: {action}, operand type: {}, typeSet: ALLOWED_FOR_{action}_OPERAND",
                long_type_name(*data_type)
            ),
            Problem::AttributeTypeName { name } => write!(
                formatter,
                "Invalid attribute type name found; type: {name}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}"
            ),
            Problem::OperandsNotDistinct { operator, path } => write!(
                formatter,
                "The first operand must be distinct from the remaining operands for this operator or function; \
                 operator: {operator}, first operand: {}",
                path.elements()
            ),
            Problem::BetweenTypes { low, high } => write!(
                formatter,
                "The BETWEEN operator requires same data type for lower and upper bounds; \
                 lower bound operand: {}, upper bound operand: {}",
                OperandText(low),
                OperandText(high)
            ),
            Problem::BetweenOrder { low, high } => write!(
                formatter,
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; \
                 lower bound operand: {}, upper bound operand: {}",
                OperandText(low),
                OperandText(high)
            ),
            Problem::PathsOverlap { first, second } => write!(
                formatter,
                "Two document paths overlap with each other; {REWRITE_PATHS}; path one: {}, path two: {}",
                first.elements(),
                second.elements()
            ),
            Problem::PathsConflict { first, second } => write!(
                formatter,
                "Two document paths conflict with each other; {REWRITE_PATHS}; path one: {}, path two: {}",
                first.elements(),
                second.elements()
            ),
            _ => Ok(()),
        }
    }

    fn write_key_problem(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::KeyOperator { operator } => {
                write!(formatter, "Invalid operator used in KeyConditionExpression: {operator}")
            }
            Problem::KeyConditionRepeated => {
                formatter.write_str("KeyConditionExpressions must only contain one condition per key")
            }
            Problem::KeyPathNested => {
                formatter.write_str("KeyConditionExpressions cannot have conditions on nested attributes")
            }
            Problem::KeyOperationNested => {
                formatter.write_str("KeyConditionExpressions cannot contain nested operations")
            }
            Problem::KeyNamesSeveral => formatter.write_str(
                "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
            ),
            Problem::KeyNameMissing => {
                formatter.write_str("Invalid condition in KeyConditionExpression: No key attribute specified")
            }
            Problem::KeyNotFirst { operator } => write!(
                formatter,
                "Invalid condition in KeyConditionExpression: {operator} operator must have the key attribute \
                 as its first operand"
            ),
            _ => Ok(()),
        }
    }
}

/// The type names that only the complaint about ADD and DELETE uses.
fn long_type_name(data_type: DataType) -> &'static str {
    match data_type {
        DataType::S => "STRING",
        DataType::N => "NUMBER",
        DataType::B => "BINARY",
        DataType::Bool => "BOOLEAN",
        DataType::Null => "NULL",
        DataType::L => "LIST",
        DataType::M => "MAP",
        DataType::Ss => "STRING_SET",
        DataType::Ns => "NUMBER_SET",
        DataType::Bs => "BINARY_SET",
    }
}

/// A value as the complaints about BETWEEN show it: `AttributeValue: {S:a}`.
struct OperandText<'a>(&'a AttributeValue);

impl fmt::Display for OperandText<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "AttributeValue: {{{}:", self.0.data_type())?;
        match self.0 {
            AttributeValue::S(text) => formatter.write_str(text)?,
            AttributeValue::N(number) => write!(formatter, "{number}")?,
            AttributeValue::B(bytes) => {
                formatter.write_str("0x")?;
                bytes.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))?;
            }
            AttributeValue::Ss(texts) => {
                formatter.write_str("[")?;
                write_separated(formatter, texts, ",")?;
                formatter.write_str("]")?;
            }
            other => write!(formatter, "{}", crate::literal::Literal(other))?,
        }
        formatter.write_str("}")
    }
}
