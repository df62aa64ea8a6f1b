//! The functions that are conditions: how each is bound, evaluated and written. Their rows are in the table of functions.

use std::fmt;

use dynalab_types::{AttributeValue, DataType, Item};

use crate::condition::BoundOperand;
use crate::error::{OperandType, Problem};
use crate::evaluate::Reading;
use crate::functions::{Function, FunctionOperand};
use crate::path::DocumentPath;
use crate::syntax::write_separated;

/// A function that is a condition on its own. Its arguments are in the order written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionFunction {
    AttributeExists(DocumentPath),
    AttributeNotExists(DocumentPath),
    AttributeType { operand: BoundOperand, data_type: DataType },
    BeginsWith { operand: BoundOperand, prefix: BoundOperand },
    Contains { operand: BoundOperand, part: BoundOperand },
}

impl ConditionFunction {
    /// Returns the name as conditions write it.
    pub fn name(&self) -> &'static str {
        match self {
            ConditionFunction::AttributeExists(_) => "attribute_exists",
            ConditionFunction::AttributeNotExists(_) => "attribute_not_exists",
            ConditionFunction::AttributeType { .. } => "attribute_type",
            ConditionFunction::BeginsWith { .. } => "begins_with",
            ConditionFunction::Contains { .. } => "contains",
        }
    }

    /// Returns true if the function holds for the item.
    pub fn matches(&self, item: &Item) -> bool {
        match self {
            ConditionFunction::AttributeExists(path) => path.resolve(item).is_some(),
            ConditionFunction::AttributeNotExists(path) => path.resolve(item).is_none(),
            ConditionFunction::AttributeType { operand, data_type } => {
                matches!(operand.read(item), Reading::Found(value) if value.data_type() == *data_type)
            }
            ConditionFunction::BeginsWith { operand, prefix } => {
                match (operand.read(item), prefix.read(item)) {
                    (Reading::Found(value), Reading::Found(prefix)) => begins_with(&value, &prefix),
                    _ => false,
                }
            }
            ConditionFunction::Contains { operand, part } => match (operand.read(item), part.read(item)) {
                (Reading::Found(value), Reading::Found(part)) => contains(&value, &part),
                _ => false,
            },
        }
    }
}

fn begins_with(value: &AttributeValue, prefix: &AttributeValue) -> bool {
    match (value, prefix) {
        (AttributeValue::S(text), AttributeValue::S(prefix)) => text.starts_with(prefix.as_ref()),
        (AttributeValue::B(bytes), AttributeValue::B(prefix)) => bytes.starts_with(prefix),
        _ => false,
    }
}

/// Returns true if `part` is part of the string or binary, or an element of the collection.
fn contains(value: &AttributeValue, part: &AttributeValue) -> bool {
    match (value, part) {
        (AttributeValue::S(text), AttributeValue::S(part)) => text.contains(part.as_ref()),
        (AttributeValue::B(bytes), AttributeValue::B(part)) => {
            part.is_empty() || bytes.windows(part.len()).any(|window| window == part.as_ref())
        }
        (AttributeValue::Ss(members), AttributeValue::S(part)) => members.contains(part),
        (AttributeValue::Ns(members), AttributeValue::N(part)) => members.contains(part),
        (AttributeValue::Bs(members), AttributeValue::B(part)) => members.contains(part),
        (AttributeValue::L(elements), part) => elements.contains(part),
        _ => false,
    }
}

