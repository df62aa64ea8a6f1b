//! A Kinesis data stream that a table names as the destination of its changes: a setting, nothing is delivered.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::config::EngineConfig;
use crate::database::Database;
use crate::definition_codec::read_flag;
use crate::error::{DynamoError, KinesisError};
use crate::fields::{Fields, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::registry::{RecordKey, RecordKind};
use crate::table::Table;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const PRECISION_CHANGES_A_DAY_MAX: usize = 3;

/// Of the times in what would be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    Millisecond,
    Microsecond,
}

impl Precision {
    const NAMES: [&str; 2] = ["MILLISECOND", "MICROSECOND"];
    const ALL: [Precision; 2] = [Precision::Millisecond, Precision::Microsecond];

    pub fn name(self) -> &'static str {
        match self {
            Precision::Millisecond => "MILLISECOND",
            Precision::Microsecond => "MICROSECOND",
        }
    }

    /// The only member of a configuration.
    pub fn decode(configuration: &str, fields: &mut Fields) -> Option<Precision> {
        let known = Precision::ALL.map(|precision| (precision.name(), precision));
        let decode = |fields: &mut Fields| {
            fields.enumeration("ApproximateCreationDateTimePrecision", &Precision::NAMES, &known)
        };
        fields.nested(configuration, decode).flatten()
    }
}

/// What was done to a destination last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastChange {
    Enabled,
    Updated,
    Disabled,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KinesisDestination {
    pub last: LastChange,
    pub precision: Precision,
    pub changed_at: Timestamp,
    /// Of the precision, those of a day.
    pub precision_changes: Vec<Timestamp>,
}

impl KinesisDestination {
    pub fn status(&self, now: Timestamp, config: &EngineConfig) -> &'static str {
        let done = now >= self.changed_at.plus_ms(config.delays.setting_change_ms);
        match (self.last, done) {
            (LastChange::Enabled, false) => "ENABLING",
            (LastChange::Updated, false) => "UPDATING",
            (LastChange::Enabled | LastChange::Updated, true) => "ACTIVE",
            (LastChange::Disabled, false) => "DISABLING",
            (LastChange::Disabled, true) => "DISABLED",
        }
    }

    /// With another precision, if it has not been changed too often.
    pub fn with_precision(mut self, precision: Precision, now: Timestamp) -> Result<Self, KinesisError> {
        self.precision_changes.retain(|at| now.epoch_ms.saturating_sub(at.epoch_ms) < DAY_MS);
        if self.precision_changes.len() >= PRECISION_CHANGES_A_DAY_MAX {
            return Err(KinesisError::PrecisionChangedTooOften);
        }
        self.precision_changes.push(now);
        Ok(KinesisDestination { last: LastChange::Updated, precision, changed_at: now, ..self })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.byte(match self.last {
            LastChange::Enabled => 0,
            LastChange::Updated => 1,
            LastChange::Disabled => 2,
        });
        writer.byte(u8::from(self.precision == Precision::Microsecond));
        writer.unsigned(self.changed_at.epoch_ms);
        writer.unsigned(self.precision_changes.len() as u64);
        for at in &self.precision_changes {
            writer.unsigned(at.epoch_ms);
        }
        writer.bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<KinesisDestination, Malformed> {
        let mut reader = Reader::new(bytes);
        let last = match reader.byte()? {
            0 => LastChange::Enabled,
            1 => LastChange::Updated,
            2 => LastChange::Disabled,
            _ => return Err(Malformed),
        };
        let precision = if read_flag(&mut reader)? { Precision::Microsecond } else { Precision::Millisecond };
        let changed_at = Timestamp::from_epoch_ms(reader.unsigned()?);
        let mut precision_changes = Vec::new();
        for _ in 0..reader.count()? {
            precision_changes.push(Timestamp::from_epoch_ms(reader.unsigned()?));
        }
        Ok(KinesisDestination { last, precision, changed_at, precision_changes })
    }
}

/// A table and the ARN of a stream, as a request names them.
#[derive(Clone, Debug)]
pub(crate) struct Addressed {
    table: String,
    pub arn: String,
}

impl Addressed {
    pub fn decode(fields: &mut Fields) -> Addressed {
        let table = fields.table_name();
        fields.require("StreamArn");
        Addressed { table, arn: fields.text_of_length("StreamArn", 37, 1024).unwrap_or_default() }
    }

    pub fn table_name(&self) -> &str {
        table_name_of(&self.table)
    }

    pub fn key(&self) -> RecordKey {
        RecordKey::of_table(RecordKind::KINESIS_DESTINATION, self.table_name(), &self.arn)
    }

    /// The destination of that ARN, if the table ever had it. The stream itself is not looked for: there is no Kinesis here.
    pub fn find<'a>(
        &self,
        database: &'a Database,
    ) -> Result<(&'a Table, Option<KinesisDestination>), DynamoError> {
        let table = database.described_table(self.table_name())?;
        let mut parts = self.arn.splitn(6, ':');
        let service = parts.nth(2);
        let stream = parts.nth(2).and_then(|resource| resource.strip_prefix("stream/"));
        if !self.arn.starts_with("arn:") || service != Some("kinesis") || stream.is_none_or(str::is_empty) {
            return Err(KinesisError::InvalidStreamArn { arn: self.arn.clone() }.into());
        }
        let bytes = database.record(&self.key());
        Ok((table, bytes.and_then(|bytes| KinesisDestination::from_bytes(bytes).ok())))
    }
}

/// All destinations that a table ever had, by their ARNs.
pub(crate) fn destinations_of(database: &Database, table: &str) -> Vec<(String, KinesisDestination)> {
    let records = database.registry().of_kind(RecordKind::KINESIS_DESTINATION);
    let of_table = records.filter(|(key, _)| key.table.as_ref() == table);
    let read = |bytes: &[u8]| KinesisDestination::from_bytes(bytes).ok();
    of_table.filter_map(|(key, bytes)| Some((key.name.to_string(), read(bytes)?))).collect()
}

/// What the operations that change a destination answer.
#[derive(Debug)]
pub struct DestinationChange {
    pub(crate) addressed: Addressed,
    pub(crate) status: &'static str,
    /// What the request said about it.
    pub(crate) precision: Option<Precision>,
}

impl DestinationChange {
    pub(crate) fn encode(&self, configuration: &str, body: &mut ObjectWriter) {
        body.text("TableName", self.addressed.table_name());
        body.text("StreamArn", &self.addressed.arn);
        body.text("DestinationStatus", self.status);
        if let Some(precision) = self.precision {
            body.object(configuration, |configuration| {
                configuration.text("ApproximateCreationDateTimePrecision", precision.name());
            });
        }
    }
}
