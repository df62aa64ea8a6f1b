//! Findings: one file for each group of rules.

use crate::check::Ground;
use crate::design::Design;
use crate::report::{EntityReport, Finding, PatternReport, TableReport};

pub(crate) fn find(
    _design: &Design,
    _ground: &Ground,
    _patterns: &[PatternReport],
    _tables: &[TableReport],
    _entities: &[EntityReport],
) -> Vec<Finding> {
    Vec::new()
}
