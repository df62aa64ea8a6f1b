//! The lesson about tests, solved with a typed test. The AWS SDK runs in the sandbox, on the tables of the lesson.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::learn::{goal, opened};
use crate::page::Page;
use crate::visit::visit;

const FOLDER: &str = "../crates/lessons/course/8-operations/8.8-dynamodb-in-your-tests/lesson.json";
/// The text that the learner adds to the panel's initial text.
const ADDED: &str = r#"
await put("s-2", 1794821400);
await control("AdvanceClock", { Milliseconds: 1860000 });
expect((await sessions(1794821460)).length === 0, "a session ends");

const fault = { Name: "one-error", Operations: ["PutItem"], RatePermille: 1000, Kind: "INTERNAL_ERROR" };
await control("PutFault", fault);
const failed = await put("s-3", 1794823260).catch((error) => error);
expect(failed.name === "InternalServerError", "a login fails");
await control("DeleteFault", { Name: fault.Name });
await put("s-3", 1794823260);
"#;

fn start() -> Result<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let lesson: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    Ok(lesson["test"].as_str().context("the lesson has a test")?.to_owned())
}

async fn runs(page: &Page, code: &str, ended: &str) -> Result<String> {
    let write = format!(
        "const panel = document.querySelector('[data-testid=learn-test]'); panel.open = true; \
         const area = document.querySelector('[data-testid=learn-test-code]'); area.value = {}; \
         area.dispatchEvent(new InputEvent('input', {{bubbles: true}})); return true;",
        json!(code)
    );
    page.window.execute(&write, vec![]).await?;
    page.click("learn-test-run").await?;
    let output = "document.querySelector('[data-testid=learn-test-output]')";
    page.wait_until("the end of the test", &format!("{output}.dataset.ended")).await?;
    let told = page.text("learn-test-output").await?;
    ensure!(page.value(&format!("{output}.dataset.ended")).await? == ended, "{told}");
    Ok(told)
}

#[test]
fn a_test_with_the_sdk_meets_the_goals() {
    visit("learn_sdk_test", async |visit| {
        let page = visit.page();
        page.open("/learn/dynamodb-in-your-tests").await?;
        opened(page, "8.8").await?;
        // The initial text alone meets the goal about a new user. A second run finds the table of the first run.
        let told = runs(page, &start()?, "passed").await?;
        ensure!(told.contains("ok a new user has no session"), "{told}");
        goal(page, "fresh", "met").await?;
        let told = runs(page, &start()?, "failed").await?;
        ensure!(told.contains("ResourceInUseException"), "{told}");
        let told = runs(page, "import fs from 'node:fs';", "failed").await?;
        ensure!(told.contains("A test cannot import the package \"node:fs\""), "{told}");
        page.click("learn-reset").await?;
        goal(page, "fresh", "open").await?;
        let told = runs(page, &format!("{}{ADDED}", start()?), "passed").await?;
        ensure!(told.contains("ok a login fails"), "{told}");
        page.click("learn-question-dates-clock").await?;
        for name in ["own", "kept", "fresh", "ended", "clock", "retried", "healed", "dates"] {
            goal(page, name, "met").await?;
        }
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}
