//! Damaged chunks that a copy is salvaged from, and damaged files of raw chunks.

use dynalab_engine::codec::change_log;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::history::Window;
use dynalab_playground::salvage::salvage;
use dynalab_service::{Command, Engine, Request};
use dynalab_storage::raw::{RawChunks, file};
use dynalab_storage::{Epoch, Revision, format};
use dynalab_types::Timestamp;

use crate::checksum::crc_32;
use crate::damage::{Chance, cases};

const AT: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);
const TABLE: &str = r#"{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;
const ITEM: &str =
    r#"{"TableName":"Teas","Item":{"tea":{"S":"$"},"n":{"L":[{"N":"1.5"},{"B":"AAE="},{"SS":["a","b"]}]}}}"#;

/// Returns the values of a store: a head, a snapshot with a table and an item, and a log with two more items.
fn raw_chunks() -> RawChunks {
    let mut engine = Engine::new(1, EngineConfig::instant());
    let mut run = |operation: &str, body: &str| {
        let request = Request::parse(operation, body).unwrap();
        let execution = engine.execute(Command { at: AT, request }, TraceLevel::Off);
        assert_eq!(execution.answer().0, 200, "{operation}: {}", execution.answer().1);
        (change_log::encode(&execution.changes), engine.snapshot())
    };
    run("CreateTable", TABLE);
    let (_, snapshot) = run("PutItem", &ITEM.replace('$', "sencha"));
    let log = ["assam", "gyokuro"].map(|tea| run("PutItem", &ITEM.replace('$', tea)).0);
    let head = format::Head {
        epoch: Epoch(1),
        revision: Revision(2),
        snapshot_revision: Revision(2),
        snapshot_chunk_count: u32::try_from(snapshot.len()).unwrap(),
        fences: Vec::new(),
    };
    let chunk = |kind, revision, payload: &[u8]| Ok(format::encode(kind, Revision(revision), payload));
    let chunks = (0..).zip(&snapshot);
    RawChunks {
        head: Some(Ok(format::encode_head(&head))),
        snapshot: chunks.map(|(index, payload)| (index, chunk(format::Kind::Snapshot, 2, payload))).collect(),
        log: (3..).zip(&log).map(|(key, payload)| (key, chunk(format::Kind::Log, key, payload))).collect(),
        strays: 0,
    }
}

/// Damages one value. Its checksum is valid, as after a fault in the program that wrote it.
fn damage_one(raw: &mut RawChunks, chance: &mut Chance) {
    let values = raw.head.iter_mut().chain(raw.snapshot.values_mut()).chain(raw.log.values_mut());
    let mut values: Vec<&mut Vec<u8>> = values.flatten().collect();
    let place = chance.below(values.len());
    let value = &mut *values[place];
    match format::decode(value.clone()) {
        Ok(chunk) if chance.below(4) > 0 => {
            let mut payload = chunk.payload;
            chance.damage(&mut payload);
            *value = format::encode(chunk.kind, chunk.revision, &payload);
        }
        _ => chance.damage(value),
    }
}

#[test]
fn a_copy_of_damaged_chunks_answers_requests() {
    let raw = raw_chunks();
    let mut complete = 0;
    for mut chance in cases("salvage", 1_500) {
        let mut damaged = raw.clone();
        damage_one(&mut damaged, &mut chance);
        let mut salvaged = salvage(&damaged, 7, EngineConfig::instant(), Window::PAGE);
        complete += usize::from(salvaged.report.is_complete());
        let listed = salvaged.workspace.execute(AT, "ListTables", "{}", TraceLevel::Off);
        assert_eq!(listed.status, 200, "{}", listed.body);
        let scanned = salvaged.workspace.execute(AT, "Scan", r#"{"TableName":"Teas"}"#, TraceLevel::Off);
        let is_answer = scanned.status == 200 || scanned.body.contains("ResourceNotFoundException");
        assert!(is_answer, "{}", scanned.body);
    }
    assert!(complete < 1_000, "{complete} copies reported no damage");
}

#[test]
fn files_of_raw_chunks() {
    let bytes = file::write(&raw_chunks());
    assert_eq!(file::read(&bytes).unwrap(), raw_chunks());
    let content = bytes.len() - 4;
    let mut read = 0;
    for mut chance in cases("raw files", 4_000) {
        let mut damaged = bytes.clone();
        chance.damage(&mut damaged);
        if let Ok(raw) = file::read(&damaged) {
            assert_eq!(raw, raw_chunks(), "another content has another checksum");
        }
        // The checksum is valid, as an attacker would compute it.
        let mut signed = bytes[..content].to_vec();
        chance.damage(&mut signed);
        signed.extend(crc_32(&signed).to_le_bytes());
        if let Ok(raw) = file::read(&signed) {
            assert_eq!(file::read(&file::write(&raw)).unwrap(), raw);
            read += 1;
        }
    }
    assert!(read > 100, "only {read} of the damaged files were read");
}
