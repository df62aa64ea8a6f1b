//! Checks throttling, bursts and splits of the traffic model against DynamoDB's documentation.

use super::*;
use crate::workload::Rate;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const TODAY: CapacityRules = CapacityRules::OF_THE_SERVICE;
const OF_2014: CapacityRules = CapacityRules { has_static_shares: true, ..TODAY };
const FOUR_PARTITIONS: Option<u64> = Some(4);

/// Returns a workload of one-unit writes with this key distribution.
fn writes(keys: &str, per_second: u64) -> Workload {
    let text = format!(
        r#"{{"format":"dynalab.workload","version":1,"seed":7,"traffic":[{{"table":"Votes",
        "partition_key":{{"name":"pk","type":"S","template":"VOTE#{{n}}"}},
        "item_bytes":{{"least":100,"most":200}},"mix":{{"put":1000}},"keys":{keys},
        "rate":{{"kind":"constant","per_second_milli":{}}}}}]}}"#,
        per_second * 1_000
    );
    Workload::parse(&text).unwrap()
}

const ONE_KEY: &str = r#"{"kind":"uniform","count":1}"#;

fn provisioned(write_units: u64, partitions: Option<u64>) -> TableSettings {
    let throughput = Throughput::Provisioned { read_units: 1, write_units };
    table(throughput, partitions)
}

fn on_demand(warm_write_units: u64) -> TableSettings {
    let throughput = Throughput::OnDemand {
        // Enough partitions that they are not the limit.
        warm_read_units: 24_000,
        warm_write_units,
        most_read_units: None,
        most_write_units: None,
    };
    table(throughput, None)
}

fn table(throughput: Throughput, partitions: Option<u64>) -> TableSettings {
    TableSettings {
        table: "Votes".to_owned(),
        throughput,
        partitions,
        size_bytes: 0,
        rested_ms: 0,
        keeps_collections: false,
    }
}

fn run(workload: &Workload, rules: CapacityRules, table: TableSettings, minutes: u64) -> Twin {
    let mut twin = Twin::new(workload, rules, &[table], START, minutes).unwrap();
    twin.run();
    twin
}

fn report(workload: &Workload, rules: CapacityRules, table: TableSettings, minutes: u64) -> TableReport {
    run(workload, rules, table, minutes).reports().remove(0)
}

/// In 2014, one of four partitions had only 100 of the 400 units.
#[test]
fn one_key_at_150_throttles_in_2014_and_not_today() {
    let load = writes(ONE_KEY, 150);
    let then = report(&load, OF_2014, provisioned(400, FOUR_PARTITIONS), 10);
    let throttled = then.writes.throttled.by_share_milli;
    assert_eq!(then.writes.throttled.sum_milli(), throttled);
    assert!(throttled.abs_diff(50_000 * 600) < 1_500_000, "{throttled}");
    let now = report(&load, TODAY, provisioned(400, FOUR_PARTITIONS), 10);
    assert_eq!(now.writes.throttled.sum_milli(), 0);
    assert!(now.writes.requests.abs_diff(90_000) < 1_500, "{:?}", now.writes);
}

#[test]
fn one_key_at_1100_throttles_in_both_eras_and_no_split_helps() {
    let load = writes(ONE_KEY, 1_100);
    for rules in [TODAY, OF_2014] {
        let report = report(&load, rules, provisioned(4_400, FOUR_PARTITIONS), 20);
        let throttled = report.writes.throttled.by_partition_milli;
        assert!(throttled.abs_diff(100_000 * 1_200) < 6_000_000, "{throttled}");
        assert_eq!(report.partitions, 4);
        assert_eq!(report.minutes[19].hottest_permille, 1_000);
    }
}

