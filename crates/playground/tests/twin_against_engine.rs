//! The statistical twin against the exact engine: what both serve and throttle of the same workload, over minutes and seeds.
//!
//! An optimised build goes through ten minutes of 1.2 million requests in all cases, a debug build through one minute of one:
//! `cargo test --release -p dynalab-playground --test twin_against_engine`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_capacity::admission::CapacityRules;
use dynalab_engine::service::partition::map_of;
use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};
use dynalab_playground::twin::{TableSettings, Throughput, Twin};
use dynalab_playground::workload::{Generator, Workload};
use dynalab_types::Timestamp;
use dynalab_types::json::write_object;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const PARTITIONS: u64 = 8;
/// How far the twin may be off, in thousandths.
const SERVED_PERMILLE: u64 = 20;
const THROTTLED_PERMILLE: u64 = 50;

/// 2,000 requests a second, and a table of 8 partitions that is too small for them.
struct Case {
    keys: &'static str,
    units: (u64, u64),
    dials: &'static str,
}

/// One key takes more writes than a partition has: no split helps.
const HOT_KEY: Case =
    Case { keys: r#"{"kind":"hot_key","count":2000,"hot_permille":800}"#, units: (9_000, 5_000), dials: "" };
#[cfg(not(debug_assertions))]
/// The partitions would do, and the table is provisioned with too little: it lives on what it saved, for a while.
const SMALL_TABLE: Case = Case {
    keys: r#"{"kind":"uniform","count":2000}"#,
    units: (19_500, 1_500),
    dials: r#","burst_ms":60000"#,
};
#[cfg(not(debug_assertions))]
/// As many articles describe it: fixed shares.
const OF_2014: Case = Case {
    keys: r#"{"kind":"zipf","count":2000,"exponent_permille":1200}"#,
    units: (15_000, 3_000),
    dials: r#","capacity_era":2014,"burst_ms":60000"#,
};

/// Of reads and of writes: what was served, and how many requests were not.
#[derive(Debug, Default, PartialEq)]
struct Came {
    served_milli: [u64; 2],
    throttled: [u64; 2],
}

impl Case {
    fn workload(&self, seed: u64) -> Workload {
        let text = format!(
            r#"{{"format":"dynalab.workload","version":1,"seed":{seed},"traffic":[{{"table":"Shop",
            "partition_key":{{"name":"pk","type":"S","template":"USER#{{n}}"}},
            "item_bytes":{{"least":1200,"most":3000}},"mix":{{"get":600,"put":200,"update":200}},
            "strong_permille":500,"keys":{keys},
            "rate":{{"kind":"constant","per_second_milli":2000000}}}}]}}"#,
            keys = self.keys
        );
        Workload::parse(&text).unwrap()
    }

    /// An engine with the table, its items and its limits; these too.
    fn engine(&self, seed: u64) -> (Engine, CapacityRules) {
        let workload = self.workload(seed);
        let mut engine = Engine::new(seed, EngineConfig::instant());
        let mut create = String::new();
        write_object(&workload.traffic[0].create_table_body(Some(self.units)), &mut create);
        execute(&mut engine, START, "CreateTable", &create).unwrap();
        for (operation, body) in workload.filling(2_000).unwrap() {
            execute(&mut engine, START, operation, &body).unwrap();
        }
        let of_service = CapacityRules::OF_THE_SERVICE;
        let dials = format!(
            r#"{{"Profile":"instant","Seed":{seed},"Dials":{{"capacity_limits":1,"partition_read_units":{},
            "partition_write_units":{}{}}}}}"#,
            of_service.partition_read_units, of_service.partition_write_units, self.dials
        );
        execute(&mut engine, START, "Dynalab.SetDials", &dials).unwrap();
        assert_eq!(map_of(engine.database(), "Shop", None).unwrap().count(), PARTITIONS);
        let rules = engine.database().dials().unwrap().capacity_rules();
        (engine, rules)
    }

    fn exactly(&self, seed: u64, minutes: u64) -> (Came, CapacityRules) {
        let (mut engine, rules) = self.engine(seed);
        let generator = Generator::new(self.workload(seed), START).unwrap();
        let mut came = Came::default();
        for second in 0..minutes * 60 {
            let from = START.plus_ms(second * 1_000);
            for request in generator.requests(from, from.plus_ms(1_000)) {
                let kind = usize::from(request.operation != "GetItem");
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
        let mut twin = Twin::new(&self.workload(seed), rules, &[table], START, minutes).unwrap();
        twin.run();
        let report = twin.reports().remove(0);
        Came {
            served_milli: [report.reads.served_milli, report.writes.served_milli],
            throttled: [report.reads.throttled_requests, report.writes.throttled_requests],
        }
    }

    /// Both are run, and neither is far from the other.
    fn check(&self, seeds: std::ops::RangeInclusive<u64>, minutes: u64) {
        for seed in seeds {
            let (exact, rules) = self.exactly(seed, minutes);
            let twin = self.statistically(seed, minutes, rules);
            println!("{} seed {seed}: exact {exact:?}, twin {twin:?}", self.keys);
            for kind in [0, 1] {
                near("served", exact.served_milli[kind], twin.served_milli[kind], SERVED_PERMILLE);
                near("throttled", exact.throttled[kind], twin.throttled[kind], THROTTLED_PERMILLE);
            }
            // Enough to be compared.
            assert!(exact.throttled[1] > minutes * 60 * 50, "{exact:?}");
        }
    }
}

fn near(what: &str, exact: u64, twin: u64, permille: u64) {
    let most = exact * permille / 1_000;
    assert!(exact.abs_diff(twin) <= most, "{what}: {exact} exactly, {twin} in the twin");
}

/// What it cost in half units, or the name of the error.
fn execute(engine: &mut Engine, at: Timestamp, operation: &str, body: &str) -> Result<u64, &'static str> {
    let request = Request::parse(operation, body).map_err(|error| error.name())?;
    let execution = engine.execute(Command { at, request }, TraceLevel::Off);
    match execution.outcome {
        Ok(_) => Ok(execution.charges.iter().map(|charge| charge.units.0).sum()),
        Err(error) => Err(error.name()),
    }
}

/// What there is time for.
const MINUTES: u64 = if cfg!(debug_assertions) { 1 } else { 10 };
const SEEDS: std::ops::RangeInclusive<u64> = if cfg!(debug_assertions) { 1..=1 } else { 1..=5 };

#[test]
fn a_hot_key() {
    HOT_KEY.check(SEEDS, MINUTES);
}

#[cfg(not(debug_assertions))]
#[test]
fn a_small_table() {
    SMALL_TABLE.check(1..=1, MINUTES);
}

#[cfg(not(debug_assertions))]
#[test]
fn fixed_shares() {
    OF_2014.check(1..=1, MINUTES);
}
