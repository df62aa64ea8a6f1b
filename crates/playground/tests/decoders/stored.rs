//! Damaged stored and transferred bytes: change logs, snapshots, chunks, backups, messages between page and worker.

use dynalab_engine::codec::{change_log, opening};
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_service::{Command, Complete, Engine, Request};
use dynalab_storage::{Epoch, Revision, backup, format};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Reader, Writer};

use crate::damage::{Chance, cases};

const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const REQUESTS: &[(&str, &str)] = &[
    (
        "CreateTable",
        r#"{"TableName":"Teas","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"},{"AttributeName":"from","AttributeType":"N"}],
            "GlobalSecondaryIndexes":[{"IndexName":"idx","KeySchema":[{"AttributeName":"from","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Teas","Item":{"tea":{"S":"sencha"},"from":{"N":"1"},"more":{"L":[{"B":"AAE="},{"M":{"x":{"NS":["1","2"]}}}]}}}"#,
    ),
    (
        "UpdateItem",
        r#"{"TableName":"Teas","Key":{"tea":{"S":"sencha"}},"UpdateExpression":"SET n = :n","ExpressionAttributeValues":{":n":{"N":"-1.5"}}}"#,
    ),
    ("CreateBackup", r#"{"TableName":"Teas","BackupName":"autumn"}"#),
    ("Dynalab.SetDials", r#"{"Profile":"realistic","Seed":5,"Dials":{"metrics":1}}"#),
    ("Dynalab.PutFault", r#"{"Name":"never","RatePermille":0,"Kind":"INTERNAL_ERROR"}"#),
    ("PutItem", r#"{"TableName":"Teas","Item":{"tea":{"S":"assam"}}}"#),
    (
        "UpdateTimeToLive",
        r#"{"TableName":"Teas","TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true}}"#,
    ),
];

/// Returns an engine, and the change log of each request.
fn engine() -> (Engine, Vec<Vec<u8>>) {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let logs = REQUESTS.iter().map(|(operation, body)| {
        let request = Request::parse(operation, body).unwrap();
        let execution = engine.execute(Command { at: AT, request }, TraceLevel::Off);
        assert_eq!(execution.answer().0, 200, "{operation}: {}", execution.answer().1);
        change_log::encode(&execution.changes)
    });
    let logs = logs.collect();
    (engine, logs)
}

fn damaged(chance: &mut Chance, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    chance.damage(&mut bytes);
    bytes
}

#[test]
fn logs_of_changes() {
    let (_, logs) = engine();
    let mut read = 0;
    for mut chance in cases("logs", 8_000) {
        let log = chance.pick(&logs).clone();
        let log = damaged(&mut chance, &log);
        let Ok(changes) = opening::read_changes::<Complete>(&log) else { continue };
        let written = change_log::encode(&changes);
        assert_eq!(opening::read_changes::<Complete>(&written).unwrap(), changes);
        read += 1;
    }
    assert!(read > 100, "only {read} of the damaged logs could be read");
}

#[test]
fn snapshots() {
    let (engine, _) = engine();
    let chunks = engine.snapshot();
    for mut chance in cases("snapshots", 1_500) {
        let mut chunks = chunks.clone();
        let place = chance.below(chunks.len());
        chance.damage(&mut chunks[place]);
        let _restored_or_refused = Engine::restore(chunks.iter().map(Vec::as_slice), EngineConfig::instant())
            .map_err(|error| error.to_string());
    }
}

/// The checksum is valid, as an attacker would compute it.
#[test]
fn chunks_and_backups() {
    let head = format::Head {
        epoch: Epoch(3),
        revision: Revision(9),
        snapshot_revision: Revision(4),
        snapshot_chunk_count: 2,
        fences: vec![Revision(7)],
    };
    let encoded = format::encode_head(&head);
    let payload = format::decode(encoded.clone()).unwrap().payload;
    for mut chance in cases("chunks", 6_000) {
        let chunk = damaged(&mut chance, &encoded);
        if let Ok(read) = format::decode(chunk.clone()) {
            assert_eq!(format::encode(read.kind, read.revision, &read.payload), chunk);
        }
        let signed = format::encode(format::Kind::Head, Revision(9), &damaged(&mut chance, &payload));
        if let Ok(read) = format::decode_head(signed.clone()) {
            assert_eq!(format::encode_head(&read), signed);
        }
        let mut bytes = Vec::new();
        backup::BackupWriter::new(|piece: &[u8]| bytes.extend_from_slice(piece)).end();
        let _read_or_refused = backup::read(&damaged(&mut chance, &bytes)).map_err(|error| error.to_string());
    }
}

#[test]
fn packed_values() {
    let (engine, _) = engine();
    let items: Vec<Vec<u8>> = engine
        .database()
        .find("Teas")
        .unwrap()
        .items
        .iter()
        .map(|(_, item)| {
            let mut writer = Writer::default();
            writer.map(&item.unpack());
            writer.bytes
        })
        .collect();
    for mut chance in cases("packed", 8_000) {
        let bytes = chance.pick(&items).clone();
        let bytes = damaged(&mut chance, &bytes);
        let Ok(map) = Reader::new(&bytes).map() else { continue };
        let mut writer = Writer::default();
        writer.map(&map);
        assert_eq!(Reader::new(&writer.bytes).map().unwrap(), map);
    }
}

#[test]
fn messages() {
    let space = Space::Saved;
    let to_worker = [
        ToWorker::Execute { id: 1, space, operation: "PutItem".into(), body: "{}".into(), trace: true },
        ToWorker::OpenDocument { id: 2, space, document: "{}".into() },
        ToWorker::Travel { id: 3, to: Travel::Undo },
        ToWorker::ImportState { chunks: vec![vec![1, 2, 3], Vec::new()] },
    ];
    let messages: Vec<Vec<u8>> =
        to_worker.iter().map(|message| message_bytes::write(message).unwrap()).collect();
    let version = messages[0][..4].to_vec();
    for mut chance in cases("messages", 8_000) {
        let message = chance.pick(&messages).clone();
        let message = [&version[..], &damaged(&mut chance, &message[4..])].concat();
        if let Ok(read) = message_bytes::read::<ToWorker>(&message) {
            let again = message_bytes::write(&read).unwrap();
            assert_eq!(message_bytes::read::<ToWorker>(&again), Ok(read));
        }
        let _read_or_refused = message_bytes::read::<ToPage>(&message);
    }
}
