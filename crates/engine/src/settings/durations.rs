//! How long changes of tables take: the ranges measured in us-west-2 on 8 and 9 October 2026, as data. The seed draws each
//! duration within its range.

use crate::seed::draw::{draw, draw_between};
use crate::settings::config::EngineConfig;

/// A change whose duration was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timed {
    Creation,
    CreationWithIndexes,
    Deletion,
    Throughput,
    Stream,
    TableClass,
    Encryption,
    ToProvisioned,
    /// The first change to on demand. A table that was on demand before returns to it sooner.
    FirstToOnDemand,
    BackToOnDemand,
    WarmThroughput,
    /// A new index of an existing table: while the table is UPDATING, and until the index of an empty table is ACTIVE.
    IndexAllocation,
    IndexCreation,
    IndexThroughput,
    IndexDeletion,
    InsightsOn,
    InsightsOff,
    ReplicaCreation,
    ReplicaDeletion,
    Restore,
    /// From ACTIVE until backups and recovery are available.
    BackupsEnabling,
    /// How long a change of tags locks them, and how long reads show the tags of before.
    TagsLocked,
    TagsShown,
    /// How long a policy is pending, and how long reads show the policy of before.
    PolicyPending,
    PolicyShown,
    ProtectionLocked,
    PolicyLocked,
}

/// The setting that a duration follows.
enum Follows {
    TableChange,
    IndexBackfill,
    SettingChange,
    CoolDowns,
}

const SECOND_MS: u64 = 1_000;
/// Some indexes took twice as long as the others: one in ten here.
const LONG_INDEX_CREATION_MS: (u64, u64) = (990 * SECOND_MS, 1_003 * SECOND_MS);
const LONG_INDEX_CREATION_ONE_IN: u64 = 10;

impl Timed {
    /// Returns the measured range in milliseconds, and the setting.
    fn measured(self) -> (u64, u64, Follows) {
        use Follows::*;
        match self {
            Timed::Creation => (1_000, 6_200, TableChange),
            Timed::CreationWithIndexes => (14_000, 22_000, TableChange),
            Timed::Deletion => (4_000, 6_000, TableChange),
            Timed::Throughput => (1_000, 2_000, TableChange),
            Timed::Stream => (4_000, 5_000, TableChange),
            Timed::TableClass => (3_600, 6_100, TableChange),
            Timed::Encryption => (21_000, 23_000, TableChange),
            Timed::ToProvisioned => (60_000, 98_000, TableChange),
            Timed::FirstToOnDemand => (107_000, 172_000, TableChange),
            Timed::BackToOnDemand => (4_000, 5_000, TableChange),
            Timed::WarmThroughput => (270_000, 514_000, TableChange),
            Timed::IndexAllocation => (24_000, 56_000, IndexBackfill),
            Timed::IndexCreation => (506_000, 540_000, IndexBackfill),
            Timed::IndexThroughput => (2_000, 4_000, TableChange),
            Timed::IndexDeletion => (2_600, 5_100, TableChange),
            Timed::InsightsOn => (1_000, 16_000, SettingChange),
            Timed::InsightsOff => (2_000, 2_000, SettingChange),
            Timed::ReplicaCreation => (14_000, 49_000, SettingChange),
            Timed::ReplicaDeletion => (121_000, 244_000, SettingChange),
            Timed::Restore => (81_000, 721_000, TableChange),
            Timed::BackupsEnabling => (0, 6_000, CoolDowns),
            Timed::TagsLocked => (1_600, 1_800, CoolDowns),
            Timed::TagsShown => (1_300, 3_000, CoolDowns),
            Timed::PolicyPending => (1_000, 2_000, CoolDowns),
            Timed::PolicyShown => (1_000, 2_700, CoolDowns),
            Timed::ProtectionLocked | Timed::PolicyLocked => (15_000, 15_000, CoolDowns),
        }
    }

    /// Draws a duration. `question` tells this change from others of its kind: the table, the time and so on.
    fn draw(self, seed: u64, question: &[u64]) -> u64 {
        let (least, most, _) = self.measured();
        let question: Vec<u64> = [PURPOSE, self as u64].into_iter().chain(question.iter().copied()).collect();
        if self == Timed::IndexCreation && draw(!seed, &question).is_multiple_of(LONG_INDEX_CREATION_ONE_IN) {
            return draw_between(seed, &question, LONG_INDEX_CREATION_MS.0, LONG_INDEX_CREATION_MS.1);
        }
        draw_between(seed, &question, least, most)
    }
}

