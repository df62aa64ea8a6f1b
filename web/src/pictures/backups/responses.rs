//! The requests about backups, recovery, exports and imports.

use dynalab_app::pictures::described_transfers::{Restored, Transfers, newest};
use dynalab_app::request::call_result::CallResult;
use dynalab_service::contract::dynamodb::{
    BackupSummary, DescribeExport, DescribeImport, DescribeTable, ListBackups, ListExports, ListImports, Scan,
};

use crate::page::context::PageContext;

/// Lists the backups.
///
/// # Errors
/// Returns the message of DynamoDB or the name of Dynalab's error.
pub async fn backups(page: PageContext) -> CallResult<Vec<BackupSummary>> {
    Ok(page.look(&ListBackups { backup_type: Some("ALL".to_owned()) }).await?.backup_summaries)
}

/// Reads the newest exports and imports, and the status of restored tables.
///
/// # Errors
/// Returns the message of DynamoDB or the name of Dynalab's error.
pub async fn transfers(page: PageContext, table_arn: String, restored: Vec<String>) -> CallResult<Transfers> {
    let mut told = Transfers::default();
    let listed = page.look(&ListExports { table_arn: Some(table_arn) }).await?.export_summaries;
    for export_arn in newest(listed.into_iter().map(|summary| summary.export_arn).collect()) {
        told.exports.push(page.look(&DescribeExport { export_arn }).await?.export_description);
    }
    let listed = page.look(&ListImports {}).await?.import_summary_list;
    for import_arn in newest(listed.into_iter().map(|summary| summary.import_arn).collect()) {
        told.imports.push(page.look(&DescribeImport { import_arn }).await?.import_table_description);
    }
    told.exports.sort_by(|one, other| other.start_time.total_cmp(&one.start_time));
    for name in restored {
        // A table that does not exist any more is an error.
        let described = page.look(&DescribeTable { table_name: name.clone() }).await.ok();
        let status = described.map(|described| described.table.table_status);
        let items = match status.as_deref() {
            Some("ACTIVE") => {
                let select = Some("COUNT".to_owned());
                let scan = Scan { table_name: name.clone(), select, ..Scan::default() };
                page.look(&scan).await.map_or(0, |scanned| scanned.count)
            }
            _ => 0,
        };
        told.restored.push(Restored { name, status, items });
    }
    Ok(told)
}
