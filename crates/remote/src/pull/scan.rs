//! Reads a whole table in parallel segments, page by page. A page is handed on before the next of its segment is asked for, so the memory
//! does not grow with the table.

use dynalab_types::{Item, json, wire};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;

/// How a table is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    pub count: u32,
    /// Strongly consistent reads cost twice as much.
    pub is_consistent: bool,
}

impl Default for Segments {
    fn default() -> Segments {
        Segments { count: 4, is_consistent: false }
    }
}

/// Reads all items. `each` gets them in no order.
///
/// # Errors
/// The endpoint refuses a request, an item is not DynamoDB JSON, or `each` fails.
pub async fn scan<E: Edge>(
    client: &Client<E>,
    table: &str,
    segments: Segments,
    mut each: impl FnMut(Item) -> Result<(), RemoteError>,
) -> Result<(), RemoteError> {
    let pages = (0..segments.count.max(1)).map(|segment| {
        // The state is the key of the next page. None after the last one.
        stream::try_unfold(Some(None), move |state: Option<Option<Value>>| async move {
            let Some(start) = state else { return Ok::<_, RemoteError>(None) };
            let page = page(client, table, (segment, segments), start).await?;
            let next = page.next.map(Some);
            Ok(Some((page.items, next)))
        })
        .boxed_local()
    });
    let mut pages = stream::select_all(pages);
    while let Some(items) = pages.next().await {
        for item in items? {
            each(item)?;
        }
    }
    Ok(())
}

/// One page of a Scan or a Query.
pub struct Page {
    pub items: Vec<Item>,
    pub next: Option<Value>,
}

async fn page<E: Edge>(
    client: &Client<E>,
    table: &str,
    (segment, segments): (u32, Segments),
    start: Option<Value>,
) -> Result<Page, RemoteError> {
    let mut body = json!({
        "TableName": table, "ConsistentRead": segments.is_consistent, "ReturnConsumedCapacity": "TOTAL",
    });
    if segments.count > 1 {
        body["Segment"] = json!(segment);
        body["TotalSegments"] = json!(segments.count);
    }
    if let Some(start) = start {
        body["ExclusiveStartKey"] = start;
    }
    read_page(table, client.call("Scan", &body).await?)
}

/// Reads the items of a response.
///
/// # Errors
/// An item is not DynamoDB JSON.
pub fn read_page(table: &str, mut answer: Value) -> Result<Page, RemoteError> {
    let next = answer.get_mut("LastEvaluatedKey").map(Value::take).filter(|next| !next.is_null());
    let items = answer["Items"].as_array().into_iter().flatten();
    let items = items.map(|item| {
        item_of(item).ok_or_else(|| RemoteError::Item {
            table: table.to_owned(),
            message: "an item in a response is not DynamoDB JSON.".to_owned(),
        })
    });
    Ok(Page { items: items.collect::<Result<_, RemoteError>>()?, next })
}

/// Reads an item in DynamoDB JSON.
pub fn item_of(value: &Value) -> Option<Item> {
    match json::parse(&value.to_string()).ok()? {
        json::Value::Object(object) => wire::decode_item(&object).ok(),
        _ => None,
    }
}
