//! Tests of undo, restore and delayed indexes.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

#[macro_use]
mod each_engine;

use dynalab_engine::codec::change_log;
use dynalab_engine::database::change::{Change, any_changes_data};
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Service;
use dynalab_engine::operations::Request;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::{Delays, EngineConfig, TraceLevel};
use dynalab_service::Complete;
use dynalab_types::Timestamp;

const TABLE: &str = r#"{"TableName":"Things","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;
const PUT: &str = r#"{"TableName":"Things","Item":{"pk":{"S":"a"},"gs":{"S":"x"}}}"#;
const DELETE: &str = r#"{"TableName":"Things","Key":{"pk":{"S":"a"}}}"#;

fn engine<S: Service>(delays: Delays) -> Engine<S> {
    let mut engine = Engine::new(1, EngineConfig { delays, ..EngineConfig::instant() });
    send(&mut engine, 0, "CreateTable", TABLE);
    engine
}

fn send<S: Service>(
    engine: &mut Engine<S>,
    at_ms: u64,
    operation: &str,
    body: &str,
) -> (String, Vec<Change>) {
    let request = Request::parse(operation, body).unwrap();
    let at = Timestamp::from_epoch_ms(1_790_000_000_000 + at_ms);
    let execution = engine.execute(Command { at, request }, TraceLevel::Off);
    let (status, answer) = execution.answer();
    assert_eq!(status, 200, "{answer}");
    (answer, execution.changes)
}

fn create_index<S: Service>(engine: &mut Engine<S>, at_ms: u64, name: &str) {
    let body = format!(
        r#"{{"TableName":"Things","AttributeDefinitions":[{{"AttributeName":"gs","AttributeType":"S"}}],
            "GlobalSecondaryIndexUpdates":[{{"Create":{{"IndexName":"{name}",
            "KeySchema":[{{"AttributeName":"gs","KeyType":"HASH"}}],"Projection":{{"ProjectionType":"ALL"}}}}}}]}}"#
    );
    send(engine, at_ms, "UpdateTable", &body);
}

