//! The requests about backups, recovery, exports and imports, and their responses.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::page_context::{CallResult, PageContext};

/// Maximum number of exports and of imports that are shown, the newest first.
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

/// Point-in-time recovery of a table. Times are in seconds since 1970, as everywhere here.
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
    /// Returns true if DynamoDB created the backup when its table was deleted.
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
    /// The key of the manifest summary, once it is written.
    pub export_manifest: Option<String>,
    pub item_count: Option<u64>,
    pub failure_message: Option<String>,
}

impl Export {
    pub fn is_incremental(&self) -> bool {
        self.export_type == "INCREMENTAL_EXPORT"
    }

    /// Returns the folder of the export's files. Its last part is the end of the ARN.
    pub fn name(&self) -> String {
        format!("{}/…/{}", self.s3_bucket, mark(&self.export_arn))
    }

    /// Returns the prefix of the exported items, for an import.
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

/// A table that was restored in this diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    pub name: String,
    /// The table's status, or none if it does not exist.
    pub status: Option<String>,
    pub items: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transfers {
    pub exports: Vec<Export>,
    pub imports: Vec<Import>,
    pub restored: Vec<Restored>,
}

/// Lists the backups.
///
/// # Errors
/// Returns the message of DynamoDB or the name of Dynalab's error.
pub async fn backups(page: PageContext) -> CallResult<Vec<Backup>> {
    let listed: ListedBackups =
        page.look_at(("ListBackups", json!({ "BackupType": "ALL" }).to_string())).await?;
    Ok(listed.backup_summaries)
}

/// Reads the newest exports and imports, and the status of restored tables.
///
/// # Errors
/// Returns the message of DynamoDB or the name of Dynalab's error.
pub async fn transfers(page: PageContext, table_arn: String, restored: Vec<String>) -> CallResult<Transfers> {
    let mut told = Transfers::default();
    let listed: Value = page.look_at(("ListExports", json!({ "TableArn": table_arn }).to_string())).await?;
    for arn in newest(&listed["ExportSummaries"], "ExportArn") {
        let described: Value =
            page.look_at(("DescribeExport", json!({ "ExportArn": arn }).to_string())).await?;
        told.exports.extend(serde_json::from_value::<Export>(described["ExportDescription"].clone()));
    }
    let listed: Value = page.look_at(("ListImports", json!({}).to_string())).await?;
    for arn in newest(&listed["ImportSummaryList"], "ImportArn") {
        let described: Value =
            page.look_at(("DescribeImport", json!({ "ImportArn": arn }).to_string())).await?;
        told.imports.extend(serde_json::from_value::<Import>(described["ImportTableDescription"].clone()));
    }
    told.exports.sort_by(|one, other| other.start_time.total_cmp(&one.start_time));
    for name in restored {
        let described = page
            .look_at::<Value>(("DescribeTable", json!({ "TableName": name }).to_string()))
            .await
            .unwrap_or_default();
        let counted = json!({ "TableName": name, "Select": "COUNT" });
        let status = described["Table"]["TableStatus"].as_str().map(str::to_owned);
        let items = match status.as_deref() {
            Some("ACTIVE") => page.look_at::<Value>(("Scan", counted.to_string())).await.unwrap_or_default()
                ["Count"]
                .as_u64(),
            _ => None,
        };
        told.restored.push(Restored { name, status, items: items.unwrap_or_default() });
    }
    Ok(told)
}

/// Returns the newest ARNs. ARNs end with a time, so their order is that of time.
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
