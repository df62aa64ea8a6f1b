//! The dials of an engine: who it pretends to be, and how late the late things are.

use std::sync::Arc;

use crate::service::account::Account;
use crate::service::dials::Dials;

/// Everything that is not stored with the data. No default: whoever makes an engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Twelve digits, as they stand in ARNs.
    pub account_id: String,
    /// "us-east-1"; also chooses the wording profile, of which there is one so far.
    pub region: String,
    pub delays: Delays,
    /// Where somebody has turned dials. They come with the data, and the delays with them.
    pub dials: Option<Arc<Dials>>,
}

/// How long the service takes over what it does later. All zero in the `instant` profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// CREATING to ACTIVE, UPDATING to ACTIVE, and DELETING to gone.
    pub table_change_ms: u64,
    /// From a write to its appearance in a global index.
    pub index_propagation_ms: u64,
    /// Creating a global index on an existing table, from CREATING to ACTIVE.
    pub index_backfill_ms: u64,
    /// How long after a change of time to live the next one is refused.
    pub time_to_live_change_ms: u64,
    /// From ENABLING to ENABLED, from CREATING to ACTIVE: insights, destinations and replicas of a table.
    pub setting_change_ms: u64,
    /// How far the latest moment that can be restored lies back.
    pub recovery_ms: u64,
}

impl EngineConfig {
    /// No delays: what tests and tools want.
    pub fn instant() -> EngineConfig {
        EngineConfig {
            account_id: "000000000000".into(),
            region: "us-east-1".into(),
            delays: Delays {
                table_change_ms: 0,
                index_propagation_ms: 0,
                index_backfill_ms: 0,
                time_to_live_change_ms: 0,
                setting_change_ms: 0,
                recovery_ms: 0,
            },
            dials: None,
        }
    }

    /// As it was opened, except for the settings and the account that a client has chosen.
    pub(crate) fn follow(
        &mut self,
        opened: &EngineConfig,
        dials: Option<&Arc<Dials>>,
        account: Option<&Account>,
    ) {
        let (id, region) = match account {
            Some(account) => (&account.id, &account.region),
            None => (&opened.account_id, &opened.region),
        };
        if (&self.account_id, &self.region) != (id, region) {
            self.account_id.clone_from(id);
            self.region.clone_from(region);
        }
        if self.dials.as_ref() != dials {
            self.delays = dials.map_or(opened.delays, |dials| dials.delays());
            self.dials = dials.cloned();
        }
    }

    pub fn table_arn(&self, table: &str) -> String {
        format!("arn:aws:dynamodb:{}:{}:table/{table}", self.region, self.account_id)
    }
}
