//! A new table, as a form, and the CreateTable request it makes. The engine judges it; the form does not.

use serde_json::{Value, json};

use crate::request_form::layout;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableForm {
    pub name: String,
    pub partition_key: String,
    pub partition_type: String,
    /// Empty: the table has no sort key.
    pub sort_key: String,
    pub sort_type: String,
    /// Read and write units a second; none: on demand.
    pub provisioned: Option<(u64, u64)>,
}

impl Default for TableForm {
    fn default() -> TableForm {
        TableForm {
            name: String::new(),
            partition_key: "PK".into(),
            partition_type: "S".into(),
            sort_key: "SK".into(),
            sort_type: "S".into(),
            provisioned: None,
        }
    }
}

impl TableForm {
    pub fn request(&self) -> String {
        let mut definitions = vec![definition(&self.partition_key, &self.partition_type)];
        let mut schema = vec![json!({"AttributeName": self.partition_key, "KeyType": "HASH"})];
        if !self.sort_key.is_empty() {
            definitions.push(definition(&self.sort_key, &self.sort_type));
            schema.push(json!({"AttributeName": self.sort_key, "KeyType": "RANGE"}));
        }
        let mut request =
            json!({"TableName": self.name, "AttributeDefinitions": definitions, "KeySchema": schema});
        match self.provisioned {
            None => request["BillingMode"] = "PAY_PER_REQUEST".into(),
            Some((read, write)) => {
                request["BillingMode"] = "PROVISIONED".into();
                request["ProvisionedThroughput"] =
                    json!({"ReadCapacityUnits": read, "WriteCapacityUnits": write});
            }
        }
        match request {
            Value::Object(fields) => layout::write(&fields),
            other => other.to_string(),
        }
    }
}

fn definition(name: &str, data_type: &str) -> Value {
    json!({"AttributeName": name, "AttributeType": data_type})
}

#[cfg(test)]
mod tests {
    use super::TableForm;
    use serde_json::{Value, json};

    #[test]
    fn a_table_without_sort_key_and_with_units() {
        let form = TableForm {
            name: "T".into(),
            sort_key: String::new(),
            provisioned: Some((5, 1)),
            ..TableForm::default()
        };
        let request: Value = serde_json::from_str(&form.request()).expect("JSON");
        assert_eq!(request["KeySchema"], json!([{"AttributeName": "PK", "KeyType": "HASH"}]));
        assert_eq!(request["ProvisionedThroughput"]["ReadCapacityUnits"], 5);
        let on_demand: Value = serde_json::from_str(&TableForm::default().request()).expect("JSON");
        assert_eq!(on_demand["BillingMode"], "PAY_PER_REQUEST");
        assert_eq!(on_demand["AttributeDefinitions"].as_array().map(Vec::len), Some(2));
    }
}
