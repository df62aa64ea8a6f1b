//! CloudFormation templates, in YAML and JSON, as people write them and as CDK prints them: `AWS::DynamoDB::Table` and `GlobalTable`.

mod for_each;
mod global;
mod parameters;
pub(crate) mod production;
mod read;
mod resolve;
mod write;

use serde_json::Value;

use crate::yaml;
use dynalab_literals::Replacements;
use dynalab_modeling::Design;
use dynalab_modeling::formats::{ExportedDesign, Format, Look};

/// This format reads YAML and JSON, because JSON is valid YAML. What it reads has the name of the form in which the text is.
pub const YAML: Format = Format {
    id: "cloudformation",
    names: ["CloudFormation (YAML)", "CloudFormation (YAML)"],
    extension: "yaml",
    is_like,
    read: Some(read::read),
    write: Some(|design, _, _| written(design, yaml::write)),
};

pub const JSON: Format = Format {
    id: "cloudformation-json",
    names: ["CloudFormation (JSON)", "CloudFormation (JSON)"],
    extension: "json",
    is_like: |_| false,
    read: None,
    write: Some(|design, _, _| written(design, print_json)),
};

pub use read::{read_template, read_with};

const TABLE: &str = "AWS::DynamoDB::Table";
const GLOBAL_TABLE: &str = "AWS::DynamoDB::GlobalTable";
/// A table of the Serverless Application Model: one key, and few settings.
const SIMPLE_TABLE: &str = "AWS::Serverless::SimpleTable";

/// Returns the Region of the stack, as a replica names it.
fn home_region() -> Value {
    serde_json::json!({ "Ref": "AWS::Region" })
}

/// Returns the id of the form in which a template is. CDK and the AWS CLI print JSON, which is YAML too.
pub fn id_of(text: &str) -> &'static str {
    if text.trim_start().starts_with('{') { JSON.id } else { YAML.id }
}

fn is_like(look: &Look) -> bool {
    let text = look.text();
    text.contains("Resources") && has_table(text)
}

/// Returns true if the text names a type of tables.
pub fn has_table(text: &str) -> bool {
    text.contains("AWS::DynamoDB::") || text.contains(SIMPLE_TABLE)
}

fn written(design: &Design, print: fn(&Value) -> String) -> ExportedDesign {
    let mut replaced = Replacements::default();
    let mut template = write::template(design);
    without_references(&mut template, &mut |text| shown(text, &mut replaced));
    ExportedDesign::new(print(&template), replaced)
}

fn print_json(template: &Value) -> String {
    // Only a map with keys that are not strings could fail. A template has none.
    serde_json::to_string_pretty(template).unwrap_or_default() + "\n"
}

/// CloudFormation replaces `{{resolve:…}}` in any text by a parameter or a secret of the account, and knows no escape for it.
/// Returns the text with a space between the braces.
pub fn shown(text: &str, replaced: &mut Replacements) -> String {
    let shown = text.replace("{{resolve:", "{ {resolve:");
    if shown != text {
        replaced.add(&shown);
    }
    shown
}

fn without_references(value: &mut Value, shown: &mut impl FnMut(&str) -> String) {
    match value {
        Value::String(text) => *text = shown(text),
        Value::Array(list) => list.iter_mut().for_each(|value| without_references(value, shown)),
        Value::Object(members) => members.values_mut().for_each(|value| without_references(value, shown)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
