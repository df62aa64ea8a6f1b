//! Decides whether a fault is injected into a request or a batch item, and returns the error.

use dynalab_capacity::admission::Refusal;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::{BillingMode, Table};
use dynalab_engine::error::{DynamoError, FaultError, Throttle};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::request::resource_access::{Resource, ResourceAccess};
use dynalab_engine::seed::draw::draw;
use dynalab_engine::trace::EventKind;
use dynalab_types::Item;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::complete::Context;
use crate::faults::{Fault, FaultKind};
use crate::metrics::collect::throttled_item;

/// How often a rule was evaluated, and how often it was injected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultCounters {
    pub asked: u64,
    pub struck: u64,
}

impl Fault {
    /// Returns true with probability `rate_permille` / 1,000, computed from the seed.
    fn should_inject(&self, context: &mut Context) -> bool {
        let key = FaultCounters::key_of(&self.name);
        let mut strikes = FaultCounters::read(context.record(&key));
        let seed = context.config.dials.as_ref().map_or(0, |dials| dials.seed);
        let name = dynalab_types::fingerprint(self.name.as_bytes()) as u64;
        let drawn = draw(seed, &[FAULTS, name, context.now.epoch_ms, strikes.asked]) % 1_000;
        let struck = drawn < self.rate_permille;
        strikes.asked += 1;
        strikes.struck += u64::from(struck);
        context.write_always(key, Some(strikes.to_bytes()));
        if struck {
            let (fault, kind) = (self.name.clone(), self.kind.name());
            context.trace.emit(|| EventKind::FaultStruck { fault, kind, after_commit: self.after_commit });
        }
        struck
    }

    fn error(&self, database: &Database, table: Option<&str>, kind: CapacityKind) -> FaultError {
        match self.kind {
            FaultKind::Throttle | FaultKind::Unprocessed => throttled(database, table, kind),
            FaultKind::Timeout => FaultError::Timeout { after_commit: self.after_commit },
            FaultKind::InternalError => FaultError::Internal,
            FaultKind::ServiceUnavailable => FaultError::Unavailable,
        }
    }
}

/// The purpose of these random numbers, so that no other draw repeats them.
const FAULTS: u64 = 190;

/// Returns the throttling error for the table's billing mode. A request without a table gets the one of on-demand mode.
fn throttled(database: &Database, table: Option<&str>, kind: CapacityKind) -> FaultError {
    let Some(table) = table.and_then(|table| database.find(table)) else {
        return FaultError::Throttled { provisioned: false, throttle: None };
    };
    let billing = table.definition.billing;
    let provisioned = billing == BillingMode::Provisioned;
    // An on-demand table would be throttled in a partition.
    let refusal = if provisioned { Refusal::Provisioned } else { Refusal::Partition };
    let resource = table.definition.arn.clone();
    let throttle = Throttle { refusal, kind, billing, is_index: false, resource };
    FaultError::Throttled { provisioned, throttle: Some(Box::new(throttle)) }
}

/// Returns whether an action consumes read or write capacity.
fn kind_of(touched: &ResourceAccess) -> CapacityKind {
    const READS: [&str; 6] = ["GetItem", "BatchGetItem", "Query", "Scan", "PartiQLSelect", "SearchVectors"];
    if READS.contains(&touched.action) { CapacityKind::Read } else { CapacityKind::Write }
}

impl FaultCounters {
    /// Returns the key of the record with this name.
    pub fn key_of(fault: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::FAULT_STRIKES, fault)
    }

    /// Returns the counters, which are zero without a record.
    pub fn read(bytes: Option<&[u8]>) -> FaultCounters {
        bytes.and_then(|bytes| FaultCounters::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<FaultCounters, Malformed> {
        record_form::read(bytes, FaultCounters::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<FaultCounters, Malformed> {
        Ok(FaultCounters { asked: reader.unsigned()?, struck: reader.unsigned()? })
    }

    fn to_bytes(self) -> Vec<u8> {
        record_form::write(&self)
    }
}

/// Returns the error of the first rule that is injected, and whether the operation is executed anyway.
pub(crate) fn strike(
    operation: &str,
    touched: &[ResourceAccess],
    context: &mut Context,
) -> Option<(FaultError, bool)> {
    let (database, service) = (context.database, context.service);
    for fault in service.simulation_state.faults.iter().filter(|fault| fault.kind != FaultKind::Unprocessed) {
        let met = touched.iter().find(|touched| {
            let table = touched.resource.table();
            let found = table.and_then(|table| database.find(table));
            let about_item = |item: &Item| fault.is_about_item(found, &touched.resource, item);
            fault.is_about(operation, table) && (fault.key.is_none() || touched.keys.iter().any(about_item))
        });
        if let Some(met) = met
            && fault.should_inject(context)
        {
            return Some((fault.error(database, met.resource.table(), kind_of(met)), fault.after_commit));
        }
    }
    None
}

/// Returns true if a batch leaves the item unprocessed.
pub(crate) fn is_left_unprocessed(
    (operation, kind): (&str, CapacityKind),
    table: &Table,
    item_or_key: &Item,
    context: &mut Context,
) -> bool {
    let service = context.service;
    if service.simulation_state.faults.is_empty() {
        return false;
    }
    let name = &table.definition.name;
    let resource = Resource::Table(name.to_string());
    let mut faults = service.simulation_state.faults.iter();
    let left = faults.any(|fault| {
        fault.kind == FaultKind::Unprocessed
            && fault.is_about(operation, Some(name))
            && fault.is_about_item(Some(table), &resource, item_or_key)
            && fault.should_inject(context)
    });
    if left {
        throttled_item(name, kind, context);
    }
    left
}

/// Returns the error of a batch that processed no item.
pub(crate) fn nothing_processed(context: &Context, table: &str, kind: CapacityKind) -> DynamoError {
    match context.service.zones().is_some_and(|zones| !zones.all_serve(context.now)) {
        true => FaultError::Internal.into(),
        false => throttled(context.database, Some(table), kind).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strikes_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[172, 2, 2];
        let kept = FaultCounters { asked: 300, struck: 2 };
        assert_eq!(FaultCounters::from_bytes(BEFORE), Ok(kept));
        assert_eq!(FaultCounters::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
