//! UpdateTable's changes of capacity: billing mode, provisioned, on-demand and warm throughput.

use dynalab_capacity::scaling::Decreases;
use dynalab_types::Timestamp;

use crate::database::table::warm_throughput::RequestedWarmThroughput;
use crate::database::table::{
    BillingMode, IndexDefinition, IndexKind, OnDemandThroughput, PendingSettings, TableDefinition,
    TableStatus, Throughput,
};
use crate::error::{
    CapacityError, DynamoError, IndexError, LimitError, TableError, TableState, ThroughputError,
};
use crate::execution::table_action::TableAction;
use crate::operations::update_table::{IndexUpdate, UpdateTable};
use crate::request::fields::Fields;
use crate::request::table_checks::{OnDemandOwner, check_on_demand_throughput};
use crate::request::table_members::{RequestedThroughput, decode_on_demand_throughput, decode_throughput};

/// The Update of one global index.
#[derive(Clone, Debug)]
pub(super) struct CapacityUpdate {
    index: String,
    throughput: Option<RequestedThroughput>,
    on_demand_throughput: Option<OnDemandThroughput>,
    warm: Option<RequestedWarmThroughput>,
}

impl CapacityUpdate {
    pub(super) fn decode(fields: &mut Fields) -> CapacityUpdate {
        fields.require("IndexName");
        CapacityUpdate {
            index: fields.index_name("IndexName").unwrap_or_default(),
            throughput: decode_throughput(fields),
            on_demand_throughput: decode_on_demand_throughput(fields),
            warm: RequestedWarmThroughput::decode(fields),
        }
    }

    pub(super) fn index_name(&self) -> &str {
        &self.index
    }

    pub(super) fn actions(&self) -> impl Iterator<Item = TableAction<'_>> {
        let throughput = self.throughput.map(|_| TableAction::IndexThroughput(&self.index));
        let maximum = self.on_demand_throughput.map(|_| TableAction::Maximum);
        throughput.into_iter().chain(maximum).chain(self.warm.map(|_| TableAction::WarmThroughput))
    }

    pub(super) fn throughput(&self) -> Option<RequestedThroughput> {
        self.throughput
    }

    pub(super) fn has_no_warm_throughput(&self) -> bool {
        self.warm.is_some_and(RequestedWarmThroughput::is_empty)
    }

    fn has_no_change(&self) -> bool {
        let caps = self.on_demand_throughput.unwrap_or_default();
        caps == OnDemandThroughput::default() && self.warm.is_none()
    }

    fn change_on_demand(
        &self,
        index: &mut IndexDefinition,
        billing: BillingMode,
    ) -> Result<(), ThroughputError> {
        let owner = OnDemandOwner { index: Some(&self.index), is_new: false };
        check_on_demand_throughput(self.on_demand_throughput, billing, owner)?;
        index.on_demand_throughput = merged(index.on_demand_throughput, self.on_demand_throughput);
        Ok(())
    }

    fn warm_up(&self, index: &mut IndexDefinition, billing: BillingMode) -> Result<(), DynamoError> {
        if let Some(warm) = self.warm {
            index.warm = warm.bind(Some(&self.index), billing, &index.throughput, Some(&index.warm))?;
        }
        Ok(())
    }
}

/// Returns the maximum throughput with the requested changes. A missing member keeps its value.
fn merged(
    before: Option<OnDemandThroughput>,
    wanted: Option<OnDemandThroughput>,
) -> Option<OnDemandThroughput> {
    let Some(wanted) = wanted else { return before };
    let before = before.unwrap_or_default();
    Some(OnDemandThroughput {
        max_read: wanted.max_read.or(before.max_read),
        max_write: wanted.max_write.or(before.max_write),
    })
}

