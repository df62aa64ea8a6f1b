//! Backups, exports and imports, as the engine describes them.

use dynalab_service::contract::dynamodb::{BackupSummary, ExportDescription, ImportDescription};

/// Maximum number of exports and of imports that are shown, the newest first.
const TRANSFERS_MAX: usize = 5;

/// Returns true if DynamoDB created the backup when its table was deleted.
pub fn is_of_deleted_table(backup: &BackupSummary) -> bool {
    backup.backup_type == "SYSTEM"
}

pub fn is_incremental(export: &ExportDescription) -> bool {
    export.export_type.as_deref() == Some("INCREMENTAL_EXPORT")
}

/// Returns the folder of the export's files. Its last part is the end of the ARN.
pub fn export_name(export: &ExportDescription) -> String {
    format!("{}/…/{}", export.s3_bucket, mark(&export.export_arn))
}

/// Returns the prefix of the exported items, for an import.
pub fn data_prefix(export: &ExportDescription) -> Option<String> {
    let (folder, _) = export.export_manifest.as_ref()?.rsplit_once('/')?;
    Some(format!("{folder}/data/"))
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
    pub exports: Vec<ExportDescription>,
    pub imports: Vec<ImportDescription>,
    pub restored: Vec<Restored>,
}

/// Returns the newest ARNs. ARNs end with a time, so their order is that of time.
pub fn newest(mut arns: Vec<String>) -> Vec<String> {
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
        let export = ExportDescription {
            export_manifest: Some("p/AWSDynamoDB/01-a/manifest-summary.json".to_owned()),
            ..ExportDescription::default()
        };
        assert_eq!(data_prefix(&export).as_deref(), Some("p/AWSDynamoDB/01-a/data/"));
        assert_eq!(data_prefix(&ExportDescription::default()), None);
    }

    #[test]
    fn the_newest_are_told_first() {
        let listed = ["t/a/export/01", "t/b/export/03", "t/a/export/02"].map(str::to_owned);
        assert_eq!(newest(listed.to_vec()), ["t/b/export/03", "t/a/export/02", "t/a/export/01"]);
    }
}
