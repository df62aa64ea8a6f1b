//! Expressions as typed: the trees that the parser builds. Each prints back the text it was parsed from.

use std::fmt;

use crate::partiql::{Literal, Position, TypeName, write_quoted};

/// A condition, filter or key condition. `Group` is a pair of parentheses in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Or(Vec<Condition>),
    And(Vec<Condition>),
    Not(Box<Condition>),
    Group(Box<Condition>),
    Compare {
        left: Operand,
        comparator: Comparator,
        right: Operand,
    },
    Between {
        operand: Operand,
        low: Operand,
        high: Operand,
    },
    In {
        operand: Operand,
        candidates: Vec<Operand>,
    },
    /// `IS MISSING`, `IS NOT NULL` or `IS STRING`, in statements only.
    Is {
        operand: Operand,
        negated: bool,
        class: ValueClass,
    },
    Function(FunctionCall),
}

/// The class that `IS` tests for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueClass {
    Missing,
    Null,
    Type(TypeName),
}

/// The operators that compare two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl ValueClass {
    /// Returns what follows `IS` in a statement.
    pub fn text(self) -> &'static str {
        match self {
            ValueClass::Missing => "MISSING",
            ValueClass::Null => "NULL",
            ValueClass::Type(name) => name.text(),
        }
    }
}

impl Comparator {
    /// Returns the operator as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Comparator::Equal => "=",
            Comparator::NotEqual => "<>",
            Comparator::Less => "<",
            Comparator::LessOrEqual => "<=",
            Comparator::Greater => ">",
            Comparator::GreaterOrEqual => ">=",
        }
    }

    /// Returns the comparator with the same meaning after its sides are exchanged.
    pub fn mirrored(self) -> Comparator {
        match self {
            Comparator::Equal | Comparator::NotEqual => self,
            Comparator::Less => Comparator::Greater,
            Comparator::LessOrEqual => Comparator::GreaterOrEqual,
            Comparator::Greater => Comparator::Less,
            Comparator::GreaterOrEqual => Comparator::LessOrEqual,
        }
    }
}

/// One side of a comparison, one argument of a function or one term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    Path(Path),
    /// The placeholder with its colon, such as `:v`.
    Value(Box<str>),
    /// A literal value or a question mark, in statements only.
    Literal(Literal),
    Function(FunctionCall),
    Group(Box<Operand>),
}

/// A call as typed. Whether the function exists is checked when the condition is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCall {
    pub name: Box<str>,
    pub arguments: Vec<Operand>,
    /// In statements only. In a box, because conditions with large operands cost time to build and to move.
    pub place: Option<Box<CallPlace>>,
}

impl FunctionCall {
    /// Returns the position of the call in its statement.
    pub fn place(&self) -> CallPlace {
        self.place.as_deref().copied().unwrap_or_default()
    }
}

/// The position of a call in a statement, for error messages. All positions are equal, so equal calls are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallPlace {
    pub name: Position,
    pub first_argument: Position,
}

impl PartialEq for CallPlace {
    fn eq(&self, _: &CallPlace) -> bool {
        true
    }
}

impl Eq for CallPlace {}

/// A document path as typed. The first element is a name or an alias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub elements: Vec<PathElement>,
}

/// One part of a path as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathElement {
    Name(Box<str>),
    /// The placeholder with its number sign, such as `#n`.
    Alias(Box<str>),
    /// The name inside double quotes, in statements only.
    Quoted(Box<str>),
    /// The digits as typed.
    Index(Box<str>),
}

/// The clauses of an update. Each may occur once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Set,
    Remove,
    Add,
    Delete,
}

impl Section {
    /// In the order in which DynamoDB's documentation lists them.
    pub const ALL: [Section; 4] = [Section::Set, Section::Remove, Section::Add, Section::Delete];

    /// Returns the keyword in upper case.
    pub fn keyword(self) -> &'static str {
        match self {
            Section::Set => "SET",
            Section::Remove => "REMOVE",
            Section::Add => "ADD",
            Section::Delete => "DELETE",
        }
    }
}

/// The clauses of an update expression, in the order written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    pub clauses: Vec<UpdateClause>,
}

/// One section of an update expression, with its actions in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateClause {
    Set(Vec<SetAction>),
    Remove(Vec<Path>),
    Add(Vec<ValueAction>),
    Delete(Vec<ValueAction>),
}

/// `path = value` of SET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAction {
    pub path: Path,
    pub value: SetValue,
}

