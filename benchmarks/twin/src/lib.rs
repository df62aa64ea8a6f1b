//! Benchmark of the traffic model, natively and in the page: one day at a million requests per second over 2,000 partitions.

use anyhow::Result;
use dynalab_capacity::admission::CapacityRules;
use dynalab_traffic::twin::{TableReport, TableSettings, Throughput, Twin};
use dynalab_traffic::workload::Workload;
use dynalab_types::Timestamp;

/// Average requests per second over the day, in thousandths.
const PER_SECOND_MILLI: u64 = 1_000_000_000;
const PARTITIONS: u64 = 2_000;
const MINUTES: u64 = 24 * 60;
const TABLE: &str = "World";
const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

/// The simulated days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// Traffic with day and night, and keys by Zipf's law: a few partitions are hot, most are not.
    Waves,
    /// Nearly the maximum traffic of all partitions, all day. Each partition must be computed in every second.
    Brim,
}

impl Day {
    pub const ALL: [Day; 2] = [Day::Waves, Day::Brim];

    pub fn title(self) -> &'static str {
        match self {
            Day::Waves => "day and night, Zipf's law",
            Day::Brim => "every partition at its limit",
        }
    }

    /// Creates the traffic model of the day.
    ///
    /// # Errors
    /// Fails if the description is invalid.
    pub fn twin(self) -> Result<Twin> {
        let table = TableSettings {
            table: TABLE.to_owned(),
            throughput: Throughput::Provisioned { read_units: 4_000_000, write_units: 2_100_000 },
            partitions: Some(PARTITIONS),
            size_bytes: 1 << 40,
            rested_ms: 0,
            keeps_collections: false,
        };
        let workload = Workload::parse(&self.workload())?;
        Ok(Twin::new(&workload, CapacityRules::OF_THE_SERVICE, &[table], START, MINUTES)?)
    }

    /// Returns the description of the workload as JSON.
    fn workload(self) -> String {
        let (keys, rate, bytes) = match self {
            Day::Waves => (
                r#"{"kind":"zipf","count":1000000000,"exponent_permille":990}"#,
                format!(
                    r#"{{"kind":"diurnal","mean_per_second_milli":{PER_SECOND_MILLI},"swing_permille":800,"peak_at_minute":1200}}"#
                ),
                r#"{"least":200,"most":900}"#,
            ),
            Day::Brim => (
                r#"{"kind":"uniform","count":1000000000}"#,
                format!(r#"{{"kind":"constant","per_second_milli":{PER_SECOND_MILLI}}}"#),
                r#"{"least":9300,"most":10200}"#,
            ),
        };
        format!(
            r#"{{"format":"dynalab.workload","version":1,"seed":7,"traffic":[{{"table":"{TABLE}",
            "partition_key":{{"name":"pk","type":"S","template":"USER#{{n}}"}},"item_bytes":{bytes},
            "mix":{{"get":800,"put":200}},"strong_permille":{strong},"keys":{keys},"rate":{rate}}}]}}"#,
            strong = if self == Day::Brim { 1_000 } else { 200 },
        )
    }
}

/// Returns the throttled requests per 1,000.
pub fn throttled_permille(report: &TableReport) -> f64 {
    let throttled = report.reads.throttled_requests + report.writes.throttled_requests;
    let requests = report.reads.requests + report.writes.requests;
    throttled as f64 * 1_000.0 / requests as f64
}
