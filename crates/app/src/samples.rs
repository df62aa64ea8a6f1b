//! The samples in `static/samples/`: the list, a sample's access patterns, and the traffic of the home page.

use dynalab_messages::Language;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LocalText {
    pub en: String,
    pub ja: String,
}

impl LocalText {
    pub fn pick(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Japanese => &self.ja,
        }
    }
}

/// An entry of `index.json`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SampleEntry {
    pub id: String,
    pub title: LocalText,
    pub description: LocalText,
    pub items: u64,
    pub tables: Vec<String>,
}

/// An access pattern with its request.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Question {
    pub title: LocalText,
    pub why: LocalText,
    pub operation: String,
    /// The request as in the file, with its fields in order.
    pub request: Box<RawValue>,
}

impl PartialEq for Question {
    fn eq(&self, other: &Question) -> bool {
        self.title == other.title
            && self.operation == other.operation
            && self.request.get() == other.request.get()
    }
}

#[derive(Deserialize)]
pub struct Traffic {
    pub sale: Sale,
    pub steps: Vec<TrafficStep>,
}

/// The item that receives many writes for a while.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Sale {
    pub title: LocalText,
    /// The item's primary key in DynamoDB JSON.
    pub key: serde_json::Value,
}

#[derive(Clone, Deserialize)]
pub struct TrafficStep {
    pub title: LocalText,
    pub operation: String,
    pub request: Box<RawValue>,
}

/// Reads a file of the samples.
///
/// # Errors
/// Returns the reason if the text has another form.
pub fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Question, SampleEntry, Traffic, parse};

    #[test]
    fn the_samples_are_as_the_page_reads_them() {
        let entries: Vec<SampleEntry> =
            parse(include_str!("../../../static/samples/index.json")).expect("the list");
        assert!(entries.iter().any(|entry| entry.id == "shop"));
        let shop: serde_json::Value =
            parse(include_str!("../../../static/samples/shop.json")).expect("the shop");
        let questions: Vec<Question> = parse(&shop["questions"].to_string()).expect("its questions");
        assert!(!questions.is_empty());
        let traffic: Traffic =
            parse(include_str!("../../../static/samples/home-traffic.json")).expect("the traffic");
        assert!(!traffic.steps.is_empty());
    }
}
