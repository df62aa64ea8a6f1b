//! Writes a backup as CreateBackup, DescribeBackup, ListBackups and DeleteBackup return it. Reads backup ARNs.

use dynalab_engine::database::table::IndexKind;
use dynalab_engine::error::{ArnError, DynamoError, RecoveryError};
use dynalab_engine::registry::backup::{Backup, BackupType};
use dynalab_engine::registry::vector_index::description::encode_definition;
use dynalab_engine::request::fields::Fields;
use dynalab_engine::response::definition_members::{
    encode_caps, encode_encryption, encode_key, encode_projection,
};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::region::is_region;

use crate::resource_arn::{NoSuchArn, ResourceArn};

/// Reads the ARN of a backup. Its form has an error of its own, so there are no constraints of the length.
pub(crate) fn decode_backup_arn(fields: &mut Fields) -> String {
    fields.require("BackupArn");
    fields.text("BackupArn").unwrap_or_default()
}

/// Returns true for a backup ARN of another Region that exists.
pub(crate) fn is_of_other_region(arn: &str, config: &EngineConfig) -> bool {
    ResourceArn::parse(arn, "backup").is_ok_and(|found| found.region != config.region)
}

/// Returns the stored ARN for the ARN in a request. DynamoDB ignores a Region that is another one.
pub(crate) fn backup_arn(arn: &str, config: &EngineConfig) -> Result<String, DynamoError> {
    let found = ResourceArn::parse(arn, "backup").map_err(|problem| match problem {
        NoSuchArn::OtherForm => RecoveryError::InvalidBackupArn,
        NoSuchArn::OtherService => RecoveryError::BackupArnFromElsewhere,
    })?;
    if !is_region(found.region) {
        return Err(RecoveryError::BackupArnFromElsewhere.into());
    }
    if found.account != config.account_id {
        return Err(ArnError::OtherAccount.into());
    }
    Ok(found.here("backup", config))
}

pub(crate) fn encode_details(backup: &Backup, status: &str, object: &mut ObjectWriter) {
    object.text("BackupArn", &backup.arn);
    object.text("BackupName", &backup.name);
    object.integer("BackupSizeBytes", backup.size_bytes);
    object.text("BackupStatus", status);
    object.text("BackupType", backup.kind.name());
    object.date("BackupCreationDateTime", backup.created_at);
    if let Some(expires_at) = backup.expires_at {
        object.date("BackupExpiryDateTime", expires_at);
    }
}

pub(crate) fn encode_summary(backup: &Backup, object: &mut ObjectWriter) {
    object.text("TableName", &backup.table.name);
    object.text("TableId", &backup.table.id);
    object.text("TableArn", &backup.table.arn);
    encode_details(backup, "AVAILABLE", object);
}

pub(crate) fn encode_description(backup: &Backup, status: &str, body: &mut ObjectWriter) {
    body.object("BackupDescription", |description| {
        description.object("BackupDetails", |object| encode_details(backup, status, object));
        description.object("SourceTableDetails", |object| encode_table(backup, object));
        description.object("SourceTableFeatureDetails", |object| {
            if backup.kind == BackupType::User {
                encode_features(backup, object);
            }
        });
    });
}

fn encode_table(backup: &Backup, object: &mut ObjectWriter) {
    let table = &backup.table;
    object.text("TableName", &table.name);
    object.text("TableId", &table.id);
    object.text("TableArn", &table.arn);
    object.integer("TableSizeBytes", backup.size_bytes);
    encode_key(&table.key, object);
    object.date("TableCreationDateTime", table.created_at);
    encode_throughput(&table.throughput, object);
    encode_caps(table.on_demand_throughput, object);
    object.integer("ItemCount", backup.item_count);
    object.text("BillingMode", table.billing.name());
}

fn encode_throughput(throughput: &dynalab_engine::database::table::Throughput, object: &mut ObjectWriter) {
    object.object("ProvisionedThroughput", |object| {
        object.integer("ReadCapacityUnits", throughput.read);
        object.integer("WriteCapacityUnits", throughput.write);
    });
}

/// Writes only the features that are turned on.
fn encode_features(backup: &Backup, object: &mut ObjectWriter) {
    let table = &backup.table;
    for (kind, member) in
        [(IndexKind::Local, "LocalSecondaryIndexes"), (IndexKind::Global, "GlobalSecondaryIndexes")]
    {
        if table.indexes_of_kind(kind).next().is_none() {
            continue;
        }
        object.objects(member, table.indexes_of_kind(kind), |object, index| {
            object.text("IndexName", &index.name);
            encode_key(&index.key, object);
            encode_projection(&index.projection, object);
            if kind == IndexKind::Global {
                encode_throughput(&index.throughput, object);
                encode_caps(index.on_demand_throughput, object);
            }
        });
    }
    if !backup.vectors.is_empty() {
        object.objects("VectorIndexes", &backup.vectors, |object, index| encode_definition(index, object));
    }
    if let Some(stream) = table.settings.stream.as_ref().filter(|stream| stream.enabled) {
        object.object("StreamDescription", |object| {
            object.boolean("StreamEnabled", true);
            object.text("StreamViewType", stream.view.name());
        });
    }
    if let Some(attribute) = &table.settings.time_to_live.attribute {
        object.object("TimeToLiveDescription", |object| {
            object.text("TimeToLiveStatus", "ENABLED");
            object.text("AttributeName", attribute);
        });
    }
    encode_encryption(table, object);
}
