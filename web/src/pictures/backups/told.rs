//! What is asked about backups, recovery, exports and imports, and what is told.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::page_context::{PageContext, Told};

/// Of exports and imports the newest are shown.
const TRANSFERS_MAX: usize = 5;

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct DescribedBackups {
    continuous_backups_description: Continuous,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
struct Continuous {
    point_in_time_recovery_description: Recovery,
}

/// Moments are in seconds since 1970, as all here.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct Recovery {
    pub recovery_period_in_days: u64,
    pub earliest_restorable_date_time: Option<f64>,
    pub latest_restorable_date_time: Option<f64>,
}

impl DescribedBackups {
    pub fn recovery(&self) -> &Recovery {
        &self.continuous_backups_description.point_in_time_recovery_description
    }
}

impl Recovery {
    pub fn window(&self) -> Option<(f64, f64)> {
        Some((self.earliest_restorable_date_time?, self.latest_restorable_date_time?))
    }
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
struct ListedBackups {
    backup_summaries: Vec<Backup>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct Backup {
    pub backup_arn: String,
    pub backup_name: String,
    pub backup_type: String,
    pub backup_size_bytes: u64,
    pub backup_creation_date_time: f64,
    pub table_name: String,
}

impl Backup {
    /// Made by the service when its table was deleted.
    pub fn is_of_deleted_table(&self) -> bool {
        self.backup_type == "SYSTEM"
    }
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct Export {
    pub export_arn: String,
    pub export_status: String,
    pub export_type: String,
    pub start_time: f64,
    pub s3_bucket: String,
    /// The key of the summary, when it is there.
    pub export_manifest: Option<String>,
    pub item_count: Option<u64>,
    pub failure_message: Option<String>,
}

impl Export {
    pub fn is_incremental(&self) -> bool {
        self.export_type == "INCREMENTAL_EXPORT"
    }

    /// The folder that its files are in, which is named as its ARN ends.
    pub fn name(&self) -> String {
        format!("{}/…/{}", self.s3_bucket, mark(&self.export_arn))
    }

    /// Where the items are, to be read back.
    pub fn data_prefix(&self) -> Option<String> {
        let (folder, _) = self.export_manifest.as_ref()?.rsplit_once('/')?;
        Some(format!("{folder}/data/"))
    }
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct Import {
    pub import_status: String,
    pub table_arn: String,
    pub imported_item_count: u64,
    pub error_count: u64,
    pub failure_message: Option<String>,
}

/// A table that somebody restored here.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    pub name: String,
    /// None while it is not there.
    pub status: Option<String>,
    pub items: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transfers {
    pub exports: Vec<Export>,
    pub imports: Vec<Import>,
    pub restored: Vec<Restored>,
}

/// # Errors
/// What the service or the page said.
pub async fn backups(page: PageContext) -> Told<Vec<Backup>> {
    let listed: ListedBackups = page.look("ListBackups", &json!({ "BackupType": "ALL" })).await?;
    Ok(listed.backup_summaries)
}

/// # Errors
/// What the service or the page said.
pub async fn transfers(page: PageContext, table_arn: String, restored: Vec<String>) -> Told<Transfers> {
    let mut told = Transfers::default();
    let listed: Value = page.look("ListExports", &json!({ "TableArn": table_arn })).await?;
    for arn in newest(&listed["ExportSummaries"], "ExportArn") {
        let described: Value = page.look("DescribeExport", &json!({ "ExportArn": arn })).await?;
        told.exports.extend(serde_json::from_value::<Export>(described["ExportDescription"].clone()));
    }
    let listed: Value = page.look("ListImports", &json!({})).await?;
    for arn in newest(&listed["ImportSummaryList"], "ImportArn") {
        let described: Value = page.look("DescribeImport", &json!({ "ImportArn": arn })).await?;
        told.imports.extend(serde_json::from_value::<Import>(described["ImportTableDescription"].clone()));
    }
    told.exports.sort_by(|one, other| other.start_time.total_cmp(&one.start_time));
    for name in restored {
        let described =
            page.look::<Value>("DescribeTable", &json!({ "TableName": name })).await.unwrap_or_default();
        let counted = json!({ "TableName": name, "Select": "COUNT" });
        let status = described["Table"]["TableStatus"].as_str().map(str::to_owned);
        let items = match status.as_deref() {
            Some("ACTIVE") => {
                page.look::<Value>("Scan", &counted).await.unwrap_or_default()["Count"].as_u64()
            }
            _ => None,
        };
        told.restored.push(Restored { name, status, items: items.unwrap_or_default() });
    }
    Ok(told)
}

/// ARNs end with times, so that the newest are last where they are in their order.
fn newest(listed: &Value, member: &str) -> Vec<String> {
    let arns = listed.as_array().into_iter().flatten().filter_map(|summary| summary[member].as_str());
    let mut arns: Vec<String> = arns.map(str::to_owned).collect();
    arns.sort_by(|one, other| mark(other).cmp(mark(one)));
    arns.truncate(TRANSFERS_MAX);
    arns
}

fn mark(arn: &str) -> &str {
    arn.rsplit('/').next().unwrap_or(arn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_tells_where_its_items_are() {
        let export = Export {
            export_manifest: Some("p/AWSDynamoDB/01-a/manifest-summary.json".to_owned()),
            ..Export::default()
        };
        assert_eq!(export.data_prefix().as_deref(), Some("p/AWSDynamoDB/01-a/data/"));
        assert_eq!(Export::default().data_prefix(), None);
    }

    #[test]
    fn the_newest_are_told_first() {
        let listed = json!([{ "ExportArn": "t/a/export/01" }, { "ExportArn": "t/b/export/03" }, { "ExportArn": "t/a/export/02" }]);
        assert_eq!(newest(&listed, "ExportArn"), ["t/b/export/03", "t/a/export/02", "t/a/export/01"]);
    }
}
