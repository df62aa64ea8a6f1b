//! How the members of a request are read, in nested structures too.

use dynalab_types::wire;

use crate::request::regional_checks::RegionalChecks;

/// What nested structures inherit from the request.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The maximum nesting depth of values in expressions.
    pub expression_levels_max: usize,
    /// The generation of the checks of the Region.
    pub checks: RegionalChecks,
}

impl Manner {
    /// Returns the manner of the top level.
    pub fn new(checks: RegionalChecks) -> Manner {
        Manner { expression_levels_max: wire::NESTING_LEVELS_MAX, checks }
    }
}
