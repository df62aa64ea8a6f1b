//! Texts that are pasted, typed or dropped anywhere: each page says what a text is and opens it where it belongs.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::design::writes;
use crate::page::Page;
use crate::table;
use crate::visit::visit;

const TERRAFORM: &str = r#"resource "aws_dynamodb_table" "boats" {
  name     = "Boats"
  hash_key = "hull"
  attribute {
    name = "hull"
    type = "S"
  }
}"#;
const SQL: &str = "CREATE TABLE piers (id INTEGER PRIMARY KEY, name VARCHAR(40));";
const TEMPLATE: &str = r#"{"Resources": {"Gulls": {"Type": "AWS::DynamoDB::Table", "Properties": {
    "TableName": "Gulls", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}}}}"#;

#[test]
fn a_key_design_is_pasted_on_the_page_of_designs() {
    visit("pasted_designs", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        page.shows("design-matrix").await?;
        for (text, format, table) in [
            (TERRAFORM, "terraform", "Boats"),
            (SQL, "sql", "piers"),
            (TEMPLATE, "cloudformation-json", "Gulls"),
        ] {
            comes(page, "paste", text).await?;
            has_opened(page, format, table).await?;
        }
        // What a field gets stays in the field.
        let in_field = "(() => { const data = new DataTransfer(); data.setData('text/plain', 'x'); \
             return document.querySelector('[data-testid=design-name]').dispatchEvent( \
             new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()";
        ensure!(page.value(in_field).await? == json!(true), "the browser pastes into the field");
        comes(page, "drop", SQL).await?;
        has_opened(page, "sql", "piers").await?;
        no_errors(page).await
    });
}

#[test]
fn the_files_of_a_folder_are_one_design() {
    visit("pasted_folder", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        page.shows("design-matrix").await?;
        let chosen = format!(
            "(() => {{ const files = new DataTransfer(); \
             for (const [name, text] of [['main.tf', {}], ['node_modules/x/schema.sql', {}]]) {{ \
                 const file = new File([text], name.split('/').pop()); \
                 Object.defineProperty(file, 'webkitRelativePath', {{ value: 'app/' + name }}); files.items.add(file); }} \
             const field = document.querySelector('[data-testid=design-folder]'); field.files = files.files; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); return field.webkitdirectory; }})()",
            Value::from(TERRAFORM),
            Value::from(SQL)
        );
        ensure!(page.value(&chosen).await? == json!(true), "the field chooses folders");
        has_opened(page, "terraform", "Boats").await?;
        let tables = page.text("design-read-tables").await?;
        ensure!(!tables.contains("piers"), "a package of a tool is no part of the project: {tables}");
        no_errors(page).await
    });
}

#[test]
fn requests_on_the_page_of_designs_open_in_the_workbench() {
    visit("pasted_requests", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.open("/design").await?;
        page.shows("design-matrix").await?;
        comes(page, "paste", "aws dynamodb scan --table-name Notes --limit 2").await?;
        page.wait_until(
            "the panel with its actions",
            "document.querySelector('[data-testid=unreadable][data-problem=requests] [data-testid=design-close-note]')",
        )
        .await?;
        page.click("design-run-requests").await?;
        page.wait_until("the workbench", "location.pathname.includes('/play')").await?;
        let shown = "document.querySelector('[data-testid=operation-select]')?.value === 'Scan'";
        page.wait_until("the pasted operation", shown).await?;
        let text = page.editor_text().await?;
        ensure!(text.contains("--limit 2"), "the command is in the editor: {text}");
        no_errors(page).await
    });
}

#[test]
fn a_key_design_in_the_workbench_opens_in_design() {
    visit("pasted_offer", async |visit| {
        let page = visit.page();
        for (text, format, table) in [
            (TERRAFORM, "terraform", "Boats"),
            (SQL, "sql", "piers"),
            (TEMPLATE, "cloudformation-json", "Gulls"),
        ] {
            prepare(page).await?;
            page.click("tab-request-json").await?;
            page.writes(text).await?;
            page.wait_until(
                "the offer",
                &format!("document.querySelector('[data-testid=editor-offer][data-offer={format}]')"),
            )
            .await?;
            page.click("offer-accept").await?;
            has_opened(page, format, table).await?;
        }
        no_errors(page).await
    });
}

