//! Sends the requests of a form one after another. The table must be ACTIVE again between them.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_app::request::call_result::CallResult;
use dynalab_app::table::changes::Step;
use dynalab_app::table::facts::rows;
use serde_json::{Value, json};

use crate::dialogs::pause::pause;
use crate::page::context::PageContext;

const BETWEEN_LOOKS_MS: i32 = 300;

/// The number of finished steps, and whether the table is not ACTIVE yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: usize,
    pub waits: bool,
}

/// Runs the steps in order.
///
/// # Errors
/// Returns DynamoDB's message for the first step that fails. Earlier steps remain done.
pub async fn run(
    page: &PageContext,
    steps: Vec<Step>,
    table: &str,
    stop: Rc<Cell<bool>>,
    tell: impl Fn(Progress),
) -> CallResult<()> {
    let last = steps.len().saturating_sub(1);
    for (done, step) in steps.into_iter().enumerate() {
        if stop.get() {
            return Ok(());
        }
        tell(Progress { done, waits: false });
        page.run(step.operation, &step.body).await?;
        if done < last && !is_active(page, table).await? {
            tell(Progress { done: done + 1, waits: true });
            until_active(page, table, &stop).await?;
        }
    }
    Ok(())
}

/// Returns when the table and its indexes are ACTIVE, or when `stop` is set.
///
/// # Errors
/// Returns the error of DescribeTable.
pub async fn until_active(page: &PageContext, table: &str, stop: &Cell<bool>) -> CallResult<()> {
    while !stop.get() && !is_active(page, table).await? {
        pause(BETWEEN_LOOKS_MS).await;
    }
    Ok(())
}

async fn is_active(page: &PageContext, table: &str) -> CallResult<bool> {
    let told: Value = page.look_at(("DescribeTable", json!({ "TableName": table }).to_string())).await?;
    let table = &told["Table"];
    let indexes = rows(&table["GlobalSecondaryIndexes"]).all(|index| index["IndexStatus"] == "ACTIVE");
    Ok(indexes && table["TableStatus"] == "ACTIVE")
}
