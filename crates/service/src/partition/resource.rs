//! The capacity state of a whole table or global index: burst capacity, previous peak, and consumption of the last minutes.

use dynalab_capacity::admission::{CapacityRules, TableCapacity, TableFlow};
use dynalab_engine::codec::record_form;
use dynalab_engine::database::charges::CapacityKind;
use dynalab_engine::database::table::{BillingMode, IndexDefinition, TableDefinition};
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use super::state::{ByKind, read_bucket, read_window};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Resource {
    pub flows: ByKind<TableFlow>,
    /// The number of requests throttled by its limits and by those of its partitions.
    pub throttled: ByKind<u64>,
    /// The consumption by minute.
    pub minutes: ByKind<MinuteUse>,
}

/// The consumption in the current minute and the one before, in thousandths of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MinuteUse {
    minute: u64,
    used_milli: u64,
    last_milli: u64,
}

impl MinuteUse {
    const MINUTE_MS: u64 = 60_000;

    fn take(&mut self, now_ms: u64, milli: u64) {
        let minute = now_ms / MinuteUse::MINUTE_MS;
        if minute > self.minute {
            let last_milli = if minute == self.minute + 1 { self.used_milli } else { 0 };
            *self = MinuteUse { minute, used_milli: 0, last_milli };
        }
        self.used_milli += milli;
    }

    /// Returns the consumption in the last complete minute before `now_ms`.
    pub fn last_minute_milli(&self, now_ms: u64) -> u64 {
        match (now_ms / MinuteUse::MINUTE_MS).checked_sub(self.minute) {
            Some(0) => self.last_milli,
            Some(1) => self.used_milli,
            _ => 0,
        }
    }
}

impl Resource {
    /// Returns the key of the record of a table or index.
    pub fn key(table: &str, index: Option<&str>) -> RecordKey {
        RecordKey::of_table(RecordKind::THROUGHPUT, table, index.unwrap_or_default())
    }

    /// Returns the state of a resource without consumption since `at_ms`.
    pub fn begun(rules: &CapacityRules, capacity: &ByKind<TableCapacity>, at_ms: u64) -> Resource {
        let begun = |capacity| TableFlow::begun(rules, capacity, at_ms);
        let flows = ByKind { read: begun(capacity.read), write: begun(capacity.write) };
        Resource { flows, ..Resource::default() }
    }

    /// Advances both kinds of capacity to a time.
    pub fn roll(&mut self, rules: &CapacityRules, capacity: &ByKind<TableCapacity>, now_ms: u64) {
        self.flows.read.roll(rules, capacity.read, now_ms);
        self.flows.write.roll(rules, capacity.write, now_ms);
    }

    /// Counts an admitted request, in thousandths of a unit.
    pub fn take(
        &mut self,
        rules: &CapacityRules,
        (kind, capacity): (CapacityKind, TableCapacity),
        now_ms: u64,
        milli: u64,
    ) {
        self.flows.of_mut(kind).take(rules, capacity, milli);
        self.minutes.of_mut(kind).take(now_ms, milli);
    }

