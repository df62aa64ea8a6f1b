//! Asks the engine what principals may do.

use dynalab_app::pictures::access::permissions::{Row, Table, weight};
use dynalab_app::request::call_result::{CallResult, json_of};
use dynalab_app::table::keys::TableKeys;
use dynalab_service::contract::access::SimulatePolicy;
use serde_json::{Value, json};

use crate::page::context::PageContext;

/// Maximum number of principals in the matrix.
const ROWS_MAX: usize = 12;

/// Returns the key of an existing item, or an example key.
pub async fn some_key(page: &PageContext, table: &Table) -> Value {
    let body = json!({ "TableName": table.table_name, "Limit": 1 });
    let scanned: Value = page.look_at(("Scan", body.to_string())).await.unwrap_or_default();
    let names = (0..2).filter_map(|place| table.keys.attribute(place));
    let item = &scanned["Items"][0];
    let key: serde_json::Map<String, Value> =
        names.filter_map(|(name, _)| Some((name.to_owned(), item.get(name)?.clone()))).collect();
    if key.is_empty() { table.keys.key_of(0) } else { Value::Object(key) }
}

/// Simulates each request as each principal.
///
/// # Errors
/// Returns the message of DynamoDB or the name of Dynalab's error.
pub async fn matrix(
    page: PageContext,
    names: Vec<String>,
    requests: Vec<(&'static str, Value)>,
) -> CallResult<Vec<Row>> {
    let mut rows = Vec::new();
    for name in names.into_iter().take(ROWS_MAX) {
        let mut cells = Vec::new();
        for (operation, request) in &requests {
            let question = SimulatePolicy {
                name: Some(name.clone()),
                operation: (*operation).to_owned(),
                request: json_of(request),
                ..SimulatePolicy::default()
            };
            let told = page.look(&question).await?;
            cells.push(told.evaluation_results.into_iter().max_by_key(weight).unwrap_or_default());
        }
        rows.push(Row { name, cells });
    }
    Ok(rows)
}
