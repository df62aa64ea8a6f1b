//! Writes the items of a table in batches, in order, several at a time. What the endpoint leaves out of a batch is sent again.

use std::collections::BTreeSet;

use dynalab::Local;
use dynalab_types::Item;
use dynalab_types::wire::{value_json, write_item};
use futures_util::{StreamExt, stream};
use serde_json::Value;

use super::{Checkpoint, Progress, PushObserver};
use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;
use crate::retries::wait_ms;
use crate::source::SourceTable;
use crate::units;

/// Items of one BatchWriteItem.
const BATCH_ITEMS: usize = 25;
/// How often the rest of a batch is sent while the endpoint takes none of it.
const UNPROCESSED_ATTEMPTS_MAX: u32 = 20;
/// The checkpoint is kept after so many batches.
const SAVE_EVERY: u64 = 20;

pub async fn items<E: Edge>(
    client: &Client<E>,
    of: &SourceTable,
    concurrency: usize,
    checkpoint: &mut Checkpoint,
    on: &mut impl PushObserver,
) -> Result<(), RemoteError> {
    let name = &of.table.name;
    let total = of.items.len() as u64;
    let first = checkpoint.table(name).items.min(total);
    let rest = of.items.get(first as usize..).unwrap_or_default();
    let batches = stream::iter(rest.chunks(BATCH_ITEMS).map(|batch| write_batch(client, name, batch)));
    // In order, so that a number says which items are acknowledged.
    let mut batches = std::pin::pin!(batches.buffered(concurrency.max(1)));
    let (mut done, mut number) = (first, 0);
    let mut outcome = Ok(());
    while let Some(written) = batches.next().await {
        match written {
            Ok(items) => done += items,
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
        number += 1;
        checkpoint.table(name).items = done;
        if number % SAVE_EVERY == 0 {
            on.save(checkpoint);
        }
        on.progress(Progress::Writing { table: name.clone(), done, of: total });
    }
    on.save(checkpoint);
    outcome
}

/// Writes one batch. Returns the number of its items.
async fn write_batch<E: Edge>(client: &Client<E>, table: &str, items: &[Item]) -> Result<u64, RemoteError> {
    let mut body = put_body(table, items);
    let (mut attempts, mut before) = (0, items.len());
    loop {
        let answer = client.send("BatchWriteItem", body).await?;
        let left = &answer["UnprocessedItems"];
        let count: usize =
            left.as_object().into_iter().flatten().filter_map(|(_, list)| Some(list.as_array()?.len())).sum();
        if count == 0 {
            return Ok(items.len() as u64);
        }
        // A small provisioned table takes a few items at a time.
        attempts = if count < before { 1 } else { attempts + 1 };
        before = count;
        if attempts == UNPROCESSED_ATTEMPTS_MAX {
            return Err(RemoteError::Unprocessed { table: table.to_owned(), attempts });
        }
        body = format!("{{\"RequestItems\":{left},\"ReturnConsumedCapacity\":\"TOTAL\"}}");
        client.edge().sleep(wait_ms(attempts, client.edge().random())).await;
    }
}

/// Puts items into a table here. Returns the write units that this consumes. An item that the engine refuses is left out: a problem of
/// its design says so.
pub fn put_here(local: &Local, table: &str, items: &[Item]) -> f64 {
    let consumed = batches(table, items).map(|body| {
        let answer = local.execute("BatchWriteItem", &body);
        units::of_response(&serde_json::from_str(&answer.body).unwrap_or_default())
    });
    consumed.sum()
}

/// Returns the bodies of the BatchWriteItem requests that put these items.
fn batches(table: &str, items: &[Item]) -> impl Iterator<Item = String> {
    items.chunks(BATCH_ITEMS).map(move |batch| put_body(table, batch))
}

/// Returns the body of a BatchWriteItem.
fn put_body(table: &str, items: &[Item]) -> String {
    let mut body = String::from("{\"RequestItems\":{");
    body.push_str(&Value::from(table).to_string());
    body.push_str(":[");
    for (place, item) in items.iter().enumerate() {
        body.push_str(if place == 0 { "{\"PutRequest\":{\"Item\":" } else { ",{\"PutRequest\":{\"Item\":" });
        write_item(item, &mut body);
        body.push_str("}}");
    }
    body.push_str("]},\"ReturnConsumedCapacity\":\"TOTAL\"}");
    body
}

/// Returns the key of an item as text. Equal keys give equal texts.
pub fn key_text(item: &Item, keys: &[&str]) -> String {
    keys.iter().filter_map(|key| item.get(key)).map(value_json).collect::<Vec<String>>().join("\n")
}

pub fn keys_of(items: &[Item], keys: &[&str]) -> BTreeSet<String> {
    items.iter().map(|item| key_text(item, keys)).collect()
}
