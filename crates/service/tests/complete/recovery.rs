//! Tests that every second of a table's past can be restored, after any writes and undos.

use std::collections::BTreeMap;

use dynalab_engine::EngineConfig;
use dynalab_engine::database::change::Change;
use dynalab_service::Engine;
use dynalab_types::Timestamp;
use serde_json::{Value, json};

use super::ask::ask;
use super::chance::Chance;

const START_MS: u64 = 1_790_000_000_000;

struct Past {
    engine: Engine,
    at: Timestamp,
    chance: Chance,
    /// The items of each second, by epoch second.
    states: BTreeMap<u64, Vec<String>>,
    done: Vec<Vec<Change>>,
}

impl Past {
    fn new(seed: u64) -> Past {
        let engine = Engine::new(seed, EngineConfig::instant());
        let at = Timestamp::from_epoch_ms(START_MS);
        let mut past = Past { engine, at, chance: Chance(seed), states: BTreeMap::new(), done: Vec::new() };
        let table = json!({
            "TableName": "Notes",
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
        });
        past.ask("CreateTable", table);
        past.write();
        let recovery = json!({"PointInTimeRecoveryEnabled": true});
        let body = json!({"TableName": "Notes", "PointInTimeRecoverySpecification": recovery});
        past.ask("UpdateContinuousBackups", body);
        past
    }

    fn ask(&mut self, operation: &str, body: Value) -> Value {
        let (answer, changes) = ask(&mut self.engine, self.at, operation, &body);
        self.done.push(changes);
        answer
    }

    fn write(&mut self) {
        let id = json!({"S": format!("item {}", self.chance.below(9))});
        let value = json!({"N": self.chance.below(5).to_string()});
        match self.chance.below(4) {
            0 => self.ask("DeleteItem", json!({"TableName": "Notes", "Key": {"id": id}})),
            1 => self.ask(
                "UpdateItem",
                json!({
                    "TableName": "Notes", "Key": {"id": id}, "UpdateExpression": "ADD v :v",
                    "ExpressionAttributeValues": {":v": value},
                }),
            ),
            _ => self.ask("PutItem", json!({"TableName": "Notes", "Item": {"id": id, "v": value}})),
        };
    }

    fn items(&mut self, table: &str) -> Vec<String> {
        let scanned = self.ask("Scan", json!({"TableName": table}));
        scanned["Items"].as_array().unwrap().iter().map(Value::to_string).collect()
    }

    /// Advances the clock. Each second that passes has the current state.
    fn pass(&mut self, ms: u64) {
        let state = self.items("Notes");
        let until = self.at.plus_ms(ms);
        // The current second can still have writes.
        for second in self.at.epoch_ms.div_ceil(1000)..until.epoch_ms.div_ceil(1000) {
            self.states.insert(second, state.clone());
        }
        self.at = until;
    }

    /// Advances the clock by days. Only the last second is recorded.
    fn wait_days(&mut self, days: u64) {
        self.at = self.at.plus_ms(days * 24 * 60 * 60 * 1000);
        let state = self.items("Notes");
        self.states.insert(self.at.epoch_ms / 1000, state);
    }

    fn check(&mut self, second: u64) {
        let table = format!("At{}", self.done.len());
        let body = json!({"SourceTableName": "Notes", "TargetTableName": table, "RestoreDateTime": second});
        self.ask("RestoreTableToPointInTime", body);
        assert_eq!(self.items(&table), self.states[&second], "at {second}");
        self.ask("DeleteTable", json!({"TableName": table}));
    }
}

#[test]
fn every_second_comes_back() {
    for seed in [1, 7] {
        let mut past = Past::new(seed);
        for _ in 0..80 {
            past.write();
            let ms = past.chance.below(1_800);
            past.pass(ms);
        }
        let seconds: Vec<u64> = past.states.keys().copied().collect();
        seconds.iter().step_by(2).for_each(|second| past.check(*second));
    }
}

#[test]
fn what_was_undone_never_was() {
    let mut past = Past::new(3);
    for _ in 0..60 {
        past.write();
        past.pass(500);
    }
    let (kept, at) = (past.done.len(), past.at);
    let states = past.states.clone();
    for _ in 0..30 {
        past.write();
        past.pass(700);
    }
    while past.done.len() > kept {
        let changes = past.done.pop().unwrap();
        past.engine.reverse(changes);
    }
    (past.at, past.states) = (at, states);
    past.write();
    past.pass(3_000);
    let seconds: Vec<u64> = past.states.keys().copied().collect();
    seconds.iter().step_by(2).for_each(|second| past.check(*second));
}

#[test]
fn deletes_only_changes_outside_the_recovery_window() {
    let mut past = Past::new(5);
    for _ in 0..20 {
        past.write();
        past.pass(2_000);
    }
    let first = *past.states.keys().next().unwrap();
    past.wait_days(34);
    past.engine.forget_expired_records(past.at);
    past.check(first);
    past.write();
    past.pass(2_000);
    past.wait_days(1);
    past.engine.forget_expired_records(past.at);
    let logs = past.engine.database().streams().map(|stream| stream.records.len());
    assert_eq!(logs.sum::<usize>(), 1, "only the last write is younger than 35 days");
    let latest = *past.states.keys().last().unwrap();
    past.check(latest);
}
