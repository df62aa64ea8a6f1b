//! What a text is that no format reads: the refusal says it, and what to open instead.

use dynalab_modeling::formats::{FormatError, Found};
use serde_json::Value;

/// Members of answers of AWS that describe no table, with their operations.
const ANSWERS: [(&str, &str); 12] = [
    ("TableNames", "ListTables"),
    ("TimeToLiveDescription", "DescribeTimeToLive"),
    ("ContinuousBackupsDescription", "DescribeContinuousBackups"),
    ("BackupSummaries", "ListBackups"),
    ("BackupDescription", "DescribeBackup"),
    ("GlobalTables", "ListGlobalTables"),
    ("TableAutoScalingDescription", "DescribeTableReplicaAutoScaling"),
    ("ScalableTargets", "DescribeScalableTargets"),
    ("ExportDescription", "DescribeExport"),
    ("StreamDescription", "DescribeStream"),
    ("Stacks", "DescribeStacks"),
    ("Tags", "ListTagsOfResource"),
];
/// Members of a design of Dynalab. A text with one is a design with a mistake.
const OF_DESIGN: [&str; 5] = ["version", "entities", "tables", "patterns", "relations"];

/// Libraries of code that uses tables, with the word that the code imports.
const LIBRARIES: [(&str, &str); 9] = [
    ("boto3", "boto3"),
    ("pynamodb", "PynamoDB"),
    ("dynamoose", "Dynamoose"),
    ("@aws-sdk/", "AWS SDK"),
    ("aws-sdk", "AWS SDK"),
    ("software.amazon.awssdk", "AWS SDK"),
    ("aws_sdk_dynamodb", "AWS SDK"),
    ("electrodb", "ElectroDB"),
    ("dynamodb-onetable", "OneTable"),
];
/// Number of lines that are looked at.
const LINES_MAX: usize = 400;
/// The most names of members in a refusal.
const MEMBERS_MAX: usize = 6;
const NAME_CHARACTERS_MAX: usize = 40;

/// Returns the error with what the text is, if no format read it.
pub fn explain(error: FormatError, text: &str) -> FormatError {
    if !matches!(error, FormatError::Unknown | FormatError::NoTable) {
        return error;
    }
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let is_json = start.starts_with(['{', '[']);
    // A line of a file with several objects is one of them.
    let first = || serde_json::Deserializer::from_str(start).into_iter::<Value>().next();
    let value = if is_json { first() } else { None };
    let found = match value {
        // The parser of designs says where the mistake is.
        Some(Err(_)) => return of_design(text, error),
        Some(Ok(value)) if OF_DESIGN.iter().filter(|member| value.get(**member).is_some()).count() > 1 => {
            return of_design(text, error);
        }
        Some(Ok(value)) => Some(of_json(&value)),
        None if start.is_empty() => Some(Found::Nothing),
        None => of_text(start),
    };
    found.map_or(error, |found| FormatError::Other { found })
}

/// Returns the mistake of a text that is meant as a design of Dynalab.
fn of_design(text: &str, error: FormatError) -> FormatError {
    dynalab_modeling::parse(text).map_or_else(FormatError::Design, |_| error)
}

fn of_json(value: &Value) -> Found {
    let first = match value {
        Value::Array(values) => values.first().unwrap_or(value),
        other => other,
    };
    let answer = ANSWERS.iter().find(|(member, _)| first.get(*member).is_some());
    if let Some((_, operation)) = answer {
        return Found::Answer { operation };
    }
    let members = first
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.chars().take(NAME_CHARACTERS_MAX).collect());
    let mut names: Vec<String> = members.take(MEMBERS_MAX + 1).collect();
    if names.len() > MEMBERS_MAX {
        names[MEMBERS_MAX] = "…".to_owned();
    }
    Found::Members { names: names.join(", ") }
}

/// Tells code and schemas of other tools by their first lines.
fn of_text(text: &str) -> Option<Found> {
    let lines = || text.lines().take(LINES_MAX).map(str::trim);
    let has_import = |word: &str| {
        let is_import = |line: &str| {
            ["import ", "from ", "use ", "const ", "require", "using ", "} from "]
                .iter()
                .any(|start| line.starts_with(start))
        };
        lines().any(|line| line.contains(word) && (is_import(line) || line.contains("require(")))
    };
    if ["aws-cdk", "aws_cdk", "awscdk"].into_iter().any(has_import) {
        return Some(Found::CdkCode);
    }
    if ["@pulumi/", "pulumi_aws"].into_iter().any(has_import) {
        return Some(Found::PulumiCode);
    }
    if let Some((_, library)) = LIBRARIES.iter().find(|(word, _)| has_import(word)) {
        return Some(Found::Code { library });
    }
    if lines().any(|line| line.starts_with("type ") && line.contains("@model")) {
        return Some(Found::GraphQl);
    }
    let begins = |words: &[&str]| lines().any(|line| words.iter().any(|word| line.starts_with(word)));
    let blocks = [
        "variable \"",
        "provider \"",
        "module \"",
        "resource \"",
        "data \"",
        "output \"",
        "terraform {",
        "locals {",
    ];
    if begins(&blocks) {
        return Some(Found::TerraformParts);
    }
    let statements = ["INSERT INTO ", "SELECT ", "UPDATE ", "ALTER TABLE ", "DROP TABLE ", "CREATE "];
    let is_statement = |line: &str| {
        let upper: String = line.chars().take(20).collect::<String>().to_ascii_uppercase();
        statements.iter().any(|statement| upper.starts_with(statement))
    };
    (text.contains(';') && lines().any(is_statement)).then_some(Found::SqlWithoutTables)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> FormatError {
        explain(FormatError::Unknown, text)
    }

    #[test]
    fn a_refusal_says_what_the_text_is() {
        let code = |library| Found::Code { library };
        for (text, wanted) in [
            ("", Found::Nothing),
            ("{\"TableNames\": [\"a\", \"b\"]}", Found::Answer { operation: "ListTables" }),
            ("{\"TimeToLiveDescription\": {}}", Found::Answer { operation: "DescribeTimeToLive" }),
            ("{\"colour\": 1, \"size\": 2}", Found::Members { names: "colour, size".to_owned() }),
            (
                "import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';\nnew dynamodb.Table(this, 'T', {});",
                Found::CdkCode,
            ),
            ("from aws_cdk import aws_dynamodb\n", Found::CdkCode),
            ("import * as aws from \"@pulumi/aws\";\n", Found::PulumiCode),
            ("import boto3\ntable = boto3.resource('dynamodb')\n", code("boto3")),
            ("from pynamodb.models import Model\nclass Boat(Model):\n  pass\n", code("PynamoDB")),
            ("const dynamoose = require('dynamoose');\n", code("Dynamoose")),
            ("type Boat @model {\n  id: ID!\n}\n", Found::GraphQl),
            ("variable \"key\" {\n  type = string\n}\n", Found::TerraformParts),
            ("INSERT INTO a VALUES (1);\n", Found::SqlWithoutTables),
        ] {
            let error = found(text);
            assert_eq!(error, FormatError::Other { found: wanted }, "{text}");
            assert!(error.to_string().len() > 10);
        }
        assert_eq!(found("Dear all,\nthis is a letter.\n"), FormatError::Unknown);
        assert_eq!(explain(FormatError::NoTable, "Resources: {}\n"), FormatError::NoTable);
        for design in ["{\"version\": 1, \"entities\": 7}", "{\"version\": 1,"] {
            assert!(matches!(found(design), FormatError::Design(_)), "{design}");
        }
    }
}
