//! One comparison: an operator and the values that an attribute is compared with.

use dynalab_expressions::{BoundCondition, BoundOperand, Comparator, ConditionFunction, DocumentPath, order};
use dynalab_types::{AttributeValue, DataType};

use crate::error::legacy::LegacyError;
use crate::request::fields::Fields;

/// The operators of the legacy parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonOperator {
    Eq,
    Ne,
    In,
    Le,
    Lt,
    Ge,
    Gt,
    Between,
    NotNull,
    Null,
    Contains,
    NotContains,
    BeginsWith,
}

/// The comparison as a filter or KeyConditions contains it.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub operator: ComparisonOperator,
    pub arguments: Vec<AttributeValue>,
}

/// In DynamoDB's order.
const PRINTED: &[&str] = &[
    "IN",
    "NULL",
    "BETWEEN",
    "LT",
    "NOT_CONTAINS",
    "EQ",
    "GT",
    "NOT_NULL",
    "NE",
    "LE",
    "BEGINS_WITH",
    "GE",
    "CONTAINS",
];

impl ComparisonOperator {
    const ALL: [ComparisonOperator; 13] = [
        ComparisonOperator::Eq,
        ComparisonOperator::Ne,
        ComparisonOperator::In,
        ComparisonOperator::Le,
        ComparisonOperator::Lt,
        ComparisonOperator::Ge,
        ComparisonOperator::Gt,
        ComparisonOperator::Between,
        ComparisonOperator::NotNull,
        ComparisonOperator::Null,
        ComparisonOperator::Contains,
        ComparisonOperator::NotContains,
        ComparisonOperator::BeginsWith,
    ];

    pub(crate) fn decode(fields: &mut Fields) -> Option<ComparisonOperator> {
        let known = ComparisonOperator::ALL.map(|operator| (operator.name(), operator));
        fields.enumeration("ComparisonOperator", PRINTED, &known)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            ComparisonOperator::Eq => "EQ",
            ComparisonOperator::Ne => "NE",
            ComparisonOperator::In => "IN",
            ComparisonOperator::Le => "LE",
            ComparisonOperator::Lt => "LT",
            ComparisonOperator::Ge => "GE",
            ComparisonOperator::Gt => "GT",
            ComparisonOperator::Between => "BETWEEN",
            ComparisonOperator::NotNull => "NOT_NULL",
            ComparisonOperator::Null => "NULL",
            ComparisonOperator::Contains => "CONTAINS",
            ComparisonOperator::NotContains => "NOT_CONTAINS",
            ComparisonOperator::BeginsWith => "BEGINS_WITH",
        }
    }

    /// Returns false for NULL and NOT_NULL, which need no values.
    pub(crate) fn has_arguments(self) -> bool {
        !matches!(self, ComparisonOperator::Null | ComparisonOperator::NotNull)
    }

    fn accepts_count(self, count: usize) -> bool {
        match self {
            ComparisonOperator::Null | ComparisonOperator::NotNull => count == 0,
            ComparisonOperator::In => count > 0,
            ComparisonOperator::Between => count == 2,
            _ => count == 1,
        }
    }

    fn accepts_type(self, data_type: DataType) -> bool {
        match self {
            ComparisonOperator::Eq
            | ComparisonOperator::Ne
            | ComparisonOperator::Null
            | ComparisonOperator::NotNull => true,
            ComparisonOperator::BeginsWith => matches!(data_type, DataType::S | DataType::B),
            _ => matches!(data_type, DataType::S | DataType::N | DataType::B),
        }
    }
}

impl Comparison {
    /// Returns `None` if the operator is missing or unknown, which is recorded as a problem.
    pub(crate) fn decode(fields: &mut Fields) -> Option<Comparison> {
        fields.require("ComparisonOperator");
        let operator = ComparisonOperator::decode(fields);
        let arguments = fields.value_list("AttributeValueList").unwrap_or_default();
        operator.map(|operator| Comparison { operator, arguments })
    }

    /// Reads the comparisons of a whole parameter by attribute.
    pub(crate) fn decode_map(fields: &mut Fields, name: &str) -> Option<Vec<(String, Comparison)>> {
        let decoded = fields.map(name, Comparison::decode)?;
        let known = decoded.into_iter().filter_map(|(attribute, comparison)| Some((attribute, comparison?)));
        Some(known.collect())
    }

    /// Checks the number and types of the arguments for the operator.
    pub(crate) fn check(&self) -> Result<(), LegacyError> {
        let operator = self.operator.name();
        if !self.operator.accepts_count(self.arguments.len()) {
            return Err(LegacyError::ArgumentCount { operator });
        }
        let mut types = self.arguments.iter().map(AttributeValue::data_type);
        if let Some(data_type) = types.clone().find(|data_type| !self.operator.accepts_type(*data_type)) {
            return Err(LegacyError::ArgumentType { operator, data_type });
        }
        let first = types.next();
        if types.any(|data_type| Some(data_type) != first) {
            return Err(LegacyError::ArgumentTypesDiffer);
        }
        match (self.operator, self.arguments.as_slice()) {
            (ComparisonOperator::Between, [low, high])
                if order(low, high).is_some_and(|order| order.is_gt()) =>
            {
                Err(LegacyError::BetweenOrder)
            }
            _ => Ok(()),
        }
    }

    /// Returns the equivalent condition of an expression.
    pub(crate) fn bind(&self, attribute: &str) -> Result<BoundCondition, LegacyError> {
        self.check()?;
        let operand = BoundOperand::attribute(attribute);
        let path = DocumentPath::attribute(attribute);
        let mut arguments = self.arguments.iter().cloned().map(BoundOperand::Value);
        let mut argument = || {
            let operator = self.operator.name();
            arguments.next().ok_or(LegacyError::ArgumentCount { operator })
        };
        let compare = |left, operator, right| BoundCondition::Compare { left, operator, right };
        Ok(match self.operator {
            ComparisonOperator::Eq => compare(operand, Comparator::Equal, argument()?),
            ComparisonOperator::Ne => compare(operand, Comparator::NotEqual, argument()?),
            ComparisonOperator::Le => compare(operand, Comparator::LessOrEqual, argument()?),
            ComparisonOperator::Lt => compare(operand, Comparator::Less, argument()?),
            ComparisonOperator::Ge => compare(operand, Comparator::GreaterOrEqual, argument()?),
            ComparisonOperator::Gt => compare(operand, Comparator::Greater, argument()?),
            ComparisonOperator::In => BoundCondition::In { operand, candidates: arguments.collect() },
            ComparisonOperator::Between => {
                BoundCondition::Between { operand, low: argument()?, high: argument()? }
            }
            ComparisonOperator::NotNull => ConditionFunction::AttributeExists(path).into(),
            ComparisonOperator::Null => ConditionFunction::AttributeNotExists(path).into(),
            ComparisonOperator::Contains => ConditionFunction::Contains { operand, part: argument()? }.into(),
            // NOT_CONTAINS is false for a missing attribute, although that attribute contains nothing.
            ComparisonOperator::NotContains => {
                let contains = ConditionFunction::Contains { operand, part: argument()? };
                BoundCondition::And(vec![
                    ConditionFunction::AttributeExists(path).into(),
                    BoundCondition::Not(Box::new(contains.into())),
                ])
            }
            ComparisonOperator::BeginsWith => {
                ConditionFunction::BeginsWith { operand, prefix: argument()? }.into()
            }
        })
    }
}
