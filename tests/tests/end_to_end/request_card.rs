//! The request summary: a cheaper alternative is shown, runs on a branch and opens in the editor. An error shows its position.

use anyhow::ensure;
use serde_json::json;

use crate::appearance::no_message_shows_its_name;
use crate::visit::visit;

#[test]
fn a_scan_is_advised_and_the_other_way_runs_on_a_branch() {
    visit("request_card_advice", async |visit| {
        let page = visit.page();
        page.opens_shop_with("request").await?;
        let scan = json!({"TableName": "Shop", "FilterExpression": "PK = :u", "ExpressionAttributeValues": {":u": {"S": "USER#001"}}});
        page.succeeds("Scan", scan).await?;
        page.wait_until(
            "a Query that finds the same items",
            "document.querySelector('[data-testid=advice-query-instead-of-scan][data-same-items=true]')",
        )
        .await?;
        let units = "[...document.querySelectorAll('[data-testid=advice-query-instead-of-scan] .advice-sheet tr')].find(row => row.innerText.startsWith('RCU')).innerText.split(/\\s+/).slice(1, 3).join(' ')";
        let units = page.value(units).await?;
        ensure!(units == "2.5 0.5", "the Scan costs 2.5 RCU and the Query 0.5, and not {units}");
        let items = "document.querySelector('[data-testid=request-facts]').innerText";
        ensure!(
            page.value(items).await?.as_str().is_some_and(|facts| facts.contains("131")),
            "all items were read"
        );

        page.click("advice-branch-query-instead-of-scan").await?;
        page.wait_until(
            "the branch",
            "document.querySelector('.timebar')?.innerText.includes('Query instead')",
        )
        .await?;
        page.click("advice-edit-query-instead-of-scan").await?;
        page.wait_until(
            "the Query in the editor",
            "document.querySelector('[data-testid=operation-select]').value === 'Query'",
        )
        .await?;
        ensure!(page.new_console_errors().await?.is_empty());
        Ok(())
    });
}

#[test]
fn the_cost_is_known_of_a_response_that_does_not_name_it() {
    visit("request_card_cost", async |visit| {
        let page = visit.page();
        page.opens_shop().await?;
        page.click("table-Shop").await?;
        page.succeeds("Scan", json!({"TableName": "Shop"})).await?;
        page.shows("result-status").await?;
        page.click("tab-result-cost").await?;
        page.shows("result-cost").await?;
        let cost = page.text("result-cost").await?;
        ensure!(cost.contains("RCU") && cost.contains("Shop"), "{cost}");
        Ok(())
    });
}

#[test]
fn titles_of_advice_have_their_figures() {
    visit("request_card_titles", async |visit| {
        let page = visit.page();
        page.opens_shop_with("request").await?;
        // Only the complete engine supports this operation. Reads that the core executes are not in the history of the complete
        // engine.
        page.succeeds("DescribeLimits", json!({})).await?;
        let get =
            |user: &str| json!({"TableName": "Shop", "Key": {"PK": {"S": user}, "SK": {"S": "PROFILE"}}});
        page.succeeds("GetItem", get("USER#001")).await?;
        let scan = json!({"TableName": "Shop", "FilterExpression": "#g = :s", "ExpressionAttributeNames": {"#g": "GSI1PK"},
            "ExpressionAttributeValues": {":s": {"S": "STATUS#PENDING"}}});
        let put = json!({"TransactItems": [{"Put": {"TableName": "Shop", "Item": {"PK": {"S": "X"}, "SK": {"S": "Y"}}}}]});
        for (operation, body, rule, title) in [
            ("GetItem", get("USER#002"), "batch-of-reads", "One batch instead of 2 reads"),
            ("Scan", scan, "index-instead-of-scan", "Query index GSI1 instead of Scan"),
            (
                "TransactWriteItems",
                put,
                "single-item-transaction",
                "PutItem instead of a one-item transaction",
            ),
        ] {
            page.succeeds(operation, body).await?;
            page.shows(&format!("advice-{rule}")).await?;
            let shown =
                format!("document.querySelector('[data-testid=advice-{rule}] h4').lastChild.textContent");
            let shown = page.value(&shown).await?;
            ensure!(shown == title, "the title of {rule} is {shown}");
        }
        page.click("advice-branch-single-item-transaction").await?;
        let named = "document.querySelector('.timebar')?.innerText.includes('PutItem instead')";
        page.wait_until("the branch with the name of the advice", named).await?;
        Ok(())
    });
}

#[test]
fn an_error_is_found_in_the_request_and_explained_on_a_page() {
    visit("request_card_error", async |visit| {
        let page = visit.page();
        page.opens_shop_with("request").await?;
        let scan = json!({"TableName": "Shop", "FilterExpression": "status = :s", "ExpressionAttributeValues": {":s": {"S": "x"}}});
        let refused = page.execute("Scan", scan).await?;
        ensure!(refused.status == 400);
        let marked = "document.querySelector('[data-testid=request-where] mark')?.innerText";
        ensure!(page.wait_until("the place of the error", marked).await? == "status");
        let why = page.text("request-why").await?;
        ensure!(why.contains("This name is a reserved word."), "the error is explained: {why}");
        no_message_shows_its_name(page, "the picture of a request that failed").await?;
        page.shows("advice-reserved-word").await?;
        let address =
            page.value("document.querySelector('[data-testid=request-why] a').getAttribute('href')").await?;
        ensure!(address == "/errors/ValidationException/", "{address}");

        page.window.goto(format!("{}/errors/ConditionalCheckFailedException/", page.origin())).await?;
        page.wait_until(
            "the page of the error",
            "document.querySelector('h1')?.innerText === 'ConditionalCheckFailedException'",
        )
        .await?;
        let japanese =
            page.value("document.querySelector('[hreflang=ja][lang]').getAttribute('href')").await?;
        ensure!(japanese == "/ja/errors/ConditionalCheckFailedException/");
        page.value("document.querySelector('.error-run').click()").await?;
        page.ready().await?;
        page.wait_until(
            "the example, run",
            "document.querySelector('.workbench-history')?.innerText.includes('PutItem')",
        )
        .await?;
        page.shows("table-Notes").await?;
        Ok(())
    });
}
