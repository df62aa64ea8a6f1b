//! Reads a sample of a table: some partition keys, each with all of its items, so that item collections stay whole.

use std::collections::BTreeSet;

use dynalab_modeling::design::Table;
use dynalab_types::Item;
use serde_json::{Value, json};

use super::scan::read_page;
use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;

/// The table is looked at in so many places, so that a sample is not of its beginning alone.
const PLACES: usize = 16;
/// Items of a page that looks for keys.
const LOOK_ITEMS: usize = 100;

/// Reads the items of at most `keys` partition keys.
///
/// # Errors
/// The endpoint refuses a request, or does not answer.
pub async fn read<E: Edge>(
    client: &Client<E>,
    table: &Table,
    keys: usize,
    mut each: impl FnMut(Item) -> Result<(), RemoteError>,
) -> Result<(), RemoteError> {
    let Some(attribute) = table.partition_key.first().map(|key| key.name.as_str()) else { return Ok(()) };
    let mut chosen: BTreeSet<String> = BTreeSet::new();
    let places = PLACES.min(keys.max(1));
    // Places with few keys leave room for the others, so the rest is divided again.
    for place in 0..places {
        let room = (keys - chosen.len()).div_ceil(places - place);
        let wanted = chosen.len() + room;
        let mut body = json!({
            "TableName": table.name, "Segment": place, "TotalSegments": places, "Limit": LOOK_ITEMS,
            "ProjectionExpression": "#k", "ExpressionAttributeNames": { "#k": attribute },
        });
        while chosen.len() < wanted {
            let answer = client.call("Scan", &body).await?;
            for key in answer["Items"].as_array().into_iter().flatten().map(|item| &item[attribute]) {
                if chosen.len() < wanted && !key.is_null() && chosen.insert(key.to_string()) {
                    collection(client, table, (attribute, key), &mut each).await?;
                }
            }
            match answer.get("LastEvaluatedKey").filter(|next| !next.is_null()) {
                Some(next) => body["ExclusiveStartKey"] = next.clone(),
                None => break,
            }
        }
    }
    Ok(())
}

/// Reads all items of one partition key.
async fn collection<E: Edge>(
    client: &Client<E>,
    table: &Table,
    (attribute, key): (&str, &Value),
    each: &mut impl FnMut(Item) -> Result<(), RemoteError>,
) -> Result<(), RemoteError> {
    let mut body = json!({
        "TableName": table.name, "KeyConditionExpression": "#k = :k",
        "ExpressionAttributeNames": { "#k": attribute }, "ExpressionAttributeValues": { ":k": key },
        "ReturnConsumedCapacity": "TOTAL",
    });
    loop {
        let page = read_page(&table.name, client.call("Query", &body).await?)?;
        page.items.into_iter().try_for_each(&mut *each)?;
        match page.next {
            Some(next) => body["ExclusiveStartKey"] = next,
            None => return Ok(()),
        }
    }
}
