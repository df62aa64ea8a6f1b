//! The problems of expressions as data, and their error messages.

use std::fmt;

use dynalab_types::wire::ValueError;
use dynalab_types::{AttributeValue, DataType};

use crate::parser::OPERATORS_MAX;
use crate::partiql::StatementProblem;
use crate::path::DocumentPath;
use crate::syntax::{Section, write_separated};

/// The parameter of a request that holds an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    Condition,
    Filter,
    KeyCondition,
    Update,
    Projection,
    #[cfg(feature = "partiql")]
    SearchCondition,
}

impl ExpressionKind {
    /// All kinds that this build can parse.
    pub const ALL: &[ExpressionKind] = &[
        ExpressionKind::KeyCondition,
        ExpressionKind::Filter,
        ExpressionKind::Condition,
        ExpressionKind::Update,
        ExpressionKind::Projection,
        #[cfg(feature = "partiql")]
        ExpressionKind::SearchCondition,
    ];

    /// Returns the kind of expression in a request parameter.
    pub fn of_parameter(name: &str) -> Option<ExpressionKind> {
        ExpressionKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Returns the name of the request parameter.
    pub fn name(self) -> &'static str {
        match self {
            ExpressionKind::Condition => "ConditionExpression",
            ExpressionKind::Filter => "FilterExpression",
            ExpressionKind::KeyCondition => "KeyConditionExpression",
            ExpressionKind::Update => "UpdateExpression",
            ExpressionKind::Projection => "ProjectionExpression",
            #[cfg(feature = "partiql")]
            ExpressionKind::SearchCondition => "SearchConditionExpression",
        }
    }
}

/// A problem, and the expression of the request that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    pub kind: ExpressionKind,
    pub problem: Problem,
}

/// What is wrong with an expression or a statement. `Display` writes DynamoDB's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Empty,
    /// `is_told` says whether the message has the size. Most operations leave it out.
    TooLong {
        size_bytes: usize,
        is_told: bool,
    },
    Syntax {
        token: String,
        near: String,
    },
    RedundantParentheses,
    TooManyOperators,
    SectionRepeated {
        section: Section,
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
    /// A function for conditions used in an update, or the reverse.
    FunctionOfOtherLanguage {
        name: String,
        in_update: bool,
    },
    /// A `size()` without a comparison, or a Boolean function in place of a value.
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
    /// An IN with too many values. The operand before IN does not count.
    TooManyOperandsOfIn {
        count: usize,
    },
    PathRequired {
        operator: String,
    },
    OperandType {
        operator: &'static str,
        operand_type: OperandType,
    },
    /// An operand of ADD or DELETE with a type that the action does not accept.
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
    /// A problem of a key condition.
    Key(KeyProblem),
    /// A problem of a PartiQL statement.
    Statement(StatementProblem),
    /// A value in a statement that an item cannot contain.
    Value(Box<ValueError>),
}

/// What is wrong with a key condition, beyond the rules of all conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyProblem {
    Operator(&'static str),
    ConditionRepeated,
    PathNested,
    OperationNested,
    /// The condition has two attribute names.
    NamesSeveral,
    /// The condition has no attribute name.
    NameMissing,
    /// The attribute name is not the first operand.
    NameNotFirst(&'static str),
}

/// The type of an invalid operand. `NoLiteral` is a path where a value is required.
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

impl From<StatementProblem> for Problem {
    fn from(problem: StatementProblem) -> Problem {
        Problem::Statement(problem)
    }
}

impl From<KeyProblem> for Problem {
    fn from(problem: KeyProblem) -> Problem {
        Problem::Key(problem)
    }
}

impl Problem {
    /// Leaves the size of a too long expression out of the message.
    pub fn hide_size(&mut self) {
        if let Problem::TooLong { is_told, .. } = self {
            *is_told = false;
        }
    }

    pub(crate) fn in_expression(self, kind: ExpressionKind) -> ExpressionError {
        ExpressionError { kind, problem: self }
    }
}

/// DynamoDB formats these messages uniformly: the problem, a semicolon, then labeled details.
impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Problem::Key(problem) = self {
            return write!(formatter, "{problem}");
        }
        if let Problem::Statement(problem) = self {
            return write!(formatter, "{problem}");
        }
        write!(formatter, "{};", self.sentence())?;
        for (position, (label, detail)) in self.details().into_iter().enumerate() {
            let separator = if position > 0 { "," } else { "" };
            write!(formatter, "{separator} {label}: {detail}")?;
        }
        Ok(())
    }
}

