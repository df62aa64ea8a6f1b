//! UpdateGlobalTableSettings, version 2017.11.29: always an error, because no such global table exists.

use std::convert::Infallible;

use dynalab_engine::error::violation::ValueDisplay;
use dynalab_engine::error::{Constraint, DynamoError};
use dynalab_engine::registry::auto_scaling::decode_settings;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::global_table::GlobalTableName;

/// A UpdateGlobalTableSettings request.
#[derive(Clone, Debug)]
pub struct UpdateGlobalTableSettings {
    name: GlobalTableName,
}

fn decode_capacity(units: &str, scaling: &str, fields: &mut Fields) {
    fields.integer_between(units, "Long", 1, None);
    fields.nested(scaling, decode_settings);
}

fn decode_index(units: &str, scaling: &str, update: &mut Fields) {
    update.require("IndexName");
    update.index_name("IndexName");
    decode_capacity(units, scaling, update);
}

fn decode_replica(replica: &mut Fields) {
    replica.require("RegionName");
    replica.text("RegionName");
    decode_capacity(
        "ReplicaProvisionedReadCapacityUnits",
        "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate",
        replica,
    );
    replica.list("ReplicaGlobalSecondaryIndexSettingsUpdate", |update| {
        decode_index(
            "ProvisionedReadCapacityUnits",
            "ProvisionedReadCapacityAutoScalingSettingsUpdate",
            update,
        );
    });
    check_list_length("ReplicaGlobalSecondaryIndexSettingsUpdate", 20, replica);
    let classes = [("STANDARD", ()), ("STANDARD_INFREQUENT_ACCESS", ())];
    replica.enumeration("ReplicaTableClass", &["STANDARD", "STANDARD_INFREQUENT_ACCESS"], &classes);
}

/// Checks that the list has 1 to `most` elements.
fn check_list_length(list: &str, most: usize, fields: &mut Fields) {
    let Some(elements) = fields.list(list, |_| ()) else { return };
    if elements.is_empty() {
        fields.violation(list, ValueDisplay::Text("[]".into()), Constraint::LengthAtLeast(1));
    }
    if elements.len() > most {
        let shown = ValueDisplay::Text(format!("[{} elements]", elements.len()));
        fields.violation(list, shown, Constraint::LengthAtMost(most as u64));
    }
}

impl Operation<Complete> for UpdateGlobalTableSettings {
    const NAME: &'static str = "UpdateGlobalTableSettings";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Account;
    type Response = Infallible;

    fn decode(fields: &mut Fields) -> UpdateGlobalTableSettings {
        let name = GlobalTableName::decode(fields);
        let modes = [("PROVISIONED", ()), ("PAY_PER_REQUEST", ())];
        fields.enumeration("GlobalTableBillingMode", &["PROVISIONED", "PAY_PER_REQUEST"], &modes);
        decode_capacity(
            "GlobalTableProvisionedWriteCapacityUnits",
            "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate",
            fields,
        );
        fields.list("GlobalTableGlobalSecondaryIndexSettingsUpdate", |update| {
            decode_index(
                "ProvisionedWriteCapacityUnits",
                "ProvisionedWriteCapacityAutoScalingSettingsUpdate",
                update,
            );
        });
        fields.list("ReplicaSettingsUpdate", decode_replica);
        for (list, most) in
            [("GlobalTableGlobalSecondaryIndexSettingsUpdate", 20), ("ReplicaSettingsUpdate", 50)]
        {
            check_list_length(list, most, fields);
        }
        UpdateGlobalTableSettings { name }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<Infallible>, DynamoError> {
        self.name.check()?;
        Err(self.name.no_settings().into())
    }

    fn encode(response: &Infallible, _body: &mut ObjectWriter) {
        match *response {}
    }
}