#[test]
fn typed_sql_is_recognized() {
    visit("pasted_typed", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.click("tab-request-json").await?;
        types(page, "SELECT * FROM Notes").await?;
        page.wait_until(
            "the offer of a request",
            "document.querySelector('[data-testid=editor-offer][data-offer=partiql]')",
        )
        .await?;
        page.click("offer-accept").await?;
        let chosen = "document.querySelector('[data-testid=operation-select]')?.value === 'ExecuteStatement'";
        page.wait_until("the operation", chosen).await?;
        page.shows_no("editor-offer").await?;
        types(page, SQL).await?;
        page.wait_until(
            "the offer of a design",
            "document.querySelector('[data-testid=editor-offer][data-offer=sql]')",
        )
        .await?;
        no_errors(page).await
    });
}

#[test]
fn values_that_are_known_only_at_run_time_have_fields() {
    const FUNCTION: &str = "def read_note(user, number):
    return table.get_item(Key={'pk': f'N#{user}', 'sk': number})";
    visit("pasted_unknown_values", async |visit| {
        let page = visit.page();
        prepare(page).await?;
        page.click("tab-request-sdk").await?;
        page.writes(FUNCTION).await?;
        page.shows("editor-unknown").await?;
        page.wait_until("Run to be off", "document.querySelector('[data-testid=run]').disabled").await?;
        // The fields are in the order of the names: number, user.
        for (field, value) in [("unknown-value-0", "7"), ("unknown-value-1", "a")] {
            writes(page, field, value).await?;
            page.element(field).await?.send_keys(Key::Enter).await?;
        }
        page.wait_until("Run to be on", "!document.querySelector('[data-testid=run]').disabled").await?;
        page.click("tab-request-json").await?;
        let body = page.editor_text().await?;
        for part in ["\"TableName\": \"Notes\"", "\"S\": \"N#a\"", "\"N\": \"7\""] {
            ensure!(body.contains(part), "{part} is missing: {body}");
        }
        no_errors(page).await
    });
}

/// Lets a text come to the page, outside of a field.
async fn comes(page: &Page, event: &str, text: &str) -> Result<()> {
    let text = Value::from(text);
    let (class, member) = match event {
        "paste" => ("ClipboardEvent", "clipboardData"),
        _ => ("DragEvent", "dataTransfer"),
    };
    let taken = format!(
        "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {text}); \
         return !document.body.dispatchEvent(new {class}('{event}', {{ {member}: data, bubbles: true, cancelable: true }})); }})()"
    );
    ensure!(page.value(&taken).await? == json!(true), "the page takes the text");
    Ok(())
}

/// Replaces the text of the editor by letters that a person types, and not by a paste.
async fn types(page: &Page, text: &str) -> Result<()> {
    page.editor_text().await?;
    let text = Value::from(text);
    let typed = format!(
        "(() => {{ const text = {text}; const plain = document.querySelector('[data-testid=editor-plain]'); \
         if (plain) {{ plain.value = text; plain.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); return true; }} \
         const field = document.querySelector('[data-testid=editor-host]').shadowRoot.querySelector('.cm-content'); \
         field.focus(); \
         field.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'a', code: 'KeyA', keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true }})); \
         return document.execCommand('insertText', false, text); }})()"
    );
    page.value(&typed).await?;
    Ok(())
}

async fn has_opened(page: &Page, format: &str, table: &str) -> Result<()> {
    let shown = format!(
        "document.querySelector('[data-testid=design-imported][data-format={format}] [data-testid=design-read-tables]')?.textContent.includes('{table}')"
    );
    page.wait_until("the design of the text", &shown).await.map(drop)
}

async fn no_errors(page: &Page) -> Result<()> {
    let errors = page.new_console_errors().await?;
    ensure!(errors.is_empty(), "the console says {errors:?}");
    Ok(())
}

/// A table, so that the workbench shows its editor.
async fn prepare(page: &Page) -> Result<()> {
    page.open("/play").await?;
    if page.value("!!document.querySelector('[data-testid=table-Notes]')").await? != json!(true) {
        let made = page.execute("CreateTable", table::definition("Notes")).await?;
        ensure!(made.status == 200 || made.status == 400, "the table: {}", made.status);
    }
    page.reload().await
}
