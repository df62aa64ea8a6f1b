//! The settings: every delay and limit of DynamoDB by name, with its value in each profile. They are stored with the data, so
//! that the same commands give the same results.

use std::sync::Arc;

use dynalab_capacity::admission::CapacityRules;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::codec::record_form;
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::settings::config::Delays;

/// The default values of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Profile {
    /// No delays and no limits, for tests and tools.
    Instant,
    /// The delays and limits of DynamoDB.
    Realistic,
}

impl Profile {
    pub const NAMES: &[&str] = &["instant", "realistic"];

    /// Returns the name in documents and requests.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Instant => "instant",
            Profile::Realistic => "realistic",
        }
    }

    /// Returns the profile with this name.
    pub fn of_name(name: &str) -> Option<Profile> {
        [Profile::Instant, Profile::Realistic].into_iter().find(|profile| profile.name() == name)
    }
}

/// The source of a setting's realistic value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// AWS publishes the figure or the rule.
    Published,
    /// AWS does not publish it: it was measured against the service.
    Measured,
    /// AWS does not publish it: the value is our estimate.
    Estimate,
    /// DynamoDB has no such setting.
    Own,
}

impl Source {
    /// Returns the name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Source::Published => "published",
            Source::Measured => "measured",
            Source::Estimate => "estimate",
            Source::Own => "own",
        }
    }
}

/// One setting with its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dial {
    /// The last part of the name is the unit: `_ms`, `_permille`, `_units`, `_bytes`. Without a unit, 0 is off and 1 is on.
    pub name: &'static str,
    pub about: &'static str,
    pub instant: u64,
    pub realistic: u64,
    /// The maximum value.
    pub most: u64,
    pub source: Source,
}

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

