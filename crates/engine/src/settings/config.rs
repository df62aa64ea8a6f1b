//! The configuration of an engine: its account, its Region, and the delays of background work.

use std::sync::Arc;

use crate::error::DynamoError;
use crate::request::resource_name::check_own_table;
use crate::settings::dials::Dials;

/// The account of an engine whose creator names none. It was 000000000000 before: what was stored then has that account in its ARNs
/// and keeps it.
pub const DEFAULT_ACCOUNT: &str = "123456789012";

/// The configuration that is not stored with the data. It has no default, so its creator chooses each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Twelve digits, as in ARNs.
    pub account_id: String,
    /// For example "us-east-1". It also selects the wording of messages, of which there is one so far.
    pub region: String,
    pub delays: Delays,
    /// The settings, if they were changed. They are stored with the data and determine the delays.
    pub dials: Option<Arc<Dials>>,
}

/// The delays of background work. All are zero in the `instant` profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// The time from CREATING or UPDATING to ACTIVE, and from DELETING to deletion.
    pub table_change_ms: u64,
    /// The time from a write until it is visible in a global index.
    pub index_propagation_ms: u64,
    /// The time from CREATING to ACTIVE for a global index on an existing table.
    pub index_backfill_ms: u64,
    /// The time after a change of TTL during which DynamoDB rejects another change.
    pub time_to_live_change_ms: u64,
    /// How long a change of insights, Kinesis destinations or replicas takes, for example from ENABLING to ENABLED.
    pub setting_change_ms: u64,
    /// The difference between now and the latest time that can be restored.
    pub recovery_ms: u64,
}

impl EngineConfig {
    /// A configuration without delays, for tests and tools.
    pub fn instant() -> EngineConfig {
        EngineConfig {
            account_id: DEFAULT_ACCOUNT.into(),
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

    /// Applies the settings of the database, and the ID and the Region of its account. Without settings, the delays are those of
    /// `opened`.
    pub fn apply_settings(
        &mut self,
        opened: &EngineConfig,
        dials: Option<&Arc<Dials>>,
        account: Option<(&String, &String)>,
    ) {
        let (id, region) = account.unwrap_or((&opened.account_id, &opened.region));
        if (&self.account_id, &self.region) != (id, region) {
            self.account_id.clone_from(id);
            self.region.clone_from(region);
        }
        if self.dials.as_ref() != dials {
            self.delays = dials.map_or(opened.delays, |dials| dials.delays());
            self.dials = dials.cloned();
        }
    }

    /// Rejects the ARN of a table that is not of this account and Region. It does not look for the table.
    ///
    /// # Errors
    /// The ARN is of another account, Region or kind of resource.
    pub fn check_table(&self, name_or_arn: &str) -> Result<(), DynamoError> {
        Ok(check_own_table(name_or_arn, &self.region, &self.account_id)?)
    }

    /// Returns the ARN of a table of this account and Region.
    pub fn table_arn(&self, table: &str) -> String {
        format!("arn:aws:dynamodb:{}:{}:table/{table}", self.region, self.account_id)
    }
}
