//! Expected: the condition on the existing item in a write.

use dynalab_expressions::{BoundCondition, ConditionFunction, DocumentPath};
use dynalab_types::AttributeValue;

use crate::error::legacy::{ExpectedProblem, LegacyError};
use crate::request::fields::Fields;
use crate::request::legacy::comparison::{Comparison, ComparisonOperator};
use crate::request::legacy::{ConditionalOperator, check_operator, join};

/// The expectations as the request contains them.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    attributes: Vec<(String, ExpectedAttribute)>,
    operator: Option<ConditionalOperator>,
}

/// The expectation of one attribute: a value or its absence, or a comparison.
#[derive(Clone, Debug)]
struct ExpectedAttribute {
    value: Option<AttributeValue>,
    exists: Option<bool>,
    operator: Option<ComparisonOperator>,
    list: Option<Vec<AttributeValue>>,
}

impl Expected {
    /// Returns the attributes that it names.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.attributes.iter().map(|(name, _)| name.clone())
    }

    pub(crate) fn decode(fields: &mut Fields) -> Expected {
        let decode = |attribute: &mut Fields| ExpectedAttribute {
            value: attribute.value("Value"),
            exists: attribute.boolean("Exists"),
            operator: ComparisonOperator::decode(attribute),
            list: attribute.value_list("AttributeValueList"),
        };
        let attributes = fields.map("Expected", decode).unwrap_or_default();
        fields.check_names(attributes.iter().map(|(name, _)| name));
        Expected { attributes, operator: ConditionalOperator::decode(fields) }
    }

    pub(crate) fn bind(&self) -> Result<Option<BoundCondition>, LegacyError> {
        check_operator(self.operator, self.attributes.len())?;
        let terms = self.attributes.iter().map(|(name, expected)| expected.bind(name));
        Ok(join(self.operator, terms.collect::<Result<_, _>>()?))
    }
}

impl ExpectedAttribute {
    fn bind(&self, name: &str) -> Result<BoundCondition, LegacyError> {
        let path = DocumentPath::attribute(name);
        match self.as_comparison() {
            Ok(Some(comparison)) => comparison.bind(name),
            Ok(None) => Ok(ConditionFunction::AttributeNotExists(path).into()),
            Err(problem) => Err(LegacyError::Expected { attribute: name.to_owned(), problem }),
        }
    }

    /// Returns the comparison, or `None` if the attribute must be absent.
    fn as_comparison(&self) -> Result<Option<Comparison>, ExpectedProblem> {
        match (self.operator, &self.list, &self.value, self.exists) {
            (_, Some(_), Some(_), _) => Err(ExpectedProblem::ValueAndList),
            (Some(_), _, _, Some(_)) => Err(ExpectedProblem::ExistsAndOperator),
            (Some(operator), None, None, None) if operator.has_arguments() => {
                Err(ExpectedProblem::OperatorAlone { operator: operator.name() })
            }
            // A single Value counts as a list of one.
            (Some(operator), list, value, None) => {
                let arguments = list.clone().unwrap_or_else(|| value.iter().cloned().collect());
                Ok(Some(Comparison { operator, arguments }))
            }
            (None, Some(_), None, _) => Err(ExpectedProblem::ListAlone),
            (None, None, Some(_), Some(false)) => Err(ExpectedProblem::ValueOfAbsent),
            (None, None, None, Some(false)) => Ok(None),
            (None, None, None, exists) => Err(ExpectedProblem::ValueRequired { exists: exists.is_some() }),
            (None, None, Some(value), _) => {
                Ok(Some(Comparison { operator: ComparisonOperator::Eq, arguments: vec![value.clone()] }))
            }
        }
    }
}