impl UpdateTable {
    /// Stores the pending changes, which take effect when the table is ACTIVE again.
    pub(super) fn change_capacity(
        &self,
        after: &mut TableDefinition,
        now: Timestamp,
    ) -> Result<(), DynamoError> {
        // The table is ACTIVE while only its indexes change, or its mode.
        let changes_index =
            |update: &IndexUpdate| update.update.as_ref().is_some_and(|update| update.throughput.is_some());
        let changes =
            self.billing.is_some() || self.throughput.is_some() || self.updates().iter().any(changes_index);
        if changes && after.pending.is_some() {
            let table = after.name.to_string();
            return Err(DynamoError::TableInUse { table, state: TableState::BeingUpdated });
        }
        let billing = self.billing.unwrap_or(after.billing);
        let mut pending =
            PendingSettings { billing, throughput: after.throughput, index_throughput: Default::default() };
        let switches = billing != after.billing;
        match (billing, self.throughput) {
            (BillingMode::PayPerRequest, Some(_)) if switches => {
                return Err(CapacityError::ProvisionedWhenOnDemand.into());
            }
            (BillingMode::PayPerRequest, Some(_)) => return Err(CapacityError::OnDemand.into()),
            (BillingMode::PayPerRequest, None) if switches => {
                pending.throughput = Throughput::default();
                let indexes = after.indexes_of_kind(IndexKind::Global);
                pending.index_throughput =
                    indexes.map(|index| (index.name.clone(), Throughput::default())).collect();
            }
            (BillingMode::Provisioned, Some(wanted)) => {
                if !switches && (wanted.read, wanted.write) == (after.throughput.read, after.throughput.write)
                {
                    let error = TableError::Capacity(CapacityError::Unchanged {
                        read: wanted.read,
                        write: wanted.write,
                        index: None,
                    });
                    return Err(error.into());
                }
                pending.throughput = changed(after.throughput, wanted, now)?;
                // The dates of the change are visible immediately. The new throughput is visible after the change.
                after.throughput.last_increase = pending.throughput.last_increase;
                after.throughput.last_decrease = pending.throughput.last_decrease;
                after.throughput.decreases_today = pending.throughput.decreases_today;
            }
            _ => {}
        }
        let of_table = OnDemandOwner { index: None, is_new: false };
        check_on_demand_throughput(self.on_demand_throughput, billing, of_table)?;
        after.on_demand_throughput = merged(after.on_demand_throughput, self.on_demand_throughput);
        if let Some(warm) = self.warm {
            after.warm = warm.bind(None, after.billing, &after.throughput, Some(&after.warm))?;
        }
        self.change_index_capacity(after, &mut pending, switches, now)?;
        if switches || self.throughput.is_some() || !pending.index_throughput.is_empty() {
            after.pending = Some(pending);
            // A change to on-demand mode alone, or of indexes alone, does not set the status UPDATING.
            if self.throughput.is_some() {
                after.status = TableStatus::Updating;
            }
        }
        Ok(())
    }

    fn change_index_capacity(
        &self,
        after: &mut TableDefinition,
        pending: &mut PendingSettings,
        switches: bool,
        now: Timestamp,
    ) -> Result<(), DynamoError> {
        for update in self.updates() {
            let Some(update) = &update.update else { continue };
            let name = &update.index;
            let Some(index) = after.indexes.iter_mut().find(|index| index.name.as_ref() == name) else {
                let table = after.name.to_string();
                return Err(DynamoError::IndexNotFound { index: name.clone(), table });
            };
            if index.kind == IndexKind::Local {
                return Err(IndexError::NotGlobal { verb: "update", index: name.clone() }.into());
            }
            update.change_on_demand(index, pending.billing)?;
            update.warm_up(index, after.billing)?;
            let Some(wanted) = &update.throughput else {
                if update.has_no_change() {
                    return Err(match pending.billing {
                        BillingMode::Provisioned => {
                            TableError::Capacity(CapacityError::RequiredForIndex { index: name.clone() })
                        }
                        BillingMode::PayPerRequest => {
                            TableError::Capacity(CapacityError::UpdateOnDemand { index: name.clone() })
                        }
                    }
                    .into());
                }
                continue;
            };
            if pending.billing == BillingMode::PayPerRequest {
                return Err(CapacityError::UpdateOnDemand { index: name.clone() }.into());
            }
            if !switches && (wanted.read, wanted.write) == (index.throughput.read, index.throughput.write) {
                let index = Some(name.clone());
                return Err(TableError::Capacity(CapacityError::Unchanged {
                    read: wanted.read,
                    write: wanted.write,
                    index,
                })
                .into());
            }
            let throughput = changed(index.throughput, *wanted, now)?;
            index.status = TableStatus::Updating;
            pending.index_throughput.insert(index.name.clone(), throughput);
        }
        if switches && pending.billing == BillingMode::Provisioned {
            let missing = after
                .indexes_of_kind(IndexKind::Global)
                .find(|index| !pending.index_throughput.contains_key(&index.name));
            if let Some(index) = missing {
                return Err(CapacityError::RequiredForIndex { index: index.name.to_string() }.into());
            }
        }
        Ok(())
    }
}

/// Returns the new throughput with the dates of the change. The first four decreases of a UTC day are always allowed. After
/// that, one decrease per hour is allowed.
///
/// # Errors
/// The throughput was decreased too often on this UTC day.
pub fn changed(
    current: Throughput,
    wanted: RequestedThroughput,
    now: Timestamp,
) -> Result<Throughput, DynamoError> {
    let mut after = Throughput { read: wanted.read, write: wanted.write, ..current };
    if wanted.read > current.read || wanted.write > current.write {
        after.last_increase = Some(now);
    }
    if wanted.read < current.read || wanted.write < current.write {
        let before = Decreases {
            last_ms: current.last_decrease.map(|at| at.epoch_ms),
            that_day: current.decreases_today,
        };
        let decreases = before.after_another(now.epoch_ms).map_err(|refused| {
            let at = Timestamp::from_epoch_ms;
            let (last, next) = (at(refused.last_ms), at(refused.next_ms));
            DynamoError::Limit(LimitError::TooManyDecreases { today: refused.today, last, next })
        })?;
        after.decreases_today = decreases.that_day;
        after.last_decrease = Some(now);
    }
    Ok(after)
}
