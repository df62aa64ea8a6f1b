//! The dials as `Dynalab.DescribeDials` tells of them.

use serde::Deserialize;
use serde_json::json;

use crate::page_context::{PageContext, Told};

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
    /// What it is in the profile "instant".
    pub instant: u64,
    /// What it is in the profile "realistic".
    pub realistic: u64,
    pub most: u64,
    /// Where the realistic value comes from: `published`, `estimate` or `own`.
    pub source: String,
}

impl DescribedDials {
    pub async fn ask(page: &PageContext) -> Told<Self> {
        page.look(OPERATION, &json!({})).await
    }

    /// Zero where there is no such dial.
    pub fn value(&self, name: &str) -> u64 {
        self.dials.iter().find(|dial| dial.name == name).map_or(0, |dial| dial.value)
    }
}
