//! The claims of five texts on DynamoDB, and the lessons and pages that teach each claim.

use serde::{Deserialize, Serialize};

/// The content of `claims.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimMap {
    pub sources: Vec<Source>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub id: String,
    pub about: String,
    pub claims: Vec<Claim>,
}

/// A claim or a worked example of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub claim: String,
    /// Numbers of lessons, and names of pages.
    pub places: Vec<String>,
    /// True if the lesson only states the claim, without an exercise.
    #[serde(default)]
    pub said_only: bool,
}

/// Pages of the app that also teach claims.
pub const PAGES: &[&str] = &["workbench", "design", "capacity"];

impl ClaimMap {
    /// Returns each claim that a lesson or page teaches, with the id of its source.
    pub fn taught_in<'a>(&'a self, place: &'a str) -> impl Iterator<Item = (&'a str, &'a Claim)> {
        let claims = self
            .sources
            .iter()
            .flat_map(|source| source.claims.iter().map(|claim| (source.id.as_str(), claim)));
        claims.filter(move |(_, claim)| claim.places.iter().any(|known| known == place))
    }
}
