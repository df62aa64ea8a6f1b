//! Example principals. The policy of each shows one feature.

use serde_json::json;

use crate::request::json_text;

pub const NAMES: &[&str] = &["reader", "own-keys", "columns", "one-table", "no-deletes"];

const READER: &str = r#"{"Version": "2012-10-17", "Statement": [{"Sid": "ReadOnly", "Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:Scan", "dynamodb:DescribeTable"], "Resource": ["TABLE_ARN", "TABLE_ARN/index/*"]}]}"#;
const OWN_KEYS: &str = r#"{"Version": "2012-10-17", "Statement": [{"Sid": "OwnKeys", "Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"], "Resource": "TABLE_ARN", "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [LEADING_KEY]}}}]}"#;
const COLUMNS: &str = r#"{"Version": "2012-10-17", "Statement": [{"Sid": "SomeAttributes", "Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:Query"], "Resource": "TABLE_ARN", "Condition": {"ForAllValues:StringEquals": {"dynamodb:Attributes": KEY_NAMES}, "StringEqualsIfExists": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}}}]}"#;
const ONE_TABLE: &str = r#"{"Version": "2012-10-17", "Statement": [{"Sid": "AllOfOneTable", "Effect": "Allow", "Action": "dynamodb:*", "Resource": ["TABLE_ARN", "TABLE_ARN/index/*", "TABLE_ARN/stream/*"]}]}"#;
const NO_DELETES: &str = r#"{"Version": "2012-10-17", "Statement": [{"Sid": "AllTables", "Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}, {"Sid": "NothingIsDeleted", "Effect": "Deny", "Action": "dynamodb:Delete*", "Resource": "*"}]}"#;
const OF_TABLE: &str = r#"{"Version": "2012-10-17", "Statement": [{"Sid": "ReadFromTheTable", "Effect": "Allow", "Principal": {"AWS": "PRINCIPAL_ARN"}, "Action": ["dynamodb:GetItem", "dynamodb:Query"], "Resource": "TABLE_ARN"}]}"#;

/// The resource for which an example policy is written.
pub struct Subject<'a> {
    pub table_arn: &'a str,
    /// The names of the key attributes.
    pub key: Vec<String>,
    /// The partition key value of an existing item, as a condition contains it.
    pub leading_key: String,
}

/// Returns the text of an example policy.
pub fn policy(name: &str, subject: &Subject) -> String {
    let text = match name {
        "own-keys" => OWN_KEYS,
        "columns" => COLUMNS,
        "one-table" => ONE_TABLE,
        "no-deletes" => NO_DELETES,
        _ => READER,
    };
    let text = text.replace("TABLE_ARN", subject.table_arn);
    let text = text.replace("KEY_NAMES", &json!(subject.key).to_string());
    json_text::pretty(&text.replace("LEADING_KEY", &json!(subject.leading_key).to_string()))
}

/// Returns a policy of the table that allows a principal of the account to read.
pub fn of_table(table_arn: &str, principal_arn: &str) -> String {
    json_text::pretty(&OF_TABLE.replace("TABLE_ARN", table_arn).replace("PRINCIPAL_ARN", principal_arn))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_preset_is_a_policy_of_the_table() {
        let key = vec!["PK".to_owned(), "SK".to_owned()];
        let subject = Subject { table_arn: "arn:t", key, leading_key: "a\"b".to_owned() };
        for name in NAMES {
            let text = policy(name, &subject);
            let document: Value = serde_json::from_str(&text).expect("it is JSON");
            let statements = document["Statement"].as_array().expect("it has statements");
            assert!(statements.iter().all(|statement| statement["Effect"].is_string()), "{name}");
        }
        let own: Value = serde_json::from_str(&policy("own-keys", &subject)).expect("it is JSON");
        let condition = &own["Statement"][0]["Condition"]["ForAllValues:StringEquals"];
        assert_eq!(condition["dynamodb:LeadingKeys"], json!(["a\"b"]));
        assert!(of_table("arn:t", "arn:p").contains("\"AWS\": \"arn:p\""));
    }
}
