//! Sentences about the differences between two designs, or between a design and a stack.

use dynalab_messages::{Language, Message};

use super::findings as words;
use crate::differences::{Difference, DifferenceKind, Setting};

impl Message for Setting {
    fn write(&self, language: Language) -> String {
        let sentence = match self {
            Setting::PartitionKey => words::SETTING_PARTITION_KEY,
            Setting::SortKey => words::SETTING_SORT_KEY,
            Setting::IndexKind => words::SETTING_INDEX_KIND,
            Setting::Projection => words::SETTING_PROJECTION,
            Setting::VectorIndex => words::SETTING_VECTOR_INDEX,
            Setting::Ttl => words::SETTING_TTL,
            Setting::Stream => words::SETTING_STREAM,
            Setting::Mode => words::SETTING_MODE,
            Setting::Scaling => words::SETTING_SCALING,
            Setting::Class => words::SETTING_CLASS,
            Setting::Recovery => words::SETTING_RECOVERY,
            Setting::DeletionProtection => words::SETTING_DELETION_PROTECTION,
            Setting::Replicas => words::SETTING_REPLICAS,
            Setting::ReplicaConsistency => words::SETTING_REPLICA_CONSISTENCY,
            Setting::Units => words::SETTING_UNITS,
            Setting::WarmThroughput => words::SETTING_WARM_THROUGHPUT,
            Setting::MaximumThroughput => words::SETTING_MAXIMUM_THROUGHPUT,
            Setting::RecoveryDays => words::SETTING_RECOVERY_DAYS,
            Setting::Tags => words::SETTING_TAGS,
            Setting::Encryption => words::SETTING_ENCRYPTION,
            Setting::DeletionPolicy => words::SETTING_DELETION_POLICY,
            Setting::Policy => words::SETTING_POLICY,
            Setting::ContributorInsights => words::SETTING_CONTRIBUTOR_INSIGHTS,
            Setting::Seed => words::SETTING_SEED,
            Setting::Region => words::SETTING_REGION,
        };
        sentence.write(language)
    }
}

impl Difference {
    /// Writes what differs at the place. `left` and `right` are the names of the files.
    pub fn sentence(&self, left: &str, right: &str, language: Language) -> String {
        match &self.kind {
            DifferenceKind::OnlyLeft => words::DifferenceOnly { file: left.into() }.write(language),
            DifferenceKind::OnlyRight => words::DifferenceOnly { file: right.into() }.write(language),
            DifferenceKind::Changed => {
                words::DifferenceChanged { left: left.into(), right: right.into() }.write(language)
            }
            DifferenceKind::Setting { setting, left: one, right: other } => {
                let none = words::DIFFERENCE_NOT_SET.write(language);
                words::DifferenceSetting {
                    setting: setting.write(language).as_str().into(),
                    one: one.as_ref().unwrap_or(&none).into(),
                    left: left.into(),
                    other: other.as_ref().unwrap_or(&none).into(),
                    right: right.into(),
                }
                .write(language)
            }
        }
    }
}
