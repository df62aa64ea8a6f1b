//! The actions in a resource-based policy: those of operations on tables, and those on streams.

use crate::resource_policy::document::matches_pattern;

const PREFIX: &str = "dynamodb:";

const OF_TABLES: &[&str] = &[
    "AssociateTableReplica",
    "BatchGetItem",
    "BatchWriteItem",
    "ConditionCheckItem",
    "CreateBackup",
    "CreateTable",
    "CreateTableReplica",
    "DeleteItem",
    "DeleteResourcePolicy",
    "DeleteTable",
    "DeleteTableReplica",
    "DescribeContinuousBackups",
    "DescribeContributorInsights",
    "DescribeExport",
    "DescribeImport",
    "DescribeKinesisStreamingDestination",
    "DescribeTable",
    "DescribeTableReplicaAutoScaling",
    "DescribeTimeToLive",
    "DisableKinesisStreamingDestination",
    "EnableKinesisStreamingDestination",
    "ExportTableToPointInTime",
    "GetItem",
    "GetResourcePolicy",
    "ListTagsOfResource",
    "PartiQLDelete",
    "PartiQLInsert",
    "PartiQLSelect",
    "PartiQLUpdate",
    "PutItem",
    "PutResourcePolicy",
    "Query",
    "ReadDataForReplication",
    "ReplicateSettings",
    "RestoreTableToPointInTime",
    "Scan",
    "SearchVectors",
    "StartAwsBackupJob",
    "TagResource",
    "UntagResource",
    "UpdateContinuousBackups",
    "UpdateContributorInsights",
    "UpdateItem",
    "UpdateKinesisStreamingDestination",
    "UpdateTable",
    "UpdateTableReplicaAutoScaling",
    "UpdateTimeToLive",
    "WriteDataForReplication",
];
const OF_STREAMS: &[&str] = &[
    "DeleteResourcePolicy",
    "DescribeStream",
    "GetRecords",
    "GetResourcePolicy",
    "GetShardIterator",
    "PutResourcePolicy",
];

/// Returns true if a pattern matches at least one action.
pub(crate) fn is_action(action: &str, of_stream: bool) -> bool {
    let known = if of_stream { OF_STREAMS } else { OF_TABLES };
    action == "*" || known.iter().any(|name| matches_pattern(action, &format!("{PREFIX}{name}")))
}
