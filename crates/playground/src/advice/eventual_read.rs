//! A strongly consistent read. An eventually consistent read consumes half.

use dynalab_types::json::Value;

use super::{Advice, Claim, OriginalRequest, Situation, as_object};

pub(super) fn propose(situation: &Situation) -> Vec<Advice> {
    let asked = situation.asked;
    let other = match asked.operation.as_str() {
        "GetItem" | "Query" | "Scan" if asked.is_strong() => {
            let mut body = asked.body.clone();
            body.remove("ConsistentRead");
            body
        }
        "BatchGetItem" => {
            let Some(tables) = asked.object("RequestItems") else { return Vec::new() };
            let eventual = |table: &Value| {
                let mut table = as_object(table)?.clone();
                table.remove("ConsistentRead");
                Some(Value::Object(table))
            };
            let tables = tables.iter().filter_map(|(name, table)| Some((name.clone(), eventual(table)?)));
            let mut body = asked.body.clone();
            body.insert("RequestItems".to_owned(), Value::Object(tables.collect()));
            body
        }
        _ => return Vec::new(),
    };
    vec![Advice {
        rule: "eventual-read",
        figures: vec![("units", situation.met.read_units.to_string())],
        also_instead_of: Vec::new(),
        preparation: Vec::new(),
        requests: vec![OriginalRequest::new(&asked.operation, other)],
        claim: Claim::SameItems,
    }]
}
