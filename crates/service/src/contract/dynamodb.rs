//! Requests of DynamoDB that the page sends, and the parts of their responses that it reads. Responses have other members too:
//! the service writes them in the order of DynamoDB, without these structs.

use super::{EpochSeconds, Json, Named, NoMembers};

crate::contract! {
    /// Lists the names of tables.
    pub struct ListTables: "ListTables" -> TableNames {
        /// The last name of the previous page.
        pub exclusive_start_table_name: Option<String>,
    }

    /// A page of names.
    pub struct TableNames {
        pub table_names: Vec<String>,
        /// Absent on the last page.
        pub last_evaluated_table_name: Option<String>,
    }

    /// Describes a table.
    pub struct DescribeTable: "DescribeTable" -> DescribedTable {
        pub table_name: String,
    }

    /// The description of a table.
    pub struct DescribedTable {
        pub table: TableDescription,
    }

    /// The keys, sizes, indexes and replicas of a table.
    pub struct TableDescription {
        pub table_name: String,
        /// Such as `CREATING` or `ACTIVE`.
        pub table_status: String,
        pub table_arn: String,
        pub key_schema: Vec<KeyElement>,
        pub attribute_definitions: Vec<AttributeDefinition>,
        pub item_count: u64,
        pub table_size_bytes: u64,
        pub global_secondary_indexes: Option<Vec<IndexSizes>>,
        pub local_secondary_indexes: Option<Vec<IndexSizes>>,
        /// The replicas in other Regions.
        pub replicas: Option<Vec<ReplicaStatus>>,
    }

    /// An attribute of a key, the partition key first.
    pub struct KeyElement {
        pub attribute_name: String,
    }

    /// The type of a key attribute.
    pub struct AttributeDefinition {
        pub attribute_name: String,
        /// `S`, `N` or `B`.
        pub attribute_type: String,
    }

    /// An index and its size.
    pub struct IndexSizes {
        pub index_name: String,
        pub item_count: u64,
        pub index_size_bytes: u64,
    }

    /// A replica of a global table.
    pub struct ReplicaStatus {
        pub region_name: String,
        /// Such as `CREATING` or `ACTIVE`.
        pub replica_status: String,
    }

    /// Reads items of a table, without a filter.
    pub struct Scan: "Scan" -> ScannedItems {
        pub table_name: String,
        /// The maximum number of items.
        pub limit: Option<u64>,
        /// `COUNT` for the number of items alone.
        pub select: Option<String>,
    }

    /// A page of items.
    pub struct ScannedItems {
        /// The attributes of each item in DynamoDB JSON. Absent if only the number was requested.
        pub items: Option<Vec<Named<Json>>>,
        pub count: u64,
    }

    /// Describes point-in-time recovery of a table.
    pub struct DescribeContinuousBackups: "DescribeContinuousBackups" -> DescribedContinuousBackups {
        pub table_name: String,
    }

    /// The description of a table's backups.
    pub struct DescribedContinuousBackups {
        pub continuous_backups_description: ContinuousBackups,
    }

    /// The continuous backups of a table.
    pub struct ContinuousBackups {
        pub point_in_time_recovery_description: RecoveryDescription,
    }

    /// Point-in-time recovery of a table. While it is off, there is only its status.
    pub struct RecoveryDescription {
        pub recovery_period_in_days: Option<u64>,
        pub earliest_restorable_date_time: Option<EpochSeconds>,
        pub latest_restorable_date_time: Option<EpochSeconds>,
    }

    /// Lists backups.
    pub struct ListBackups: "ListBackups" -> BackupList {
        /// `USER`, `SYSTEM` or `ALL`.
        pub backup_type: Option<String>,
    }

    /// A page of backups.
    pub struct BackupList {
        pub backup_summaries: Vec<BackupSummary>,
    }

    /// A backup of a table.
    pub struct BackupSummary {
        pub backup_arn: String,
        pub backup_name: String,
        /// `USER`, or `SYSTEM` for the backup of a deleted table.
        pub backup_type: String,
        pub backup_size_bytes: u64,
        pub backup_creation_date_time: EpochSeconds,
        pub table_name: String,
    }

    /// Lists exports.
    pub struct ListExports: "ListExports" -> ExportList {
        pub table_arn: Option<String>,
    }

    /// A page of exports.
    pub struct ExportList {
        pub export_summaries: Vec<ExportSummary>,
    }

    /// An export in a list.
    pub struct ExportSummary {
        pub export_arn: String,
    }

    /// Describes an export.
    pub struct DescribeExport: "DescribeExport" -> DescribedExport {
        pub export_arn: String,
    }

    /// The description of an export.
    pub struct DescribedExport {
        pub export_description: ExportDescription,
    }

    /// An export of a table.
    pub struct ExportDescription {
        pub export_arn: String,
        /// `IN_PROGRESS`, `COMPLETED` or `FAILED`.
        pub export_status: String,
        /// `INCREMENTAL_EXPORT`. Absent for a full export.
        pub export_type: Option<String>,
        pub start_time: EpochSeconds,
        pub s3_bucket: String,
        /// The key of the manifest summary, once it is written.
        pub export_manifest: Option<String>,
        pub item_count: Option<u64>,
        pub failure_message: Option<String>,
    }

    /// Lists imports.
    pub struct ListImports: "ListImports" -> ImportList {
    }

    /// A page of imports.
    pub struct ImportList {
        pub import_summary_list: Vec<ImportSummary>,
    }

    /// An import in a list.
    pub struct ImportSummary {
        pub import_arn: String,
    }

    /// Describes an import.
    pub struct DescribeImport: "DescribeImport" -> DescribedImport {
        pub import_arn: String,
    }

    /// The description of an import.
    pub struct DescribedImport {
        pub import_table_description: ImportDescription,
    }

    /// An import into a new table.
    pub struct ImportDescription {
        /// `IN_PROGRESS`, `COMPLETED`, `FAILED` and others.
        pub import_status: String,
        pub table_arn: String,
        pub imported_item_count: u64,
        pub error_count: u64,
        pub failure_message: Option<String>,
    }

    /// Turns the stream of a table on or off.
    pub struct UpdateStream: "UpdateTable" -> NoMembers {
        pub table_name: String,
        pub stream_specification: StreamSpecification,
    }

    /// The settings of a stream.
    pub struct StreamSpecification {
        pub stream_enabled: bool,
        /// Such as `NEW_AND_OLD_IMAGES`.
        pub stream_view_type: Option<String>,
    }

    /// Turns TTL of a table on or off.
    pub struct UpdateTimeToLive: "UpdateTimeToLive" -> NoMembers {
        pub table_name: String,
        pub time_to_live_specification: TimeToLiveSpecification,
    }

    /// The settings of TTL.
    pub struct TimeToLiveSpecification {
        pub enabled: bool,
        pub attribute_name: String,
    }
}

impl UpdateStream {
    /// Returns the request that turns on the stream of a table, with old and new images.
    pub fn with_images(table_name: &str) -> UpdateStream {
        let view = Some("NEW_AND_OLD_IMAGES".to_owned());
        UpdateStream {
            table_name: table_name.to_owned(),
            stream_specification: StreamSpecification { stream_enabled: true, stream_view_type: view },
        }
    }
}

impl RecoveryDescription {
    /// Returns the first and the last time to which the table can be restored, or `None` while recovery is off.
    pub fn window(&self) -> Option<(EpochSeconds, EpochSeconds)> {
        Some((self.earliest_restorable_date_time?, self.latest_restorable_date_time?))
    }
}
