//! Compares the traffic model with the engine: the served and throttled requests of the same workload, over minutes and seeds.
//!
//! Each case runs ten minutes of 1.2 million requests. `DYNALAB_SEEDS=5` runs the case of a hot key with five seeds, as
//! `cargo xtask soak twin` does in an optimized build.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_capacity::admission::CapacityRules;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::partition::map_of;
use dynalab_service::{Command, Engine, Request};
use dynalab_traffic::lab::DayCurve;
use dynalab_traffic::twin::{TableSettings, Throughput, Twin};
use dynalab_traffic::workload::rate::Hours;
use dynalab_traffic::workload::{Generator, Rate, Workload};
use dynalab_types::Timestamp;
use dynalab_types::json::write_object;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const PARTITIONS: u64 = 8;
/// The permitted difference between the model and the engine, in thousandths.
const SERVED_PERMILLE: u64 = 20;
const THROTTLED_PERMILLE: u64 = 50;

/// A workload of 2,000 requests per second, and a table of 8 partitions with too little capacity.
#[derive(Clone, Copy)]
struct Case {
    keys: &'static str,
    units: (u64, u64),
    dials: &'static str,
    start: Timestamp,
    mix: &'static str,
    sort_key: &'static str,
    rate: Rate,
}

/// The values that the cases share.
const USUAL: Case = Case {
    keys: "",
    units: (9_000, 5_000),
    dials: "",
    start: START,
    mix: r#"{"get":600,"put":200,"update":200}"#,
    sort_key: "",
    rate: Rate::Constant { per_second_milli: 2_000_000 },
};