    /// Returns burst capacity and the limit per second in thousandths. A debt counts as no burst capacity.
    pub fn balance_and_limit(
        &self,
        rules: &CapacityRules,
        capacity: &ByKind<TableCapacity>,
        kind: CapacityKind,
    ) -> (u64, u64) {
        let flow = self.flows.get(kind);
        match *capacity.get(kind) {
            TableCapacity::Provisioned { units } => {
                (u64::try_from(flow.bucket.level_milli).unwrap_or_default(), units.saturating_mul(1_000))
            }
            TableCapacity::OnDemand { warm, most } => {
                let units = flow.grown_units(rules, warm).min(most.unwrap_or(u64::MAX));
                (0, units.saturating_mul(1_000))
            }
        }
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<Resource, Malformed> {
        record_form::read(bytes, Resource::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<Resource, Malformed> {
        let flow = |reader: &mut Reader| -> Result<TableFlow, Malformed> {
            Ok(TableFlow {
                bucket: read_bucket(reader)?,
                window: read_window(reader)?,
                peak_milli: reader.unsigned()?,
                stretch_began_ms: reader.unsigned()?,
                stretch_peak_milli: reader.unsigned()?,
            })
        };
        let minutes = |reader: &mut Reader| -> Result<MinuteUse, Malformed> {
            Ok(MinuteUse {
                minute: reader.unsigned()?,
                used_milli: reader.unsigned()?,
                last_milli: reader.unsigned()?,
            })
        };
        Ok(Resource {
            flows: ByKind { read: flow(reader)?, write: flow(reader)? },
            minutes: ByKind { read: minutes(reader)?, write: minutes(reader)? },
            throttled: ByKind { read: reader.unsigned()?, write: reader.unsigned()? },
        })
    }
}

/// Returns the capacity of a table or of one of its global indexes.
pub(crate) fn capacity_of(table: &TableDefinition, index: Option<&IndexDefinition>) -> ByKind<TableCapacity> {
    let (throughput, warm, caps) = match index {
        None => (&table.throughput, &table.warm, table.on_demand_throughput),
        Some(index) => (&index.throughput, &index.warm, index.on_demand_throughput),
    };
    if table.billing == BillingMode::Provisioned {
        return ByKind {
            read: TableCapacity::Provisioned { units: throughput.read },
            write: TableCapacity::Provisioned { units: throughput.write },
        };
    }
    let warm = warm.units(table.billing, throughput);
    let caps = caps.unwrap_or_default();
    // The API uses -1 for no maximum.
    let most = |cap: Option<i64>| cap.and_then(|cap| u64::try_from(cap).ok());
    ByKind {
        read: TableCapacity::OnDemand { warm: warm.read, most: most(caps.max_read) },
        write: TableCapacity::OnDemand { warm: warm.write, most: most(caps.max_write) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynalab_capacity::second_window::SecondWindow;
    use dynalab_capacity::token_bucket::TokenBucket;

    #[test]
    fn it_is_read_as_it_was_written() {
        let rules = CapacityRules::OF_THE_SERVICE;
        let capacity = TableCapacity::Provisioned { units: 10 };
        let mut resource = Resource::begun(&rules, &ByKind { read: capacity, write: capacity }, 1_000);
        resource.take(&rules, (CapacityKind::Write, capacity), 61_000, 25_000);
        resource.throttled.read = 4;
        assert_eq!(Resource::from_bytes(&resource.to_bytes()), Ok(resource));
    }

    #[test]
    fn a_minute_is_seen_until_the_next_but_one() {
        let mut minutes = MinuteUse::default();
        minutes.take(59_999, 5);
        minutes.take(60_000, 7);
        for (now_ms, milli) in [(60_000, 5), (119_999, 5), (120_000, 7), (180_000, 0)] {
            assert_eq!(minutes.last_minute_milli(now_ms), milli, "{now_ms}");
        }
    }

    #[test]
    fn a_resource_without_a_version_is_read() {
        const BEFORE: &[u8] = &[
            1, 5, 172, 2, 1, 1, 2, 3, 4, 5, 216, 4, 0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
            21, 22, 23,
        ];
        let bucket = |level_milli, at_ms, rest_micro| TokenBucket { level_milli, at_ms, rest_micro };
        let window = |second, used_milli, last_milli| SecondWindow { second, used_milli, last_milli };
        let read = TableFlow {
            bucket: bucket(-5, 300, 1),
            window: window(1, 2, 3),
            peak_milli: 4,
            stretch_began_ms: 5,
            stretch_peak_milli: 600,
        };
        let write = TableFlow {
            bucket: bucket(7, 8, 9),
            window: window(10, 11, 12),
            peak_milli: 13,
            stretch_began_ms: 14,
            stretch_peak_milli: 15,
        };
        let minutes = |minute, used_milli, last_milli| MinuteUse { minute, used_milli, last_milli };
        let kept = Resource {
            flows: ByKind { read, write },
            minutes: ByKind { read: minutes(16, 17, 18), write: minutes(19, 20, 21) },
            throttled: ByKind { read: 22, write: 23 },
        };
        assert_eq!(Resource::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(Resource::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
