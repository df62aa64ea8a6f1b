//! Tests of published partition figures: the rates at which DynamoDB throttles, in 2014 and today.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::partition::map_of;
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

const START_MS: u64 = 1_790_000_000_000;
/// DynamoDB's limits, without delays.
const LIMITS: &str = "\"capacity_limits\":1,\"burst_ms\":300000,\"partition_read_units\":3000,\
                      \"partition_write_units\":1000,\"table_quota_units\":40000,\"on_demand_peak_ms\":1800000";

struct Table {
    engine: Engine,
    now_ms: u64,
}

impl Table {
    fn new(era: u64, capacity: &str) -> Table {
        let mut table = Table { engine: Engine::new(1, EngineConfig::instant()), now_ms: START_MS };
        table.execute("Dynalab.SetDials", &format!("{{\"Dials\":{{{LIMITS},\"capacity_era\":{era}}}}}"));
        table.execute(
            "CreateTable",
            &format!(
                "{{\"TableName\":\"Votes\",\"KeySchema\":[{{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}}],\
                 \"AttributeDefinitions\":[{{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}}],{capacity}}}"
            ),
        );
        table
    }

    fn provisioned(era: u64, read: u64, write: u64) -> Table {
        let units = format!("{{\"ReadCapacityUnits\":{read},\"WriteCapacityUnits\":{write}}}");
        Table::new(era, &format!("\"ProvisionedThroughput\":{units}"))
    }

    fn execute(&mut self, operation: &str, body: &str) -> (u16, String) {
        let request = Request::parse(operation, body).unwrap();
        let at = Timestamp::from_epoch_ms(self.now_ms);
        self.engine.execute(Command { at, request }, TraceLevel::Off).answer()
    }

    fn described(&mut self) -> serde_json::Value {
        let (_, answer) = self.execute("Dynalab.DescribePartitions", r#"{"TableName":"Votes"}"#);
        serde_json::from_str(&answer).unwrap()
    }

    fn partitions(&self) -> u64 {
        map_of(self.engine.database(), "Votes", None).unwrap().count()
    }

    /// Sends evenly spread writes at a rate per second for some seconds. `key` returns the item of each. Returns the
    /// number of throttled writes.
    fn write(&mut self, rate: u64, seconds: u64, key: impl Fn(u64) -> u64) -> u64 {
        let begin_ms = self.now_ms;
        let mut throttled = 0;
        for number in 0..rate * seconds {
            self.now_ms = begin_ms + number * 1_000 / rate;
            let item = format!(r#"{{"TableName":"Votes","Item":{{"PK":{{"S":"key {}"}}}}}}"#, key(number));
            let (status, answer) = self.execute("PutItem", &item);
            if status != 200 {
                let reason = "TableWriteKeyRangeThroughputExceeded";
                assert!(answer.contains(reason), "{answer}");
                throttled += 1;
            }
        }
        self.now_ms = begin_ms + seconds * 1_000;
        throttled
    }
}

#[test]
fn the_throughput_of_three_partitions_in_equal_shares() {
    let mut table = Table::provisioned(2014, 5_000, 500);
    assert_eq!(table.partitions(), 3);
    let described = table.described();
    for partition in described["Partitions"].as_array().unwrap() {
        assert_eq!(partition["Reads"]["UnitsPerSecond"], 1_666.666);
        assert_eq!(partition["Writes"]["UnitsPerSecond"], 166.666);
    }
}

#[test]
fn one_key_at_150_of_400_throttles_where_shares_are_fixed_and_not_today() {
    let mut of_2014 = Table::provisioned(2014, 9_000, 400);
    let mut of_today = Table::provisioned(0, 9_000, 400);
    assert_eq!((of_2014.partitions(), of_today.partitions()), (4, 4));
    // The partition's share is 100 per second, and its bucket starts with one second of it.
    assert_eq!(of_2014.write(150, 10, |_| 7), 500 - 100);
    assert_eq!(of_today.write(150, 10, |_| 7), 0);
}

#[test]
fn keeps_an_unused_share_for_a_while() {
    let mut table = Table::provisioned(2014, 9_000, 400);
    table.now_ms += 10_000;
    assert_eq!(table.write(150, 20, |_| 7), 0);
    assert!(table.write(150, 10, |_| 7) > 0);
}

#[test]
fn one_key_at_1100_throttles_in_both_eras() {
    for era in [2014, 0] {
        let mut table = Table::provisioned(era, 4_000, 4_000);
        table.now_ms += 60_000;
        assert_eq!(table.write(1_100, 3, |_| 7), 300, "{era}");
    }
}

#[test]
fn votes_for_one_key_throttle_and_on_200_shards_they_do_not() {
    let mut table = Table::new(
        0,
        r#""BillingMode":"PAY_PER_REQUEST","WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":40000}"#,
    );
    assert_eq!(table.partitions(), 40);
    assert_eq!(table.write(8_000, 2, |_| 7), 7_000 * 2);
    let shard = |number: u64| (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) % 200;
    assert_eq!(table.write(8_000, 2, shard), 0);
    assert_eq!(table.described()["Writes"]["ThrottledRequests"], 14_000);
}

#[test]
fn a_throttled_write_is_not_there_and_not_charged() {
    let mut table = Table::provisioned(0, 1, 1);
    table.execute("PutItem", r#"{"TableName":"Votes","Item":{"PK":{"S":"a"}}}"#);
    let request = Request::parse("PutItem", r#"{"TableName":"Votes","Item":{"PK":{"S":"b"}}}"#).unwrap();
    let at = Timestamp::from_epoch_ms(table.now_ms);
    let refused = table.engine.execute(Command { at, request }, TraceLevel::Off);
    assert_eq!(refused.answer().0, 400);
    assert_eq!(refused.charges.iter().count(), 0);
    assert!(!dynalab_engine::database::change::any_changes_data(&refused.changes), "it is only counted");
    assert_eq!(table.engine.database().find("Votes").unwrap().items.len(), 1);
}
