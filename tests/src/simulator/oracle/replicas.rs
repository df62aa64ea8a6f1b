//! Replicas and indexes that lag: an eventually consistent read returns a state of the recent past, a strongly consistent one the
//! latest, and all of them the latest once the lag has passed.

use std::collections::BTreeMap;

use dynalab_service::Engine;
use serde_json::{Value as Json, json};

use crate::simulator::chance::Chance;
use crate::simulator::command_target::CommandTarget;
use crate::simulator::generation::{BEGIN_MS, Plan};
use crate::simulator::oracle::{Event, begin, events, succeed};
use crate::simulator::run::{Checked, Failure};

const KEYS: [&str; 4] = ["a", "b", "c", "d"];
/// More than any lag, lease or recovery of a run.
const MUCH_LATER_MS: u64 = 60_000;

/// All states of an item with the time of each, the oldest first. `None` is no item.
type States = Vec<(u64, Option<u64>)>;

struct Reference {
    items: BTreeMap<&'static str, States>,
    replica_lag_ms: u64,
    index_lag_ms: u64,
}

impl Reference {
    fn latest(&self, key: &str) -> Option<u64> {
        self.items.get(key).and_then(|states| states.last()).and_then(|(_, value)| *value)
    }

    /// Returns the states that a read may return if it sees writes after at most `lag_ms`.
    fn possible(&self, key: &str, now_ms: u64, lag_ms: u64) -> Vec<Option<u64>> {
        let states = self.items.get(key).map(Vec::as_slice).unwrap_or_default();
        let is_over =
            |place: usize| states.get(place + 1).is_some_and(|(end_ms, _)| end_ms + lag_ms < now_ms);
        let first = states.first().is_none_or(|(begin_ms, _)| begin_ms + lag_ms >= now_ms).then_some(None);
        let recent =
            states.iter().enumerate().filter(|(place, _)| !is_over(*place)).map(|(_, (_, value))| *value);
        first.into_iter().chain(recent).collect()
    }
}

pub fn show_a_state_of_their_time(plan: &Plan) -> Checked {
    let mut engine = begin(plan);
    let mut chance = Chance::new(plan.seed ^ 0x2E01);
    let replica_lag_ms = *chance.pick(&[0, 50, 400, 3_000]);
    let index_lag_ms = *chance.pick(&[0, 50, 700, 5_000]);
    let mut reference = Reference { items: BTreeMap::new(), replica_lag_ms, index_lag_ms };
    let dials = json!({"replica_lag_least_ms": replica_lag_ms / 3, "replica_lag_most_ms": replica_lag_ms,
        "index_propagation_ms": index_lag_ms / 3, "index_propagation_most_ms": index_lag_ms,
        "leader_lease_ms": chance.below(2_000), "replica_catch_up_units": *chance.pick(&[0, 2, 50])});
    succeed(&mut engine, BEGIN_MS, "Dynalab.SetDials", &json!({"Seed": plan.seed % 1_000, "Dials": dials}))?;
    let attribute = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    let table = json!({"TableName": "Items", "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
        "AttributeDefinitions": [attribute("k"), attribute("all")], "BillingMode": "PAY_PER_REQUEST",
        "GlobalSecondaryIndexes": [{"IndexName": "All", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "all", "KeyType": "HASH"}, {"AttributeName": "k", "KeyType": "RANGE"}]}]});
    succeed(&mut engine, BEGIN_MS, "CreateTable", &table)?;
    let mut end_ms = BEGIN_MS;
    for (number, event) in (1..).zip(events(plan, 0x2E02)) {
        end_ms = event.at_ms;
        perform(&mut engine, &mut reference, event, number)?;
    }
    for zone in ["a", "b", "c"] {
        succeed(&mut engine, end_ms, "Dynalab.SetZone", &json!({"Zone": zone, "Up": true}))?;
    }
    let later_ms = end_ms + MUCH_LATER_MS;
    for key in KEYS {
        for _ in 0..3 {
            read(&mut engine, &reference, (later_ms, key), false, true)?;
        }
    }
    query(&mut engine, &reference, later_ms, true)
}

