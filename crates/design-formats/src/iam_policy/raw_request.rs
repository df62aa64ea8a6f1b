//! The IAM actions of a request that a design contains as JSON.

use serde_json::Value;

/// One action on a table or an index. The table is `*` where the request does not name it.
#[derive(Debug, PartialEq)]
pub struct RawAccess<'a> {
    pub action: &'a str,
    pub table: String,
    pub index: Option<String>,
}

/// Returns the accesses of a request. Transactions and statements have no actions of their own: each of their members has one.
///
/// Source: "Actions, resources, and condition keys for Amazon DynamoDB" in AWS's Service Authorization Reference.
pub fn accesses<'a>(operation: &'a str, body: &Value) -> Vec<RawAccess<'a>> {
    match operation {
        "BatchGetItem" | "BatchWriteItem" => {
            let tables = body["RequestItems"].as_object().into_iter().flatten();
            tables.map(|(table, _)| on_table(operation, table)).collect()
        }
        "TransactGetItems" | "TransactWriteItems" => {
            rows(&body["TransactItems"]).filter_map(transaction_member).collect()
        }
        "ExecuteStatement" => statement(&body["Statement"]).into_iter().collect(),
        "BatchExecuteStatement" => {
            rows(&body["Statements"]).filter_map(|member| statement(&member["Statement"])).collect()
        }
        "ExecuteTransaction" => {
            rows(&body["TransactStatements"]).filter_map(|member| statement(&member["Statement"])).collect()
        }
        _ => {
            let table = body["TableName"].as_str().unwrap_or("*");
            let index = body["IndexName"].as_str().map(str::to_owned);
            vec![RawAccess { index, ..on_table(operation, table) }]
        }
    }
}

fn rows(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn on_table<'a>(action: &'a str, table: &str) -> RawAccess<'a> {
    RawAccess { action, table: table.to_owned(), index: None }
}

fn transaction_member(member: &Value) -> Option<RawAccess<'static>> {
    let (name, request) = member.as_object()?.iter().next()?;
    let action = match name.as_str() {
        "Get" => "GetItem",
        "Put" => "PutItem",
        "Update" => "UpdateItem",
        "Delete" => "DeleteItem",
        "ConditionCheck" => "ConditionCheckItem",
        _ => return None,
    };
    Some(on_table(action, request["TableName"].as_str().unwrap_or("*")))
}

/// Returns the access of a PartiQL statement. Its first words tell the action and the table. A statement with another shape is
/// allowed on all tables.
fn statement(text: &Value) -> Option<RawAccess<'static>> {
    let text = text.as_str()?;
    let word = |word: &str| text.split_whitespace().position(|found| found.eq_ignore_ascii_case(word));
    let after = |word_before: &str| {
        let place = word(word_before)?;
        text.split_whitespace().nth(place + 1)
    };
    let (action, name) = match text.split_whitespace().next()?.to_ascii_uppercase().as_str() {
        "SELECT" => ("PartiQLSelect", after("FROM")),
        "INSERT" => ("PartiQLInsert", after("INTO")),
        "UPDATE" => ("PartiQLUpdate", after("UPDATE")),
        "DELETE" => ("PartiQLDelete", after("FROM")),
        _ => return None,
    };
    let mut parts = name.unwrap_or("*").split('.').map(|part| part.trim_matches('"').to_owned());
    Some(RawAccess { action, table: parts.next().unwrap_or_default(), index: parts.next() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{RawAccess, accesses};

    fn access(action: &'static str, table: &str, index: Option<&str>) -> RawAccess<'static> {
        RawAccess { action, table: table.to_owned(), index: index.map(str::to_owned) }
    }

    #[test]
    fn each_member_of_a_transaction_has_its_own_action() {
        let body = json!({ "TransactItems": [
            { "Put": { "TableName": "Orders", "Item": {} } },
            { "ConditionCheck": { "TableName": "Users", "Key": {} } },
        ] });
        let wanted = [access("PutItem", "Orders", None), access("ConditionCheckItem", "Users", None)];
        assert_eq!(accesses("TransactWriteItems", &body), wanted);
    }

    #[test]
    fn a_batch_has_an_access_per_table() {
        let body = json!({ "RequestItems": { "Orders": { "Keys": [] }, "Users": { "Keys": [] } } });
        let wanted = [access("BatchGetItem", "Orders", None), access("BatchGetItem", "Users", None)];
        assert_eq!(accesses("BatchGetItem", &body), wanted);
    }

    #[test]
    fn statements_have_the_actions_of_partiql() {
        for (text, wanted) in [
            (
                "SELECT * FROM \"Orders\".\"by-date\" WHERE pk = ?",
                access("PartiQLSelect", "Orders", Some("by-date")),
            ),
            ("insert into Orders value {'pk': '1'}", access("PartiQLInsert", "Orders", None)),
            ("UPDATE \"Orders\" SET a = 1 WHERE pk = ?", access("PartiQLUpdate", "Orders", None)),
            ("DELETE FROM \"Orders\" WHERE pk = ?", access("PartiQLDelete", "Orders", None)),
        ] {
            assert_eq!(accesses("ExecuteStatement", &json!({ "Statement": text })), [wanted], "{text}");
        }
    }
}
