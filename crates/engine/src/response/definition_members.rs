//! The members of descriptions for keys, projections, maximum throughput and encryption.

use dynalab_types::projection::Projection;
use dynalab_types::{KeySchema, KeyType};

use crate::database::table::{OnDemandThroughput, TableDefinition};
use crate::response::json_writer::ObjectWriter;

/// Writes the member KeySchema.
pub fn encode_key(key: &KeySchema, object: &mut ObjectWriter) {
    let partition = key.partition.iter().map(|attribute| (attribute, KeyType::Hash));
    let sort = key.sort.iter().map(|attribute| (attribute, KeyType::Range));
    object.objects("KeySchema", partition.chain(sort), |object, (attribute, key_type)| {
        object.text("AttributeName", &attribute.name);
        object.text("KeyType", key_type.name());
    });
}

/// Writes the member Projection.
pub fn encode_projection(projection: &Projection, object: &mut ObjectWriter) {
    object.object("Projection", |object| {
        object.text("ProjectionType", projection.type_name());
        if let Projection::Include(names) = projection {
            let mut names: Vec<_> = names.iter().collect();
            names.sort();
            object.list("NonKeyAttributes", names, |json, name| {
                dynalab_types::wire::write_json_string(name, json);
            });
        }
    });
}

/// Writes the member OnDemandThroughput, if there is a maximum.
pub fn encode_caps(caps: Option<OnDemandThroughput>, object: &mut ObjectWriter) {
    if let Some(caps) = caps {
        object.object("OnDemandThroughput", |object| {
            if let Some(units) = caps.max_read {
                object.integer("MaxReadRequestUnits", units);
            }
            if let Some(units) = caps.max_write {
                object.integer("MaxWriteRequestUnits", units);
            }
        });
    }
}

/// Writes the member SSEDescription, if the table is encrypted with a key of KMS.
pub fn encode_encryption(definition: &TableDefinition, object: &mut ObjectWriter) {
    if let Some(encryption) = &definition.settings.encryption {
        encode_key_of_encryption("ENABLED", &definition.arn, encryption.key.as_deref(), object);
    }
}

pub(super) fn encode_key_of_encryption(
    status: &str,
    table_arn: &str,
    key: Option<&str>,
    object: &mut ObjectWriter,
) {
    object.object("SSEDescription", |object| {
        object.text("Status", status);
        object.text("SSEType", "KMS");
        object.text("KMSMasterKeyArn", &key_arn(table_arn, key));
    });
}

/// Returns the ARN of a key in the Region and account of the table. `None` is the account's key for DynamoDB.
pub(crate) fn key_arn(table_arn: &str, key: Option<&str>) -> String {
    let owner = table_arn.strip_prefix("arn:aws:dynamodb:").unwrap_or_default();
    let owner = owner.split(":table/").next().unwrap_or_default();
    match key {
        Some(arn) if arn.starts_with("arn:") => arn.to_owned(),
        Some(alias) if alias.starts_with("alias/") => format!("arn:aws:kms:{owner}:{alias}"),
        Some(id) => format!("arn:aws:kms:{owner}:key/{id}"),
        None => format!("arn:aws:kms:{owner}:alias/aws/dynamodb"),
    }
}