#[test]
fn votes_for_one_key_throttle_and_on_many_shards_they_do_not() {
    let one = report(&writes(ONE_KEY, 8_000), TODAY, on_demand(40_000), 5);
    assert_eq!(one.partitions, 40);
    assert!(one.writes.throttled_requests.abs_diff(7_000 * 300) < 10_000, "{:?}", one.writes);
    let rules = CapacityRules { split_heat_ms: 60_000, ..TODAY };
    let shards = report(&writes(r#"{"kind":"uniform","count":200}"#, 8_000), rules, on_demand(40_000), 10);
    assert_eq!(shards.writes.throttled.sum_milli(), 0, "{:?}", shards.writes);
}

/// A partition of many keys that is hot for long is split, and then throttles no more requests.
#[test]
fn what_is_hot_for_long_is_split() {
    let load = writes(r#"{"kind":"uniform","count":5000}"#, 1_800);
    let mut twin = run(&load, TODAY, provisioned(4_000, Some(1)), 4);
    let before = twin.reports().remove(0);
    assert_eq!(before.partitions, 1);
    assert!(before.minutes[3].writes.throttled.by_partition_milli > 700_000 * 60);
    twin = run(&load, TODAY, provisioned(4_000, Some(1)), 60);
    let after = twin.reports().remove(0);
    assert!(after.partitions >= 2);
    assert_eq!(after.minutes[59].writes.throttled.sum_milli(), 0);
    let partitions = twin.partitions("Votes");
    assert!(partitions.iter().all(|partition| partition.parent.is_some()));
    let served: u64 = partitions.iter().map(|partition| partition.writes.served_milli).sum();
    assert!(
        served.abs_diff(after.minutes[59].writes.served_milli) < 100_000,
        "{served} of {:?}",
        after.minutes[59].writes
    );
    let loads: Vec<u64> = partitions.iter().map(|partition| partition.writes.served_milli / 60_000).collect();
    assert!(loads.iter().all(|load| *load < 1_000), "{loads:?}");
}

#[test]
fn an_on_demand_table_serves_twice_its_previous_peak() {
    let rules = CapacityRules { peak_ms: 600_000, ..TODAY };
    let report = report(&writes(r#"{"kind":"uniform","count":100000}"#, 7_000), rules, on_demand(4_000), 30);
    let early = report.minutes[4].writes;
    assert!(early.throttled.by_peak_milli.abs_diff(3_000_000 * 60) < 2_000_000, "{early:?}");
    let late = report.minutes[29].writes;
    assert_eq!((late.throttled.by_peak_milli, report.partitions), (0, 15));
    assert!(late.throttled.sum_milli() < late.demanded_milli / 100, "{late:?}");
}

/// Five minutes of unused capacity are available as burst capacity.
#[test]
fn a_rested_table_lends_what_it_has_saved() {
    let load = writes(r#"{"kind":"uniform","count":1000}"#, 300);
    let rested = TableSettings { rested_ms: 600_000, ..provisioned(200, FOUR_PARTITIONS) };
    let report = report(&load, TODAY, rested, 20);
    let first = report.minutes.iter().position(|minute| minute.writes.throttled.by_provisioned_milli > 0);
    // 60,000 units are saved, and 100 per second are missing, with random variation.
    assert!(matches!(first, Some(9 | 10)), "{first:?}");
    let last = report.minutes[19].writes;
    assert!(last.served_milli.abs_diff(200_000 * 60) < 1_000, "{last:?}");
}

#[test]
fn reports_the_hottest_keys_with_their_units() {
    let load = writes(r#"{"kind":"hot_key","count":1000,"hot_permille":500}"#, 4_000);
    let twin = run(&load, TODAY, provisioned(10_000, FOUR_PARTITIONS), 3);
    let keys = twin.hot_keys("Votes", 3);
    assert_eq!((keys.len(), keys[0].key.as_str()), (3, "VOTE#0"));
    let (served, throttled) = (keys[0].writes.served_milli, keys[0].writes.throttled_milli());
    assert!(throttled > served, "{:?}", keys[0]);
    assert!((served + throttled).abs_diff(2_000_000 * 60) < 2_000_000, "{:?}", keys[0]);
    assert!(keys[1].writes.demanded_milli() < 200_000);
}

/// The size of the steps does not change the result, and the same seed gives the same result.
#[test]
fn steps_decide_nothing() {
    let mut load = writes(r#"{"kind":"zipf","count":100000,"exponent_permille":990}"#, 20_000);
    load.traffic[0].rate = Rate::Spike(crate::workload::rate::Spike {
        base_per_second_milli: 5_000_000,
        peak_per_second_milli: 40_000_000,
        every_ms: 300_000,
        for_ms: 45_500,
    });
    let whole = run(&load, TODAY, on_demand(40_000), 30);
    let mut parts = Twin::new(&load, TODAY, &[on_demand(40_000)], START, 30).unwrap();
    let mut done = 0;
    while !parts.step(61).is_done() {
        done += 1;
    }
    assert_eq!(done, 14);
    assert_eq!(parts.reports(), whole.reports());
    assert_eq!(parts.partitions("Votes"), whole.partitions("Votes"));
    let other = Workload { seed: 8, ..load };
    assert_ne!(run(&other, TODAY, on_demand(40_000), 30).reports(), whole.reports());
}

/// All demand is served or throttled in each minute, and the sum of the partitions is the table's.
#[test]
fn nothing_is_lost() {
    let load = writes(r#"{"kind":"zipf","count":100000,"exponent_permille":990}"#, 9_000);
    for table in [on_demand(4_000), provisioned(5_000, Some(30)), provisioned(20_000, None)] {
        for rules in [TODAY, OF_2014] {
            let twin = run(&load, rules, table.clone(), 8);
            let report = twin.reports().remove(0);
            for minute in &report.minutes {
                let writes = minute.writes;
                assert_eq!(writes.served_milli + writes.throttled.sum_milli(), writes.demanded_milli);
                assert!(writes.demanded_milli.abs_diff(9_000_000 * 60) < 4_000_000, "{writes:?}");
            }
            let last = report.minutes[7].writes;
            let partitions = twin.partitions("Votes");
            let sum: u64 = partitions.iter().map(|partition| partition.writes.demanded_milli()).sum();
            assert!(
                sum.abs_diff(last.demanded_milli) < 1_000 + last.demanded_milli / 1_000,
                "{sum}: {last:?}"
            );
        }
    }
}
