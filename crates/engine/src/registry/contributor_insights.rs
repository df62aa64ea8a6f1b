//! Contributor Insights of a table or a global index: a setting with the rule names that CloudWatch would have. Dynalab does
//! not count the keys.

use std::ops::Not;

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::codec::primitives::read_flag;
use crate::codec::record_form;
use crate::database::Database;
use crate::database::table::{IndexKind, Table, TableStatus};
use crate::error::{DynamoError, InsightsError};
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::request::fields::{Fields, table_name_of};
use crate::response::json_writer::ObjectWriter;
use crate::settings::config::EngineConfig;
use crate::settings::durations::Timed;

/// The maximum length of a rule's name.
const RULE_LENGTH_MAX: usize = 128;

const INDEX_NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=255;

/// Which keys the rules count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InsightsMode {
    AccessedAndThrottledKeys,
    ThrottledKeys,
}

impl InsightsMode {
    pub const NAMES: [&str; 2] = ["THROTTLED_KEYS", "ACCESSED_AND_THROTTLED_KEYS"];
    const ALL: [InsightsMode; 2] = [InsightsMode::AccessedAndThrottledKeys, InsightsMode::ThrottledKeys];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            InsightsMode::AccessedAndThrottledKeys => "ACCESSED_AND_THROTTLED_KEYS",
            InsightsMode::ThrottledKeys => "THROTTLED_KEYS",
        }
    }

    /// Reads the member ContributorInsightsMode.
    pub fn decode(fields: &mut Fields) -> Option<InsightsMode> {
        let known = InsightsMode::ALL.map(|mode| (mode.name(), mode));
        fields.enumeration("ContributorInsightsMode", &InsightsMode::NAMES, &known)
    }
}

/// The latest setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContributorInsights {
    pub enabled: bool,
    pub mode: InsightsMode,
    pub changed_at: Timestamp,
    /// The time of enabling, which is a part of the rule names. A change of the mode keeps it.
    pub enabled_at: Timestamp,
}

