//! Initial requests of operations without a form, from `static/requests.json`, with the table's name, key and ARN.

use dynalab_playground::views::tables::TableSummary;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct RequestTemplate {
    pub operation: String,
    /// The group of the operation in the menu. The group's sentence is `operations-GROUP`.
    pub group: String,
    /// Whether the operation only stores and describes its settings, without an effect.
    #[serde(default)]
    pub stores_only: bool,
    pub request: Map<String, Value>,
}

/// Reads the file of the templates.
///
/// # Errors
/// Returns the reason if the text is not valid.
pub fn parse(text: &str) -> Result<Vec<RequestTemplate>, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

impl RequestTemplate {
    /// Fills the template with a table and a key, if there are any.
    pub fn fill(&self, table: Option<&TableSummary>, key: &Value) -> Map<String, Value> {
        let name = table.map(|table| table.name.as_str()).unwrap_or_default();
        let partition = table.map(|table| format!("\"{}\"", table.key.partition)).unwrap_or_default();
        let arn = table.map(|table| table.arn.as_str()).unwrap_or_default();
        let text =
            |text: &str| text.replace("$TABLE", name).replace("$ARN", arn).replace("$PARTITION", &partition);
        let (schema, attributes) = key_definition(table);
        let value = |place: &str| match place {
            "$KEY" => Some(key.clone()),
            "$KEY_SCHEMA" => Some(schema.clone()),
            "$KEY_ATTRIBUTES" => Some(attributes.clone()),
            _ => None,
        };
        fill_members(&self.request, &text, &value)
    }
}

/// Returns KeySchema and AttributeDefinitions of a table with the same key.
fn key_definition(table: Option<&TableSummary>) -> (Value, Value) {
    let (mut schema, mut attributes) = (Vec::new(), Vec::new());
    if let Some(TableSummary { key, .. }) = table {
        let sort = key.sort.as_ref().zip(key.sort_type.as_ref()).map(|(name, kind)| ("RANGE", name, kind));
        for (role, name, kind) in [("HASH", &key.partition, &key.partition_type)].into_iter().chain(sort) {
            schema.push(json!({"AttributeName": name, "KeyType": role}));
            attributes.push(json!({"AttributeName": name, "AttributeType": kind}));
        }
    }
    (Value::Array(schema), Value::Array(attributes))
}

fn fill_members(
    members: &Map<String, Value>,
    text: &dyn Fn(&str) -> String,
    place: &dyn Fn(&str) -> Option<Value>,
) -> Map<String, Value> {
    let mut filled = Map::new();
    filled.extend(members.iter().map(|(name, value)| (text(name), fill_value(value, text, place))));
    filled
}

fn fill_value(value: &Value, text: &dyn Fn(&str) -> String, place: &dyn Fn(&str) -> Option<Value>) -> Value {
    match value {
        Value::String(written) => place(written).unwrap_or_else(|| Value::String(text(written))),
        Value::Array(values) => values.iter().map(|value| fill_value(value, text, place)).collect(),
        Value::Object(members) => Value::Object(fill_members(members, text, place)),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::form::template;
    use dynalab_playground::views::tables::KeyNames;
    use dynalab_service::Request;

    fn templates() -> Vec<RequestTemplate> {
        parse(include_str!("../../../../static/requests.json")).expect("the file of the site")
    }

    fn table() -> TableSummary {
        TableSummary {
            name: "Shop".to_owned(),
            arn: "arn:aws:dynamodb:us-east-1:123456789012:table/Shop".to_owned(),
            status: "ACTIVE".to_owned(),
            key: KeyNames {
                partition: "PK".to_owned(),
                partition_type: "S".to_owned(),
                sort: None,
                sort_type: None,
            },
            item_count: 0,
            size_bytes: 0,
            indexes: Vec::new(),
        }
    }

    #[test]
    fn every_operation_of_the_engine_can_be_begun_in_the_page() {
        let templates = templates();
        for operation in Request::ALL {
            let here = templates.iter().filter(|template| template.operation == *operation).count();
            let elsewhere = usize::from(template::is_made_without_a_file(operation));
            assert_eq!(here + elsewhere, 1, "{operation}");
        }
        // The core of the engine has fewer operations, the page offers all.
        if Request::ALL.contains(&"ExecuteStatement") {
            let unknown = templates.iter().find(|one| !Request::ALL.contains(&one.operation.as_str()));
            assert_eq!(unknown, None);
        }
    }

    #[test]
    fn what_a_template_says_is_understood() {
        for template in templates() {
            let body = Value::Object(template.fill(Some(&table()), &json!({"PK": {"S": "a"}}))).to_string();
            // The person fills in empty values, and some operations need the complete engine.
            if !body.contains("\"\"") && Request::ALL.contains(&template.operation.as_str()) {
                let understood = Request::parse(&template.operation, &body);
                assert!(understood.is_ok(), "{}: {understood:?}", template.operation);
            }
        }
    }

    #[test]
    fn a_template_speaks_of_the_table() {
        let templates = templates();
        let begun = |operation: &str| {
            let template = templates.iter().find(|template| template.operation == operation);
            let filled = template.expect("it is there").fill(Some(&table()), &json!({"PK": {"S": "a"}}));
            Value::Object(filled)
        };
        assert_eq!(begun("BatchGetItem")["RequestItems"]["Shop"]["Keys"], json!([{"PK": {"S": "a"}}]));
        assert_eq!(
            begun("ListTagsOfResource"),
            json!({"ResourceArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Shop"})
        );
        let import = begun("ImportTable");
        assert_eq!(
            import["TableCreationParameters"],
            json!({"TableName": "Shop-imported", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]})
        );
        let export = begun("ExportTableToPointInTime");
        assert_eq!(import["S3BucketSource"]["S3Bucket"], export["S3Bucket"]);
        assert_eq!(begun("ExecuteStatement")["Statement"], "SELECT * FROM \"Shop\"");
        let statement = &begun("BatchExecuteStatement")["Statements"][0]["Statement"];
        assert_eq!(statement, "SELECT * FROM \"Shop\" WHERE \"PK\" = ?");
    }

    #[test]
    fn groups_have_names_in_both_languages() {
        for text in
            [include_str!("../../messages/en/workbench.ftl"), include_str!("../../messages/ja/workbench.ftl")]
        {
            for template in templates() {
                let message = format!("operations-{} =", template.group);
                assert!(text.contains(&message), "{message}");
            }
        }
    }
}
