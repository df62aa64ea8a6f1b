//! Trigger functions run in a sandbox, can access only the tables, and are stopped after the time limit.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::page::Page;
use crate::visit::visit;

const COPY: &str = "export const handler = async (event) => { for (const { dynamodb: change } of event.Records) { await dynamodb.putItem({ TableName: 'Second', Item: change.NewImage }); } console.log('copied', event.Records.length); };";
const ESCAPE: &str = "export const handler = async () => { const tries = { fetch: () => fetch('/index.html'), far: () => fetch('https://example.com'), parent: () => parent.document, module: () => import('/app.js'), database: () => indexedDB.open('dynalab'), worker: () => new Worker(URL.createObjectURL(new Blob(['0']))), evaluate: () => eval('1') }; for (const [name, go] of Object.entries(tries)) { try { await go(); console.log(name, 'went through'); } catch (error) { console.log(name, 'refused'); } } };";
/// Finds the channel to the page through a property that it redefines, and sends requests past the count of its worker.
const UNCOUNTED: &str = "export const handler = async () => { let port; const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data'); Object.defineProperty(MessageEvent.prototype, 'data', { get() { port ??= this.target; return data.get.call(this); } }); await dynamodb.listTables({}); for (let number = 1000; number < 1300; number++) port.postMessage({ kind: 'call', number, operation: 'PutItem', body: JSON.stringify({ TableName: 'Second', Item: { id: { S: String(number) } } }) }); await new Promise(settle => setTimeout(settle, 600)); };";
/// Redefines the function that shortens its lines.
const UNCUT: &str = "export const handler = async () => { String.prototype.slice = () => 'x'.repeat(100000); console.log('y'.repeat(3000)); };";
const LOOP: &str = "export const handler = async () => { for (;;); };";

/// Sends a function to the sandbox, in a frame or in a window, and returns the sandbox's messages.
const SEND_CODE: &str = "
    const [sandbox, done] = arguments;
    const said = [];
    const send = target => {
        const control = new MessageChannel();
        control.port1.onmessage = ({data}) => {
            said.push(data);
            if (data !== 'ready') return;
            const invocation = new MessageChannel();
            invocation.port1.onmessage = ({data}) => { said.push(data); done(said); };
            const code = 'export const handler = async () => self.origin';
            control.port1.postMessage({invocation: {code, event: '{}', context: {}, limit: 10000}}, [invocation.port2]);
        };
        target.postMessage(null, '*', [control.port2]);
        setTimeout(() => done(said), 3000);
    };
    if (sandbox === 'window') return send(window);
    const frame = document.createElement('iframe');
    if (sandbox !== null) frame.setAttribute('sandbox', sandbox);
    frame.src = '/sandbox.html';
    frame.onload = () => send(frame.contentWindow);
    document.body.append(frame);";

/// Creates two tables with the same key, a stream on the first, and opens the diagram.
pub async fn tables_with_a_stream(page: &Page) -> Result<()> {
    page.open("/play").await?;
    page.waits_for_role("writer").await?;
    for (name, streams) in [("First", true), ("Second", false)] {
        let mut table = json!({
            "TableName": name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        });
        if streams {
            table["StreamSpecification"] =
                json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
        }
        page.succeeds("CreateTable", table).await?;
    }
    page.open("/play?table=First&picture=handlers").await?;
    page.waits_for_role("writer").await?;
    page.shows("handlers-code").await
}

pub async fn runs(page: &Page, code: &str) -> Result<()> {
    let write = format!(
        "const area = document.querySelector('[data-testid=handlers-code]'); area.value = {}; area.dispatchEvent(new InputEvent('input', {{bubbles: true}})); return true;",
        json!(code)
    );
    page.window.execute(&write, vec![]).await?;
    page.click("handlers-run").await?;
    page.wait_until(
        "that it is kept and on",
        &format!(
            "document.querySelector('[data-testid=handlers-status][data-status=handlers-on]') && document.querySelector('[data-testid=handlers-code]').value === {} && !document.querySelector('.handlers-keys .virtual-clock-note')",
            json!(code)
        ),
    )
    .await
    .map(drop)
}

pub async fn put(page: &Page, id: &str) -> Result<()> {
    page.succeeds("PutItem", json!({ "TableName": "First", "Item": { "id": { "S": id } } })).await.map(drop)
}

#[test]
fn a_handler_copies_changes_and_reaches_nothing_else() {
    visit("handlers_copy", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        runs(page, COPY).await?;
        put(page, "one").await?;
        page.wait_until(
            "the copy",
            "document.querySelector('[data-testid=handlers-output]')?.textContent.includes('copied 1')",
        )
        .await?;
        let copied = page.succeeds("Scan", json!({ "TableName": "Second" })).await?;
        ensure!(copied["Items"] == json!([{ "id": { "S": "one" } }]), "{copied}");
        runs(page, ESCAPE).await?;
        put(page, "two").await?;
        page.wait_until(
            "all tries",
            "document.querySelector('[data-testid=handlers-output]')?.textContent.includes('evaluate')",
        )
        .await?;
        let told = page.text("handlers-output").await?;
        for name in ["fetch", "far", "parent", "module", "database", "worker", "evaluate"] {
            ensure!(told.contains(&format!("{name} refused")), "{name}: {told}");
        }
        ensure!(!told.contains("went through"), "{told}");
        Ok(())
    });
}