/// One key receives more writes than a partition accepts, so no split helps.
const HOT_KEY: Case = Case { keys: r#"{"kind":"hot_key","count":2000,"hot_permille":800}"#, ..USUAL };
/// The partitions are sufficient, but the provisioned throughput is too low. The table uses burst capacity for a while.
const SMALL_TABLE: Case = Case {
    keys: r#"{"kind":"uniform","count":2000}"#,
    units: (19_500, 1_500),
    dials: r#","burst_ms":60000"#,
    ..USUAL
};
/// Fixed shares per partition, as many articles describe them.
const OF_2014: Case = Case {
    keys: r#"{"kind":"zipf","count":2000,"exponent_permille":1200}"#,
    units: (15_000, 3_000),
    dials: r#","capacity_era":2014,"burst_ms":60000"#,
    ..USUAL
};

/// The served units, throttled requests and all requests, for reads and for writes.
#[derive(Debug, Default, PartialEq)]
struct Came {
    served_milli: [u64; 2],
    throttled: [u64; 2],
    requests: [u64; 2],
}

impl Case {
    fn workload(&self, seed: u64) -> Workload {
        let text = format!(
            r#"{{"format":"dynalab.workload","version":1,"seed":{seed},"traffic":[{{"table":"Shop",
            "partition_key":{{"name":"pk","type":"S","template":"USER#{{n}}"}},{sort_key}
            "item_bytes":{{"least":1200,"most":3000}},"mix":{mix},"strong_permille":500,"keys":{keys},
            "rate":{{"kind":"constant","per_second_milli":1}}}}]}}"#,
            keys = self.keys,
            mix = self.mix,
            sort_key = self.sort_key,
        );
        let mut workload = Workload::parse(&text).unwrap();
        workload.traffic[0].rate = self.rate;
        workload
    }

    /// Returns an engine with the table, its items and its limits, and the limits themselves.
    fn engine(&self, seed: u64) -> (Engine, CapacityRules) {
        let workload = self.workload(seed);
        let mut engine = Engine::new(seed, EngineConfig::instant());
        let mut create = String::new();
        write_object(&workload.traffic[0].create_table_body(Some(self.units)), &mut create);
        execute(&mut engine, self.start, "CreateTable", &create).unwrap();
        for (operation, body) in workload.filling(2_000).unwrap() {
            execute(&mut engine, self.start, operation, &body).unwrap();
        }
        let of_service = CapacityRules::OF_THE_SERVICE;
        let dials = format!(
            r#"{{"Profile":"instant","Seed":{seed},"Dials":{{"capacity_limits":1,"partition_read_units":{},
            "partition_write_units":{}{}}}}}"#,
            of_service.partition_read_units, of_service.partition_write_units, self.dials
        );
        execute(&mut engine, self.start, "Dynalab.SetDials", &dials).unwrap();
        assert_eq!(map_of(engine.database(), "Shop", None).unwrap().count(), PARTITIONS);
        let rules = engine.database().dials().unwrap().capacity_rules();
        (engine, rules)
    }

    fn exactly(&self, seed: u64, minutes: u64) -> (Came, CapacityRules) {
        let (mut engine, rules) = self.engine(seed);
        let generator = Generator::new(self.workload(seed), self.start).unwrap();
        let mut came = Came::default();
        for second in 0..minutes * 60 {
            let from = self.start.plus_ms(second * 1_000);
            for request in generator.requests(from, from.plus_ms(1_000)) {
                let kind = usize::from(request.operation != "GetItem");
                came.requests[kind] += 1;
                let at = Timestamp::from_epoch_ms(request.at_ms);
                match execute(&mut engine, at, request.operation, &request.body) {
                    Ok(half_units) => came.served_milli[kind] += half_units * 500,
                    Err(error) => {
                        assert_eq!(error, "ProvisionedThroughputExceededException");
                        came.throttled[kind] += 1;
                    }
                }
            }
        }
        (came, rules)
    }

    fn statistically(&self, seed: u64, minutes: u64, rules: CapacityRules) -> Came {
        let (read_units, write_units) = self.units;
        let table = TableSettings {
            table: "Shop".to_owned(),
            throughput: Throughput::Provisioned { read_units, write_units },
            partitions: Some(PARTITIONS),
            size_bytes: 0,
            rested_ms: 0,
            keeps_collections: false,
        };
        let mut twin = Twin::new(&self.workload(seed), rules, &[table], self.start, minutes).unwrap();
        twin.run();
        let report = twin.reports().remove(0);
        Came {
            served_milli: [report.reads.served_milli, report.writes.served_milli],
            throttled: [report.reads.throttled_requests, report.writes.throttled_requests],
            requests: [report.reads.requests, report.writes.requests],
        }
    }

    /// Runs both and checks that their results are close.
    fn check(&self, seeds: std::ops::RangeInclusive<u64>, minutes: u64) {
        for seed in seeds {
            let (exact, rules) = self.exactly(seed, minutes);
            let twin = self.statistically(seed, minutes, rules);
            println!("{} seed {seed}: exact {exact:?}, twin {twin:?}", self.keys);
            for kind in [0, 1] {
                near("served", exact.served_milli[kind], twin.served_milli[kind], SERVED_PERMILLE);
                near("throttled", exact.throttled[kind], twin.throttled[kind], THROTTLED_PERMILLE);
            }
            // Enough throttled requests for a comparison.
            assert!(exact.throttled[1] > minutes * 60 * 50, "{exact:?}");
        }
    }
}

fn near(what: &str, exact: u64, twin: u64, permille: u64) {
    let most = exact * permille / 1_000;
    assert!(exact.abs_diff(twin) <= most, "{what}: {exact} exactly, {twin} in the twin");
}

/// Returns the consumed half units, or the name of the error.
fn execute(engine: &mut Engine, at: Timestamp, operation: &str, body: &str) -> Result<u64, &'static str> {
    let request = Request::parse(operation, body).map_err(|error| error.name())?;
    let execution = engine.execute(Command { at, request }, TraceLevel::Off);
    match execution.outcome {
        Ok(_) => Ok(execution.charges.iter().map(|charge| charge.units.0).sum()),
        Err(error) => Err(error.name()),
    }
}

const MINUTES: u64 = 5;

#[test]
fn a_hot_key() {
    let seeds = std::env::var("DYNALAB_SEEDS").map_or(1, |count| count.parse().unwrap());
    HOT_KEY.check(1..=seeds, MINUTES);
}

