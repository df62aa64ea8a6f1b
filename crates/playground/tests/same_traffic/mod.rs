//! Workloads of every kind, and hashes of their results. The hashes must be the same natively and in a page.

use dynalab_capacity::admission::CapacityRules;
use dynalab_traffic::twin::{TableSettings, Throughput, Twin};
use dynalab_traffic::workload::{Generator, Workload};
use dynalab_types::{Timestamp, fingerprint};

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

/// The hash in a browser and natively. Links depend on the generated requests, so it must never change.
pub const REQUESTS: &str = "902bbc9d0f632d7001209ef37c5b9d06";

/// The hash of the traffic model's results, which are not stored. Update it after a deliberate change of the rules.
pub const TWIN: &str = "1a95032bccbaeb64c45f58c84e2a3f06";

const KEYS: [&str; 4] = [
    r#"{"kind":"uniform","count":1000000007}"#,
    r#"{"kind":"zipf","count":100000000000,"exponent_permille":1010}"#,
    r#"{"kind":"hot_key","count":50,"hot_permille":300}"#,
    r#"{"kind":"time_series","period_ms":3600000,"shards":3}"#,
];

const RATES: [&str; 4] = [
    r#"{"kind":"constant","per_second_milli":20000}"#,
    r#"{"kind":"diurnal","mean_per_second_milli":30000000,"swing_permille":900,"peak_at_minute":1200}"#,
    r#"{"kind":"spike","base_per_second_milli":1000,"peak_per_second_milli":900000,"every_ms":2000,"for_ms":500}"#,
    r#"{"kind":"ramp","from_per_second_milli":0,"to_per_second_milli":600000,"over_ms":5000}"#,
];

/// Returns a workload with one kind of keys and one kind of rate.
pub fn workload(keys: &str, rate: &str) -> Workload {
    let text = format!(
        r#"{{"format":"dynalab.workload","version":1,"seed":18446744073709551615,"traffic":[{{"table":"Log",
        "partition_key":{{"name":"鍵","type":"S","template":"LOG#{{n}}"}},
        "sort_key":{{"name":"at","type":"N","template":"{{n}}"}},"items_per_key":1000,
        "item_bytes":{{"least":1,"most":900}},"mix":{{"get":300,"query":200,"put":300,"update":200}},
        "strong_permille":500,"keys":{keys},"rate":{rate}}}]}}"#
    );
    Workload::parse(&text).unwrap()
}

/// Returns the hash of the descriptions and of their requests in some seconds.
pub fn requests() -> String {
    let mut text = String::new();
    for keys in KEYS {
        for rate in RATES {
            let workload = workload(keys, rate);
            text.push_str(&workload.canonical());
            let generator = Generator::new(workload, START).unwrap();
            let from = START.plus_ms(1_234);
            for request in generator.requests(from, from.plus_ms(3_000)).take(2_000) {
                text.push_str(&format!("{} {} {}\n", request.at_ms, request.operation, request.body));
            }
        }
    }
    assert!(text.len() > 1_000_000, "{} bytes", text.len());
    format!("{:032x}", fingerprint(text.as_bytes()))
}

/// Returns the hash of the traffic model's results for some minutes.
pub fn twin() -> String {
    let mut text = String::new();
    let on_demand = Throughput::OnDemand {
        warm_read_units: 12_000,
        warm_write_units: 4_000,
        most_read_units: None,
        most_write_units: Some(9_000),
    };
    let rules = CapacityRules { split_heat_ms: 60_000, peak_ms: 120_000, ..CapacityRules::OF_THE_SERVICE };
    for (keys, rate) in KEYS.iter().zip(RATES.iter().rev()) {
        for throughput in [on_demand, Throughput::Provisioned { read_units: 2_000, write_units: 1_500 }] {
            let table = TableSettings {
                table: "Log".to_owned(),
                throughput,
                partitions: Some(5),
                size_bytes: 1 << 33,
                rested_ms: 30_000,
                keeps_collections: false,
            };
            let mut twin = Twin::new(&workload(keys, rate), rules, &[table], START, 6).unwrap();
            twin.run();
            text.push_str(&format!("{:?}{:?}", twin.reports(), twin.partitions("Log")));
            text.push_str(&format!("{:?}", twin.hot_keys("Log", 5)));
        }
    }
    assert!(text.contains("parent: Some"), "nothing was split");
    format!("{:032x}", fingerprint(text.as_bytes()))
}