impl Problem {
    fn sentence(&self) -> &'static str {
        match self {
            Problem::Empty => "The expression can not be empty",
            Problem::TooLong { .. } => "Expression size has exceeded the maximum allowed size",
            Problem::Syntax { .. } => "Syntax error",
            Problem::RedundantParentheses => "The expression has redundant parentheses",
            Problem::TooManyOperators => "The expression contains too many operators",
            Problem::SectionRepeated { section } => match section {
                Section::Set => r#"The "SET" section can only be used once in an update expression"#,
                Section::Remove => r#"The "REMOVE" section can only be used once in an update expression"#,
                Section::Add => r#"The "ADD" section can only be used once in an update expression"#,
                Section::Delete => r#"The "DELETE" section can only be used once in an update expression"#,
            },
            Problem::ReservedWord { .. } => "Attribute name is a reserved keyword",
            Problem::ListIndexOutOfRange { .. } => "List index is not within the allowable range",
            Problem::PathTooDeep { .. } => "The document path has too many nesting levels",
            Problem::UnknownFunction { .. } => "Invalid function name",
            Problem::FunctionOfOtherLanguage { in_update: true, .. } => {
                "The function is not allowed in an update expression"
            }
            Problem::FunctionOfOtherLanguage { .. } => {
                "The function is not allowed in a condition expression"
            }
            Problem::FunctionMisplaced { .. } => {
                "The function is not allowed to be used this way in an expression"
            }
            Problem::NameNotDefined { .. } => {
                "An expression attribute name used in the document path is not defined"
            }
            Problem::ValueNotDefined { .. } => {
                "An expression attribute value used in expression is not defined"
            }
            Problem::OperandCount { .. } => "Incorrect number of operands for operator or function",
            Problem::TooManyOperandsOfIn { .. } => "The IN operator is provided with too many operands",
            Problem::PathRequired { .. } => "Operator or function requires a document path",
            Problem::OperandType { .. } | Problem::ActionOperandType { .. } => {
                "Incorrect operand type for operator or function"
            }
            Problem::AttributeTypeName { .. } => "Invalid attribute type name found",
            Problem::OperandsNotDistinct { .. } => {
                "The first operand must be distinct from the remaining operands for this operator or function"
            }
            Problem::BetweenTypes { .. } => {
                "The BETWEEN operator requires same data type for lower and upper bounds"
            }
            Problem::BetweenOrder { .. } => {
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound"
            }
            Problem::PathsOverlap { .. } => {
                "Two document paths overlap with each other; must remove or rewrite one of these paths"
            }
            Problem::PathsConflict { .. } => {
                "Two document paths conflict with each other; must remove or rewrite one of these paths"
            }
            Problem::Key(_) => "Invalid condition in KeyConditionExpression",
            Problem::Statement(_) => "Statement wasn't well formed, can't be processed",
            Problem::Value(_) => "The value is not valid",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Problem::Empty
            | Problem::RedundantParentheses
            | Problem::SectionRepeated { .. }
            | Problem::Key(_)
            | Problem::Statement(_)
            | Problem::Value(_)
            | Problem::TooLong { is_told: false, .. } => Vec::new(),
            Problem::TooLong { size_bytes, .. } => vec![("expression size", size_bytes.to_string())],
            Problem::Syntax { token, near } => {
                vec![("token", format!("\"{token}\"")), ("near", format!("\"{near}\""))]
            }
            // DynamoDB stops counting here.
            Problem::TooManyOperators => vec![("operator count", (OPERATORS_MAX + 1).to_string())],
            Problem::ReservedWord { word } => vec![("reserved keyword", word.clone())],
            Problem::ListIndexOutOfRange { digits } => vec![("index", format!("[{digits}]"))],
            Problem::PathTooDeep { levels } => vec![("nesting levels", levels.to_string())],
            Problem::UnknownFunction { name }
            | Problem::FunctionOfOtherLanguage { name, .. }
            | Problem::FunctionMisplaced { name } => vec![("function", name.clone())],
            Problem::NameNotDefined { alias } => vec![("attribute name", alias.clone())],
            Problem::ValueNotDefined { alias } => vec![("attribute value", alias.clone())],
            Problem::OperandCount { operator, count } => {
                vec![(OPERATOR, operator.clone()), ("number of operands", count.to_string())]
            }
            Problem::TooManyOperandsOfIn { count } => vec![("number of operands", count.to_string())],
            Problem::PathRequired { operator } => vec![(OPERATOR, operator.clone())],
            Problem::OperandType { operator, operand_type } => {
                vec![(OPERATOR, operator.to_string()), (OPERAND_TYPE, operand_type.to_string())]
            }
            Problem::ActionOperandType { action, data_type } => vec![
                ("operator", action.to_string()),
                (OPERAND_TYPE, long_type_name(*data_type).to_owned()),
                ("typeSet", format!("ALLOWED_FOR_{action}_OPERAND")),
            ],
            Problem::AttributeTypeName { name } => {
                vec![("type", name.clone()), ("valid types", "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}".to_owned())]
            }
            Problem::OperandsNotDistinct { operator, path } => {
                vec![("operator", operator.to_string()), ("first operand", path.elements().to_string())]
            }
            Problem::BetweenTypes { low, high } | Problem::BetweenOrder { low, high } => vec![
                ("lower bound operand", OperandText(low).to_string()),
                ("upper bound operand", OperandText(high).to_string()),
            ],
            Problem::PathsOverlap { first, second } | Problem::PathsConflict { first, second } => {
                vec![("path one", first.elements().to_string()), ("path two", second.elements().to_string())]
            }
        }
    }
}

