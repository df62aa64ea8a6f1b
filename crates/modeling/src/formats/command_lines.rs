//! `aws dynamodb` command lines that create the tables of a design with their settings.

use dynalab_playground::request_text::{self, TextForm};
use serde_json::{Value, json};

use super::{Format, create_table};
use crate::design::Design;
use crate::table_request::{SMALLEST, whole};

pub const FORMAT: Format = Format {
    id: "aws-cli",
    extension: "sh",
    is_like: |_| false,
    read: None,
    write: Some(|design, _| write(design)),
};

fn write(design: &Design) -> String {
    let mut text = String::from("#!/bin/sh\nset -e\n");
    for table in &design.tables {
        text.push_str(&format!("\n# {}\n", table.name));
        push(&mut text, "CreateTable", &whole(table, SMALLEST));
        text.push_str(&format!("aws dynamodb wait table-exists --table-name {}\n", table.name));
        if let Some(body) = create_table::time_to_live(table) {
            push(&mut text, "UpdateTimeToLive", &body);
        }
        if table.recovery {
            let body = json!({
                "TableName": table.name,
                "PointInTimeRecoverySpecification": { "PointInTimeRecoveryEnabled": true },
            });
            push(&mut text, "UpdateContinuousBackups", &body);
        }
        for replica in &table.replicas {
            let body = json!({
                "TableName": table.name,
                "ReplicaUpdates": [{ "Create": { "RegionName": replica.region } }],
            });
            push(&mut text, "UpdateTable", &body);
        }
    }
    text
}

fn push(text: &mut String, operation: &str, body: &Value) {
    if let Ok(written) = request_text::write(TextForm::CommandLine, operation, &body.to_string()) {
        text.push_str(written.text.trim_end());
        text.push('\n');
    }
}
