//! A consumer of a stream: each record is delivered, or given up after its retries, once and in order.

use std::collections::BTreeMap;

use dynalab_service::Engine;
use serde_json::{Value as Json, json};

use crate::simulator::chance::Chance;
use crate::simulator::generation::{BEGIN_MS, Plan};
use crate::simulator::oracle::{Event, begin, events, succeed};
use crate::simulator::run::{Checked, Failure};

const KEYS: [&str; 4] = ["a", "b", "c", "bad"];
const POISON: &str = "bad";
/// Longer than all retries of a run: each waits for one minute at most.
const HOUR_MS: u64 = 3_600_000;

/// A record of the stream, as the reference expects it.
struct Record {
    key: &'static str,
    event: &'static str,
}

/// The settings that decide what is delivered.
struct Mapping {
    has_poison: bool,
    bisects: bool,
    reports_items: bool,
    retries: Option<usize>,
    error_permille: usize,
    only_inserts: bool,
    has_destination: bool,
    lanes: usize,
}

impl Mapping {
    fn draw(chance: &mut Chance) -> Mapping {
        let has_poison = chance.one_in(2);
        Mapping {
            has_poison,
            bisects: chance.one_in(2),
            reports_items: chance.one_in(2),
            // With poison and no limit, a lane waits until the record has expired.
            retries: (has_poison || chance.one_in(2)).then(|| chance.below(4)),
            error_permille: *chance.pick(&[0, 0, 200, 600]),
            only_inserts: chance.one_in(3),
            has_destination: chance.one_in(2),
            lanes: *chance.pick(&[1, 1, 3]),
        }
    }

