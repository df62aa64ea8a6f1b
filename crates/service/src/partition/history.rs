//! The consumed and throttled capacity of a table or global index. It is recorded while the setting `capacity_history` is on.
//! It is kept by second for five minutes and by minute for three hours.

use dynalab_engine::codec::record_form;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::binary::Malformed;

use super::state::ByKind;
use crate::complete::Context;

/// The length of one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SampleLength {
    Second,
    Minute,
}

impl SampleLength {
    pub const ALL: [SampleLength; 2] = [SampleLength::Second, SampleLength::Minute];
    /// The number of samples in one record.
    const TOGETHER: u64 = 10;

    /// Returns the length in milliseconds.
    pub fn ms(self) -> u64 {
        match self {
            SampleLength::Second => 1_000,
            SampleLength::Minute => 60_000,
        }
    }

    fn kept(self) -> u64 {
        match self {
            SampleLength::Second => 300,
            SampleLength::Minute => 180,
        }
    }

    fn letter(self) -> char {
        match self {
            SampleLength::Second => 's',
            SampleLength::Minute => 'm',
        }
    }

    fn key(self, table: &str, index: Option<&str>, chunk: u64) -> RecordKey {
        let name = format!("{}{chunk:011}", self.name_prefix(index));
        RecordKey::of_table(RecordKind::CAPACITY_HISTORY, table, &name)
    }

    /// Returns how the names of the records of a table or an index begin. The names continue with the record's number.
    fn name_prefix(self, index: Option<&str>) -> String {
        format!("{}/{}", index.unwrap_or_default(), self.letter())
    }

    /// Returns the index (empty for the table), the length of samples, and the record's number.
    fn of_key(key: &RecordKey) -> Option<(&str, SampleLength, u64)> {
        let (index, rest) = key.name.rsplit_once('/')?;
        let (letter, chunk) = rest.split_at_checked(1)?;
        let stretch = SampleLength::ALL.into_iter().find(|stretch| letter.starts_with(stretch.letter()))?;
        Some((index, stretch, chunk.parse().ok()?))
    }
}

/// The reads or writes in a second or a minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub taken_milli: u64,
    /// The number of throttled requests.
    pub throttled: u64,
    /// The burst capacity at the end, and the limit per second.
    pub saved_milli: u64,
    pub limit_milli: u64,
}

/// A second or minute. `number` counts seconds or minutes since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    pub number: u64,
    pub uses: ByKind<Usage>,
}

/// A usage event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UsageEvent {
    Consumed { milli: u64 },
    Throttled,
}

/// After an event: the burst capacity and the limit per second of a table or index, for reads and writes.
pub(crate) type CapacityBalances = ByKind<(u64, u64)>;

pub(super) fn note(
    context: &mut Context,
    (table, index): (&str, Option<&str>),
    (kind, happened): (CapacityKind, UsageEvent),
    standings: CapacityBalances,
) {
    if context.config.dials.as_ref().is_none_or(|dials| dials.capacity_history == 0) {
        return;
    }
    for stretch in SampleLength::ALL {
        let number = context.now.epoch_ms / stretch.ms();
        let chunk = number / SampleLength::TOGETHER;
        let key = stretch.key(table, index, chunk);
        let kept = context.record(&key);
        if kept.is_none() {
            forget_old(context, table, stretch, chunk);
        }
        let kept = context.record(&key);
        let mut samples = kept.and_then(|bytes| read(chunk, bytes).checked()).unwrap_or_default();
        if samples.last().is_none_or(|last| last.number < number) {
            samples.push(Sample { number, ..Sample::default() });
        }
        let Some(sample) = samples.last_mut() else { continue };
        match happened {
            UsageEvent::Consumed { milli } => sample.uses.of_mut(kind).taken_milli += milli,
            UsageEvent::Throttled => sample.uses.of_mut(kind).throttled += 1,
        }
        for kind in [CapacityKind::Read, CapacityKind::Write] {
            let used = sample.uses.of_mut(kind);
            (used.saved_milli, used.limit_milli) = *standings.get(kind);
        }
        context.write_always(key, Some(write(chunk, &samples)));
    }
}

