//! A projection makes the response smaller, but does not reduce consumed capacity: DynamoDB charges whole items.

use super::{Advice, Claim, OriginalRequest, Situation};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    if !matches!(asked.operation.as_str(), "GetItem" | "Query" | "Scan") || situation.met.error.is_some() {
        return Vec::new();
    }
    let mut body = asked.body.clone();
    let projects = body.remove("ProjectionExpression").is_some();
    let counts = body.get("Select").and_then(|select| select.as_str()) == Some("COUNT");
    if counts {
        body.remove("Select");
    }
    // Removes the names that only the projection used, because unused names are an error.
    if let Some(names) = asked.object("ExpressionAttributeNames") {
        let expressions = ["KeyConditionExpression", "FilterExpression"]
            .map(|member| asked.text(member).unwrap_or_default());
        let used = |name: &str| expressions.iter().any(|text| words(text).any(|word| word == name));
        let kept: dynalab_types::json::Object = names
            .iter()
            .filter(|(name, _)| used(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        match kept.is_empty() {
            true => body.remove("ExpressionAttributeNames"),
            false => {
                body.insert("ExpressionAttributeNames".to_owned(), dynalab_types::json::Value::Object(kept))
            }
        };
    }
    if !projects && !counts || situation.met.read == 0 {
        return Vec::new();
    }
    vec![Advice {
        rule: if projects { "projection-saves-nothing" } else { "count-saves-nothing" },
        figures: vec![
            ("units", situation.met.read_units.to_string()),
            ("bytes", situation.met.answer_bytes.to_string()),
        ],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new(&asked.operation, body)],
        claim: Claim::NoCheaper,
    }]
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '#' | '_' | ':'))
}
