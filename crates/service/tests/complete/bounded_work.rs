//! Scheduled work costs the same after much of it, ends in parts of a bounded size, and the clock has an end.

use dynalab_engine::database::change::{Change, Contents, inverse_of};
use dynalab_engine::registry::RecordKind;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;

const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
/// The partitions of a new table on demand, each with a shard.
const PARTITIONS: usize = 4;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

fn tell(engine: &mut Engine, operation: &str, body: Value) -> Value {
    let at = engine.now().max(START);
    ask(engine, at, operation, &body).0
}

fn table(engine: &mut Engine, name: &str) {
    let body = json!({
        "TableName": name, "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"},
    });
    tell(engine, "CreateTable", body);
}

/// Jumps, and returns the bytes of the records that were written.
fn record_bytes_of_jump(engine: &mut Engine, ms: u64) -> usize {
    let at = engine.now();
    let (_, changes) = ask(engine, at, "Dynalab.AdvanceClock", &json!({"Milliseconds": ms}));
    let bytes = changes.iter().map(|change| match change {
        Change::Record { key, after: Some(after), .. } => key.name.len() + after.len(),
        _ => 0,
    });
    bytes.sum()
}

/// What follows from the items of a deleted table is as large as these. It leaves the engine in the change, so a host frees it after the
/// lock, and what is kept to undo the deletion does not have it.
#[test]
fn a_deleted_table_leaves_with_its_vectors_and_expiry_times() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    tell(&mut engine, "Dynalab.SetDials", json!({"Dials": {"time_to_live_sweep": 1}}));
    let body = json!({
        "TableName": "Teas", "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST",
        "VectorIndexes": [{
            "IndexName": "alike", "VectorAttribute": {"AttributeName": "taste"}, "Dimensions": 1,
            "Projection": {"ProjectionType": "KEYS_ONLY"}, "DistanceFunction": "EUCLIDEAN",
        }],
    });
    tell(&mut engine, "CreateTable", body);
    let rule = json!({"Enabled": true, "AttributeName": "ends"});
    tell(&mut engine, "UpdateTimeToLive", json!({"TableName": "Teas", "TimeToLiveSpecification": rule}));
    let ends = (START.epoch_ms / 1000 + 1_000_000).to_string();
    let item = json!({"PK": {"S": "a"}, "ends": {"N": ends}, "taste": {"L": [{"N": "1"}]}});
    tell(&mut engine, "PutItem", json!({"TableName": "Teas", "Item": item}));
    let before = engine.database().find("Teas").unwrap().clone();
    assert_ne!((&before.vectors, &before.expiries), (&Default::default(), &Default::default()));
    let at = engine.now();
    let (_, changes) = ask(&mut engine, at, "DeleteTable", &json!({"TableName": "Teas"}));
    let removed = |change: &Change| match change {
        Change::Table { removed: Contents::Table(table), .. } => {
            Some((table.vectors.clone(), table.expiries.clone()))
        }
        _ => None,
    };
    let found = changes.iter().find_map(removed).unwrap();
    assert_eq!((&found.0, &found.1), (&before.vectors, &before.expiries));
    let restored = |change: &Change| match change {
        Change::Table { restored: Contents::Table(table), .. } => {
            Some((table.vectors.clone(), table.expiries.clone()))
        }
        _ => None,
    };
    let undo = inverse_of(changes.clone());
    assert_eq!(undo.iter().find_map(restored).unwrap(), Default::default());
    engine.reverse(changes);
    assert_eq!(engine.database().find("Teas"), Some(&before));
}