#[test]
fn a_small_table() {
    SMALL_TABLE.check(1..=1, MINUTES);
}

#[test]
fn fixed_shares() {
    OF_2014.check(1..=1, MINUTES);
}

/// Midnight of the day for which the curves of the lab are compared.
const MIDNIGHT_MS: u64 = 20_718 * 86_400_000;
const HOUR_MS: u64 = 3_600_000;
/// The tests of the lab last some minutes, because half an hour would be too slow.
const LAB_MINUTES: u64 = 4;
/// The permitted share of all requests that only one of the models serves.
const LAB_PERMILLE: u64 = 20;
/// In these cases a partition accepts a tenth of the real limit. So fewer requests are enough to reach it.
const SMALL_PARTITIONS: &str = r#","partition_read_units":300,"partition_write_units":100"#;

/// The key distributions of the lab.
const LAB_KEYS: [&str; 7] = [
    r#"{"kind":"uniform","count":2000}"#,
    r#"{"kind":"zipf","count":2000,"exponent_permille":1000}"#,
    r#"{"kind":"hot_key","count":2000,"hot_permille":600}"#,
    r#"{"kind":"time_series","period_ms":3600000,"shards":1}"#,
    r#"{"kind":"time_series","period_ms":3600000,"shards":4}"#,
    r#"{"kind":"sharded","shards":3,"keys":{"kind":"hot_key","count":600,"hot_permille":700}}"#,
    r#"{"kind":"sharded","shards":2,"keys":{"kind":"zipf","count":1000,"exponent_permille":1200}}"#,
];

/// Returns a case with a part of a curve, from this time of day on.
fn lab_case(keys: &'static str, curve: DayCurve, start_ms: u64) -> Case {
    let is_time = keys.contains("time_series");
    Case {
        keys,
        dials: SMALL_PARTITIONS,
        start: Timestamp::from_epoch_ms(MIDNIGHT_MS + start_ms),
        mix: if is_time { r#"{"put":1000}"# } else { USUAL.mix },
        sort_key: if is_time { r#""sort_key":{"name":"sk","type":"N","template":"{n}"},"# } else { "" },
        rate: Rate::Hours(Hours { peak_per_second_milli: 600_000, percents: curve.percents() }),
        ..USUAL
    }
}

/// Returns the throttled share in thousandths.
fn check_lab(case: &Case, minutes: u64) -> u64 {
    let (exact, rules) = case.exactly(1, minutes);
    let twin = case.statistically(1, minutes, rules);
    println!("{} {:?}: exact {exact:?}, twin {twin:?}", case.keys, case.rate);
    let offered: u64 = exact.requests.iter().sum();
    for kind in [0, 1] {
        let served = |came: &Came| came.requests[kind] - came.throttled[kind];
        let most = offered * LAB_PERMILLE / 1_000;
        assert!(
            exact.throttled[kind].abs_diff(twin.throttled[kind]) <= most,
            "throttled: {exact:?} {twin:?}"
        );
        assert!(served(&exact).abs_diff(served(&twin)) <= most, "served: {exact:?} {twin:?}");
    }
    exact.throttled.iter().sum::<u64>() * 1_000 / offered
}

#[test]
fn each_distribution_of_the_lab() {
    let throttled = LAB_KEYS.map(|keys| check_lab(&lab_case(keys, DayCurve::Flat, 0), LAB_MINUTES));
    assert!(throttled.iter().filter(|permille| **permille > 100).count() > 3, "{throttled:?}");
}

/// The tests start where the curves rise or fall.
#[test]
fn each_curve_of_the_lab() {
    let starts = [0, 8 * HOUR_MS, 18 * HOUR_MS, 20 * HOUR_MS - 120_000, 7 * HOUR_MS + HOUR_MS / 2];
    for (curve, start_ms) in DayCurve::ALL.into_iter().zip(starts) {
        let throttled = check_lab(&lab_case(LAB_KEYS[2], curve, start_ms), LAB_MINUTES);
        assert!(throttled > 50, "{curve:?}: {throttled}");
    }
}
