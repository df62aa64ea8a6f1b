//! The AWS SDK for JavaScript in the page: in the console, and imported by a trigger function.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::handlers::{put, runs, tables_with_a_stream};
use crate::page::Page;
use crate::visit::visit;

/// A program that uses the SDK and returns its results.
const USE: &str = r#"
const { DynamoDBClient, CreateTableCommand, PutItemCommand, ConditionalCheckFailedException, ResourceNotFoundException,
    TransactWriteItemsCommand, TransactionCanceledException, paginateQuery, waitUntilTableExists, DynamoDBDocumentClient,
    PutCommand, GetCommand } = await dynalab.sdk();
const client = new DynamoDBClient();
const thrown = async (command) => { try { await client.send(command); } catch (error) { return error; } };
const missing = await thrown(new PutItemCommand({ TableName: "Orders", Item: { id: { S: "a" }, n: { N: "1" } } }));
await client.send(new CreateTableCommand({ TableName: "Orders", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "n", AttributeType: "N" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }, { AttributeName: "n", KeyType: "RANGE" }] }));
const waited = await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName: "Orders" });
const documents = DynamoDBDocumentClient.from(client);
for (let n = 1; n <= 5; n++) await documents.send(new PutCommand({ TableName: "Orders", Item: { id: "a", n, tags: new Set(["x"]) } }));
const first = { id: { S: "a" }, n: { N: "1" } };
const Put = { TableName: "Orders", Item: first, ConditionExpression: "attribute_not_exists(id)" };
const refused = await thrown(new PutItemCommand({ ...Put, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }));
const canceled = await thrown(new TransactWriteItemsCommand({ TransactItems: [
    { Put: { TableName: "Orders", Item: { id: { S: "b" }, n: { N: "1" } } } }, { Put }] }));
const pages = [];
const query = { TableName: "Orders", KeyConditionExpression: "id = :id", ExpressionAttributeValues: { ":id": { S: "a" } } };
for await (const page of paginateQuery({ client, pageSize: 2 }, query)) pages.push(page.Items.length);
const { Item } = await documents.send(new GetCommand({ TableName: "Orders", Key: { id: "a", n: 5 } }));
return [missing instanceof ResourceNotFoundException, waited.state, refused instanceof ConditionalCheckFailedException,
    refused.Item.n.N, canceled instanceof TransactionCanceledException, canceled.CancellationReasons.map(({ Code }) => Code),
    pages, Item.n, [...Item.tags]];
"#;
const SAW: &str = r#"[true,"SUCCESS",true,"1",true,["None","ConditionalCheckFailed"],[2,2,1],5,["x"]]"#;
const COPY: &str = r#"import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const handler = async (event) => {
  for (const { dynamodb: change } of event.Records) {
    const put = new PutCommand({ TableName: "Second", Item: { ...unmarshall(change.NewImage), copied: true },
      ConditionExpression: "attribute_not_exists(id)" });
    await documents.send(put);
    try { await documents.send(put); } catch (error) {
      console.log("once", error instanceof ConditionalCheckFailedException);
    }
    try { await fetch("/index.html"); console.log("went through"); } catch { console.log("no network"); }
  }
};"#;
const REFUSED: &str = "import pad from \"left-pad\"; export const handler = async () => pad;";

#[test]
fn the_console_has_the_sdk() {
    visit("aws_sdk_console", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        let script = format!(
            "const [done] = arguments; (async () => {{ {USE} }})().then(saw => done(JSON.stringify(saw)), error => done(String(error)));"
        );
        let saw = page.window.execute_async(&script, vec![]).await?.json().clone();
        ensure!(saw == SAW, "{saw}");
        let tables = page.succeeds("ListTables", json!({})).await?;
        ensure!(tables["TableNames"] == json!(["Orders"]), "{tables}");
        Ok(())
    });
}

#[test]
fn a_function_imports_the_sdk_and_no_other_package() {
    visit("aws_sdk_trigger", async |visit| {
        let page = visit.page();
        tables_with_a_stream(page).await?;
        runs(page, COPY).await?;
        put(page, "one").await?;
        says(page, "once true").await?;
        let told = page.text("handlers-output").await?;
        ensure!(told.contains("no network") && !told.contains("went through"), "{told}");
        let copied = page.succeeds("Scan", json!({ "TableName": "Second" })).await?;
        ensure!(copied["Items"] == json!([{ "id": { "S": "one" }, "copied": { "BOOL": true } }]), "{copied}");
        runs(page, REFUSED).await?;
        put(page, "two").await?;
        says(
            page,
            "A trigger cannot import the package \"left-pad\". It can import @aws-sdk/client-dynamodb,",
        )
        .await
    });
}

async fn says(page: &Page, text: &str) -> Result<()> {
    let text = json!(text);
    let output =
        format!("document.querySelector('[data-testid=handlers-output]')?.textContent.includes({text})");
    page.wait_until("what the function says", &output).await.map(drop)
}
