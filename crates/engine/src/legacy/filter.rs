//! QueryFilter and ScanFilter.

use dynalab_expressions::BoundCondition;

use crate::error::legacy::LegacyError;
use crate::fields::Fields;
use crate::legacy::comparison::Comparison;
use crate::legacy::{ConditionalOperator, HERE, check_operator, join};

/// As typed.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    comparisons: Vec<(String, Comparison)>,
    operator: Option<ConditionalOperator>,
}

impl Filter {
    /// The attributes that it names.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.comparisons.iter().map(|(name, _)| name.clone())
    }

    /// `name` is the operation's name for it.
    pub(crate) fn decode(fields: &mut Fields, name: &str) -> Filter {
        if !HERE {
            return Filter::default();
        }
        Filter {
            comparisons: Comparison::decode_map(fields, name).unwrap_or_default(),
            operator: ConditionalOperator::decode(fields),
        }
    }

    pub(crate) fn bind(&self) -> Result<Option<BoundCondition>, LegacyError> {
        if !HERE {
            return Ok(None);
        }
        check_operator(self.operator, self.comparisons.len())?;
        let terms = self.comparisons.iter().map(|(attribute, comparison)| comparison.bind(attribute));
        Ok(join(self.operator, terms.collect::<Result<_, _>>()?))
    }
}
