//! Metrics as CloudWatch has them for a table, from the charges and results of requests. They are recorded only while the
//! setting `metrics` is on. They are kept by minute for three hours, then by hour for fifteen days.

pub(crate) mod collect;
pub(crate) mod points;
pub(crate) mod requested;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::unconditional_records::UnconditionalRecords;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::SmallMap;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};
use serde::{Deserialize, Serialize};

pub(crate) const NAMESPACE: &str = "AWS/DynamoDB";
const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const MINUTES_KEPT: u64 = 3 * 60;
const HOURS_KEPT: u64 = 15 * 24;

macro_rules! metrics {
    ($($metric:ident,)*) => {
        /// The numbers are stored: add a new metric at the end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Metric { $($metric),* }

        impl Metric {
            pub const ALL: &[Metric] = &[$(Metric::$metric),*];

            /// Returns the name that CloudWatch uses.
            pub fn name(self) -> &'static str {
                match self { $(Metric::$metric => stringify!($metric)),* }
            }
        }
    };
}

metrics! {
    ConsumedReadCapacityUnits,
    ConsumedWriteCapacityUnits,
    ProvisionedReadCapacityUnits,
    ProvisionedWriteCapacityUnits,
    ReadThrottleEvents,
    WriteThrottleEvents,
    ThrottledRequests,
    ConditionalCheckFailedRequests,
    TransactionConflict,
    ReturnedItemCount,
    ReturnedRecordsCount,
    ReturnedBytes,
    UserErrors,
    SystemErrors,
    FaultInjectionServiceInducedErrors,
    TimeToLiveDeletedItemCount,
    OnlineIndexPercentageProgress,
    ReplicationLatency,
    ReadProvisionedThroughputThrottleEvents,
    WriteProvisionedThroughputThrottleEvents,
    ReadKeyRangeThroughputThrottleEvents,
    WriteKeyRangeThroughputThrottleEvents,
    ReadAccountLimitThrottleEvents,
    WriteAccountLimitThrottleEvents,
    ReadMaxOnDemandThroughputThrottleEvents,
    WriteMaxOnDemandThroughputThrottleEvents,
}

/// In the order in which CloudWatch sorts their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Dimension {
    GlobalSecondaryIndexName,
    Operation,
    ReceivingRegion,
    StreamLabel,
    TableName,
}

impl Dimension {
    pub const ALL: [Dimension; 5] = [
        Dimension::GlobalSecondaryIndexName,
        Dimension::Operation,
        Dimension::ReceivingRegion,
        Dimension::StreamLabel,
        Dimension::TableName,
    ];

    /// Returns the name that CloudWatch uses.
    pub fn name(self) -> &'static str {
        match self {
            Dimension::GlobalSecondaryIndexName => "GlobalSecondaryIndexName",
            Dimension::Operation => "Operation",
            Dimension::ReceivingRegion => "ReceivingRegion",
            Dimension::StreamLabel => "StreamLabel",
            Dimension::TableName => "TableName",
        }
    }
}

/// A metric with its dimensions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Series {
    pub metric: Metric,
    /// Sorted by dimension.
    pub dimensions: Vec<(Dimension, String)>,
}

impl Series {
    /// Returns the series of a metric with these dimensions, sorted by name.
    pub fn new(metric: Metric, dimensions: &[(Dimension, &str)]) -> Series {
        let mut dimensions: Vec<(Dimension, String)> =
            dimensions.iter().map(|(dimension, value)| (*dimension, (*value).to_owned())).collect();
        dimensions.sort();
        Series { metric, dimensions }
    }

    /// Returns the series of a metric of a table.
    pub fn of_table(metric: Metric, table: &str) -> Series {
        Series::new(metric, &[(Dimension::TableName, table)])
    }

    /// Returns the table. Empty for metrics of the account.
    pub fn table(&self) -> &str {
        let found = self.dimensions.iter().find(|(dimension, _)| *dimension == Dimension::TableName);
        found.map_or("", |(_, table)| table)
    }

    /// Writes the series: the numbers of its metric and dimensions, and their values.
    pub fn write(&self, writer: &mut Writer) {
        writer.byte(self.metric as u8);
        writer.unsigned(self.dimensions.len() as u64);
        for (dimension, value) in &self.dimensions {
            writer.byte(*dimension as u8);
            writer.text(value);
        }
    }

    /// Reads a series of [`Series::write`].
    ///
    /// # Errors
    /// No metric or dimension has the number, or the bytes end within it.
    pub fn read(reader: &mut Reader) -> Result<Series, Malformed> {
        let metric = *Metric::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let mut dimensions = Vec::new();
        for _ in 0..reader.count()? {
            let dimension = *Dimension::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
            dimensions.push((dimension, reader.text()?.to_owned()));
        }
        Ok(Series { metric, dimensions })
    }
}

/// The statistics of a period, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodStatistics {
    pub sum: u64,
    pub samples: u64,
    pub least: u64,
    pub most: u64,
}

