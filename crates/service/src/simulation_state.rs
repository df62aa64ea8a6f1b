//! The part of the registry that every request needs, kept decoded.

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::replication::Replication;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::SmallMap;

use crate::access::Principal;
use crate::account::Account;
use crate::event_source::Mapping;
use crate::faults::Fault;
use crate::workers::Workers;
use crate::zones::Zones;

/// The decoded records. They are kept current by each change of the registry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimulationState {
    /// In the order of their names.
    pub faults: Vec<Fault>,
    /// By their names.
    pub mappings: SmallMap<Arc<str>, Arc<Mapping>>,
    pub workers: SmallMap<Arc<str>, Arc<Workers>>,
    /// `None` if no zone has ever failed.
    pub zones: Option<Arc<Zones>>,
    pub principals: SmallMap<Arc<str>, Principal>,
    /// `None` if no client has chosen one.
    pub account: Option<Account>,
    /// The tables with replicas in other Regions, and whether these are strongly consistent.
    pub replicated: SmallMap<Arc<str>, bool>,
    /// The principal that requests are sent as. `None` is the root user.
    used: Option<Arc<str>>,
}

impl SimulationState {
    /// Decodes the records of a database, for a check that has nothing but it.
    pub fn of(database: &Database) -> SimulationState {
        let mut simulation_state = SimulationState::default();
        database.registry().iter().for_each(|(key, bytes)| simulation_state.apply_record(key, Some(bytes)));
        simulation_state
    }

    /// Updates the decoded data when a record is created, replaced or deleted.
    pub fn apply_record(&mut self, key: &RecordKey, bytes: Option<&[u8]>) {
        if key.kind == RecordKind::EVENT_SOURCE_MAPPING {
            self.mappings.remove(&key.name);
            if let Some(mapping) = bytes.and_then(|bytes| Mapping::from_bytes(&key.name, bytes).checked()) {
                self.mappings.insert(key.name.clone(), Arc::new(mapping));
            }
        }
        if key.kind == RecordKind::WORKERS {
            self.workers.remove(&key.name);
            if let Some(workers) = bytes.and_then(|bytes| Workers::from_bytes(&key.name, bytes).checked()) {
                self.workers.insert(key.name.clone(), Arc::new(workers));
            }
        }
        if key.kind == RecordKind::ZONES {
            self.zones = bytes.and_then(|bytes| Zones::from_bytes(bytes).checked()).map(Arc::new);
        }
        if key.kind == RecordKind::ACCOUNT {
            self.account = bytes.and_then(|bytes| Account::from_bytes(bytes).checked());
        }
        if key.kind == RecordKind::FAULT {
            self.faults.retain(|fault| fault.name != key.name);
            let fault = bytes.and_then(|bytes| Fault::from_bytes(&key.name, bytes).checked());
            self.faults.extend(fault);
            self.faults.sort_by(|one, other| one.name.cmp(&other.name));
        }
        if key.kind == RecordKind::PRINCIPAL {
            match bytes.and_then(|bytes| Principal::from_bytes(&key.name, bytes).checked()) {
                Some(principal) => drop(self.principals.insert(key.name.clone(), principal)),
                None => drop(self.principals.remove(&key.name)),
            }
        }
        if key.kind == RecordKind::REPLICATION {
            match bytes.and_then(|bytes| Replication::from_bytes(bytes).checked()) {
                Some(replication) => drop(self.replicated.insert(key.table.clone(), replication.strong)),
                None => drop(self.replicated.remove(&key.table)),
            }
        }
        if key.kind == RecordKind::PRINCIPAL_USED {
            self.used = bytes.and_then(|bytes| record_form::text(bytes).checked()).map(Arc::from);
        }
    }

    /// Returns true if mappings or workers read streams.
    pub fn consumes_capacity(&self) -> bool {
        !self.mappings.is_empty() || !self.workers.is_empty()
    }

    /// Returns true if no check before operations is needed.
    pub fn are_empty(&self) -> bool {
        self.faults.is_empty() && self.used.is_none() && self.replicated.is_empty()
    }

    /// Returns the principal in use.
    pub fn principal(&self) -> Option<&Principal> {
        self.principals.get(self.used.as_ref()?)
    }
}