impl ContributorInsights {
    /// Returns the key of the record of a table, or of an index of it. The name of the table itself is empty.
    pub(crate) fn key_of(table: &str, index: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::CONTRIBUTOR_INSIGHTS, table, index)
    }

    /// Returns the status at a time, as descriptions contain it.
    pub fn status(&self, now: Timestamp, config: &EngineConfig) -> &'static str {
        let timed = if self.enabled { Timed::InsightsOn } else { Timed::InsightsOff };
        let takes_ms = config.duration_ms(timed, &[self.changed_at.epoch_ms]);
        let done = now >= self.changed_at.plus_ms(takes_ms);
        match (self.enabled, done) {
            (true, false) => "ENABLING",
            (true, true) => "ENABLED",
            (false, false) => "DISABLING",
            (false, true) => "DISABLED",
        }
    }

    /// Returns the rule names: for partition keys, and for sort keys if there are any. `PKC` and `SKC` count access, `PKT` and
    /// `SKT` throttling.
    pub fn rules(&self, table: &Table, index: Option<&str>) -> Vec<String> {
        let definition = &table.definition;
        let key = index.and_then(|index| definition.index(index)).map_or(&definition.key, |index| &index.key);
        if !self.enabled {
            return Vec::new();
        }
        let kinds: &[&str] = match (self.mode, key.sort.is_empty()) {
            (InsightsMode::AccessedAndThrottledKeys, false) => &["PKC", "SKC", "PKT", "SKT"],
            (InsightsMode::AccessedAndThrottledKeys, true) => &["PKC", "PKT"],
            (InsightsMode::ThrottledKeys, false) => &["PKT", "SKT"],
            (InsightsMode::ThrottledKeys, true) => &["PKT"],
        };
        let end = format!("-{}", self.enabled_at.epoch_ms);
        let name = |kind: &&str| {
            let mut rule = format!("DynamoDBContributorInsights-{kind}-{}", definition.name);
            if let Some(index) = index {
                rule = rule + "-" + index;
            }
            // The names of tables and indexes are ASCII, so truncation cannot split a character.
            rule.truncate(RULE_LENGTH_MAX - end.len());
            rule + &end
        };
        kinds.iter().map(name).collect()
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<ContributorInsights, Malformed> {
        record_form::read(bytes, ContributorInsights::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<ContributorInsights, Malformed> {
        Ok(ContributorInsights {
            enabled: read_flag(reader)?,
            mode: match read_flag(reader)? {
                false => InsightsMode::AccessedAndThrottledKeys,
                true => InsightsMode::ThrottledKeys,
            },
            changed_at: Timestamp::from_epoch_ms(reader.unsigned()?),
            enabled_at: Timestamp::from_epoch_ms(reader.unsigned()?),
        })
    }
}

/// A table or one of its global indexes, as a request names it.
#[derive(Clone, Debug)]
pub struct InsightsResource {
    table: String,
    pub index: Option<String>,
}

impl InsightsResource {
    /// Reads the table and the index of a request.
    pub fn decode(fields: &mut Fields) -> InsightsResource {
        let table = fields.table_name();
        // A later check with another error rejects a wrong length.
        let index = match fields.text("IndexName") {
            Some(name) if INDEX_NAME_LENGTH.contains(&name.len()) => fields.index_name("IndexName"),
            name => name,
        };
        InsightsResource { table, index }
    }

    /// Returns the table as the request names it, to change it.
    pub fn table_mut(&mut self) -> &mut String {
        &mut self.table
    }

    /// Returns the name of the table, also if the request has an ARN.
    pub fn table_name(&self) -> &str {
        table_name_of(&self.table)
    }

    /// Returns the key of the record.
    pub fn key(&self) -> RecordKey {
        let index = self.index.as_deref().unwrap_or_default();
        ContributorInsights::key_of(self.table_name(), index)
    }

    /// Rejects tables and indexes that are being created: they have no insights yet.
    ///
    /// # Errors
    /// The table or the index is still being created.
    pub fn check_made(&self, table: &Table) -> Result<(), InsightsError> {
        let index = self.index.as_deref().and_then(|index| table.definition.index(index));
        if table.definition.status == TableStatus::Creating {
            return Err(InsightsError::TableNotActive);
        }
        match index.is_some_and(|index| index.status == TableStatus::Creating) {
            true => Err(InsightsError::IndexNotActive),
            false => Ok(()),
        }
    }

    /// Finds the table and the stored setting.
    ///
    /// # Errors
    /// The table or the index does not exist.
    pub fn find<'a>(
        &self,
        database: &'a Database,
    ) -> Result<(&'a Table, Option<ContributorInsights>), DynamoError> {
        if self.index.as_ref().is_some_and(|name| !INDEX_NAME_LENGTH.contains(&name.len())) {
            return Err(InsightsError::IndexNameLength.into());
        }
        let table = database.described_table(self.table_name())?;
        if let Some(index) = &self.index {
            let found = table.definition.index(index);
            if found.is_none_or(|index| index.kind != IndexKind::Global) {
                let table = self.table_name().to_owned();
                return Err(InsightsError::IndexNotFound { table, index: index.clone() }.into());
            }
        }
        let bytes = database.record(&self.key());
        Ok((table, bytes.and_then(|bytes| ContributorInsights::from_bytes(bytes).checked())))
    }
}

/// One table or index with its status.
#[derive(Debug)]
pub struct InsightsSummary {
    pub table: String,
    pub index: Option<String>,
    pub status: &'static str,
    pub mode: Option<InsightsMode>,
}

impl InsightsSummary {
    /// Returns the summary of a stored setting.
    pub fn load(
        key: &RecordKey,
        insights: &ContributorInsights,
        now: Timestamp,
        config: &EngineConfig,
    ) -> InsightsSummary {
        InsightsSummary {
            table: key.table.to_string(),
            index: key.name.is_empty().not().then(|| key.name.to_string()),
            status: insights.status(now, config),
            mode: Some(insights.mode),
        }
    }

    /// Writes the members of a ContributorInsightsSummary.
    pub fn encode(&self, object: &mut ObjectWriter) {
        object.text("TableName", &self.table);
        if let Some(index) = &self.index {
            object.text("IndexName", index);
        }
        object.text("ContributorInsightsStatus", self.status);
        if let Some(mode) = self.mode {
            object.text("ContributorInsightsMode", mode.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insights_are_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[1, 1, 172, 2, 200, 1];
        let kept = ContributorInsights {
            enabled: true,
            mode: InsightsMode::ThrottledKeys,
            changed_at: Timestamp::from_epoch_ms(300),
            enabled_at: Timestamp::from_epoch_ms(200),
        };
        assert_eq!(ContributorInsights::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(ContributorInsights::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
