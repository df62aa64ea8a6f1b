//! How the members of a request are read, in nested structures too.

use dynalab_types::wire;

use crate::request::regional_checks::RegionalChecks;

#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The maximum nesting depth of values in expressions.
    pub expression_levels_max: usize,
    /// The generation of the checks of the Region.
    pub checks: RegionalChecks,
}

impl Manner {
    pub fn new(checks: RegionalChecks) -> Manner {
        Manner { expression_levels_max: wire::NESTING_LEVELS_MAX, checks }
    }
}
