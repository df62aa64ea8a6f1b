//! The controls of the clock, the settings and the account.

use super::{EpochSeconds, Named};

crate::contract! {
    /// Moves the clock forward, at most to the end of the year 9999. What becomes due is executed in order before the response.
    pub struct AdvanceClock: "Dynalab.AdvanceClock" -> ClockTime {
        /// 0 to a year.
        pub milliseconds: u64,
    }

    /// The time after the move.
    pub struct ClockTime {
        pub now: EpochSeconds,
    }

    /// Sets the speed of the clock. 0 stops it.
    pub struct SetClock: "Dynalab.SetClock" -> ClockRate {
        /// Simulated seconds per second, 0 to 3600.
        pub rate: u64,
    }

    /// The speed of the clock.
    pub struct ClockRate {
        /// Simulated seconds per second.
        pub rate: u64,
    }

    /// Sets the delays and limits of the simulation. A profile first resets all settings.
    pub struct SetDials: "Dynalab.SetDials" -> ChangedDials {
        /// `instant` or `realistic`.
        pub profile: Option<String>,
        /// The seed of all random choices.
        pub seed: Option<i64>,
        /// Turns the limits of throughput on or off together.
        pub limits: Option<bool>,
        /// The values of single settings by name.
        pub dials: Option<Named<u64>>,
    }

    /// The settings that differ from their profile.
    pub struct ChangedDials {
        pub profile: String,
        pub seed: u64,
        /// The values by the names of the settings.
        pub turned: Named<u64>,
    }

    /// Lists the settings with value, default, range, source and description.
    pub struct DescribeDials: "Dynalab.DescribeDials" -> DialsDescription {
    }

    /// All settings of the simulation.
    pub struct DialsDescription {
        /// `instant` or `realistic`.
        pub profile: String,
        pub seed: u64,
        pub dials: Vec<DialDescription>,
    }

    /// One setting of the simulation.
    pub struct DialDescription {
        pub name: String,
        pub value: u64,
        /// The value in the profile `instant`.
        pub instant: u64,
        /// The value in the profile `realistic`.
        pub realistic: u64,
        /// The largest value that can be set.
        pub most: u64,
        /// The source of the realistic value: `published`, `measured`, `estimate` or `own`.
        pub source: String,
        /// What the setting does, in English.
        pub about: String,
    }

    /// Lists the changes of tables and indexes that are in progress, the first to end first.
    pub struct DescribeWaits: "Dynalab.DescribeWaits" -> WaitsDescription {
        /// The name or ARN of a table. Without it, all tables are described.
        pub table_name: Option<String>,
    }

    /// The changes that end by themselves.
    pub struct WaitsDescription {
        pub waits: Vec<WaitDescription>,
    }

    /// A change of a table or an index that is in progress.
    pub struct WaitDescription {
        pub table_name: String,
        pub index_name: Option<String>,
        /// What is in progress, such as `TABLE_CREATING`.
        pub awaited: String,
        /// When the change ends.
        pub until: EpochSeconds,
    }

    /// Chooses the names that are in every ARN. It is refused once there is a table, a stream or a backup.
    pub struct SetAccount: "Dynalab.SetAccount" -> AccountNames {
        pub region: Option<String>,
        /// 12 digits.
        pub account_id: Option<String>,
    }

    /// The names in every ARN.
    pub struct AccountNames {
        pub region: String,
        /// 12 digits.
        pub account_id: String,
    }

    /// Returns the Region and the account, and all Regions.
    pub struct DescribeAccount: "Dynalab.DescribeAccount" -> AccountDescription {
    }

    /// The names in every ARN, and the Regions that can be chosen.
    pub struct AccountDescription {
        pub region: String,
        /// 12 digits.
        pub account_id: String,
        pub regions: Vec<String>,
    }
}

impl SetDials {
    /// Returns the request that changes single settings.
    pub fn from_values(dials: &[(&str, u64)]) -> SetDials {
        let dials = dials.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        SetDials { dials: Some(dials), ..SetDials::default() }
    }
}
