//! The settings of the simulation, as `Dynalab.DescribeDials` returns them.

use serde::Deserialize;
use serde_json::json;

use crate::page_context::{CallResult, PageContext};

pub const OPERATION: &str = "Dynalab.DescribeDials";

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct DescribedDials {
    pub profile: String,
    pub seed: u64,
    pub dials: Vec<Dial>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Dial {
    pub name: String,
    pub value: u64,
    /// The value in the profile "instant".
    pub instant: u64,
    /// The value in the profile "realistic".
    pub realistic: u64,
    pub most: u64,
    /// The source of the realistic value: `published`, `estimate` or `own`.
    pub source: String,
}

impl DescribedDials {
    pub async fn ask(page: &PageContext) -> CallResult<Self> {
        page.look(OPERATION, &json!({})).await
    }

    /// Returns the value of a setting, or zero for an unknown name.
    pub fn value(&self, name: &str) -> u64 {
        self.dials.iter().find(|dial| dial.name == name).map_or(0, |dial| dial.value)
    }
}