/// The right side of an action of SET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetValue {
    Operand(Operand),
    Sum(Operand, Operand),
    Difference(Operand, Operand),
    /// Parentheses around a sum or a difference.
    Group(Box<SetValue>),
}

/// `path :value`, an action of ADD or DELETE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueAction {
    pub path: Path,
    pub value: Box<str>,
}

/// The paths of a projection expression, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    pub paths: Vec<Path>,
}

/// Writes the parts, separated by `separator`.
pub(crate) fn write_separated<Part: fmt::Display>(
    formatter: &mut fmt::Formatter<'_>,
    parts: impl IntoIterator<Item = Part>,
    separator: &str,
) -> fmt::Result {
    for (position, part) in parts.into_iter().enumerate() {
        if position > 0 {
            formatter.write_str(separator)?;
        }
        write!(formatter, "{part}")?;
    }
    Ok(())
}

impl Operand {
    /// Returns the operand without the parentheses around it.
    pub(crate) fn ungrouped(&self) -> &Operand {
        let mut operand = self;
        while let Operand::Group(inner) = operand {
            operand = inner;
        }
        operand
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Or(terms) => write_separated(formatter, terms, " OR "),
            Condition::And(terms) => write_separated(formatter, terms, " AND "),
            Condition::Not(term) => write!(formatter, "NOT {term}"),
            Condition::Group(inner) => write!(formatter, "({inner})"),
            Condition::Compare { left, comparator, right } => {
                write!(formatter, "{left} {comparator} {right}")
            }
            Condition::Between { operand, low, high } => {
                write!(formatter, "{operand} BETWEEN {low} AND {high}")
            }
            Condition::In { operand, candidates } => {
                write!(formatter, "{operand} IN (")?;
                write_separated(formatter, candidates, ", ")?;
                formatter.write_str(")")
            }
            Condition::Is { operand, negated, class } => {
                let negation = if *negated { "NOT " } else { "" };
                write!(formatter, "{operand} IS {negation}{}", class.text())
            }
            Condition::Function(call) => write!(formatter, "{call}"),
        }
    }
}

impl fmt::Display for Comparator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Path(path) => write!(formatter, "{path}"),
            Operand::Value(alias) => formatter.write_str(alias),
            Operand::Literal(literal) => write!(formatter, "{literal}"),
            Operand::Function(call) => write!(formatter, "{call}"),
            Operand::Group(inner) => write!(formatter, "({inner})"),
        }
    }
}

impl fmt::Display for FunctionCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}(", self.name)?;
        write_separated(formatter, &self.arguments, ", ")?;
        formatter.write_str(")")
    }
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, element) in self.elements.iter().enumerate() {
            match element {
                PathElement::Quoted(name) => {
                    formatter.write_str(if position == 0 { "" } else { "." })?;
                    write_quoted(formatter, name, '"')?;
                }
                PathElement::Name(name) | PathElement::Alias(name) if position == 0 => {
                    formatter.write_str(name)?;
                }
                PathElement::Name(name) | PathElement::Alias(name) => write!(formatter, ".{name}")?,
                PathElement::Index(digits) => write!(formatter, "[{digits}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Update {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(formatter, &self.clauses, " ")
    }
}

impl fmt::Display for UpdateClause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateClause::Set(actions) => {
                formatter.write_str("SET ")?;
                write_separated(formatter, actions, ", ")
            }
            UpdateClause::Remove(paths) => {
                formatter.write_str("REMOVE ")?;
                write_separated(formatter, paths, ", ")
            }
            UpdateClause::Add(actions) => {
                formatter.write_str("ADD ")?;
                write_separated(formatter, actions, ", ")
            }
            UpdateClause::Delete(actions) => {
                formatter.write_str("DELETE ")?;
                write_separated(formatter, actions, ", ")
            }
        }
    }
}

impl fmt::Display for SetAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} = {}", self.path, self.value)
    }
}

impl fmt::Display for SetValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetValue::Operand(operand) => write!(formatter, "{operand}"),
            SetValue::Sum(left, right) => write!(formatter, "{left} + {right}"),
            SetValue::Difference(left, right) => write!(formatter, "{left} - {right}"),
            SetValue::Group(inner) => write!(formatter, "({inner})"),
        }
    }
}

impl fmt::Display for ValueAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.path, self.value)
    }
}

impl fmt::Display for Projection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_separated(formatter, &self.paths, ", ")
    }
}
