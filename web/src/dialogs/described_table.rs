//! Asks for the facts of a table.

use dynalab_app::request::call_result::CallResult;
use dynalab_app::table::facts::TableFacts;
use serde_json::{Value, json};

use crate::page::context::PageContext;

/// Returns the facts of a table.
///
/// # Errors
/// Returns the message of DynamoDB, or the name of Dynalab's error.
pub async fn ask(page: &PageContext, table: &str) -> CallResult<TableFacts> {
    let told: Value = page.look_at(("DescribeTable", json!({ "TableName": table }).to_string())).await?;
    Ok(TableFacts::read(&told["Table"]))
}