    fn body(&self, stream: &str, chance: &mut Chance) -> Json {
        let mut body = json!({"Name": "m", "StreamArn": stream, "StartingPosition": "TRIM_HORIZON",
            "BatchSize": 1 + chance.below(6), "ParallelizationFactor": self.lanes,
            "BisectBatchOnFunctionError": self.bisects,
            "MaximumBatchingWindowMs": *chance.pick(&[0, 0, 700]),
            "Handler": {"DurationMs": *chance.pick(&[0, 30, 400]), "ErrorPermille": self.error_permille}});
        if let Some(retries) = self.retries {
            body["MaximumRetryAttempts"] = retries.into();
        }
        if self.has_poison {
            body["Handler"]["PoisonKeys"] = json!([{"k": {"S": POISON}}]);
        }
        if self.reports_items {
            body["FunctionResponseTypes"] = json!(["ReportBatchItemFailures"]);
        }
        if self.only_inserts {
            body["FilterCriteria"] = json!({"Filters": [{"Pattern": r#"{"eventName":["INSERT"]}"#}]});
        }
        if self.has_destination {
            let queue = "arn:aws:sqs:us-east-1:123456789012:late";
            body["DestinationConfig"] = json!({"OnFailure": {"Destination": queue}});
        }
        body
    }

    fn wants(&self, record: &Record) -> bool {
        !self.only_inserts || record.event == "INSERT"
    }

    fn is_poison(&self, record: &Record) -> bool {
        self.has_poison && record.key == POISON
    }

    /// Returns true if a record can be given up only because it is poison: failing batches are halved down to it, and nothing
    /// else fails.
    fn isolates_poison(&self) -> bool {
        self.retries.is_none() || (self.bisects && self.error_permille == 0)
    }
}

pub fn handle_each_record(plan: &Plan) -> Checked {
    let mut engine = begin(plan);
    let mut chance = Chance::new(plan.seed ^ 0xC051);
    let dials = json!({"stream_poll_interval_ms": *chance.pick(&[1, 100, 250]), "stream_retry_ms": 200});
    succeed(&mut engine, BEGIN_MS, "Dynalab.SetDials", &json!({"Seed": plan.seed % 1_000, "Dials": dials}))?;
    let table = json!({"TableName": "Items", "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"}});
    let created = succeed(&mut engine, BEGIN_MS, "CreateTable", &table)?;
    let stream = created.body["TableDescription"]["LatestStreamArn"].as_str().unwrap_or_default().to_owned();
    let mapping = Mapping::draw(&mut chance);
    let body = mapping.body(&stream, &mut chance);
    succeed(&mut engine, BEGIN_MS, "Dynalab.PutEventSourceMapping", &body)?;
    let (mut items, mut records) = (BTreeMap::new(), Vec::new());
    let (mut delivered, mut end_ms) = (Delivered::default(), BEGIN_MS);
    for (number, event) in (1..).zip(events(plan, 0xC052)) {
        end_ms = event.at_ms;
        perform(&mut engine, (&mut items, &mut records), event, number)?;
        delivered.check(&describe(&mut engine, end_ms)?, &mapping)?;
    }
    succeed(&mut engine, end_ms + 1, "Dynalab.AdvanceClock", &json!({"Milliseconds": HOUR_MS}))?;
    let described = describe(&mut engine, end_ms + HOUR_MS + 2)?;
    compare(&described, &mapping, &records)
        .map_err(|what| Failure::from_text(format!("{body}\n  {what}\n  {described}")))
}

fn perform(
    engine: &mut Engine,
    (items, records): (&mut BTreeMap<&'static str, u64>, &mut Vec<Record>),
    event: Event,
    number: u64,
) -> Checked {
    let Event { at_ms, mut chance } = event;
    let key = chance.pick_text(&KEYS);
    if chance.one_in(5) {
        succeed(engine, at_ms, "DeleteItem", &json!({"TableName": "Items", "Key": {"k": {"S": key}}}))?;
        records.extend(items.remove(key).map(|_| Record { key, event: "REMOVE" }));
        return Ok(());
    }
    // One of few values, so that some writes change nothing and have no record.
    let value = number % 2;
    let item = json!({"k": {"S": key}, "n": {"N": value.to_string()}});
    succeed(engine, at_ms, "PutItem", &json!({"TableName": "Items", "Item": item}))?;
    match items.insert(key, value) {
        None => records.push(Record { key, event: "INSERT" }),
        Some(before) if before != value => records.push(Record { key, event: "MODIFY" }),
        Some(_) => {}
    }
    Ok(())
}

fn describe(engine: &mut Engine, at_ms: u64) -> Result<Json, Failure> {
    let described = succeed(engine, at_ms, "Dynalab.DescribeEventSourceMapping", &json!({"Name": "m"}))?;
    Ok(described.body)
}

/// The last delivered record of each lane.
#[derive(Default)]
struct Delivered {
    batch: u64,
    last: BTreeMap<u64, u128>,
}

impl Delivered {
    /// Checks that successful invocations of a lane go forward. The response has the latest invocations only.
    fn check(&mut self, described: &Json, mapping: &Mapping) -> Checked {
        let number = |value: &Json| value.as_str().and_then(|text| text.parse::<u128>().ok());
        for invocation in described["LastInvocations"].as_array().into_iter().flatten() {
            let batch = invocation["Batch"].as_u64().unwrap_or_default();
            if batch <= self.batch {
                continue;
            }
            self.batch = batch;
            let (first, last) = (number(&invocation["First"]), number(&invocation["Last"]));
            let (Some(first), Some(last)) = (first, last) else {
                return Err(Failure::from_text(format!("an invocation without records: {invocation}")));
            };
            let lane = invocation["Lane"].as_u64().unwrap_or_default();
            if lane as usize >= mapping.lanes {
                return Err(Failure::from_text(format!("a lane that does not exist: {invocation}")));
            }
            if invocation["Outcome"] == "SUCCESS" {
                if self.last.get(&lane).is_some_and(|before| *before >= first) {
                    return Err(Failure::from_text(format!("a record is delivered again: {invocation}")));
                }
                self.last.insert(lane, last);
            }
        }
        Ok(())
    }
}

/// Compares the counts with the records that the reference expects.
fn compare(described: &Json, mapping: &Mapping, records: &[Record]) -> Result<(), String> {
    let count = |name: &str| described[name].as_u64().unwrap_or_default() as usize;
    let wanted: Vec<&Record> = records.iter().filter(|record| mapping.wants(record)).collect();
    let poison = wanted.iter().filter(|record| mapping.is_poison(record)).count();
    let (given_up, other) = match mapping.has_destination {
        true => (count("RecordsDeadLettered"), count("RecordsDiscarded")),
        false => (count("RecordsDiscarded"), count("RecordsDeadLettered")),
    };
    let delivered = count("RecordsDelivered");
    let expect = |holds: bool, what: &str| {
        if holds { Ok(()) } else { Err(format!("{what}, {} wanted, {poison} poison", wanted.len())) }
    };
    expect(delivered + given_up == wanted.len(), "delivered and given up are not all records")?;
    expect(other == 0, "records were given up in the wrong way")?;
    expect(given_up >= poison, "poison was delivered")?;
    expect(!mapping.isolates_poison() || given_up == poison, "other records than poison were given up")?;
    expect(count("RecordsFilteredOut") == records.len() - wanted.len(), "filtered records")
}