#[test]
fn the_roll_of_a_shard_writes_the_same_after_many() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    tell(
        &mut engine,
        "Dynalab.SetDials",
        json!({"Dials": {"stream_shards": 1, "stream_shard_roll_ms": 5_000}}),
    );
    table(&mut engine, "Teas");
    let first = record_bytes_of_jump(&mut engine, 60 * 60 * 1000);
    for _ in 0..30 {
        let next = record_bytes_of_jump(&mut engine, 60 * 60 * 1000);
        assert!(next.abs_diff(first) < first / 20, "an hour wrote {first} bytes, and later {next}");
    }
    // Shards that cannot be read any more are deleted.
    let closed = engine.database().registry().of_kind(RecordKind::CLOSED_SHARD).count();
    assert!(closed.abs_diff(PARTITIONS * 24 * 60 * 60 / 5) < 100, "{closed} closed shards are kept");
    let arn =
        tell(&mut engine, "DescribeTable", json!({"TableName": "Teas"}))["Table"]["LatestStreamArn"].clone();
    let described = tell(&mut engine, "DescribeStream", json!({"StreamArn": arn}));
    let shards = described["StreamDescription"]["Shards"].as_array().unwrap();
    assert_eq!(shards.len(), 100);
    assert_eq!(shards[PARTITIONS]["ParentShardId"], shards[0]["ShardId"]);
}

/// Earlier versions stored the closed shards in one record with the open ones.
#[test]
fn shards_of_earlier_versions_are_read_and_continued() {
    let setup = |engine: &mut Engine| {
        tell(
            engine,
            "Dynalab.SetDials",
            json!({"Dials": {"stream_shards": 1, "stream_shard_roll_ms": 3_600_000}}),
        );
        table(engine, "Teas");
        for hour in 0..3 {
            tell(engine, "PutItem", json!({"TableName": "Teas", "Item": {"PK": {"S": format!("{hour}")}}}));
            tell(engine, "Dynalab.AdvanceClock", json!({"Milliseconds": 3_600_000}));
        }
    };
    let described = |engine: &mut Engine| {
        let arn =
            tell(engine, "DescribeTable", json!({"TableName": "Teas"}))["Table"]["LatestStreamArn"].clone();
        tell(engine, "DescribeStream", json!({"StreamArn": arn}))
    };
    let (mut today, mut earlier) =
        (Engine::new(1, EngineConfig::instant()), Engine::new(1, EngineConfig::instant()));
    setup(&mut today);
    setup(&mut earlier);
    merge_shard_records(&mut earlier);
    assert_eq!(described(&mut earlier), described(&mut today));
    for engine in [&mut today, &mut earlier] {
        tell(engine, "Dynalab.AdvanceClock", json!({"Milliseconds": 3_600_000}));
    }
    assert_eq!(described(&mut earlier), described(&mut today));
    let closed = |engine: &Engine| engine.database().registry().of_kind(RecordKind::CLOSED_SHARD).count();
    assert_eq!((closed(&earlier), closed(&today)), (4 * PARTITIONS, 4 * PARTITIONS));
}

/// Stores the shards as earlier versions did: the times and the next number, then all shards in one list.
fn merge_shard_records(engine: &mut Engine) {
    let registry = engine.database().registry();
    let (open_key, open) = registry.of_kind(RecordKind::STREAM_SHARDS).next().unwrap();
    let closed: Vec<_> = registry.of_kind(RecordKind::CLOSED_SHARD).collect();
    assert_eq!(closed.len(), 3 * PARTITIONS);
    // The head has two bytes of a version, the time of the next roll, the next number, and the number of open
    // shards.
    let head = 2 + open[2..].windows(2).position(|pair| pair == [16, 4]).unwrap() + 2;
    let mut merged = open[..head].to_vec();
    merged[head - 1] += closed.len() as u8;
    closed.iter().for_each(|(_, bytes)| merged.extend_from_slice(&bytes[2..]));
    merged.extend_from_slice(&open[head..]);
    let mut changes = vec![Change::record(open_key.clone(), Some(merged))];
    changes.extend(closed.iter().map(|(key, _)| Change::record((*key).clone(), None)));
    engine.apply(&mut changes);
}

