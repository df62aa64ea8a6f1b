//! The table in UpdateTable's response, where it differs from what DescribeTable returns next.

use std::sync::Arc;

use crate::database::table::{BillingMode, OnDemandThroughput, Table, TableDefinition, TableStatus};
use crate::operations::update_table::UpdateTable;
use crate::response::table_description::TableDescription;

impl UpdateTable {
    /// Describes the changed table. `after` still has the maximums of -1 with which the request removed others.
    pub(super) fn answer(&self, table: &Table, after: &TableDefinition) -> TableDescription {
        let mut shown = after.clone();
        let billing = self.billing.unwrap_or(after.billing);
        match (after.billing, billing) {
            // Nothing changes, but the response says UPDATING.
            (BillingMode::PayPerRequest, BillingMode::PayPerRequest) if self.billing.is_some() => {
                shown.status = TableStatus::Updating;
            }
            (BillingMode::PayPerRequest, BillingMode::Provisioned) => show_new_throughput(&mut shown),
            _ => {}
        }
        let turns_provisioned = shown.billing != after.billing;
        let description = TableDescription::altered(table, Arc::new(shown));
        if turns_provisioned { description.without_on_demand_date() } else { description }
    }
}

/// Shows the throughput that a table turning to provisioned mode will have. Other changes show the current one until they are done.
fn show_new_throughput(shown: &mut TableDefinition) {
    let Some(pending) = shown.pending.take() else { return };
    shown.billing = pending.billing;
    shown.throughput = pending.throughput;
    for index in &mut shown.indexes {
        if let Some(throughput) = pending.index_throughput.get(&index.name) {
            index.throughput = *throughput;
        }
    }
}

/// Returns the definition without the maximums that the request removed.
pub(super) fn without_removed_maximums(mut definition: TableDefinition) -> TableDefinition {
    definition.on_demand_throughput = definition.on_demand_throughput.and_then(OnDemandThroughput::kept);
    for index in &mut definition.indexes {
        index.on_demand_throughput = index.on_demand_throughput.and_then(OnDemandThroughput::kept);
    }
    definition
}
