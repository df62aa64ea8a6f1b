//! The conditional writes that a pattern sends, with their expressions bound to the names and values of the request.

use dynalab_expressions::{
    Aliases, BoundCondition, BoundOperand, BoundUpdate, Comparator, ExpressionKind, condition, update,
};
use dynalab_types::{AttributeValue, Item};
use serde_json::Value;

use super::Facts;
use crate::check::requests::RequestBuilder;
use crate::check::stored::{StoredItem, key_text};
use crate::design::{AccessPattern, Table};
use crate::literal;

/// An update, delete or check with its condition, names and values filled in.
pub(super) struct SentWrite<'a> {
    /// The position of the table.
    pub place: usize,
    pub table: &'a Table,
    pub key: Item,
    /// The item of the sample that has the key.
    pub stored: Option<&'a StoredItem>,
    pub update: Option<BoundUpdate>,
    pub condition: Option<BoundCondition>,
}

/// Returns the writes of a pattern that have a key: those of an UpdateItem or DeleteItem, or of a transaction.
pub(super) fn of_pattern<'a>(facts: &Facts<'a>, pattern: &'a AccessPattern) -> Vec<SentWrite<'a>> {
    let Some(operation) = pattern.operation.as_ref().filter(|operation| operation.is_write()) else {
        return Vec::new();
    };
    let sent = RequestBuilder::new(facts.design, &facts.context.sample, pattern)
        .and_then(|maker| maker.requests(operation))
        .unwrap_or_default();
    let mut writes = Vec::new();
    for request in &sent {
        match request.operation.as_str() {
            "UpdateItem" | "DeleteItem" => writes.extend(of_body(facts, &request.body)),
            "TransactWriteItems" => {
                let actions = request.body["TransactItems"].as_array().into_iter().flatten();
                let bodies = actions.flat_map(|action| {
                    ["Update", "Delete", "ConditionCheck"]
                        .iter()
                        .filter_map(move |member| action.get(*member))
                });
                writes.extend(bodies.filter_map(|body| of_body(facts, body)));
            }
            _ => {}
        }
    }
    writes
}

/// Returns the write of a request body. Returns None if an expression cannot be read.
pub(super) fn of_body<'a>(facts: &Facts<'a>, body: &Value) -> Option<SentWrite<'a>> {
    let name = body["TableName"].as_str()?;
    let place = facts.design.tables.iter().position(|table| table.name == name)?;
    let table = facts.design.tables.get(place)?;
    let key = literal::item_from_wire(&body["Key"])?;
    let stored = facts.context.scratch.tables.get(place)?.with_key(&key_text(table, &key));
    let names = body["ExpressionAttributeNames"].as_object().into_iter().flatten();
    let names: Option<Vec<(String, String)>> =
        names.map(|(alias, name)| Some((alias.clone(), name.as_str()?.to_owned()))).collect();
    let values = body["ExpressionAttributeValues"].as_object().into_iter().flatten();
    let values: Option<Vec<_>> =
        values.map(|(alias, value)| Some((alias.clone(), literal::from_wire(value)?))).collect();
    let mut aliases = Aliases::new(names?, values?);
    let condition = match body["ConditionExpression"].as_str() {
        Some(text) => Some(condition(ExpressionKind::Condition, text, &mut aliases).ok()?),
        None => None,
    };
    let update = match body["UpdateExpression"].as_str() {
        Some(text) => Some(update(text, &mut aliases).ok()?),
        None => None,
    };
    Some(SentWrite { place, table, key, stored, update, condition })
}

/// Returns the values that a condition compares an attribute with by equality.
pub(super) fn compared_values<'a>(condition: &'a BoundCondition, attribute: &str) -> Vec<&'a AttributeValue> {
    let is_of =
        |operand: &BoundOperand| matches!(operand, BoundOperand::Path(path) if &*path.attribute == attribute);
    match condition {
        BoundCondition::And(terms) | BoundCondition::Or(terms) => {
            terms.iter().flat_map(|term| compared_values(term, attribute)).collect()
        }
        // What a condition excludes is no state that it leaves.
        BoundCondition::Not(_) | BoundCondition::Between { .. } | BoundCondition::Function(_) => Vec::new(),
        BoundCondition::Compare { left, operator: Comparator::Equal, right } => match (left, right) {
            (path, BoundOperand::Value(value)) | (BoundOperand::Value(value), path) if is_of(path) => {
                vec![value]
            }
            _ => Vec::new(),
        },
        BoundCondition::Compare { .. } => Vec::new(),
        BoundCondition::In { operand, candidates } if is_of(operand) => candidates
            .iter()
            .filter_map(|candidate| match candidate {
                BoundOperand::Value(value) => Some(value),
                BoundOperand::Path(_) | BoundOperand::Size(_) => None,
            })
            .collect(),
        BoundCondition::In { .. } => Vec::new(),
    }
}
