//! Invalid requests: the page shows DynamoDB's errors, and continues to work.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::By;
use thirtyfour::components::SelectElement;

use crate::page::{Page, selector};
use crate::table;
use crate::visit::visit;

const TABLE: &str = "Notes";
const ITEM_BYTES_MAX: usize = 400 * 1024;

#[test]
fn bad_input_gets_the_services_own_error_in_the_page() {
    visit("bad_input", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.succeeds("CreateTable", table::definition(TABLE)).await?;

        fails(
            page,
            "PutItems",
            "{}",
            json!({"__type": "com.amazon.coral.service#UnknownOperationException"}),
        )
        .await?;
        let not_json = json!({"__type": "com.amazon.coral.service#SerializationException"});
        for text in ["", "{", "{\"TableName\":\"Notes\",}", "TableName", "{\"TableName\":\"Notes\"} {}"] {
            fails(page, "Scan", text, not_json.clone()).await?;
        }
        let shape = json!({
            "__type": "com.amazon.coral.service#SerializationException",
            "Message": "NUMBER_VALUE cannot be converted to String",
        });
        fails(page, "Scan", r#"{"TableName":5}"#, shape).await?;
        let no_table = "Requested resource not found";
        fails(page, "Scan", r#"{"TableName":"Nowhere"}"#, not_found(no_table)).await?;
        let no_table = "Requested resource not found: Table: Nowhere not found";
        fails(page, "DescribeTable", r#"{"TableName":"Nowhere"}"#, not_found(no_table)).await?;

        let too_large = json!({
            "__type": "com.amazon.coral.validate#ValidationException",
            "message": "Item size has exceeded the maximum allowed size",
        });
        fails(page, "PutItem", &put_of(ITEM_BYTES_MAX + 1), too_large).await?;
        let answer = page.execute_text("PutItem", &put_of(ITEM_BYTES_MAX)).await?;
        ensure!(answer.status == 200, "an item of exactly 400 KB is accepted, and got {answer:?}");

        the_page_shows_the_error(page).await?;
        page.shows_no("engine-restarted").await?;
        let count = table::item_count(page, TABLE).await?;
        ensure!(count == 1, "what was refused is not there: one item is expected, and {count} are there");
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "bad input is no error of the page, and the console has {errors:?}");
        Ok(())
    });
}

async fn fails(page: &Page, operation: &str, body: &str, expected: Value) -> Result<()> {
    let answer = page.execute_text(operation, body).await?;
    let shown: String = body.chars().take(80).collect();
    ensure!(answer.status == 400, "{operation} {shown} should be answered with 400: {answer:?}");
    ensure!(
        answer.body == expected,
        "{operation} {shown} is answered with\n{}\nand expected is\n{expected}",
        answer.body
    );
    Ok(())
}

fn not_found(message: &str) -> Value {
    json!({"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "message": message})
}

/// Returns a PutItem of an item of this size, in bytes.
fn put_of(size: usize) -> String {
    let text = "x".repeat(size - "pk".len() - "big".len() - "sk".len() - 2 - "text".len());
    json!({"TableName": TABLE, "Item": {"pk": {"S": "big"}, "sk": {"N": "1"}, "text": {"S": text}}})
        .to_string()
}

/// Sends an invalid request through the editor.
async fn the_page_shows_the_error(page: &Page) -> Result<()> {
    let select = SelectElement::new(&page.element("operation-select").await?).await?;
    select.select_by_value("GetItem").await?;
    page.click("tab-request-json").await?;
    page.writes(r#"{"TableName":"Nowhere","Key":{"pk":{"S":"a"}}"#).await?;
    let disabled = page.value(&format!("document.querySelector('{}').disabled", selector("run"))).await?;
    ensure!(disabled == true, "JSON that ends too early cannot be run");
    page.writes(r#"{"TableName":"Nowhere","Key":{"pk":{"S":"a"}}}"#).await?;
    page.click("run").await?;
    let failed = "document.querySelector('[data-testid=result-status][data-status=\"400\"]')?.innerText\
        .includes('ResourceNotFoundException')";
    page.wait_until("the status of the request", failed).await?;
    let said =
        page.window.find(By::Css(".finding-message")).await.context("the error is shown")?.text().await?;
    ensure!(said == "Requested resource not found", "the service's sentence is shown, and not: {said}");
    Ok(())
}