impl PeriodStatistics {
    /// Returns the statistics of one sample, in thousandths.
    pub fn single(thousandths: u64) -> PeriodStatistics {
        PeriodStatistics { sum: thousandths, samples: 1, least: thousandths, most: thousandths }
    }

    /// Adds the samples of other statistics.
    pub fn add(&mut self, other: PeriodStatistics) {
        if self.samples == 0 {
            *self = other;
        } else if other.samples > 0 {
            self.sum = self.sum.saturating_add(other.sum);
            self.samples += other.samples;
            self.least = self.least.min(other.least);
            self.most = self.most.max(other.most);
        }
    }
}

/// The metrics of one table in a minute or an hour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bucket {
    pub series: SmallMap<Series, PeriodStatistics>,
}

impl Bucket {
    fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Bucket, Malformed> {
        record_form::read(bytes, Bucket::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Bucket, Malformed> {
        let mut bucket = Bucket::default();
        for _ in 0..reader.count()? {
            let series = Series::read(reader)?;
            let mut next = || reader.unsigned();
            let counted = PeriodStatistics { sum: next()?, samples: next()?, least: next()?, most: next()? };
            bucket.series.insert(series, counted);
        }
        Ok(bucket)
    }

    /// Returns the bucket, which is empty without a record.
    pub fn read(bytes: Option<&[u8]>) -> Bucket {
        bytes.and_then(|bytes| Bucket::from_bytes(bytes).checked()).unwrap_or_default()
    }

    fn add(&mut self, series: Series, counted: PeriodStatistics) {
        self.series.get_or_insert_with(series, PeriodStatistics::default).add(counted);
    }
}

/// The length of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    Minute,
    Hour,
}

impl Span {
    pub const ALL: [Span; 2] = [Span::Hour, Span::Minute];

    /// Returns the length in milliseconds.
    pub fn ms(self) -> u64 {
        match self {
            Span::Minute => MINUTE_MS,
            Span::Hour => HOUR_MS,
        }
    }

    fn letter(self) -> &'static str {
        match self {
            Span::Minute => "m",
            Span::Hour => "h",
        }
    }

    /// Returns the key of the bucket for a time. Buckets are ordered by span, time and table.
    fn key(self, at_ms: u64, table: &str) -> RecordKey {
        let name = format!("{}{:010} {table}", self.letter(), at_ms / self.ms());
        RecordKey::of_account(RecordKind::METRICS, &name)
    }

    /// Returns the keys, start times and tables of the stored buckets, oldest first.
    fn buckets(self, database: &Database) -> impl Iterator<Item = (&RecordKey, u64, &str)> {
        let records = database.registry().with_prefix(RecordKind::METRICS, "", self.letter());
        records.filter_map(|(key, _)| Span::of_key(key).map(|(_, at_ms, table)| (key, at_ms, table)))
    }

    /// Returns the start times, from `from_ms` to before `to_ms`, at which there may be a stored bucket.
    fn stored_times(self, database: &Database, from_ms: u64, to_ms: u64) -> impl Iterator<Item = u64> {
        let kept = match self {
            Span::Minute => MINUTES_KEPT,
            Span::Hour => HOURS_KEPT,
        };
        // A new bucket removes those that are too old, so the newest is never later than this.
        let first = self.buckets(database).next().map(|(_, at_ms, _)| at_ms / self.ms());
        let stored = first.map_or(0..0, |first| first..first + kept + 2);
        let begin = stored.start.max(from_ms.div_ceil(self.ms()));
        let end = stored.end.min(to_ms.div_ceil(self.ms()));
        (begin..end).map(move |number| number * self.ms())
    }

    /// Returns the span, the start time and the table of a key.
    pub fn of_key(key: &RecordKey) -> Option<(Span, u64, &str)> {
        let (span, rest) = match key.name.split_at_checked(1)? {
            ("m", rest) => (Span::Minute, rest),
            ("h", rest) => (Span::Hour, rest),
            _ => return None,
        };
        let (number, table) = rest.split_once(' ')?;
        Some((span, number.parse::<u64>().ok()?.checked_mul(span.ms())?, table))
    }
}

/// The samples of one request or event.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    samples: Vec<(Series, PeriodStatistics)>,
    /// Values of a state: the last one of a minute replaces the earlier ones.
    states: Vec<(Series, u64)>,
}

impl Samples {
    /// Adds one sample, in thousandths.
    pub fn add(&mut self, series: Series, thousandths: u64) {
        self.samples.push((series, PeriodStatistics::single(thousandths)));
    }

    /// Adds one sample of 1.
    pub fn count(&mut self, series: Series) {
        self.add(series, 1000);
    }

    /// Sets a value that holds until it is set again, in thousandths.
    pub fn state(&mut self, series: Series, thousandths: u64) {
        self.states.push((series, thousandths));
    }

