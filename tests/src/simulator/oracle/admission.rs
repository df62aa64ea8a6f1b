//! Throttling: a table with provisioned capacity against one bucket for reads and one for writes, and a partition with a limit
//! against a count per second.

use serde_json::{Value as Json, json};

use crate::simulator::chance::Chance;
use crate::simulator::command_target::CommandTarget;
use crate::simulator::generation::{BEGIN_MS, Plan};
use crate::simulator::oracle::{begin, events, succeed};
use crate::simulator::run::{Checked, Failure};

/// The reference of one limit, in thousandths of a unit.
enum Limit {
    /// Capacity flows in with the time and is kept for a while. A request is admitted while any is left.
    Bucket { units: i64, kept_ms: i64, level: i64, at_ms: u64 },
    /// Each second admits requests until the limit is reached. What exceeds it is missing in the next.
    Second { units: i64, used: i64, second: u64 },
}

impl Limit {
    fn bucket(units: i64, burst_ms: i64) -> Limit {
        Limit::Bucket { units, kept_ms: burst_ms.max(1_000), level: units * 1_000, at_ms: BEGIN_MS }
    }

    fn second(units: i64) -> Limit {
        Limit::Second { units, used: 0, second: BEGIN_MS / 1_000 }
    }

    fn pass(&mut self, now_ms: u64) {
        match self {
            Limit::Bucket { units, kept_ms, level, at_ms } => {
                *level = (*level + *units * (now_ms - *at_ms) as i64).min(*units * *kept_ms);
                *at_ms = now_ms;
            }
            Limit::Second { units, used, second } => {
                let passed = now_ms / 1_000 - *second;
                *used = (*used - *units * 1_000 * passed as i64).max(0);
                *second += passed;
            }
        }
    }

    fn admits(&self) -> bool {
        match self {
            Limit::Bucket { level, .. } => *level > 0,
            Limit::Second { units, used, .. } => *used < *units * 1_000,
        }
    }

    fn consume(&mut self, milli: i64) {
        match self {
            Limit::Bucket { level, .. } => *level -= milli,
            Limit::Second { used, .. } => *used += milli,
        }
    }
}

const KEYS: [&str; 3] = ["a", "b", "c"];

struct Request {
    operation: &'static str,
    body: Json,
    is_write: bool,
    /// The item after a successful write: its key and its size in bytes, 0 without an item.
    after: Option<(&'static str, i64)>,
    milli: i64,
}

pub fn follows_its_limits(plan: &Plan) -> Checked {
    let mut engine = begin(plan);
    let mut chance = Chance::new(plan.seed ^ 0xAD01);
    let (reads, writes) = (1 + chance.below(8) as i64, 1 + chance.below(8) as i64);
    let burst_ms = *chance.pick(&[0_i64, 2_000, 300_000]);
    let is_provisioned = !chance.one_in(3);
    let dials = match is_provisioned {
        true => json!({"capacity_limits": 1, "burst_ms": burst_ms}),
        false => {
            json!({"capacity_limits": 1, "partition_read_units": reads, "partition_write_units": writes})
        }
    };
    let (mut read_limit, mut write_limit) = match is_provisioned {
        true => (Limit::bucket(reads, burst_ms), Limit::bucket(writes, burst_ms)),
        false => (Limit::second(reads), Limit::second(writes)),
    };
    succeed(&mut engine, BEGIN_MS, "Dynalab.SetDials", &json!({"Dials": dials}))?;
    let mut table = json!({"TableName": "Items", "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST"});
    if is_provisioned {
        table["BillingMode"] = "PROVISIONED".into();
        table["ProvisionedThroughput"] = json!({"ReadCapacityUnits": reads, "WriteCapacityUnits": writes});
    }
    succeed(&mut engine, BEGIN_MS, "CreateTable", &table)?;
    let mut sizes = [0_i64; KEYS.len()];
    for mut event in events(plan, 0xAD02) {
        for _ in 0..=event.chance.below(4) {
            // A table on demand has several partitions, and a key is in one of them.
            let keys = if is_provisioned { KEYS.len() } else { 1 };
            let request = request(&mut event.chance, &sizes[..keys]);
            let limit = if request.is_write { &mut write_limit } else { &mut read_limit };
            limit.pass(event.at_ms);
            let reply = engine.send(event.at_ms, request.operation, &request.body.to_string());
            let is_throttled = reply.error() == Some("ProvisionedThroughputExceededException")
                || reply.error() == Some("ThrottlingException");
            if is_throttled == limit.admits() || !(is_throttled || reply.status == 200) {
                let expected = if limit.admits() { "admitted" } else { "throttled" };
                let Request { operation, body, .. } = request;
                return Err(Failure::from_text(format!(
                    "{} {operation} {body}\n  {expected} by the reference: {}",
                    event.at_ms, reply.text
                )));
            }
            if !is_throttled {
                limit.consume(request.milli);
                if let Some((key, size)) = request.after {
                    sizes[KEYS.iter().position(|known| *known == key).unwrap_or_default()] = size;
                }
            }
        }
    }
    Ok(())
}

/// Returns a request and what it consumes: a started kilobyte of the larger item for a write, started four kilobytes for a read.
fn request(chance: &mut Chance, sizes: &[i64]) -> Request {
    let place = chance.below(sizes.len());
    let (key, before) = (KEYS[place], sizes[place]);
    let started = |size: i64, unit: i64| (size + unit - 1).div_euclid(unit).max(1);
    match chance.below(5) {
        0 | 1 => {
            let length = chance.below(9_000);
            // The names "k" and "v", the key and the value.
            let size = 3 + length as i64;
            Request {
                operation: "PutItem",
                body: json!({"TableName": "Items", "Item": {"k": {"S": key}, "v": {"S": "x".repeat(length)}}}),
                is_write: true,
                after: Some((key, size)),
                milli: started(size.max(before), 1_024) * 1_000,
            }
        }
        2 => Request {
            operation: "DeleteItem",
            body: json!({"TableName": "Items", "Key": {"k": {"S": key}}}),
            is_write: true,
            after: Some((key, 0)),
            milli: started(before, 1_024) * 1_000,
        },
        _ => {
            let is_consistent = chance.one_in(2);
            Request {
                operation: "GetItem",
                body: json!({"TableName": "Items", "Key": {"k": {"S": key}}, "ConsistentRead": is_consistent}),
                is_write: false,
                after: None,
                milli: started(before, 4_096) * if is_consistent { 1_000 } else { 500 },
            }
        }
    }
}