const OPERATOR: &str = "operator or function";
const OPERAND_TYPE: &str = "operand type";

impl fmt::Display for KeyProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = "Invalid condition in KeyConditionExpression:";
        match self {
            KeyProblem::Operator(operator) => {
                write!(formatter, "Invalid operator used in KeyConditionExpression: {operator}")
            }
            KeyProblem::ConditionRepeated => {
                formatter.write_str("KeyConditionExpressions must only contain one condition per key")
            }
            KeyProblem::PathNested => {
                formatter.write_str("KeyConditionExpressions cannot have conditions on nested attributes")
            }
            KeyProblem::OperationNested => {
                formatter.write_str("KeyConditionExpressions cannot contain nested operations")
            }
            KeyProblem::NamesSeveral => {
                write!(formatter, "{condition} Multiple attribute names used in one condition")
            }
            KeyProblem::NameMissing => write!(formatter, "{condition} No key attribute specified"),
            KeyProblem::NameNotFirst(operator) => {
                write!(
                    formatter,
                    "{condition} {operator} operator must have the key attribute as its first operand"
                )
            }
        }
    }
}

/// Returns the type name that is used only in the error of ADD and DELETE.
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

/// A value as the errors of BETWEEN print it: `AttributeValue: {S:a}`.
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
            AttributeValue::Bool(_)
            | AttributeValue::Null
            | AttributeValue::Ns(_)
            | AttributeValue::Bs(_)
            | AttributeValue::L(_)
            | AttributeValue::M(_) => write!(formatter, "{}", crate::literal::Literal(self.0))?,
        }
        formatter.write_str("}")
    }
}
