//! The legacy filters QueryFilter and ScanFilter.

use dynalab_expressions::BoundCondition;

use crate::error::legacy::LegacyError;
use crate::request::fields::{Fields, RequestLayer};
use crate::request::legacy::comparison::Comparison;
use crate::request::legacy::{ConditionalOperator, check_operator, join};

/// The filter as the request contains it.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    comparisons: Vec<(String, Comparison)>,
    operator: Option<ConditionalOperator>,
}

impl Filter {
    /// Returns the attributes that it names.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.comparisons.iter().map(|(name, _)| name.clone())
    }

    /// Reads the filter. `name` is the operation's name for it.
    pub(crate) fn decode(fields: &mut Fields, name: &str) -> Filter {
        let comparisons = Comparison::decode_map(fields, name).unwrap_or_default();
        // With two or more conditions, Query has its own message.
        let is_told_alone = fields.layer != RequestLayer::Older && comparisons.len() > 1;
        let operator = if is_told_alone {
            ConditionalOperator::decode_alone(fields)
        } else {
            ConditionalOperator::decode(fields)
        };
        Filter { comparisons, operator }
    }

    pub(crate) fn bind(&self) -> Result<Option<BoundCondition>, LegacyError> {
        check_operator(self.operator, self.comparisons.len())?;
        let terms = self.comparisons.iter().map(|(attribute, comparison)| comparison.bind(attribute));
        Ok(join(self.operator, terms.collect::<Result<_, _>>()?))
    }
}
