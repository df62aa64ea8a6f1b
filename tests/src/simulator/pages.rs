//! Properties of reads in pieces: pages of any limit, both directions, segments, and a deleted LastEvaluatedKey.

use dynalab_service::Engine;
use serde_json::Value as Json;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{CommandTarget, perform};
use crate::simulator::generation::Plan;
use crate::simulator::model::Model;
use crate::simulator::request::{Command, Read, Request, TableShape};
use crate::simulator::run::{Checked, Failure, engine_of};
use crate::simulator::twins::reopened;
use crate::simulator::value::Value;

/// Executes the plan's commands, then reads everything in every way.
pub fn pieces_make_the_whole(plan: &Plan) -> Checked {
    let mut chance = Chance::new(plan.seed ^ 0x9A6E);
    let mut engine = engine_of(plan);
    let mut model = Model::new(plan.delays);
    for command in &plan.commands {
        perform(&mut engine, command);
        model.execute(command);
    }
    let at_ms = plan.commands.last().map_or(0, |command| command.at_ms);
    for shape in model.shapes() {
        let sources = shape.indexes.iter().map(|index| (Some(index.name.clone()), &index.key));
        for (index, key) in [(None, &shape.key)].into_iter().chain(sources) {
            let read = Read { table: shape.name.clone(), index, ..Read::default() };
            let whole = scan_in_pieces(&mut engine, at_ms, &read, &mut chance)?;
            let mut partitions: Vec<&Json> = whole.iter().map(|item| &item[&key.partition.0]).collect();
            partitions.sort_by_key(|value| value.to_string());
            partitions.dedup();
            for partition in partitions {
                let Some(partition) = value_of(partition) else { continue };
                let query = |limit: Option<u64>, forward: bool| Request::Query {
                    read: Read { limit, ..read.clone() },
                    key: key.clone(),
                    partition: partition.clone(),
                    sort: None,
                    forward,
                };
                query_in_pieces(&mut engine, at_ms, query, &whole, &key.partition.0)?;
            }
            key_that_is_gone(&engine, plan, at_ms, &shape, &read)?;
        }
    }
    Ok(())
}

/// Returns all items of a source, in the order of one unlimited scan.
fn scan_in_pieces(
    engine: &mut Engine,
    at_ms: u64,
    read: &Read,
    chance: &mut Chance,
) -> Result<Vec<Json>, Failure> {
    let scan =
        |limit: Option<u64>, segments: u64| Request::Scan { read: Read { limit, ..read.clone() }, segments };
    let whole = items(engine, at_ms, &scan(None, 1));
    for (limit, segments) in [
        (Some(1), 1),
        (Some(1 + chance.below(5) as u64), 1),
        (None, 2),
        (None, 1 + chance.below(9) as u64),
        (Some(1), 1 + chance.below(5) as u64),
    ] {
        // Segments follow the order of the hash, so even their items have a fixed order.
        let pieces = items(engine, at_ms, &scan(limit, segments));
        if pieces != whole {
            return Err(Failure::from_text(format!(
                "a scan of {read:?} by {limit:?} in {segments} segments gives {pieces:?}\n  and not {whole:?}"
            )));
        }
    }
    Ok(whole)
}

fn query_in_pieces(
    engine: &mut Engine,
    at_ms: u64,
    query: impl Fn(Option<u64>, bool) -> Request,
    whole: &[Json],
    partition_name: &str,
) -> Checked {
    let expected = items(engine, at_ms, &query(None, true));
    let partition = &expected.first().unwrap_or(&Json::Null)[partition_name];
    let in_partition = whole.iter().filter(|item| &item[partition_name] == partition).count();
    if expected.is_empty() || in_partition != expected.len() {
        return Err(Failure::from_text(format!("a query finds {expected:?} of {whole:?}")));
    }
    for limit in [1, 2, 3] {
        let forward = items(engine, at_ms, &query(Some(limit), true));
        let mut backward = items(engine, at_ms, &query(Some(limit), false));
        backward.reverse();
        if forward != expected || backward != expected {
            return Err(Failure::from_text(format!(
                "{}\n  by {limit} gives {forward:?}\n  backward {backward:?}\n  and not {expected:?}",
                query(None, true).body()
            )));
        }
    }
    Ok(())
}

/// A read continues after the last item of a page, even if that item is deleted between the pages.
fn key_that_is_gone(engine: &Engine, plan: &Plan, at_ms: u64, shape: &TableShape, read: &Read) -> Checked {
    let mut engine = reopened(engine, plan)?;
    let scan = Request::Scan { read: Read { limit: Some(1), ..read.clone() }, segments: 1 };
    let whole = items(&mut engine, at_ms, &scan);
    let mut body = scan.body();
    let mut found = Vec::new();
    loop {
        let page = engine.send(at_ms, "Scan", &body.to_string());
        found.extend(page.body["Items"].as_array().cloned().unwrap_or_default());
        let Some(last_key) = page.body.get("LastEvaluatedKey") else { break };
        let names = shape.key.attributes().map(|(name, _)| name);
        let key: serde_json::Map<String, Json> =
            names.map(|name| (name.clone(), last_key[name].clone())).collect();
        let delete = serde_json::json!({ "TableName": shape.name, "Key": key });
        let deleted = engine.send(at_ms, "DeleteItem", &delete.to_string());
        if deleted.status != 200 {
            return Err(Failure::from_text(format!("{delete} is refused: {}", deleted.text)));
        }
        body["ExclusiveStartKey"] = last_key.clone();
    }
    if found == whole { Ok(()) } else { Err(Failure::from_text(format!("{found:?}\n  and not {whole:?}"))) }
}

/// Returns no items if the table or index cannot be read, because it is being created or deleted.
fn items(engine: &mut Engine, at_ms: u64, request: &Request) -> Vec<Json> {
    let command = Command { at_ms, request: request.clone() };
    let pages = perform(engine, &command);
    let items = pages.iter().flatten().filter_map(|page| page.body["Items"].as_array());
    items.flatten().cloned().collect()
}

/// Parses a key value as DynamoDB returns it.
fn value_of(json: &Json) -> Option<Value> {
    let (kind, text) = json.as_object()?.iter().next()?;
    let text = text.as_str()?;
    Some(match kind.as_str() {
        "S" => Value::text(text),
        "N" => Value::N((text.parse::<f64>().ok()? * 1000.0).round() as i64),
        // Binary keys are few and short, so find them by their encoding.
        _ => Value::B(
            (0..=2).flat_map(short_bytes).find(|bytes| crate::simulator::value::base64(bytes) == text)?,
        ),
    })
}

fn short_bytes(length: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..256u32.pow(length)).map(move |number| number.to_be_bytes()[4 - length as usize..].to_vec())
}