/// Binds the arguments of a function, in the order written.
pub(crate) type BindFunction = fn(&'static str, Vec<BoundOperand>) -> Result<ConditionFunction, Problem>;

pub(crate) fn bind_attribute_exists(
    name: &'static str,
    arguments: Vec<BoundOperand>,
) -> Result<ConditionFunction, Problem> {
    Ok(ConditionFunction::AttributeExists(only_path(name, arguments)?))
}

pub(crate) fn bind_attribute_not_exists(
    name: &'static str,
    arguments: Vec<BoundOperand>,
) -> Result<ConditionFunction, Problem> {
    Ok(ConditionFunction::AttributeNotExists(only_path(name, arguments)?))
}

pub(crate) fn bind_begins_with(
    name: &'static str,
    arguments: Vec<BoundOperand>,
) -> Result<ConditionFunction, Problem> {
    let [operand, prefix] = pair(name, arguments)?;
    Ok(ConditionFunction::BeginsWith { operand, prefix })
}

pub(crate) fn bind_contains(
    name: &'static str,
    arguments: Vec<BoundOperand>,
) -> Result<ConditionFunction, Problem> {
    let [operand, part] = pair(name, arguments)?;
    Ok(ConditionFunction::Contains { operand, part })
}

pub(crate) fn bind_attribute_type(
    name: &'static str,
    arguments: Vec<BoundOperand>,
) -> Result<ConditionFunction, Problem> {
    let [operand, type_name] = pair(name, arguments)?;
    let type_name = match type_name {
        BoundOperand::Value(AttributeValue::S(type_name)) => type_name,
        other => {
            let operand_type = other.literal_type().map_or(OperandType::NoLiteral, OperandType::Of);
            return Err(Problem::OperandType { operator: name, operand_type });
        }
    };
    match DataType::from_name(&type_name) {
        Some(data_type) => Ok(ConditionFunction::AttributeType { operand, data_type }),
        None => Err(Problem::AttributeTypeName { name: type_name.into_string() }),
    }
}

fn only_path(name: &'static str, arguments: Vec<BoundOperand>) -> Result<DocumentPath, Problem> {
    match arguments.into_iter().next() {
        Some(BoundOperand::Path(path)) => Ok(path),
        _ => Err(Problem::PathRequired { operator: name.to_owned() }),
    }
}

fn pair(name: &'static str, arguments: Vec<BoundOperand>) -> Result<[BoundOperand; 2], Problem> {
    let count = arguments.len();
    arguments.try_into().map_err(|_| Problem::OperandCount { operator: name.to_owned(), count })
}

impl Function {
    /// Returns an error if the type of an argument is known without an item and the function rejects it.
    pub(crate) fn check_argument_types(&self, arguments: &[BoundOperand]) -> Result<(), Problem> {
        self.operands.iter().zip(arguments).try_for_each(|(operand, argument)| match operand {
            FunctionOperand::OneOf(types) => {
                check_literal(self.name, argument, |data_type| types.contains(&data_type))
            }
            FunctionOperand::Path | FunctionOperand::TypeName => Ok(()),
        })
    }
}

/// Returns an error if the operand's type is known without an item and the operator rejects it.
pub(crate) fn check_literal(
    operator: &'static str,
    operand: &BoundOperand,
    is_allowed: impl Fn(DataType) -> bool,
) -> Result<(), Problem> {
    match operand.literal_type() {
        Some(data_type) if !is_allowed(data_type) => {
            Err(Problem::OperandType { operator, operand_type: OperandType::Of(data_type) })
        }
        _ => Ok(()),
    }
}

impl BoundOperand {
    /// Returns the type if it does not depend on the item.
    pub(crate) fn literal_type(&self) -> Option<DataType> {
        match self {
            BoundOperand::Path(_) => None,
            BoundOperand::Value(value) => Some(value.data_type()),
            BoundOperand::Size(_) => Some(DataType::N),
        }
    }
}

impl ConditionFunction {
    /// Returns the paths in the function, in the order written.
    pub fn paths(&self) -> Vec<&DocumentPath> {
        match self {
            ConditionFunction::AttributeExists(path) | ConditionFunction::AttributeNotExists(path) => {
                vec![path]
            }
            ConditionFunction::AttributeType { operand, .. } => operand.path().into_iter().collect(),
            ConditionFunction::BeginsWith { operand, prefix: second }
            | ConditionFunction::Contains { operand, part: second } => {
                [operand.path(), second.path()].into_iter().flatten().collect()
            }
        }
    }
}

impl fmt::Display for ConditionFunction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}(", self.name())?;
        match self {
            ConditionFunction::AttributeExists(path) | ConditionFunction::AttributeNotExists(path) => {
                write!(formatter, "{path}")?;
            }
            ConditionFunction::AttributeType { operand, data_type } => {
                write!(formatter, "{operand}, \"{data_type}\"")?;
            }
            ConditionFunction::BeginsWith { operand, prefix: second }
            | ConditionFunction::Contains { operand, part: second } => {
                write_separated(formatter, [operand, second], ", ")?;
            }
        }
        formatter.write_str(")")
    }
}
