//! Alarms on metrics: each has a threshold. They are evaluated every minute as long as there are alarms.

pub(crate) mod watch;

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::metrics::Series;
use crate::metrics::points::Statistic;

/// How a value is compared with the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    AtLeast,
    Above,
    Below,
    AtMost,
}

impl Comparison {
    pub const NAMES: &[&str] = &[
        "GreaterThanOrEqualToThreshold",
        "GreaterThanThreshold",
        "LessThanThreshold",
        "LessThanOrEqualToThreshold",
    ];
    pub const ALL: [Comparison; 4] =
        [Comparison::AtLeast, Comparison::Above, Comparison::Below, Comparison::AtMost];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        Comparison::NAMES[self as usize]
    }

    /// Returns true if the value is on the alarm's side of the threshold.
    pub fn is_breached(self, value: i128, threshold: i128) -> bool {
        match self {
            Comparison::AtLeast => value >= threshold,
            Comparison::Above => value > threshold,
            Comparison::Below => value < threshold,
            Comparison::AtMost => value <= threshold,
        }
    }
}

/// How a period without data counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingData {
    Missing,
    NotBreaching,
    Breaching,
    Ignore,
}

impl MissingData {
    pub const NAMES: &[&str] = &["missing", "notBreaching", "breaching", "ignore"];
    pub const ALL: [MissingData; 4] =
        [MissingData::Missing, MissingData::NotBreaching, MissingData::Breaching, MissingData::Ignore];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        MissingData::NAMES[self as usize]
    }
}

/// The state of an alarm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AlarmState {
    Ok,
    Alarm,
    #[default]
    InsufficientData,
}

impl AlarmState {
    const ALL: [AlarmState; 3] = [AlarmState::Ok, AlarmState::Alarm, AlarmState::InsufficientData];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        ["OK", "ALARM", "INSUFFICIENT_DATA"][self as usize]
    }
}

/// An alarm on one series of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    pub name: Arc<str>,
    pub series: Series,
    pub statistic: Statistic,
    pub period_ms: u64,
    /// The number of evaluated periods, and how many of them must breach the threshold.
    pub periods: u64,
    pub datapoints: u64,
    pub threshold_thousandths: i64,
    pub comparison: Comparison,
    pub missing: MissingData,
}

impl Alarm {
    /// Returns the key of the record with this name.
    pub fn key(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::ALARM, name)
    }

    /// Returns all alarms in the order of their names.
    pub fn all(database: &Database) -> impl Iterator<Item = Alarm> {
        let records = database.registry().of_kind(RecordKind::ALARM);
        records.filter_map(|(key, bytes)| Alarm::from_bytes(&key.name, bytes).checked())
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        self.series.write(&mut writer);
        writer.byte(self.statistic as u8);
        for number in [self.period_ms, self.periods, self.datapoints, self.threshold_thousandths as u64] {
            writer.unsigned(number);
        }
        writer.byte(self.comparison as u8);
        writer.byte(self.missing as u8);
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(name: &Arc<str>, bytes: &[u8]) -> Result<Alarm, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let series = Series::read(&mut reader)?;
        let statistic = *Statistic::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let mut next = || reader.unsigned();
        let (period_ms, periods, datapoints) = (next()?, next()?, next()?);
        let threshold_thousandths = next()? as i64;
        let comparison = *Comparison::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let missing = *MissingData::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let name = name.clone();
        Ok(Alarm {
            name,
            series,
            statistic,
            period_ms,
            periods,
            datapoints,
            threshold_thousandths,
            comparison,
            missing,
        })
    }
}

const TURNS_KEPT: usize = 50;

/// The state changes of an alarm, newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlarmHistory {
    pub turns: Vec<(Timestamp, AlarmState)>,
}

impl AlarmHistory {
    /// Returns the key of the record with this name.
    pub fn key(alarm: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::ALARM_HISTORY, alarm)
    }

    /// Returns the stored record, or an empty one.
    pub fn load(database: &Database, alarm: &str) -> AlarmHistory {
        let bytes = database.record(&AlarmHistory::key(alarm));
        bytes.and_then(|bytes| AlarmHistory::from_bytes(bytes).checked()).unwrap_or_default()
    }

    /// Returns the latest state.
    pub fn state(&self) -> AlarmState {
        self.turns.last().map(|(_, state)| *state).unwrap_or_default()
    }

    /// Adds a change of state. Only the last ones are kept.
    pub fn record_state(&mut self, at: Timestamp, state: AlarmState) {
        self.turns.push((at, state));
        let too_many = self.turns.len().saturating_sub(TURNS_KEPT);
        self.turns.drain(..too_many);
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<AlarmHistory, Malformed> {
        record_form::read(bytes, AlarmHistory::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<AlarmHistory, Malformed> {
        let mut turns = Vec::new();
        for _ in 0..reader.count()? {
            let at = Timestamp::from_epoch_ms(reader.unsigned()?);
            turns.push((at, *AlarmState::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?));
        }
        Ok(AlarmHistory { turns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metric;

    #[test]
    fn an_alarm_and_its_history_are_read_back() {
        let alarm = Alarm {
            name: "a".into(),
            series: Series::of_table(Metric::UserErrors, "T"),
            statistic: Statistic::SampleCount,
            period_ms: 60_000,
            periods: 3,
            datapoints: 2,
            threshold_thousandths: -1500,
            comparison: Comparison::AtMost,
            missing: MissingData::Ignore,
        };
        assert_eq!(Alarm::from_bytes(&alarm.name, &alarm.to_bytes()), Ok(alarm.clone()));
        let mut history = AlarmHistory::default();
        for at in 0..60 {
            history.record_state(Timestamp::from_epoch_ms(at), AlarmState::ALL[at as usize % 3]);
        }
        assert_eq!(history.turns.len(), TURNS_KEPT);
        assert_eq!(AlarmHistory::from_bytes(&history.to_bytes()), Ok(history));
    }

    #[test]
    fn a_history_without_a_version_is_read() {
        const BEFORE: &[u8] = &[2, 224, 212, 3, 1, 192, 169, 7, 0];
        let kept = AlarmHistory {
            turns: vec![
                (Timestamp::from_epoch_ms(60_000), AlarmState::Alarm),
                (Timestamp::from_epoch_ms(120_000), AlarmState::Ok),
            ],
        };
        assert_eq!(AlarmHistory::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(AlarmHistory::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