/// Deletes old samples of the table and all its indexes.
fn forget_old(context: &mut Context, table: &str, stretch: SampleLength, now: u64) {
    let is_old = |key: &RecordKey| {
        SampleLength::of_key(key).is_some_and(|(_, found, chunk)| {
            found == stretch && chunk + stretch.kept() / SampleLength::TOGETHER < now
        })
    };
    let keys = context.record_keys(RecordKind::CAPACITY_HISTORY, table, "");
    for key in keys.into_iter().filter(is_old) {
        context.write_always(key, None);
    }
}

/// Returns true if the record belongs to this index.
pub(super) fn is_of_index(key: &RecordKey, index: &str) -> bool {
    SampleLength::of_key(key).is_some_and(|(of, _, _)| of == index)
}

/// Returns the kept samples, oldest first. Times without activity have none.
pub(super) fn samples(
    context: &Context,
    table: &str,
    index: Option<&str>,
    stretch: SampleLength,
) -> Vec<Sample> {
    let first = (context.now.epoch_ms / stretch.ms()).saturating_sub(stretch.kept());
    let prefix = stretch.name_prefix(index);
    let records = context.database.registry().with_prefix(RecordKind::CAPACITY_HISTORY, table, &prefix);
    let of_it = records.filter_map(|(key, bytes)| Some((SampleLength::of_key(key)?.2, bytes)));
    let read = of_it.flat_map(|(chunk, bytes)| read(chunk, bytes).checked().unwrap_or_default());
    read.filter(|sample| sample.number > first).collect()
}

/// Checks that a record and its name can be read.
pub(crate) fn check_history(key: &RecordKey, bytes: &[u8]) -> Result<(), Malformed> {
    let (_, _, chunk) = SampleLength::of_key(key).ok_or(Malformed)?;
    read(chunk, bytes).map(drop)
}

fn write(chunk: u64, samples: &[Sample]) -> Vec<u8> {
    let mut writer = record_form::begin();
    writer.unsigned(samples.len() as u64);
    for sample in samples {
        writer.unsigned(sample.number - chunk * SampleLength::TOGETHER);
        for used in [sample.uses.read, sample.uses.write] {
            for number in [used.taken_milli, used.throttled, used.saved_milli, used.limit_milli] {
                writer.unsigned(number);
            }
        }
    }
    writer.bytes
}

fn read(chunk: u64, bytes: &[u8]) -> Result<Vec<Sample>, Malformed> {
    let mut reader = record_form::content(bytes)?;
    let first = chunk.checked_mul(SampleLength::TOGETHER).ok_or(Malformed)?;
    let mut samples = Vec::new();
    for _ in 0..reader.count()? {
        let number = reader.unsigned()?.checked_add(first).ok_or(Malformed)?;
        let mut next = || -> Result<Usage, Malformed> {
            Ok(Usage {
                taken_milli: reader.unsigned()?,
                throttled: reader.unsigned()?,
                saved_milli: reader.unsigned()?,
                limit_milli: reader.unsigned()?,
            })
        };
        samples.push(Sample { number, uses: ByKind { read: next()?, write: next()? } });
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_were_written() {
        let used = Usage { taken_milli: 500, throttled: 2, saved_milli: 299_500, limit_milli: 1_000 };
        let sample = |number| Sample { number, uses: ByKind { read: used, write: Usage::default() } };
        let samples = vec![sample(70), sample(75), sample(79)];
        assert_eq!(read(7, &write(7, &samples)), Ok(samples));
    }

    #[test]
    fn a_record_is_known_by_its_key() {
        let key = SampleLength::Minute.key("T", Some("by-day"), 29_833_333);
        assert_eq!(SampleLength::of_key(&key), Some(("by-day", SampleLength::Minute, 29_833_333)));
        assert!(is_of_index(&key, "by-day") && !is_of_index(&key, ""));
    }
}
