//! A strongly consistent read of a global index, which DynamoDB rejects because global indexes are updated asynchronously.

use super::{Advice, Claim, OriginalRequest, Situation};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let refused = situation.met.error.is_some() && asked.is_strong() && asked.text("IndexName").is_some();
    if !refused {
        return Vec::new();
    }
    let mut body = asked.body.clone();
    body.remove("ConsistentRead");
    vec![Advice {
        rule: "consistent-index",
        figures: vec![("index", asked.text("IndexName").unwrap_or_default().to_owned())],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new(&asked.operation, body)],
        claim: Claim::AnotherAnswer,
    }]
}
