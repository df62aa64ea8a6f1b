//! A Scan that could be a Query, or a filter that could be a key condition. The alternative queries the table or an existing
//! index.

use super::access_path::queries;
use super::{Advice, Claim, Situation};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let is_scan = asked.operation == "Scan";
    let Some(table) = situation.table().filter(|_| is_scan || asked.operation == "Query") else {
        return Vec::new();
    };
    // With a limit, the alternative would return other items.
    if asked.body.contains_key("Limit") {
        return Vec::new();
    }
    let named = asked.text("IndexName");
    let others = queries(asked, table).into_iter().filter(|(index, _, query)| {
        is_scan
            || index.as_deref() != named
            || query.body.get("KeyConditionExpression") != asked.body.get("KeyConditionExpression")
    });
    let advices = others.map(|(index, _, query)| {
        let rule = match (is_scan, &index) {
            (true, None) => "query-instead-of-scan",
            (true, Some(_)) => "index-instead-of-scan",
            (false, None) => "key-instead-of-filter",
            (false, Some(_)) => "index-instead-of-filter",
        };
        Advice {
            rule,
            figures: vec![
                ("read", situation.met.read.to_string()),
                ("thrown", situation.met.thrown_away.to_string()),
                ("index", index.unwrap_or_default()),
                ("condition", query.text("KeyConditionExpression").unwrap_or_default().to_owned()),
            ],
            also_instead_of: Vec::new(),
            preparation: Vec::new(),
            requests: vec![query],
            claim: Claim::SameItems,
        }
    });
    advices.collect()
}
