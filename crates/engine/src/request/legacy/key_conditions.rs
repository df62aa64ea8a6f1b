//! KeyConditions: the item collection, and the range of it, that a Query reads.

use dynalab_expressions::{BoundKeyCondition, KeyClause, KeyTest};

use crate::error::legacy::LegacyError;
use crate::request::fields::Fields;
use crate::request::legacy::comparison::{Comparison, ComparisonOperator};

/// The conditions as the request contains them.
#[derive(Clone, Debug)]
pub struct KeyConditions {
    comparisons: Vec<(String, Comparison)>,
}

impl KeyConditions {
    pub(crate) fn decode(fields: &mut Fields) -> Option<KeyConditions> {
        Comparison::decode_map(fields, "KeyConditions").map(|comparisons| KeyConditions { comparisons })
    }

    /// Binds the conditions. A later check, shared with expressions, compares them with the key schema.
    pub(crate) fn bind(&self) -> Result<BoundKeyCondition, LegacyError> {
        self.comparisons.iter().try_for_each(|(_, comparison)| comparison.check())?;
        let clauses = self.comparisons.iter().map(|(attribute, comparison)| {
            Ok(KeyClause { attribute: attribute.as_str().into(), test: test(comparison)? })
        });
        Ok(BoundKeyCondition { clauses: clauses.collect::<Result<_, _>>()? })
    }
}

fn test(comparison: &Comparison) -> Result<KeyTest, LegacyError> {
    let mut arguments = comparison.arguments.iter().cloned();
    let mut argument = || {
        let operator = comparison.operator.name();
        arguments.next().ok_or(LegacyError::ArgumentCount { operator })
    };
    Ok(match comparison.operator {
        ComparisonOperator::Eq => KeyTest::Equal(argument()?),
        ComparisonOperator::Le => KeyTest::LessOrEqual(argument()?),
        ComparisonOperator::Lt => KeyTest::Less(argument()?),
        ComparisonOperator::Ge => KeyTest::GreaterOrEqual(argument()?),
        ComparisonOperator::Gt => KeyTest::Greater(argument()?),
        ComparisonOperator::Between => KeyTest::Between(argument()?, argument()?),
        ComparisonOperator::BeginsWith => KeyTest::BeginsWith(argument()?),
        ComparisonOperator::Ne
        | ComparisonOperator::In
        | ComparisonOperator::NotNull
        | ComparisonOperator::Null
        | ComparisonOperator::Contains
        | ComparisonOperator::NotContains => return Err(LegacyError::NotIndexable),
    })
}
