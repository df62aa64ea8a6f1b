//! What the engine tells of a request: how it was done, what is wrong with it, and which ways are cheaper. As it arrives.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The answer to `Dynalab.Advise`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Advised {
    pub met: Trial,
    /// What the request is called in the history, where it is remembered.
    pub moment: Option<u64>,
    /// Where in the request an error is.
    pub place: Option<ErrorPlace>,
    pub advice: Vec<Way>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct ErrorPlace {
    pub member: String,
    /// Of an expression: what stands before the words, the words, and what comes after.
    pub text: Option<(String, String, String)>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Asked {
    pub operation: String,
    pub request: Value,
}

/// Another way, beside how it was asked.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Way {
    pub rule: String,
    pub figures: Map<String, Value>,
    /// It looks cheaper and is not.
    pub no_cheaper: bool,
    pub preparation: Vec<Asked>,
    pub requests: Vec<Asked>,
    pub as_asked: Trial,
    pub otherwise: Trial,
    pub same_items: bool,
    pub same_tables: bool,
}

/// What came of requests that were tried.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Trial {
    pub requests: u64,
    pub read_units: String,
    pub write_units: String,
    pub read: u64,
    pub thrown_away: u64,
    pub returned: u64,
    pub written: u64,
    pub request_bytes: u64,
    pub answer_bytes: u64,
    pub error: Option<Refusal>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Refusal {
    pub name: String,
    pub message: String,
}