fn count<S: Service>(engine: &mut Engine<S>, at_ms: u64, index: &str) -> String {
    let body = format!(r#"{{"TableName":"Things","IndexName":"{index}","Select":"COUNT"}}"#);
    send(engine, at_ms, "Scan", &body).0
}

fn late_indexes() -> Delays {
    Delays {
        table_change_ms: 0,
        index_propagation_ms: 1_000,
        index_backfill_ms: 0,
        time_to_live_change_ms: 0,
        setting_change_ms: 0,
        recovery_ms: 0,
    }
}

fn restored<S: Service>(engine: &Engine<S>) -> Engine<S> {
    let chunks = engine.snapshot();
    Engine::restore(chunks.iter().map(Vec::as_slice), engine.config().clone()).unwrap()
}

fn an_index_filled_now_does_not_go_back_to_what_older_writes_said<S: Service>() {
    let mut engine = engine::<S>(late_indexes());
    create_index(&mut engine, 0, "First");
    send(&mut engine, 1, "PutItem", PUT);
    send(&mut engine, 500, "DeleteItem", DELETE);
    create_index(&mut engine, 600, "Second");
    let mut again = restored(&engine);
    for engine in [&mut engine, &mut again] {
        for at_ms in [700, 1_100, 1_600] {
            assert_eq!(count(engine, at_ms, "Second"), r#"{"Count":0,"ScannedCount":0}"#, "at {at_ms}");
        }
        assert_eq!(count(engine, 1_600, "First"), r#"{"Count":0,"ScannedCount":0}"#);
    }
}

fn an_index_under_construction_is_the_same_after_a_restore<S: Service>() {
    let mut engine = engine::<S>(Delays {
        index_backfill_ms: 1_000,
        index_propagation_ms: 0,
        table_change_ms: 0,
        time_to_live_change_ms: 0,
        setting_change_ms: 0,
        recovery_ms: 0,
    });
    send(&mut engine, 1, "PutItem", PUT);
    create_index(&mut engine, 2, "First");
    let mut again = restored(&engine);
    assert_eq!(again.database(), engine.database());
    assert_eq!(count(&mut engine, 1_002, "First"), r#"{"Count":1,"ScannedCount":1}"#);
    assert_eq!(count(&mut again, 1_002, "First"), r#"{"Count":1,"ScannedCount":1}"#);
}

fn stepping_over_writes_to_a_stream_takes_their_records_along<S: Service>() {
    let mut engine = engine::<S>(EngineConfig::instant().delays);
    let mut steps = vec![engine.snapshot()];
    let mut done = Vec::new();
    let on =
        r#"{"TableName":"Things","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}"#;
    let off = r#"{"TableName":"Things","StreamSpecification":{"StreamEnabled":false}}"#;
    let table = r#"{"TableName":"Things"}"#;
    let requests = [
        ("UpdateTable", on),
        ("PutItem", PUT),
        ("PutItem", PUT),
        ("DeleteItem", DELETE),
        ("DeleteItem", DELETE),
        ("UpdateTable", off),
        ("PutItem", PUT),
        ("UpdateTable", on),
        ("DeleteItem", DELETE),
        ("DeleteTable", table),
    ];
    for (operation, body) in requests {
        done.push(send(&mut engine, 5, operation, body).1);
        let again = restored(&engine);
        assert_eq!(again.database(), engine.database(), "{operation}");
        steps.push(engine.snapshot());
    }
    let records = |engine: &Engine<S>| {
        engine.database().streams().map(|stream| stream.records.len()).collect::<Vec<_>>()
    };
    assert_eq!(records(&engine), [2, 1], "one of what changed nothing, none of what was written in between");
    let mut ways_back = Vec::new();
    while let Some(changes) = done.pop() {
        let mut back = dynalab_engine::database::change::inverse_of(changes);
        engine.apply(&mut back);
        steps.pop();
        assert_eq!(Some(&engine.snapshot()), steps.last());
        ways_back.push(back);
    }
    while let Some(back) = ways_back.pop() {
        engine.apply(&mut dynalab_engine::database::change::inverse_of(back));
    }
    assert_eq!(records(&engine), [2, 1]);
}

fn undoing_a_write_keeps_what_reads_before_it_consumed<S: Service>() {
    let mut engine = engine::<S>(EngineConfig::instant().delays);
    send(&mut engine, 1, "GetItem", DELETE);
    let before = engine.snapshot();
    let (_, changes) = send(&mut engine, 1, "PutItem", PUT);
    engine.reverse(changes);
    assert_eq!(engine.snapshot(), before);
}

fn records_are_stored_and_stepped_over_and_go_with_their_table<S: Service>() {
    let mut engine = engine::<S>(EngineConfig::instant().delays);
    let kind = RecordKind(7);
    let mine = RecordKey::of_table(kind, "Things", "one");
    let others = RecordKey::of_account(kind, "two");
    let set = |key: &RecordKey, bytes: Option<&[u8]>| Change::record(key.clone(), bytes.map(<[u8]>::to_vec));
    let mut set_both = vec![set(&mine, Some(b"1")), set(&others, Some(b"2"))];
    assert!(any_changes_data(&set_both), "they are data and have to be kept");
    let logged = change_log::encode(&set_both);
    engine.apply(&mut set_both);
    let bytes =
        |engine: &Engine<S>, key: &RecordKey| engine.database().record(key).map(|bytes| bytes.to_vec());
    assert_eq!(bytes(&engine, &mine).as_deref(), Some(b"1".as_slice()));
    assert_eq!(engine.database().registry().of_kind(kind).count(), 2);
    assert_eq!(restored(&engine).database(), engine.database());

    let mut follower = self::engine::<S>(EngineConfig::instant().delays);
    follower.apply_log(&logged).unwrap();
    assert_eq!(follower.database().registry(), engine.database().registry());

    let (_, dropped) = send(&mut engine, 1, "DeleteTable", r#"{"TableName":"Things"}"#);
    assert_eq!(bytes(&engine, &mine), None);
    assert_eq!(bytes(&engine, &others).as_deref(), Some(b"2".as_slice()));
    engine.reverse(dropped);
    assert_eq!(bytes(&engine, &mine).as_deref(), Some(b"1".as_slice()));
    engine.reverse(set_both);
    assert_eq!(engine.database().registry().iter().count(), 0);
}

#[test]
fn the_throughput_that_was_asked_for_is_stored_and_taken_back() {
    let mut engine = engine::<Complete>(Delays { table_change_ms: 1_000, ..EngineConfig::instant().delays });
    let before = engine.snapshot();
    let table = r#"{"TableName":"Warm","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
        "BillingMode":"PAY_PER_REQUEST","WarmThroughput":{"ReadUnitsPerSecond":20000},
        "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"},"OnDemandThroughput":{"MaxWriteRequestUnits":9},
            "WarmThroughput":{"WriteUnitsPerSecond":5000}}]}"#;
    let (answer, created) = send(&mut engine, 1, "CreateTable", table);
    assert!(
        answer.contains(r#""ReadUnitsPerSecond":20000,"WriteUnitsPerSecond":4000,"Status":"UPDATING""#),
        "{answer}"
    );
    assert_eq!(restored(&engine).database(), engine.database());
    let mut follower =
        self::engine::<Complete>(Delays { table_change_ms: 1_000, ..EngineConfig::instant().delays });
    follower.apply_log(&change_log::encode(&created)).unwrap();
    assert_eq!(follower.database(), engine.database());
    engine.reverse(created);
    assert_eq!(engine.snapshot(), before);
}

/// Returns the score of the nearest item in the index, if any.
fn nearest(engine: &Engine<Complete>) -> Option<String> {
    let search = r#"{"TableName":"Things","IndexName":"Near","SearchVector":[{"N":"1"},{"N":"0"}],"TopK":3}"#;
    let (answer, _) = send(&mut restored(engine), 9, "SearchVectors", search);
    answer.split("\"Score\":").nth(1).map(|rest| rest.trim_end_matches("}]}").to_owned())
}

#[test]
fn vector_indexes_are_restored_followed_and_stepped_over() {
    let instant = EngineConfig::instant().delays;
    let mut engine = engine::<Complete>(instant);
    let mut follower = self::engine::<Complete>(instant);
    let empty = engine.snapshot();
    let create = r#"{"TableName":"Things","VectorIndexUpdates":[{"Create":{"IndexName":"Near","Dimensions":2,
        "VectorAttribute":{"AttributeName":"v"},"Projection":{"ProjectionType":"KEYS_ONLY"},
        "DistanceFunction":"COSINE"}}]}"#;
    let put = |v: &str| format!(r#"{{"TableName":"Things","Item":{{"pk":{{"S":"a"}},"v":{{"L":[{v}]}}}}}}"#);
    let delete = r#"{"TableName":"Things","VectorIndexUpdates":[{"Delete":{"IndexName":"Near"}}]}"#;
    let steps = [
        ("PutItem", put(r#"{"N":"0"},{"N":"1"}"#), None),
        ("UpdateTable", create.to_owned(), Some("1.0")),
        ("PutItem", put(r#"{"N":"-1"},{"N":"0"}"#), Some("2.0")),
        ("PutItem", put(r#"{"N":"1"},{"N":"1"}"#), Some("0.29289321881345254")),
        ("UpdateTable", delete.to_owned(), None),
        ("UpdateTable", create.to_owned(), Some("0.29289321881345254")),
        ("DeleteTable", r#"{"TableName":"Things"}"#.to_owned(), None),
    ];
    let has_index = |engine: &Engine<Complete>| engine.database().registry().iter().count() == 1;
    let mut done: Vec<(Vec<Change>, Option<&str>)> = Vec::new();
    for (at_ms, (operation, body, expected)) in steps.iter().enumerate() {
        let (_, changes) = send(&mut engine, 10 + at_ms as u64, operation, body);
        follower.apply_log(&change_log::encode(&changes)).unwrap();
        assert_eq!(follower.database(), engine.database(), "{operation}");
        assert_eq!(restored(&engine).database(), engine.database(), "{operation}");
        assert_eq!(has_index(&engine), expected.is_some(), "{operation}");
        if has_index(&engine) {
            assert_eq!(nearest(&engine).as_deref(), *expected);
        }
        done.push((changes, *expected));
    }
    while let Some((changes, _)) = done.pop() {
        engine.reverse(changes);
        let expected = done.last().and_then(|(_, expected)| *expected);
        assert_eq!(has_index(&engine), expected.is_some());
        assert_eq!(restored(&engine).database(), engine.database());
        if has_index(&engine) {
            assert_eq!(nearest(&engine).as_deref(), expected);
        }
    }
    assert_eq!(engine.snapshot(), empty);
}

each_engine!(
    an_index_filled_now_does_not_go_back_to_what_older_writes_said,
    an_index_under_construction_is_the_same_after_a_restore,
    stepping_over_writes_to_a_stream_takes_their_records_along,
    undoing_a_write_keeps_what_reads_before_it_consumed,
    records_are_stored_and_stepped_over_and_go_with_their_table,
);
