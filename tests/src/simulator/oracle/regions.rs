//! Replicas in other Regions: whatever the links do, all Regions have the later write of each item in the end.

use std::collections::BTreeMap;

use dynalab_service::Engine;
use serde_json::{Value as Json, json};

use crate::simulator::command_target::Reply;
use crate::simulator::generation::{BEGIN_MS, Plan};
use crate::simulator::oracle::{Event, begin, events, succeed};
use crate::simulator::run::{Checked, Failure};

const REGIONS: [&str; 3] = ["us-east-1", "eu-west-1", "ap-northeast-1"];
const KEYS: [&str; 4] = ["a", "b", "c", "d"];
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The last write of each item in any Region: the item after it, or `None`. No two writes have the same time.
type Latest = BTreeMap<&'static str, Option<Json>>;

pub fn agree_in_the_end(plan: &Plan) -> Checked {
    let mut engine = begin(plan);
    let table = json!({"TableName": "Items", "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST"});
    succeed(&mut engine, BEGIN_MS, "CreateTable", &table)?;
    for region in &REGIONS[1..] {
        let update = json!({"TableName": "Items", "ReplicaUpdates": [{"Create": {"RegionName": region}}]});
        succeed(&mut engine, BEGIN_MS, "UpdateTable", &update)?;
    }
    let (mut latest, mut end_ms) = (Latest::new(), BEGIN_MS);
    for (number, event) in (1..).zip(events(plan, 0x2E61)) {
        end_ms = event.at_ms;
        perform(&mut engine, &mut latest, event, number)?;
    }
    for (from, to) in links() {
        let link = json!({"From": from, "To": to, "Up": true});
        succeed(&mut engine, end_ms + 1, "Dynalab.SetLink", &link)?;
    }
    succeed(&mut engine, end_ms + 2, "Dynalab.AdvanceClock", &json!({"Milliseconds": DAY_MS}))?;
    let expected: BTreeMap<&str, &Json> =
        latest.iter().filter_map(|(key, item)| Some((*key, item.as_ref()?))).collect();
    for region in REGIONS {
        let scanned =
            send_in(&mut engine, region, end_ms + DAY_MS + 3, "Scan", &json!({"TableName": "Items"}))?;
        let items = scanned.body["Items"].as_array().cloned().unwrap_or_default();
        let found: BTreeMap<&str, &Json> =
            items.iter().filter_map(|item| Some((item["k"]["S"].as_str()?, item))).collect();
        if found != expected {
            return Err(Failure::from_text(format!(
                "in {region}, at the end\n  {expected:?} expected: {found:?}"
            )));
        }
    }
    Ok(())
}

fn links() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pairs = REGIONS.into_iter().flat_map(|from| REGIONS.map(|to| (from, to)));
    pairs.filter(|(from, to)| from != to)
}

fn send_in(
    engine: &mut Engine,
    region: &str,
    at_ms: u64,
    operation: &str,
    body: &Json,
) -> Result<Reply, Failure> {
    let there = json!({"Region": region, "Operation": operation, "Request": body});
    succeed(engine, at_ms, "Dynalab.InRegion", &there)
}

fn perform(engine: &mut Engine, latest: &mut Latest, event: Event, number: u64) -> Checked {
    let Event { at_ms, mut chance } = event;
    let (region, key) = (chance.pick_text(&REGIONS), chance.pick_text(&KEYS));
    match chance.below(8) {
        0 | 1 => {
            let links: Vec<_> = links().collect();
            let (from, to) = *chance.pick(&links);
            let lag_ms = *chance.pick(&[0, 10, 300, 5_000, 100_000]);
            let link = json!({"From": from, "To": to, "LagMs": lag_ms, "Up": !chance.one_in(3)});
            succeed(engine, at_ms, "Dynalab.SetLink", &link)?;
        }
        2 => {
            let delete = json!({"TableName": "Items", "Key": {"k": {"S": key}}, "ReturnValues": "ALL_OLD"});
            let deleted = send_in(engine, region, at_ms, "DeleteItem", &delete)?;
            // A deletion in a Region that does not have the item yet changes nothing there, and is not replicated.
            if deleted.body.get("Attributes").is_some() {
                latest.insert(key, None);
            }
        }
        3 | 4 => {
            // The update keeps the other attributes that this Region has.
            let name = chance.pick_text(&["x", "y"]);
            let update = json!({"TableName": "Items", "Key": {"k": {"S": key}}, "UpdateExpression": "SET #n = :n",
                "ExpressionAttributeNames": {"#n": name}, "ReturnValues": "ALL_NEW",
                "ExpressionAttributeValues": {":n": {"N": number.to_string()}}});
            let updated = send_in(engine, region, at_ms, "UpdateItem", &update)?;
            latest.insert(key, Some(updated.body["Attributes"].clone()));
        }
        _ => {
            let item = json!({"k": {"S": key}, "n": {"N": number.to_string()}});
            send_in(engine, region, at_ms, "PutItem", &json!({"TableName": "Items", "Item": item}))?;
            latest.insert(key, Some(item));
        }
    }
    Ok(())
}
