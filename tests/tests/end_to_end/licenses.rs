//! The page "About" links to the licenses of the libraries in the site.

use anyhow::{Context, Result, ensure};

use crate::page::Page;
use crate::visit::visit;

const FETCH: &str = "
    const [address, done] = arguments;
    fetch(address)
        .then(async response => done([response.status, response.headers.get('content-type'), await response.text()]))
        .catch(error => done(String(error)));";

#[test]
fn the_page_about_it_leads_to_the_licenses() {
    visit("licenses", async |visit| {
        let page = visit.page();
        page.open("/about").await?;
        page.shows("licenses").await?;
        let link = page.element("licenses").await?;
        let address = link.attr("href").await?.context("it is a link")?;
        let text = fetched_text(page, &address).await?;
        for line in ["\nDynalab ", "\nyew ", "\nwasm-bindgen ", "\nserde_json ", "\nApplies to: "] {
            ensure!(text.contains(line), "{address} lacks {line:?}");
        }
        ensure!(text.contains("TERMS AND CONDITIONS FOR USE"), "the texts are there in full");
        let program = page.value("document.documentElement.dataset.program").await?;
        let program = program.as_str().context("the document names the folder of the program")?;
        let has_code_mirror = fetched_status(page, &format!("/{program}code_mirror.js")).await? == 200;
        ensure!(
            text.contains("\n@codemirror/view ") == has_code_mirror,
            "packages of npm are listed with the bundle"
        );
        let has_aws_sdk = fetched_status(page, &format!("/{program}aws_sdk.js")).await? == 200;
        for package in ["@aws-sdk/client-dynamodb", "@smithy/core", "es-module-lexer"] {
            ensure!(
                text.contains(&format!("\n{package} ")) == has_aws_sdk,
                "{package} is listed with the bundle"
            );
        }
        Ok(())
    });
}

async fn fetched_text(page: &Page, address: &str) -> Result<String> {
    let answer = page.window.execute_async(FETCH, vec![address.into()]).await?.json().clone();
    ensure!(answer[0] == 200 && answer[1] == "text/plain; charset=utf-8", "{address}: {answer}");
    Ok(answer[2].as_str().context("a text")?.to_owned())
}

async fn fetched_status(page: &Page, address: &str) -> Result<u64> {
    let answer = page.window.execute_async(FETCH, vec![address.into()]).await?.json().clone();
    answer[0].as_u64().with_context(|| format!("{address}: {answer}"))
}
