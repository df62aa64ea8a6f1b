//! Opens several files as one design, and builds a pattern in its form: the format of each file is found, and each field has its label.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use thirtyfour::{By, Key};

use crate::design::writes;
use crate::page::{Page, selector};
use crate::visit::visit;

const TEMPLATE: &str = r#"
Resources:
  Teas:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: Teas
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: id, AttributeType: S }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }]
"#;
const REQUESTS: &str = r#"{"RequestItems": {"Teas": [{"PutRequest": {"Item": {"id": {"S": "a"}, "name": {"S": "Assam"}}}},
    {"PutRequest": {"Item": {"id": {"S": "b"}, "name": {"S": "Ceylon"}}}}]}}"#;

#[test]
fn several_files_become_one_design() {
    visit("design_several_files", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        page.shows("design-matrix").await?;
        let folder = visit.downloads();
        fs::create_dir_all(&folder)?;
        let [template, requests, letter] =
            ["teas.yaml", "teas.json", "letter.txt"].map(|name| folder.join(name));
        fs::write(&template, TEMPLATE)?;
        fs::write(&requests, REQUESTS)?;
        fs::write(&letter, "Dear all, this is no design.")?;
        choose(page, &[&template, &requests, &letter]).await?;
        page.wait_until(
            "the outcome of each file",
            "[...document.querySelectorAll('[data-testid=design-opened-file]')].map(file => file.dataset.outcome).join() === 'read,read,refused'",
        )
        .await?;
        page.wait_until(
            "the pattern of the table is green",
            "document.querySelectorAll('[data-testid=design-matrix] tr[data-verdict=green]').length === 1",
        )
        .await?;
        let told = page.text("design-imported").await?;
        for part in ["2 of 3 files", "teas.json", "items 2", "letter.txt was not opened"] {
            ensure!(told.contains(part), "{part} is missing: {told}");
        }

        // The fields of the pattern's form show their labels.
        page.click("design-open-pattern-0").await?;
        let labels = "[...document.querySelectorAll('[data-testid=design-pattern-form] .design-form .design-label')]
            .filter(label => label.checkVisibility()).map(label => label.innerText).filter(text => text).length";
        let labels = page.value(labels).await?.as_u64().unwrap_or_default();
        ensure!(labels >= 6, "{labels} labels are visible");
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

const BOATS: &str = "Parameters:
  Stage: {Type: String}
  KeyName: {Type: String}
Resources:
  Boats:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub '${Stage}-boats'
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: !Ref KeyName, AttributeType: S}]
      KeySchema: [{AttributeName: !Ref KeyName, KeyType: HASH}]
";

#[test]
fn a_value_that_a_file_does_not_have_is_filled_in() {
    visit("design_missing_values", async |visit| {
        let page = visit.page();
        page.open("/design").await?;
        let path = visit.downloads().join("boats.yaml");
        fs::create_dir_all(visit.downloads())?;
        fs::write(&path, BOATS)?;
        page.choose_file("design-file", &path).await?;
        page.shows("design-missing-values").await?;
        page.wait_until("the placeholder", "document.body.innerText.includes('Stage-boats')").await?;
        for (name, value) in [("Stage", "prod"), ("KeyName", "hull")] {
            // The value is read with Enter.
            writes(page, &format!("missing-{name}"), value).await?;
            page.element(&format!("missing-{name}")).await?.send_keys(Key::Enter).await?;
            page.shows_no("reading").await?;
        }
        page.wait_until(
            "the design with both values",
            "document.body.innerText.includes('prod-boats') && document.body.innerText.includes('hull') && !document.body.innerText.includes('Stage-boats')",
        )
        .await?;
        let left = page.text("design-imported").await?;
        ensure!(!left.contains("has no value for"), "{left}");
        let errors = page.new_console_errors().await?;
        ensure!(errors.is_empty(), "the console says {errors:?}");
        Ok(())
    });
}

/// Chooses several files at once.
async fn choose(page: &Page, files: &[&Path]) -> Result<()> {
    let paths: Vec<String> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    page.window.find(By::Css(selector("design-file"))).await?.send_keys(paths.join("\n")).await?;
    Ok(())
}
