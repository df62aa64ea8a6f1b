//! CloudFormation templates, in YAML and JSON, as people write them and as CDK prints them: `AWS::DynamoDB::Table` and `GlobalTable`.

mod production;
mod read;
mod resolve;
mod write;

use serde_json::Value;

use crate::yaml;
use dynalab_modeling::Design;
use dynalab_modeling::formats::Format;

/// This format reads YAML and JSON, because JSON is valid YAML.
pub const YAML: Format = Format {
    id: "cloudformation",
    extension: "yaml",
    is_like,
    read: Some(read::read),
    write: Some(|design, _| write_yaml(design)),
};

pub const JSON: Format = Format {
    id: "cloudformation-json",
    extension: "json",
    is_like: |_| false,
    read: None,
    write: Some(|design, _| write_json(design)),
};

const TABLE: &str = "AWS::DynamoDB::Table";
const GLOBAL_TABLE: &str = "AWS::DynamoDB::GlobalTable";

/// Returns the Region of the stack, as a replica names it.
fn home_region() -> Value {
    serde_json::json!({ "Ref": "AWS::Region" })
}

fn is_like(text: &str) -> bool {
    text.contains("Resources") && text.contains("AWS::DynamoDB::")
}

fn write_yaml(design: &Design) -> String {
    yaml::write(&write::template(design))
}

fn write_json(design: &Design) -> String {
    // Only a map with keys that are not strings could fail. A template has none.
    serde_json::to_string_pretty(&write::template(design)).unwrap_or_default() + "\n"
}
