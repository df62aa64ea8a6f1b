//! Reads an existing table into the form.

use serde_json::Value;

use super::draft::{Draft, Index, Key};
use crate::table::facts::rows;

/// Reads the responses of DescribeTable, DescribeTimeToLive, DescribeContinuousBackups and ListTagsOfResource.
pub fn read(table: &Value, expiry: &Value, backups: &Value, tags: &Value) -> Draft {
    let types = &table["AttributeDefinitions"];
    let keys = |schema: &Value, wanted: &str| -> Vec<Key> {
        let of_type = rows(schema).filter(|key| key["KeyType"] == *wanted);
        let names = of_type.filter_map(|key| key["AttributeName"].as_str());
        names.map(|name| Key::new(name, type_of(types, name))).collect()
    };
    let first = |keys: Vec<Key>| keys.into_iter().next().unwrap_or_else(|| Key::new("", "S"));
    let units = |throughput: &Value, name: &str| match throughput[name].as_u64() {
        Some(units) if units > 0 => units.to_string(),
        _ => "5".to_owned(),
    };
    let index = |index: &Value, local: bool| Index {
        name: text(&index["IndexName"]),
        local,
        partition: keys(&index["KeySchema"], "HASH"),
        sort: keys(&index["KeySchema"], "RANGE"),
        projection: text(&index["Projection"]["ProjectionType"]),
        included: rows(&index["Projection"]["NonKeyAttributes"]).map(text).collect::<Vec<_>>().join(", "),
        read: units(&index["ProvisionedThroughput"], "ReadCapacityUnits"),
        write: units(&index["ProvisionedThroughput"], "WriteCapacityUnits"),
    };
    let globals = rows(&table["GlobalSecondaryIndexes"]).map(|global| index(global, false));
    let locals = rows(&table["LocalSecondaryIndexes"]).map(|local| index(local, true));
    let cap = |name: &str| match table["OnDemandThroughput"][name].as_i64() {
        Some(units) if units > 0 => units.to_string(),
        _ => String::new(),
    };
    let expires =
        matches!(text(&expiry["TimeToLiveDescription"]["TimeToLiveStatus"]).as_str(), "ENABLED" | "ENABLING");
    let recovery = &backups["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"];
    let tag = |tag: &Value| format!("{}={}", text(&tag["Key"]), text(&tag["Value"]));
    Draft {
        name: text(&table["TableName"]),
        partition: first(keys(&table["KeySchema"], "HASH")),
        sort: first(keys(&table["KeySchema"], "RANGE")),
        indexes: globals.chain(locals).collect(),
        provisioned: table["BillingModeSummary"]["BillingMode"] != "PAY_PER_REQUEST",
        read: units(&table["ProvisionedThroughput"], "ReadCapacityUnits"),
        write: units(&table["ProvisionedThroughput"], "WriteCapacityUnits"),
        max_read: cap("MaxReadRequestUnits"),
        max_write: cap("MaxWriteRequestUnits"),
        infrequent: table["TableClassSummary"]["TableClass"] == "STANDARD_INFREQUENT_ACCESS",
        stream: match table["StreamSpecification"]["StreamEnabled"] == true {
            true => text(&table["StreamSpecification"]["StreamViewType"]),
            false => String::new(),
        },
        expiry: if expires { text(&expiry["TimeToLiveDescription"]["AttributeName"]) } else { String::new() },
        recovery: recovery["PointInTimeRecoveryStatus"] == "ENABLED",
        protected: table["DeletionProtectionEnabled"] == true,
        tags: rows(&tags["Tags"]).map(tag).collect::<Vec<_>>().join("\n"),
    }
}

fn type_of<'a>(definitions: &'a Value, name: &str) -> &'a str {
    let found = rows(definitions).find(|definition| definition["AttributeName"] == *name);
    found.and_then(|definition| definition["AttributeType"].as_str()).unwrap_or("S")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
