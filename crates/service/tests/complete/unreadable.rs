//! Tests that unreadable stored data stops the restore with an error that names it. Nothing is skipped or guessed.

use dynalab_engine::codec::change_log;
use dynalab_engine::codec::unreadable::{Problem, Unreadable};
use dynalab_engine::database::change::Change;
use dynalab_engine::database::scheduler::{DueTime, TableRef, Task, TaskKind, Work};
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::{Command, Engine, Request};
use dynalab_types::Timestamp;

const REQUESTS: &[(&str, &str)] = &[
    ("Dynalab.SetDials", r#"{"Profile":"realistic","Seed":5,"Dials":{"metrics":1}}"#),
    (
        "CreateTable",
        r#"{"TableName":"Teas","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}]}"#,
    ),
    ("Dynalab.AdvanceClock", r#"{"Milliseconds":60000}"#),
    ("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"sencha"}}}"#),
    ("Dynalab.PutFault", r#"{"Name":"never","RatePermille":0,"Kind":"INTERNAL_ERROR"}"#),
    ("Dynalab.PutCache", r#"{"Name":"near","ItemTtlMs":60000,"QueryTtlMs":60000}"#),
    (
        "Dynalab.ThroughCache",
        r#"{"Name":"near","Operation":"GetItem","Request":{"TableName":"Teas","Key":{"tea":{"S":"sencha"}}}}"#,
    ),
    ("CreateBackup", r#"{"TableName":"Teas","BackupName":"autumn"}"#),
    ("Dynalab.SetZone", r#"{"Zone":"c","Up":false}"#),
    ("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"assam"}}}"#),
];

fn engine() -> Engine {
    let mut engine = Engine::new(1, EngineConfig::instant());
    for (operation, body) in REQUESTS {
        let request = Request::parse(operation, body).unwrap();
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        let execution = engine.execute(Command { at, request }, TraceLevel::Off);
        assert_eq!(execution.answer().0, 200, "{operation}: {}", execution.answer().1);
    }
    engine
}

fn restored(engine: &Engine) -> Result<Engine, Unreadable> {
    let chunks = engine.snapshot();
    Engine::restore(chunks.iter().map(Vec::as_slice), engine.config().clone())
}

/// Returns the log of one record with these bytes.
fn log_of(key: &RecordKey, bytes: &[u8]) -> Vec<u8> {
    change_log::encode(&[Change::record(key.clone(), Some(bytes.to_vec()))])
}

#[test]
fn a_record_that_is_cut_off_stops_the_log_and_leaves_the_tables_as_they_were() {
    let mut engine = engine();
    let before = engine.snapshot();
    let records: Vec<(RecordKey, Vec<u8>)> =
        engine.database().registry().iter().map(|(key, bytes)| (key.clone(), bytes.to_vec())).collect();
    let kinds: std::collections::BTreeSet<RecordKind> = records.iter().map(|(key, _)| key.kind).collect();
    assert!(kinds.len() >= 12, "{kinds:?}");
    for (key, bytes) in records.iter().filter(|(_, bytes)| !bytes.is_empty()) {
        let cut = &bytes[..bytes.len() - 1];
        let refused = engine.apply_log(&log_of(key, cut)).unwrap_err();
        let Unreadable::Record { key: named, size_bytes, problem, .. } = refused else {
            panic!("{refused:?}")
        };
        assert_eq!((&named, size_bytes, problem), (key, cut.len(), Problem::Malformed));
        assert_eq!(engine.snapshot(), before);
        engine.apply_log(&log_of(key, bytes)).unwrap();
    }
}

#[test]
fn a_damaged_record_in_a_snapshot_stops_the_opening_and_is_named() {
    let engine = engine();
    assert_eq!(restored(&engine).unwrap().snapshot(), engine.snapshot());
    // A registry chunk: kind 190, no table, name "x", one byte.
    let mut chunks = engine.snapshot();
    chunks.push(vec![5, 190, 0, 1, b'x', 1, 9]);
    let refused =
        Engine::restore(chunks.iter().map(Vec::as_slice), engine.config().clone()).map(drop).unwrap_err();
    assert_eq!(refused.to_string(), "the record “fault” named “x” (1 bytes) is damaged");
}

#[test]
fn a_kind_of_a_later_version_is_not_passed_over() {
    let key = RecordKey::of_table(RecordKind(255), "Teas", "x");
    let refused = engine().apply_log(&log_of(&key, b"?")).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the record “of kind 255” named “x” of table “Teas” (1 bytes) was written by a later version of Dynalab"
    );
    let key = RecordKey::of_account(RecordKind(181), "");
    let refused = engine().apply_log(&log_of(&key, &[0x82, 0, 1])).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the record “zones” (3 bytes) was written by a later version of Dynalab: it has form 2, and this version knows forms up \
         to 1"
    );
    let due = DueTime { at: Timestamp::from_epoch_ms(1), arrival: 9_999 };
    let table = Some(TableRef { name: "Teas".into(), id: "id".into() });
    let work = Work::Task(Task { kind: TaskKind(255), table, payload: [].into() });
    let refused = engine().apply_log(&change_log::encode(&[Change::Schedule { due, work }])).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a task of kind 255 of table “Teas” was written by a later version of Dynalab"
    );
}

#[test]
fn a_write_to_a_table_that_is_not_there_stops_the_log() {
    let mut engine = engine();
    let request = Request::parse("PutItem", REQUESTS[3].1).unwrap();
    let changes = engine.execute(Command { at: engine.now(), request }, TraceLevel::Off).changes;
    let mut empty = Engine::new(1, EngineConfig::instant());
    let refused = empty.apply_log(&change_log::encode(&changes)).unwrap_err();
    assert_eq!(refused, Unreadable::NoTable { table: "Teas".into() });
    assert_eq!(refused.to_string(), "the log changes table “Teas”, which is not there");
}
