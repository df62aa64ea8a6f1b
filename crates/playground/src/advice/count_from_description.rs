//! A Scan that only counts the items of a table or an index. DescribeTable returns the number without consuming capacity.

use dynalab_types::json::Object;

use super::{Advice, Claim, OriginalRequest, Situation, string};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let counts = asked.operation == "Scan"
        && asked.text("Select") == Some("COUNT")
        && !asked.body.contains_key("FilterExpression");
    let Some(table) = asked.text("TableName").filter(|_| counts) else { return Vec::new() };
    let body = Object::from([("TableName".to_owned(), string(table))]);
    vec![Advice {
        rule: "count-from-description",
        figures: vec![("read", situation.met.read.to_string())],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new("DescribeTable", body)],
        claim: Claim::AnotherAnswer,
    }]
}