    /// Adds the samples to the buckets of the current minute.
    pub fn settle(
        self,
        now: Timestamp,
        database: &Database,
        unconditional_records: &mut UnconditionalRecords,
    ) {
        let samples = self.samples.into_iter().map(|(series, counted)| (series, counted, false));
        let states =
            self.states.into_iter().map(|(series, value)| (series, PeriodStatistics::single(value), true));
        let mut by_table: SmallMap<String, Vec<(Series, PeriodStatistics, bool)>> = SmallMap::new();
        for sample in samples.chain(states) {
            by_table.get_or_insert_with(sample.0.table().to_owned(), Vec::new).push(sample);
        }
        for (table, samples) in by_table {
            let key = Span::Minute.key(now.epoch_ms, &table);
            let kept = unconditional_records.get(database, &key);
            if kept.is_none() {
                grow_old(now, database, unconditional_records);
            }
            let mut bucket = Bucket::read(unconditional_records.get(database, &key));
            for (series, counted, is_state) in samples {
                match is_state {
                    true => drop(bucket.series.insert(series, counted)),
                    false => bucket.add(series, counted),
                }
            }
            unconditional_records.set(key, Some(bucket.to_bytes()));
        }
    }
}

/// Merges old minutes into hours, and deletes old hours.
fn grow_old(now: Timestamp, database: &Database, unconditional_records: &mut UnconditionalRecords) {
    let too_old = |span: Span, kept: u64, at_ms: u64| at_ms / span.ms() + kept < now.epoch_ms / span.ms();
    for (key, at_ms, _) in Span::Hour.buckets(database) {
        if !too_old(Span::Hour, HOURS_KEPT, at_ms) {
            break;
        }
        unconditional_records.set(key.clone(), None);
    }
    for (key, at_ms, table) in Span::Minute.buckets(database) {
        if !too_old(Span::Minute, MINUTES_KEPT, at_ms) {
            break;
        }
        // Another table of the same request may have merged it already.
        let Some(minute) = unconditional_records.get(database, key).map(|bytes| Bucket::read(Some(bytes)))
        else {
            continue;
        };
        let hour = Span::Hour.key(at_ms, table);
        let mut bucket = Bucket::read(unconditional_records.get(database, &hour));
        minute.series.iter().for_each(|(series, counted)| bucket.add(series.clone(), *counted));
        unconditional_records.set(hour, Some(bucket.to_bytes()));
        unconditional_records.set(key.clone(), None);
    }
}

pub(crate) fn are_on(config: &EngineConfig) -> bool {
    config.dials.as_ref().is_some_and(|dials| dials.metrics > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_read_back() {
        let mut bucket = Bucket::default();
        for metric in Metric::ALL {
            let series = Series::new(*metric, &[(Dimension::TableName, "T"), (Dimension::Operation, "Scan")]);
            bucket.add(series.clone(), PeriodStatistics::single(500));
            bucket.add(series, PeriodStatistics::single(1500));
        }
        assert_eq!(Bucket::from_bytes(&bucket.to_bytes()), Ok(bucket.clone()));
        let counted = PeriodStatistics { sum: 2000, samples: 2, least: 500, most: 1500 };
        assert!(bucket.series.values().all(|found| *found == counted));
    }

    #[test]
    fn minutes_become_hours_which_are_deleted_later() {
        let mut database = Database::default();
        let mut unconditional_records = UnconditionalRecords::default();
        let series = Series::of_table(Metric::UserErrors, "T");
        let mut count_at = |ms: u64| {
            let mut samples = Samples::default();
            samples.count(series.clone());
            samples.settle(Timestamp::from_epoch_ms(ms), &database, &mut unconditional_records);
            for mut change in unconditional_records.take(&database) {
                database.apply::<crate::complete::Complete>(&mut change);
            }
            let keys = database.registry().of_kind(RecordKind::METRICS).map(|(key, _)| key.name.to_string());
            keys.collect::<Vec<_>>()
        };
        count_at(0);
        assert_eq!(count_at(MINUTE_MS), ["m0000000000 T", "m0000000001 T"]);
        assert_eq!(count_at(4 * HOUR_MS), ["h0000000000 T", "m0000000240 T"]);
        assert_eq!(count_at(400 * HOUR_MS), ["h0000000004 T", "m0000024000 T"]);
        let hour = Bucket::read(database.record(&Span::Hour.key(4 * HOUR_MS, "T")).map(AsRef::as_ref));
        assert_eq!(hour.series.get(&series), Some(&PeriodStatistics::single(1000)));
    }

    #[test]
    fn a_bucket_is_read_with_a_version_and_without() {
        const BEFORE: &[u8] =
            &[1, 12, 2, 1, 7, 71, 101, 116, 73, 116, 101, 109, 4, 1, 84, 172, 2, 2, 100, 200, 1];
        let dimensions = [(Dimension::TableName, "T"), (Dimension::Operation, "GetItem")];
        let series = Series::new(Metric::UserErrors, &dimensions);
        let mut kept = Bucket::default();
        kept.series.insert(series, PeriodStatistics { sum: 300, samples: 2, least: 100, most: 200 });
        assert_eq!(Bucket::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Bucket::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