/// The purpose of these random numbers.
const PURPOSE: u64 = 206;

impl EngineConfig {
    /// Returns how long a change takes, in milliseconds. As long as its setting has the value of the profile "realistic", the
    /// duration is drawn from the measured range. Any other value of the setting is the duration itself.
    pub fn duration_ms(&self, timed: Timed, question: &[u64]) -> u64 {
        let delays = &self.delays;
        let (set, dial) = match timed.measured().2 {
            Follows::TableChange => (delays.table_change_ms, "table_change_ms"),
            Follows::IndexBackfill => (delays.index_backfill_ms, "index_backfill_ms"),
            Follows::SettingChange => (delays.setting_change_ms, "setting_change_ms"),
            Follows::CoolDowns => {
                let seed = self.dials.as_ref().filter(|dials| dials.cool_downs > 0).map(|dials| dials.seed);
                return seed.map_or(0, |seed| timed.draw(seed, question));
            }
        };
        match &self.dials {
            Some(dials) if dials.is_measured(dial) => timed.draw(dials.seed, question),
            _ => set,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::settings::dials::{Dials, Profile};

    fn config(profile: Profile, set: &[(&str, u64)]) -> EngineConfig {
        let mut dials = Dials::of_profile(profile, 7);
        set.iter().for_each(|(name, value)| assert!(dials.set(name, *value)));
        let mut config = EngineConfig::instant();
        let opened = config.clone();
        config.apply_settings(&opened, Some(&Arc::new(dials)), None);
        config
    }

    #[test]
    fn every_duration_is_drawn_within_its_range_and_is_always_the_same() {
        let realistic = config(Profile::Realistic, &[]);
        for (timed, least, most) in [
            (Timed::Creation, 1_000, 6_200),
            (Timed::CreationWithIndexes, 14_000, 22_000),
            (Timed::Deletion, 4_000, 6_000),
            (Timed::FirstToOnDemand, 107_000, 172_000),
            (Timed::WarmThroughput, 270_000, 514_000),
            (Timed::IndexAllocation, 24_000, 56_000),
            (Timed::InsightsOn, 1_000, 16_000),
            (Timed::ReplicaDeletion, 121_000, 244_000),
            (Timed::TagsLocked, 1_600, 1_800),
        ] {
            let drawn: Vec<u64> = (0..300).map(|at| realistic.duration_ms(timed, &[3, at])).collect();
            assert!(drawn.iter().all(|ms| (least..=most).contains(ms)), "{timed:?}");
            let span = drawn.iter().max().unwrap() - drawn.iter().min().unwrap();
            assert!(span > (most - least) * 9 / 10, "{timed:?} has {span}");
            let again: Vec<u64> = (0..300).map(|at| realistic.duration_ms(timed, &[3, at])).collect();
            assert_eq!(drawn, again);
        }
    }

    #[test]
    fn some_indexes_take_twice_as_long_as_the_others() {
        let realistic = config(Profile::Realistic, &[]);
        let drawn: Vec<u64> =
            (0..1_000).map(|at| realistic.duration_ms(Timed::IndexCreation, &[at])).collect();
        let (long, usual): (Vec<u64>, Vec<u64>) = drawn.into_iter().partition(|ms| *ms > 600_000);
        assert!(usual.iter().all(|ms| (506_000..=540_000).contains(ms)));
        assert!(long.iter().all(|ms| (990_000..=1_003_000).contains(ms)));
        assert!((50..200).contains(&long.len()), "{} of 1000", long.len());
    }

    #[test]
    fn a_setting_that_was_changed_is_the_duration_itself() {
        let set = config(Profile::Realistic, &[("table_change_ms", 3_000), ("index_backfill_ms", 0)]);
        for at in 0..20 {
            assert_eq!(set.duration_ms(Timed::Creation, &[at]), 3_000);
            assert_eq!(set.duration_ms(Timed::WarmThroughput, &[at]), 3_000);
            assert_eq!(set.duration_ms(Timed::IndexCreation, &[at]), 0);
            assert!(set.duration_ms(Timed::InsightsOn, &[at]) >= 1_000);
        }
        let instant = config(Profile::Instant, &[]);
        let none = EngineConfig::instant();
        for timed in [Timed::Creation, Timed::IndexCreation, Timed::InsightsOff, Timed::TagsLocked] {
            assert_eq!((instant.duration_ms(timed, &[1]), none.duration_ms(timed, &[1])), (0, 0));
        }
    }
}
