//! The engine's advice on a request, as JSON: how it ran, its errors, and cheaper alternatives.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::messages::{Filling, Messages};
use crate::sentences;

/// The response of `Dynalab.Advise`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct AdviceResponse {
    pub met: Trial,
    /// The id of the request's history entry, if it has one.
    pub moment: Option<u64>,
    /// The part of the request that has the error.
    pub place: Option<ErrorPlace>,
    pub advice: Vec<Alternative>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct ErrorPlace {
    pub member: String,
    /// For an error in an expression: the text before the wrong words, the words, and the text after them.
    pub text: Option<(String, String, String)>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct OriginalRequest {
    pub operation: String,
    pub request: Value,
}

/// A cheaper alternative, compared with the original request.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase")]
pub struct Alternative {
    pub rule: String,
    pub figures: Map<String, Value>,
    /// True if the alternative looks cheaper but is not.
    pub no_cheaper: bool,
    pub preparation: Vec<OriginalRequest>,
    pub requests: Vec<OriginalRequest>,
    pub as_asked: Trial,
    pub otherwise: Trial,
    pub same_items: bool,
    pub same_tables: bool,
}

impl Alternative {
    /// Returns a short description of the alternative.
    pub fn title(&self, messages: &Messages) -> String {
        let template = sentences::pictures::advice(&self.rule);
        template.map_or_else(|| self.rule.clone(), |template| messages.fill(template, &self.fillings()))
    }

    /// Returns the reason why the alternative is cheaper, or why it is not.
    pub fn reason(&self, messages: &Messages) -> String {
        let template = sentences::pictures::advice(&format!("{}-why", self.rule));
        template.map(|template| messages.fill(template, &self.fillings())).unwrap_or_default()
    }

    /// Returns the figures of the case, for the placeholders of its sentences.
    fn fillings(&self) -> Vec<(&str, Filling<'_>)> {
        let texts = self.figures.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
        texts.map(|(name, text)| (name, text.parse().map_or(Filling::Text(text), Filling::Number))).collect()
    }

    /// Returns true if the alternative is cheaper and had the same effect when Dynalab ran it.
    pub fn is_proved(&self) -> bool {
        let does_the_same = match self.as_asked.written + self.otherwise.written {
            0 => self.same_items,
            _ => self.same_tables,
        };
        let succeeded = self.as_asked.error.is_none() && self.otherwise.error.is_none();
        !self.no_cheaper && does_the_same && succeeded
    }
}

impl Trial {
    /// Returns the read and write units that are not zero, as text.
    pub fn units(&self) -> String {
        let units = [(&self.read_units, "RCU"), (&self.write_units, "WCU")];
        let units = units.into_iter().filter(|(units, _)| *units != "0");
        let texts: Vec<String> = units.map(|(units, name)| format!("{units} {name}")).collect();
        if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }
    }
}

/// The results of the requests in one trial run.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn way(no_cheaper: bool, same_items: bool, written: u64, error: Option<&str>) -> Alternative {
        let trial = |units: &str, error: Option<&str>| {
            json!({"Requests": 1, "ReadUnits": units, "WriteUnits": "0", "Read": 9, "ThrownAway": 0, "Returned": 2,
                "Written": written, "RequestBytes": 1, "AnswerBytes": 1, "Error": error.map(|name| json!({"Name": name, "Message": ""}))})
        };
        serde_json::from_value(json!({"Rule": "none", "Figures": {}, "NoCheaper": no_cheaper, "Preparation": [], "Requests": [],
            "AsAsked": trial("16.5", error), "Otherwise": trial("0.5", None), "SameItems": same_items, "SameTables": false}))
        .unwrap()
    }

    #[test]
    fn a_way_is_proved_when_it_is_cheaper_and_does_the_same() {
        assert!(way(false, true, 0, None).is_proved());
        assert!(!way(true, true, 0, None).is_proved());
        assert!(!way(false, false, 0, None).is_proved());
        assert!(!way(false, true, 1, None).is_proved(), "the tables are others afterwards");
        assert!(!way(false, true, 0, Some("ValidationException")).is_proved());
    }

    #[test]
    fn units_that_are_zero_are_left_out() {
        assert_eq!(way(false, true, 0, None).otherwise.units(), "0.5 RCU");
    }
}