#[test]
fn small_values_of_settings_that_multiply_work_are_refused() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    for (name, too_small, least) in
        [("stream_shard_roll_ms", [1, 4_999], 5_000), ("partition_size_bytes", [1, 999], 1_000)]
    {
        for value in too_small {
            let body = json!({"Dials": {name: value}}).to_string();
            let request = Request::parse("Dynalab.SetDials", &body).unwrap();
            let (status, refused) = engine.execute(Command { at: START, request }, TraceLevel::Off).answer();
            assert!(status == 400 && refused.contains(&format!("from {least} to")), "{refused}");
        }
        for value in [0, least] {
            let set = tell(&mut engine, "Dynalab.SetDials", json!({"Dials": {name: value}}));
            assert_eq!(set["Profile"], "instant", "{set}");
        }
    }
}

#[test]
fn a_sweep_of_many_items_ends_in_parts() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    tell(
        &mut engine,
        "Dynalab.SetDials",
        json!({"Dials": {"time_to_live_sweep": 1, "time_to_live_sweep_interval_ms": 60_000}}),
    );
    table(&mut engine, "Teas");
    tell(
        &mut engine,
        "UpdateTimeToLive",
        json!({"TableName": "Teas", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "ends"}}),
    );
    for number in 0..5_500 {
        let ends = (START.epoch_ms / 1_000 + 60).to_string();
        tell(
            &mut engine,
            "PutItem",
            json!({"TableName": "Teas", "Item": {"PK": {"S": format!("{number}")}, "ends": {"N": ends}}}),
        );
    }
    engine.bound_due_work(1);
    let mut parts = 0;
    let until = engine.now().plus_ms(DAY_MS);
    while engine.now() < until {
        let (before, at) = (engine.effort(), engine.now());
        ask(&mut engine, at, "Dynalab.AdvanceClock", &json!({"Milliseconds": until.epoch_ms - at.epoch_ms}));
        let done = engine.effort().since(before);
        assert!(done.written_bytes < 200_000, "one part wrote {} bytes", done.written_bytes);
        parts += 1;
    }
    assert!(parts > 5, "{parts} parts");
    let left = tell(&mut engine, "Scan", json!({"TableName": "Teas", "Select": "COUNT"}));
    assert_eq!(left["Count"], 0);
}

#[test]
fn a_part_ends_at_a_number_of_bytes() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    tell(
        &mut engine,
        "Dynalab.SetDials",
        json!({"Dials": {"index_propagation_ms": 1_000, "index_propagation_most_ms": 9_000_000}}),
    );
    tell(
        &mut engine,
        "CreateTable",
        json!({
            "TableName": "Teas", "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "G", "AttributeType": "S"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByG", "KeySchema": [{"AttributeName": "G", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"},
            }],
        }),
    );
    let large = "x".repeat(100_000);
    for number in 0..60 {
        let item = json!({"PK": {"S": format!("{number}")}, "G": {"S": "g"}, "large": {"S": large}});
        tell(&mut engine, "PutItem", json!({"TableName": "Teas", "Item": item}));
    }
    engine.bound_due_work(1_000_000);
    let mut written = Vec::new();
    let until = engine.now().plus_ms(DAY_MS);
    while engine.now() < until {
        let (before, at) = (engine.effort(), engine.now());
        ask(&mut engine, at, "Dynalab.AdvanceClock", &json!({"Milliseconds": until.epoch_ms - at.epoch_ms}));
        written.push(engine.effort().since(before).written_bytes);
    }
    let most = written.iter().max().unwrap();
    assert!(*most < (1 << 20) + 250_000, "one of {} parts wrote {most} bytes", written.len());
}

#[test]
fn the_clock_stops_at_the_end_of_the_year_9999() {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let far = Timestamp::from_epoch_ms(8_640_000_000_000_000);
    let (created, _) = ask(&mut engine, far, "Dynalab.SetClock", &json!({"Rate": 0}));
    assert!(created.is_object(), "{created}");
    assert_eq!(engine.now(), Timestamp::LATEST);
    let now = tell(&mut engine, "Dynalab.AdvanceClock", json!({"Milliseconds": 366 * DAY_MS}));
    assert_eq!(now["Now"], 253_402_300_799.999);
}