macro_rules! dials {
    ($(#[doc = $about:literal] $name:ident: $instant:expr, $realistic:expr, $most:expr, $source:ident;)*) => {
        /// The values of all settings.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Dials {
            pub profile: Profile,
            /// The seed of all random numbers.
            pub seed: u64,
            $(#[doc = $about] pub $name: u64,)*
        }

        impl Dials {
            pub const ALL: &[Dial] = &[$(Dial {
                name: stringify!($name),
                about: $about,
                instant: $instant,
                realistic: $realistic,
                most: $most,
                source: Source::$source,
            }),*];

            /// Returns all settings as a profile has them.
            pub fn of_profile(profile: Profile, seed: u64) -> Dials {
                match profile {
                    Profile::Instant => Dials { profile, seed, $($name: $instant),* },
                    Profile::Realistic => Dials { profile, seed, $($name: $realistic),* },
                }
            }

            /// Returns the value of the setting with this name.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a value. Returns false if there is no such setting.
            pub fn set(&mut self, name: &str, value: u64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

// One line per setting: its value in each profile, its maximum, and the source of the realistic value. Settings are stored by
// name.
dials! {
    #[doc = "Time from CREATING or UPDATING to ACTIVE, and from DELETING to deleted. At the realistic value, each kind of change takes its measured time."]
    table_change_ms: 0, 172_000, DAY_MS, Measured;
    #[doc = "Limit how soon tags, protection, policy, table class and encryption can change again, and backups can start."]
    cool_downs: 0, 1, 1, Measured;
    #[doc = "Time between updates of ItemCount and TableSizeBytes in DescribeTable; 0 = always current."]
    table_figures_ms: 0, 21_600_000, 31 * DAY_MS, Published;
    #[doc = "Minimum time until a global index shows a write."]
    index_propagation_ms: 0, 20, DAY_MS, Estimate;
    #[doc = "Maximum time until a global index shows a write. Each index and write has its own delay."]
    index_propagation_most_ms: 0, 400, DAY_MS, Estimate;
    #[doc = "Minimum time from CREATING to ACTIVE for a global index on an existing table. At the realistic value, it takes the measured time."]
    index_backfill_ms: 0, 540_000, DAY_MS, Measured;
    #[doc = "Items per second that backfill a new global index; 0 = all at once."]
    index_backfill_units: 0, 2_000, 1_000_000_000, Estimate;
    #[doc = "Limit global index updates to the provisioned write capacity. Excess updates wait."]
    index_capacity: 0, 1, 1, Estimate;
    #[doc = "Time before the TTL setting can change again."]
    time_to_live_change_ms: 0, 1_860_000, DAY_MS, Measured;
    #[doc = "From ENABLING to ENABLED and from DISABLING to DISABLED, of time to live."]
    time_to_live_enabling_ms: 0, 3_600_000, DAY_MS, Published;
    #[doc = "Delete expired items."]
    time_to_live_sweep: 0, 1, 1, Published;
    #[doc = "Minimum time from expiry to TTL deletion."]
    time_to_live_delay_least_ms: 0, 0, 31 * DAY_MS, Estimate;
    #[doc = "Maximum time from expiry to TTL deletion."]
    time_to_live_delay_most_ms: 0, 2 * DAY_MS, 31 * DAY_MS, Published;
    #[doc = "Interval between TTL deletion runs."]
    time_to_live_sweep_interval_ms: 0, 600_000, DAY_MS, Estimate;
    #[doc = "Give a stream one shard per table partition."]
    stream_shards: 0, 1, 1, Estimate;
    #[doc = "How long a shard stays open before a new shard replaces it."]
    stream_shard_roll_ms: 0, 14_400_000, 31 * DAY_MS, Estimate;
    #[doc = "Minimum time until a write reaches another Region."]
    replication_lag_least_ms: 0, 300, DAY_MS, Estimate;
    #[doc = "Maximum time until a write reaches another Region."]
    replication_lag_most_ms: 0, 1_000, DAY_MS, Published;
    #[doc = "Record CloudWatch metrics."]
    metrics: 0, 0, 1, Own;
    #[doc = "Interval between polls of a stream consumer while records arrive."]
    stream_poll_interval_ms: 0, 250, DAY_MS, Published;
    #[doc = "Wait before the first retry of a failed batch. Each wait doubles, up to one minute."]
    stream_retry_ms: 0, 200, DAY_MS, Estimate;
    #[doc = "Time from ENABLING to ENABLED or CREATING to ACTIVE for insights, destinations and replicas. At the realistic value, insights and replicas take their measured times."]
    setting_change_ms: 0, 5_000, DAY_MS, Measured;
    #[doc = "Cancel a transaction if one of its items was written by a request with a later timestamp."]
    transaction_timestamps: 0, 1, 1, Published;
    #[doc = "Items that Query and Scan read before other requests get a turn; 0 = the whole page at once."]
    page_piece_items: 0, 0, 1_000_000, Own;
    #[doc = "How far the latest restorable time is behind the current time."]
    recovery_ms: 0, 300_000, DAY_MS, Published;
    #[doc = "Minimum time until a write reaches a follower of its partition."]
    replica_lag_least_ms: 0, 5, DAY_MS, Estimate;
    #[doc = "Maximum time until a write reaches a follower of its partition."]
    replica_lag_most_ms: 0, 80, DAY_MS, Estimate;
    #[doc = "How long the lease of a partition leader lasts after its zone goes down."]
    leader_lease_ms: 0, 1_500, DAY_MS, Estimate;
    #[doc = "Writes per second a replica applies when its zone returns; 0 = all at once."]
    replica_catch_up_units: 0, 20_000, 1_000_000_000, Estimate;
    #[doc = "Throttle requests above the throughput of partitions, tables and the account."]
    capacity_limits: 0, 1, 1, Published;
    #[doc = "2014: partitions share a table's throughput equally and never split for heat. Any other value: current behavior."]
    capacity_era: 0, 0, 9_999, Own;
    #[doc = "Record consumed and throttled units: per second for five minutes, per minute for three hours."]
    capacity_history: 0, 0, 1, Own;
    #[doc = "How long unused provisioned capacity is kept as burst capacity (at least one second)."]
    burst_ms: 0, 300_000, DAY_MS, Published;
    #[doc = "Read units per second per partition; 0 = no limit."]
    partition_read_units: 0, 3_000, 1_000_000, Published;
    #[doc = "Write units per second per partition; 0 = no limit."]
    partition_write_units: 0, 1_000, 1_000_000, Published;
    #[doc = "Charge a scan of an on-demand table at least 0.5 read units per partition (1 if strongly consistent)."]
    scan_partitions: 0, 1, 1, Measured;
    #[doc = "Maximum partition size before it splits; 0 = no limit."]
    partition_size_bytes: 0, 10 << 30, 1 << 50, Published;
    #[doc = "Maximum size of an item collection with its local index entries, in tables with local indexes; 0 = no limit."]
    item_collection_bytes: 0, 10 << 30, 1 << 50, Published;
    #[doc = "Share of its limit (per mille) at which a partition counts as hot for a second; 0 = never."]
    split_heat_permille: 0, 800, 1_000, Estimate;
    #[doc = "How long a partition must be hot before it splits."]
    split_heat_ms: 0, 300_000, DAY_MS, Estimate;
    #[doc = "Account quota per on-demand table or global index, in units per second; 0 = no limit."]
    table_quota_units: 0, 40_000, 1_000_000_000, Published;
    #[doc = "An on-demand table serves twice its peak from before this period; 0 = no limit."]
    on_demand_peak_ms: 0, 1_800_000, DAY_MS, Published;
    #[doc = "Adjust provisioned throughput to load for tables with auto scaling. Needs capacity_limits."]
    auto_scaling: 0, 1, 1, Published;
}

/// The least value, other than 0, of settings that multiply work when they are small: shards, and partitions.
const LEAST: &[(&str, u64)] = &[("stream_shard_roll_ms", 5_000), ("partition_size_bytes", 1_000)];

impl Dial {
    /// Returns the least value other than 0.
    pub fn least(&self) -> u64 {
        LEAST.iter().find(|(name, _)| *name == self.name).map_or(1, |(_, least)| *least)
    }

    /// Returns true if the setting can have the value. Zero turns each one off.
    pub fn is_in_range(&self, value: u64) -> bool {
        value == 0 || (self.least()..=self.most).contains(&value)
    }
}

/// The settings that limit throughput.
const LIMITS: &[&str] = &[
    "capacity_limits",
    "burst_ms",
    "partition_read_units",
    "partition_write_units",
    "partition_size_bytes",
    "split_heat_permille",
    "split_heat_ms",
    "table_quota_units",
    "on_demand_peak_ms",
    "auto_scaling",
];

impl Dials {
    /// Sets all throughput limits to DynamoDB's values, or turns them off. Delays do not change.
    pub fn set_limits(&mut self, limited: bool) {
        for dial in Dials::ALL.iter().filter(|dial| LIMITS.contains(&dial.name)) {
            self.set(dial.name, if limited { dial.realistic } else { dial.instant });
        }
    }

    /// The key of the record with the settings. It exists after the first change of a setting.
    pub fn record_key() -> RecordKey {
        RecordKey::of_account(RecordKind::DIALS, "")
    }

    pub(crate) fn delays(&self) -> Delays {
        Delays {
            table_change_ms: self.table_change_ms,
            // Each index has its own delay, so no write waits in the scheduler.
            index_propagation_ms: 0,
            index_backfill_ms: self.index_backfill_ms,
            time_to_live_change_ms: self.time_to_live_change_ms,
            setting_change_ms: self.setting_change_ms,
            recovery_ms: self.recovery_ms,
        }
    }

    /// Returns true if writes reach followers later than the leader.
    pub fn has_replica_lag(&self) -> bool {
        self.replica_lag_least_ms > 0 || self.replica_lag_most_ms > 0
    }

    /// Returns true if global indexes receive writes with a delay.
    pub fn has_index_lag(&self) -> bool {
        self.index_propagation_ms > 0 || self.index_propagation_most_ms > 0 || self.index_capacity > 0
    }

    /// Returns the longest delay of a write on its way to another Region, in milliseconds.
    pub fn longest_replication_lag_ms(&self) -> u64 {
        self.replication_lag_least_ms.max(self.replication_lag_most_ms)
    }

    /// Returns the limits for the calculation of capacity.
    pub fn capacity_rules(&self) -> CapacityRules {
        CapacityRules {
            has_static_shares: self.capacity_era == 2014,
            burst_ms: self.burst_ms,
            partition_read_units: self.partition_read_units,
            partition_write_units: self.partition_write_units,
            partition_size_bytes: self.partition_size_bytes,
            split_heat_permille: self.split_heat_permille,
            split_heat_ms: self.split_heat_ms,
            table_quota_units: self.table_quota_units,
            peak_ms: self.on_demand_peak_ms,
        }
    }

    /// Returns true if a setting has its realistic value, which stands for measured durations.
    pub(crate) fn is_measured(&self, name: &str) -> bool {
        let realistic = Dials::ALL.iter().find(|dial| dial.name == name).map(|dial| dial.realistic);
        realistic.is_some() && self.get(name) == realistic
    }

    /// Returns the settings that differ from the profile.
    pub fn changed_settings(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let untouched = Dials::of_profile(self.profile, self.seed);
        Dials::ALL.iter().filter_map(move |dial| {
            let value = self.get(dial.name)?;
            (untouched.get(dial.name) != Some(value)).then_some((dial.name, value))
        })
    }

    /// Encodes profile, seed, and by name the settings that differ from the profile.
    pub fn to_bytes(&self) -> Vec<u8> {
        let turned = self.changed_settings().map(|(name, value)| (name.to_owned(), value)).collect();
        record_form::write(&StoredDials { profile: self.profile, seed: self.seed, turned })
    }

    /// Reads the bytes of `to_bytes`. Settings that no longer exist are ignored.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Dials, Malformed> {
        let StoredDials { profile, seed, turned } = record_form::read(bytes, StoredDials::read_older)?;
        let mut dials = Dials::of_profile(profile, seed);
        for (name, value) in turned {
            dials.set(&name, value);
        }
        // Earlier versions accepted smaller values.
        for (name, least) in LEAST {
            if dials.get(name).is_some_and(|value| value > 0 && value < *least) {
                dials.set(name, *least);
            }
        }
        Ok(dials)
    }

    pub(crate) fn read(bytes: Option<&[u8]>) -> Option<Arc<Dials>> {
        bytes.and_then(|bytes| Dials::from_bytes(bytes).checked()).map(Arc::new)
    }
}

/// The stored form of the settings.
#[derive(Serialize, Deserialize)]
struct StoredDials {
    profile: Profile,
    seed: u64,
    /// The settings that differ from the profile, by name.
    turned: Vec<(String, u64)>,
}

impl StoredDials {
    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<StoredDials, Malformed> {
        let profile = match reader.byte()? {
            0 => Profile::Instant,
            1 => Profile::Realistic,
            _ => return Err(Malformed),
        };
        let seed = reader.unsigned()?;
        let turned = (0..reader.count()?).map(|_| Ok((reader.text()?.to_owned(), reader.unsigned()?)));
        Ok(StoredDials { profile, seed, turned: turned.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_turned_is_kept_by_name() {
        let mut dials = Dials::of_profile(Profile::Realistic, 7);
        assert!(dials.set("table_change_ms", 12));
        assert!(!dials.set("no_such_dial", 12));
        assert_eq!(Dials::from_bytes(&dials.to_bytes()), Ok(dials));
    }

    #[test]
    fn the_realistic_limits_are_the_published_ones() {
        let rules = Dials::of_profile(Profile::Realistic, 0).capacity_rules();
        assert_eq!(rules, CapacityRules::OF_THE_SERVICE);
    }

    #[test]
    fn limits_are_turned_together_and_delays_stay() {
        for profile in [Profile::Instant, Profile::Realistic] {
            let mut dials = Dials::of_profile(profile, 7);
            let delays = dials.delays();
            dials.set_limits(true);
            assert_eq!(dials.capacity_rules(), CapacityRules::OF_THE_SERVICE);
            assert_eq!((dials.capacity_limits, dials.auto_scaling), (1, 1));
            dials.set_limits(false);
            assert_eq!((dials.capacity_limits, dials.auto_scaling, dials.burst_ms), (0, 0, 0));
            assert_eq!(dials.delays().table_change_ms, delays.table_change_ms);
        }
    }

    #[test]
    fn in_the_instant_profile_nothing_is_late_and_nothing_limited() {
        for dial in Dials::ALL {
            assert_eq!(dial.instant, 0, "{} is not off", dial.name);
            assert!(dial.realistic <= dial.most, "{}", dial.name);
            assert!(!dial.about.is_empty());
        }
    }

    #[test]
    fn dials_without_a_version_are_read() {
        const BEFORE: &[u8] = &[
            1, 7, 2, 15, 116, 97, 98, 108, 101, 95, 99, 104, 97, 110, 103, 101, 95, 109, 115, 12, 12, 110,
            111, 95, 115, 117, 99, 104, 95, 100, 105, 97, 108, 3,
        ];
        let mut kept = Dials::of_profile(Profile::Realistic, 7);
        assert!(kept.set("table_change_ms", 12));
        assert_eq!(Dials::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Dials::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