#[test]
fn the_second_table_of_a_template_is_one_click_away() {
    visit("handlers_second", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        let choose = "const field = document.querySelector('[data-testid=handlers-preset]'); field.value = 'copy'; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(choose, vec![]).await?;
        page.wait_until(
            "the table of the template",
            "document.querySelector('[data-testid=handlers-code]').value.includes('First-view')",
        )
        .await?;
        page.click("handlers-second").await?;
        page.shows("table-First-view").await?;
        page.shows_no("handlers-second").await?;
        page.click("handlers-run").await?;
        page.shows("handlers-status").await?;
        put(page, "one").await?;
        let copied =
            "document.querySelector('[data-testid=handlers-output]')?.textContent.includes('INSERT')";
        page.wait_until("the copy", copied).await?;
        let copy = page.succeeds("Scan", json!({ "TableName": "First-view" })).await?;
        ensure!(copy["Count"] == 1, "{copy}");
        Ok(())
    });
}

#[test]
fn a_handler_cannot_redefine_its_limits() {
    visit("handlers_limits", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        for (code, id, broken) in [
            (UNCOUNTED, "one", "A handler can call DynamoDB 100 times in an invocation"),
            (UNCUT, "two", "A line cannot have more than 2000 characters"),
        ] {
            runs(page, code).await?;
            put(page, id).await?;
            page.wait_until(
                "the broken limit",
                &format!(
                    "document.querySelector('[data-testid=handlers-output]')?.textContent.includes({})",
                    json!(broken)
                ),
            )
            .await?;
        }
        let longest = page
            .value("Math.max(...[...document.querySelectorAll('[data-testid=handlers-output] .handlers-line')].map(line => line.textContent.length))")
            .await?;
        ensure!(longest.as_u64().is_some_and(|length| length <= 2_001), "a line has {longest} characters");
        page.click("handlers-stop").await?;
        let written = page.succeeds("Scan", json!({ "TableName": "Second", "Select": "COUNT" })).await?;
        // The batch is tried again, and each try writes the same items.
        ensure!(written["Count"].as_u64().is_some_and(|count| (1..100).contains(&count)), "{written}");
        Ok(())
    });
}

#[test]
fn the_sandbox_runs_nothing_with_the_origin_of_the_site() {
    visit("handlers_sandbox", async |visit| {
        let page = visit.page();
        page.open("/").await?;
        let ran = json!(["ready", {"kind": "answered", "text": "\"null\""}]);
        for (sandbox, expected) in [
            (json!("allow-scripts"), ran),
            (json!(null), json!([])),
            (json!("allow-scripts allow-same-origin"), json!([])),
        ] {
            let said = page.window.execute_async(SEND_CODE, vec![sandbox.clone()]).await?.json().clone();
            ensure!(said == expected, "in a frame with sandbox={sandbox} the sandbox said {said}");
        }

        page.window.goto(format!("{}/sandbox.html", page.origin())).await?;
        let said = page.window.execute_async(SEND_CODE, vec![json!("window")]).await?.json().clone();
        ensure!(said == json!([]), "opened as a page, the sandbox said {said}");
        let told = page.value("document.body.innerText").await?;
        let told = told.as_str().unwrap_or_default();
        ensure!(
            told.contains("No code runs here.") && told.contains("ここではコードを実行しません"),
            "{told}"
        );
        Ok(())
    });
}

#[test]
fn an_endless_loop_is_ended_and_the_page_lives() {
    visit("handlers_loop", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        let limit = "const field = document.querySelector('[data-testid=handlers-limit]'); field.value = '1'; field.dispatchEvent(new Event('change', {bubbles: true})); return true;";
        page.window.execute(limit, vec![]).await?;
        runs(page, LOOP).await?;
        put(page, "one").await?;
        page.wait_until(
            "the flight",
            "document.querySelector('[data-testid=picture-handlers] .pic-place--live')",
        )
        .await?;
        put(page, "two").await?;
        page.wait_until(
            "what was given up",
            "document.querySelector('[data-testid=picture-handlers] .picture-figure .pic-refused') && document.querySelector('[data-testid=handlers-output]').textContent.includes('Task timed out after 1.00 seconds')",
        )
        .await?;
        put(page, "three").await?;
        page.click("handlers-stop").await?;
        page.wait_until("that it is off", "document.querySelector('[data-status=handlers-off]')")
            .await
            .map(drop)
    });
}

#[test]
fn a_handler_that_was_brought_asks_first() {
    visit("handlers_brought", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        let table = page.succeeds("DescribeTable", json!({ "TableName": "First" })).await?;
        page.succeeds(
            "Dynalab.PutEventSourceMapping",
            json!({
                "Name": "handler-First", "StreamArn": table["Table"]["LatestStreamArn"], "StartingPosition": "TRIM_HORIZON",
                "Handler": { "Code": COPY },
            }),
        )
        .await?;
        page.wait_until("the question", "document.querySelector('[data-status=handlers-off]')").await?;
        put(page, "one").await?;
        page.wait_until(
            "that it waits",
            "document.querySelector('[data-testid=picture-handlers] .pic-place--live')",
        )
        .await?;
        let untouched = page.succeeds("Scan", json!({ "TableName": "Second" })).await?;
        ensure!(untouched["Count"] == 0, "it ran without asking: {untouched}");
        page.click("handlers-run-kept").await?;
        page.wait_until(
            "the copy",
            "document.querySelector('[data-testid=handlers-output]')?.textContent.includes('copied 1')",
        )
        .await?;
        // The result of a function is stored in the history, so undo and redo do not run it.
        page.click("undo").await?;
        page.wait_until("that it rests", "document.querySelector('[data-status=handlers-undone]')").await?;
        Ok(())
    });
}
