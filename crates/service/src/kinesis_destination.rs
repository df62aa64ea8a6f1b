//! A Kinesis data stream as the destination of a table's changes. Dynalab stores only the setting and delivers nothing.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::table::Table;
use dynalab_engine::error::{DynamoError, KinesisError};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::request::fields::{Arn, Fields, table_name_of};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const PRECISION_CHANGES_A_DAY_MAX: usize = 3;

/// The precision of times in delivered records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Precision {
    Millisecond,
    Microsecond,
}

impl Precision {
    const NAMES: [&str; 2] = ["MILLISECOND", "MICROSECOND"];
    const ALL: [Precision; 2] = [Precision::Millisecond, Precision::Microsecond];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Precision::Millisecond => "MILLISECOND",
            Precision::Microsecond => "MICROSECOND",
        }
    }

    /// Reads the only member of a configuration.
    pub fn decode(configuration: &str, fields: &mut Fields) -> Option<Precision> {
        let known = Precision::ALL.map(|precision| (precision.name(), precision));
        let decode = |fields: &mut Fields| {
            fields.enumeration("ApproximateCreationDateTimePrecision", &Precision::NAMES, &known)
        };
        fields.nested(configuration, decode).flatten()
    }
}

/// The latest change of a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LastChange {
    Enabled,
    Updated,
    Disabled,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KinesisDestination {
    pub last: LastChange,
    pub precision: Option<Precision>,
    pub changed_at: Timestamp,
    /// The times of changes of the precision in the last 24 hours.
    pub precision_changes: Vec<Timestamp>,
}

impl KinesisDestination {
    /// Returns the status at a time, as descriptions contain it.
    pub fn status(&self, arn: &str, now: Timestamp, config: &EngineConfig) -> &'static str {
        let done = now >= self.changed_at.plus_ms(config.delays.setting_change_ms);
        match (self.last, done) {
            (LastChange::Enabled, false) => "ENABLING",
            (LastChange::Updated, false) => "UPDATING",
            (LastChange::Enabled, true) if failure(arn, config).is_some() => "ENABLE_FAILED",
            (LastChange::Enabled | LastChange::Updated, true) => "ACTIVE",
            (LastChange::Disabled, false) => "DISABLING",
            (LastChange::Disabled, true) => "DISABLED",
        }
    }

    /// Returns the destination with another precision, unless it was changed too often.
    ///
    /// # Errors
    /// The precision was changed three times in the last 24 hours.
    pub fn with_precision(mut self, precision: Precision, now: Timestamp) -> Result<Self, KinesisError> {
        self.precision_changes.retain(|at| now.epoch_ms.saturating_sub(at.epoch_ms) < DAY_MS);
        if self.precision_changes.len() >= PRECISION_CHANGES_A_DAY_MAX {
            return Err(KinesisError::PrecisionChangedTooOften);
        }
        self.precision_changes.push(now);
        let precision = Some(precision);
        Ok(KinesisDestination { last: LastChange::Updated, precision, changed_at: now, ..self })
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<KinesisDestination, Malformed> {
        record_form::read(bytes, KinesisDestination::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<KinesisDestination, Malformed> {
        let last = match reader.byte()? {
            0 => LastChange::Enabled,
            1 => LastChange::Updated,
            2 => LastChange::Disabled,
            _ => return Err(Malformed),
        };
        let precision = match reader.byte()? {
            0 => None,
            1 => Some(Precision::Millisecond),
            2 => Some(Precision::Microsecond),
            _ => return Err(Malformed),
        };
        let changed_at = Timestamp::from_epoch_ms(reader.unsigned()?);
        let mut precision_changes = Vec::new();
        for _ in 0..reader.count()? {
            precision_changes.push(Timestamp::from_epoch_ms(reader.unsigned()?));
        }
        Ok(KinesisDestination { last, precision, changed_at, precision_changes })
    }
}

/// Returns why a stream cannot be a destination, judged by its ARN only. Dynalab has no Kinesis streams.
pub(crate) fn failure(arn: &str, config: &EngineConfig) -> Option<&'static str> {
    let is_stream = |arn: &Arn| {
        let name = arn.resource.strip_prefix("stream/").unwrap_or_default();
        arn.service == "kinesis" && !name.is_empty()
    };
    let Some(arn) = Arn::parse(arn).filter(is_stream) else {
        return Some("User does not have a permission to use kinesis stream");
    };
    if arn.region != config.region {
        return Some(
            "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in the current \
             region",
        );
    }
    (arn.account != config.account_id).then_some("User does not have a permission to use kinesis stream")
}

/// A table and the ARN of a stream, as a request names them.
#[derive(Clone, Debug)]
pub(crate) struct StreamAddress {
    table: String,
    pub arn: String,
}

impl StreamAddress {
    /// Reads the members TableName and StreamArn.
    pub fn decode(fields: &mut Fields) -> StreamAddress {
        let table = fields.table_name();
        fields.require("StreamArn");
        StreamAddress { table, arn: fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default() }
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
        RecordKey::of_table(RecordKind::KINESIS_DESTINATION, self.table_name(), &self.arn)
    }

    /// Returns the table and its destination with this ARN, if it ever had one.
    ///
    /// # Errors
    /// The table does not exist.
    pub fn find<'a>(
        &self,
        database: &'a Database,
    ) -> Result<(&'a Table, Option<KinesisDestination>), DynamoError> {
        let table = database.described_table(self.table_name())?;
        let bytes = database.record(&self.key());
        Ok((table, bytes.and_then(|bytes| KinesisDestination::from_bytes(bytes).checked())))
    }
}

/// Returns all destinations that a table ever had, by their ARNs.
pub(crate) fn destinations_of(database: &Database, table: &str) -> Vec<(String, KinesisDestination)> {
    let of_table = database.registry().of_kind_in(RecordKind::KINESIS_DESTINATION, table);
    let read = |bytes: &[u8]| KinesisDestination::from_bytes(bytes).checked();
    of_table.filter_map(|(key, bytes)| Some((key.name.to_string(), read(bytes)?))).collect()
}

/// The response of operations that change a destination.
#[derive(Debug)]
pub struct DestinationChange {
    pub(crate) addressed: StreamAddress,
    pub(crate) status: &'static str,
    /// The configuration in the request. The outer `None` is for disabling.
    pub(crate) configuration: Option<Option<Precision>>,
}

impl DestinationChange {
    pub(crate) fn encode(&self, configuration: &str, body: &mut ObjectWriter) {
        body.text("TableName", self.addressed.table_name());
        body.text("StreamArn", &self.addressed.arn);
        body.text("DestinationStatus", self.status);
        if let Some(precision) = self.configuration {
            body.object(configuration, |configuration| {
                if let Some(precision) = precision {
                    configuration.text("ApproximateCreationDateTimePrecision", precision.name());
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_destination_is_read_with_a_version_and_without() {
        const BEFORE: &[u8] = &[1, 2, 172, 2, 1, 172, 2];
        let kept = KinesisDestination {
            last: LastChange::Updated,
            precision: Some(Precision::Microsecond),
            changed_at: Timestamp::from_epoch_ms(300),
            precision_changes: vec![Timestamp::from_epoch_ms(300)],
        };
        assert_eq!(KinesisDestination::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(KinesisDestination::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
