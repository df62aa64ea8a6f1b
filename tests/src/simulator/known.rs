//! What the engine is known to do otherwise than the properties ask. Each entry is provoked by a test of its own, which
//! fails when the engine has changed its mind: then the entry goes, and the properties are strict about it again.

use dynalab_engine::database::Database;
use dynalab_engine::table::TableStatus;
use dynalab_engine::{Command, Engine, Request, TraceLevel};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde_json::{Value as Json, json};

use crate::simulator::door::{Door, config};
use crate::simulator::generation::BEGIN_MS;
use crate::simulator::model::Delays;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownDifference {
    /// A new index is filled while older writes are on their way to the indexes. When these arrive, the filled index
    /// takes a step back: an item that was deleted in between shows up in it for a while.
    FilledIndexStepsBack,
    /// An index that is still being created is empty in the engine that created it and full after a restore.
    IndexUnderConstructionIsRestoredFull,
    /// Undoing a write also takes back what reads before it have consumed, and leaves meters at zero that were not
    /// there.
    UndoForgetsEarlierReads,
}

impl KnownDifference {
    pub const LISTED: &[KnownDifference] = &[
        KnownDifference::FilledIndexStepsBack,
        KnownDifference::IndexUnderConstructionIsRestoredFull,
        KnownDifference::UndoForgetsEarlierReads,
    ];

    pub fn is_listed(self) -> bool {
        KnownDifference::LISTED.contains(&self)
    }

    /// Provokes it.
    pub fn still_differs(self) -> bool {
        match self {
            KnownDifference::FilledIndexStepsBack => filled_index_steps_back(),
            KnownDifference::IndexUnderConstructionIsRestoredFull => restored_full(),
            KnownDifference::UndoForgetsEarlierReads => undo_forgets_reads(),
        }
    }
}

/// Whether two databases hold the same, but for what is known to differ.
pub fn same_database(left: &Database, right: &Database) -> bool {
    if left == right {
        return true;
    }
    if !KnownDifference::IndexUnderConstructionIsRestoredFull.is_listed() {
        return false;
    }
    let contents = |database: &Database| {
        let tables = database.tables().map(|table| {
            let mut table = table.clone();
            let definition = table.definition.clone();
            let unfinished = |name: &str| {
                definition.index(name).is_some_and(|index| index.status == TableStatus::Creating)
            };
            table.indexes.retain(|name, _| !unfinished(name));
            table
        });
        tables.collect::<Vec<_>>()
    };
    contents(left) == contents(right)
}

/// What must be equal when everything since has been undone. The clock is not part of it: time never goes back.
pub fn comparable_after_undo(engine: &Engine) -> Vec<Vec<u8>> {
    let mut chunks = engine.snapshot();
    if let Some(state) = chunks.first_mut() {
        *state = without_clock(state).unwrap_or_default();
    }
    chunks
}

/// The snapshot's small state: counters, meters, agenda.
fn without_clock(state: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut reader = Reader::new(state);
    let mut kept = vec![reader.byte()?];
    let [ids, arrivals, _now, revision] =
        [reader.unsigned()?, reader.unsigned()?, reader.unsigned()?, reader.unsigned()?];
    kept.extend([ids, arrivals, revision].iter().flat_map(|number| number.to_le_bytes()));
    for _ in 0..reader.count()? {
        let tag = reader.byte()?;
        let table = reader.text()?;
        let index = if tag > 1 { reader.text()? } else { "" };
        let half_units = reader.unsigned()?;
        if !KnownDifference::UndoForgetsEarlierReads.is_listed() {
            kept.extend(format!("{tag} {table} {index} {half_units}\n").bytes());
        }
    }
    while !reader.is_empty() {
        kept.push(reader.byte()?);
    }
    Ok(kept)
}

/// A table of one key, with whatever indexes.
fn engine_with_table(delays: Delays) -> Engine {
    let mut engine = Engine::new(1, config(delays));
    let table = json!({
        "TableName": "Table",
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
        "BillingMode": "PAY_PER_REQUEST",
    });
    send(&mut engine, 0, "CreateTable", table);
    engine
}

fn send(engine: &mut Engine, after_ms: u64, operation: &str, body: Json) -> Json {
    engine.send(BEGIN_MS + after_ms, operation, &body.to_string()).body
}

fn create_index(engine: &mut Engine, name: &str, after_ms: u64) {
    let body = json!({
        "TableName": "Table",
        "AttributeDefinitions": [{ "AttributeName": "gs", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": name,
            "KeySchema": [{ "AttributeName": "gs", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        } }],
    });
    send(engine, after_ms, "UpdateTable", body);
}

fn put_item() -> Json {
    json!({ "TableName": "Table", "Item": { "pk": { "S": "a" }, "gs": { "S": "x" } } })
}

fn filled_index_steps_back() -> bool {
    let delays = Delays { index_propagation_ms: 1_000, ..Delays::default() };
    let mut engine = engine_with_table(delays);
    // Writes are late only where a global index is already there.
    create_index(&mut engine, "first", 0);
    send(&mut engine, 1, "PutItem", put_item());
    send(&mut engine, 500, "DeleteItem", json!({ "TableName": "Table", "Key": { "pk": { "S": "a" } } }));
    create_index(&mut engine, "second", 600);
    let scan = || json!({ "TableName": "Table", "IndexName": "second" });
    let filled = send(&mut engine, 700, "Scan", scan());
    let later = send(&mut engine, 1_100, "Scan", scan());
    filled["Count"] == 0 && later["Count"] == 1
}

fn restored_full() -> bool {
    let mut engine = engine_with_table(Delays { index_backfill_ms: 1_000, ..Delays::default() });
    send(&mut engine, 1, "PutItem", put_item());
    create_index(&mut engine, "first", 2);
    let chunks = engine.snapshot();
    let restored = Engine::restore(chunks.iter().map(Vec::as_slice), engine.config().clone());
    restored.is_ok_and(|restored| restored.database() != engine.database())
}

fn undo_forgets_reads() -> bool {
    let mut engine = engine_with_table(Delays::default());
    let get = json!({ "TableName": "Table", "Key": { "pk": { "S": "a" } } });
    send(&mut engine, 1, "GetItem", get);
    let before = engine.snapshot();
    let Ok(request) = Request::parse("PutItem", &put_item().to_string()) else { return false };
    let command = Command { at: Timestamp::from_epoch_ms(BEGIN_MS + 1), request };
    let execution = engine.execute(command, TraceLevel::Off);
    engine.undo(execution.changes);
    engine.snapshot() != before
}
