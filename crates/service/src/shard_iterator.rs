//! A shard iterator: a position in a shard, as the text that GetShardIterator and GetRecords return.

use std::sync::Arc;

use dynalab_engine::error::{DynamoError, SettingError, StreamError};
use dynalab_types::Timestamp;

const GOOD_FOR_MS: u64 = 15 * 60 * 1000;

/// A position in a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardIterator {
    pub arn: Arc<str>,
    /// The number of the shard in its stream.
    pub shard: u64,
    /// The sequence number of the next record to read.
    pub sequence: u64,
    pub made_at: Timestamp,
}

impl ShardIterator {
    /// Returns the text of the position. A shard other than the first adds its number.
    pub fn text(&self) -> String {
        let place = format!("{:016x}{:016x}", self.sequence, self.made_at.epoch_ms);
        match self.shard {
            0 => format!("{}|1|{place}", self.arn),
            shard => format!("{}|2|{shard:016x}{place}", self.arn),
        }
    }

    /// Parses the text of an iterator.
    ///
    /// # Errors
    /// The text is not an iterator of this engine, or it has expired.
    pub fn read(text: &str, now: Timestamp) -> Result<ShardIterator, DynamoError> {
        let invalid = || DynamoError::from(SettingError::InvalidShardIterator);
        let (arn, shard, place) = match (text.split_once("|1|"), text.split_once("|2|")) {
            (Some((arn, place)), _) => (arn, "0000000000000000", place),
            (None, Some((arn, rest))) => {
                let (shard, place) = rest.split_at_checked(16).ok_or_else(invalid)?;
                (arn, shard, place)
            }
            (None, None) => return Err(invalid()),
        };
        let (sequence, made_at_ms) = place.split_at_checked(16).ok_or_else(invalid)?;
        let number = |digits: &str| match digits.len() {
            16 => u64::from_str_radix(digits, 16).map_err(|_| invalid()),
            _ => Err(invalid()),
        };
        let made_at = Timestamp::from_epoch_ms(number(made_at_ms)?);
        let iterator =
            ShardIterator { arn: arn.into(), shard: number(shard)?, sequence: number(sequence)?, made_at };
        if now.epoch_ms.saturating_sub(made_at.epoch_ms) > GOOD_FOR_MS {
            return Err(DynamoError::Stream(StreamError::ExpiredIterator { made_at, now }));
        }
        Ok(iterator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iterator_is_read_back_for_a_quarter_of_an_hour() {
        let made_at = Timestamp::from_epoch_ms(1_000);
        for shard in [0, 3] {
            let iterator = ShardIterator { arn: "arn:x/stream/y".into(), shard, sequence: 7, made_at };
            let later = made_at.plus_ms(GOOD_FOR_MS);
            assert_eq!(ShardIterator::read(&iterator.text(), later), Ok(iterator.clone()));
            let late = ShardIterator::read(&iterator.text(), later.plus_ms(1));
            assert!(matches!(late, Err(DynamoError::Stream(StreamError::ExpiredIterator { .. }))));
        }
    }

    #[test]
    fn what_is_no_iterator_is_refused() {
        for text in
            ["", "x", "a|1|", "a|1|00", "a|1|000000000000000g0000000000000000", "a|1|日本日本日本日本"]
        {
            let read = ShardIterator::read(text, Timestamp::default());
            assert_eq!(read, Err(SettingError::InvalidShardIterator.into()), "{text}");
        }
    }
}
