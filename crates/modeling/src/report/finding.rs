//! A finding as data: a rule, its place in the design and the fix.

use serde::{Deserialize, Serialize};

use super::cure::Cure;
use super::fix::Fix;
use super::rule::Rule;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub rule: Rule,
    pub severity: Severity,
    pub place: Place,
    pub fix: Fix,
    /// True if `apply` can change the design.
    pub can_apply: bool,
    /// What the fix changes, if it was tried.
    #[serde(default)]
    pub cure: Option<Cure>,
}

impl Finding {
    /// Returns true if the advice can be given: to remove something, only after a trial in which no green pattern broke.
    pub fn holds(&self) -> bool {
        !self.fix.removes() || self.cure.as_ref().is_some_and(|cure| cure.broken.is_empty())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// The design does not work, leaks data or loses data.
    Error,
    /// The design works, but fails or is expensive under load.
    Warning,
    /// The design can be improved.
    Advice,
}

/// A place in the design. It uses names, so reordering the design does not move a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub entity: Option<String>,
    pub relation: Option<usize>,
    pub table: Option<String>,
    pub index: Option<String>,
    /// The kind of item, by its name in the table.
    pub item: Option<String>,
    pub attribute: Option<String>,
    pub pattern: Option<String>,
}