fn perform(engine: &mut Engine, reference: &mut Reference, event: Event, number: u64) -> Checked {
    let Event { at_ms, mut chance } = event;
    let key = chance.pick_text(&KEYS);
    match chance.below(12) {
        0..=3 => {
            let item = json!({"k": {"S": key}, "all": {"S": "all"}, "n": {"N": number.to_string()}});
            let written =
                engine.send(at_ms, "PutItem", &json!({"TableName": "Items", "Item": item}).to_string());
            note(reference, written.status, (key, at_ms), Some(number));
        }
        4 => {
            let body = json!({"TableName": "Items", "Key": {"k": {"S": key}}});
            let deleted = engine.send(at_ms, "DeleteItem", &body.to_string());
            note(reference, deleted.status, (key, at_ms), None);
        }
        5 => {
            let (zone, up) = (chance.pick_text(&["a", "b", "c"]), !chance.one_in(3));
            succeed(engine, at_ms, "Dynalab.SetZone", &json!({"Zone": zone, "Up": up}))?;
        }
        6 | 7 => read(engine, reference, (at_ms, key), true, false)?,
        8..=10 => read(engine, reference, (at_ms, key), false, false)?,
        _ => query(engine, reference, at_ms, false)?,
    }
    Ok(())
}

/// A write without a quorum or a leader fails and changes nothing.
fn note(reference: &mut Reference, status: u16, (key, at_ms): (&'static str, u64), value: Option<u64>) {
    if status == 200 {
        reference.items.entry(key).or_default().push((at_ms, value));
    }
}

fn number_of(item: &Json) -> Option<u64> {
    item["n"]["N"].as_str()?.parse().ok()
}

/// A read that no replica can serve fails. `must_succeed` says that all can.
fn read(
    engine: &mut Engine,
    reference: &Reference,
    (at_ms, key): (u64, &str),
    is_consistent: bool,
    must_succeed: bool,
) -> Checked {
    let body = json!({"TableName": "Items", "Key": {"k": {"S": key}}, "ConsistentRead": is_consistent});
    let reply = engine.send(at_ms, "GetItem", &body.to_string());
    if reply.status != 200 && !must_succeed {
        return Ok(());
    }
    let found = number_of(&reply.body["Item"]);
    let possible = match is_consistent {
        true => vec![reference.latest(key)],
        false => reference.possible(key, at_ms, reference.replica_lag_ms),
    };
    match reply.status == 200 && possible.contains(&found) {
        true => Ok(()),
        false => Err(Failure::from_text(format!(
            "{at_ms} GetItem {body}\n  {possible:?} possible: {}",
            reply.text
        ))),
    }
}

fn query(engine: &mut Engine, reference: &Reference, at_ms: u64, must_succeed: bool) -> Checked {
    let body = json!({"TableName": "Items", "IndexName": "All", "KeyConditionExpression": "#a = :all",
        "ExpressionAttributeNames": {"#a": "all"}, "ExpressionAttributeValues": {":all": {"S": "all"}}});
    let reply = engine.send(at_ms, "Query", &body.to_string());
    if reply.status != 200 && !must_succeed {
        return Ok(());
    }
    let items = reply.body["Items"].as_array().cloned().unwrap_or_default();
    for key in KEYS {
        let item = items.iter().find(|item| item["k"]["S"] == key);
        let possible = reference.possible(key, at_ms, reference.index_lag_ms + reference.replica_lag_ms);
        if reply.status != 200 || !possible.contains(&item.and_then(number_of)) {
            let what = format!("{at_ms} Query\n  {key}: {possible:?} possible: {}", reply.text);
            return Err(Failure::from_text(what));
        }
    }
    Ok(())
}
