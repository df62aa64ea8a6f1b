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

/// The document client sends the commands of both packages as its own, and the client of tables as its own.
const BOTH: &str = r#"
const { DynamoDBClient, DynamoDBDocumentClient, DynamoDBDocument, CreateTableCommand, PutCommand, QueryCommand, ScanCommand,
    ExecuteStatementCommand, BatchExecuteStatementCommand, ExecuteTransactionCommand, paginateQuery, paginateScan } = await dynalab.sdk();
const client = new DynamoDBClient();
await client.send(new CreateTableCommand({ TableName: "Orders", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "n", AttributeType: "N" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }, { AttributeName: "n", KeyType: "RANGE" }] }));
const documents = DynamoDBDocumentClient.from(client), others = DynamoDBDocument.from(new DynamoDBClient());
for (let n = 1; n <= 3; n++) await documents.send(new PutCommand({ TableName: "Orders", Item: { id: "a", n } }));
const query = (id) => ({ TableName: "Orders", KeyConditionExpression: "id = :id", ExpressionAttributeValues: { ":id": id } });
const text = { TableName: "Orders" }, Statement = "SELECT * FROM Orders WHERE id = ? AND n = ?";
const saw = [];
for (const of of [documents, others]) {
    saw.push((await of.send(new QueryCommand(query("a")))).Items.map(({ n }) => n));
    saw.push((await of.send(new ScanCommand(text))).Items[0]);
    saw.push((await of.send(new ExecuteStatementCommand({ Statement, Parameters: ["a", 2] }))).Items);
    saw.push((await of.send(new BatchExecuteStatementCommand({ Statements: [{ Statement, Parameters: ["a", 3] }] }))).Responses[0].Item);
    saw.push((await of.send(new ExecuteTransactionCommand({ TransactStatements: [{ Statement, Parameters: ["a", 1] }] }))).Responses[0].Item);
    for await (const page of paginateQuery({ client: of, pageSize: 2 }, query("a"))) saw.push(page.Items.length);
    for await (const page of paginateScan({ client: of }, text)) saw.push(page.Items[2].n);
}
saw.push((await others.query(query("a"))).Count);
saw.push((await client.send(new QueryCommand(query({ S: "a" })))).Items[0].n);
saw.push((await client.send(new ScanCommand(text))).Items[0].id);
saw.push((await client.send(new ExecuteStatementCommand({ Statement, Parameters: [{ S: "a" }, { N: "2" }] }))).Items[0].n);
for await (const page of paginateQuery({ client }, query({ S: "a" }))) saw.push(page.Items[0].id);
return saw;
"#;

/// A client without a Region has that of the account, and its requests are not in the history as controls. Another Region is that of the
/// replicas, where a table is that has one.
const REGIONS: &str = r#"
await dynalab.execute("Dynalab.SetAccount", { Region: "ap-northeast-1", AccountId: "123456789012" });
const { DynamoDBClient, DynamoDBDocumentClient, CreateTableCommand, DescribeTableCommand, UpdateTableCommand, PutCommand, GetCommand,
    ResourceNotFoundException } = await dynalab.sdk();
const client = new DynamoDBClient();
await client.send(new CreateTableCommand({ TableName: "Orders", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }], KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } }));
const here = await client.send(new DescribeTableCommand({ TableName: "Orders" }));
const same = await new DynamoDBClient({ region: "ap-northeast-1" }).send(new DescribeTableCommand({ TableName: "Orders" }));
const west = new DynamoDBClient({ region: "us-west-2" });
const missing = await west.send(new DescribeTableCommand({ TableName: "Orders" })).catch((error) => error);
await client.send(new UpdateTableCommand({ TableName: "Orders", ReplicaUpdates: [{ Create: { RegionName: "us-west-2" } }] }));
await DynamoDBDocumentClient.from(west).send(new PutCommand({ TableName: "Orders", Item: { id: "there" } }));
const there = await west.send(new DescribeTableCommand({ TableName: "Orders" }));
const { Item } = await DynamoDBDocumentClient.from(client).send(new GetCommand({ TableName: "Orders", Key: { id: "there" } }));
return [await client.config.region(), here.Table.TableArn, same.Table.TableArn, missing instanceof ResourceNotFoundException,
    there.Table.TableArn, Item?.id];
"#;

/// Runs a program in the console and returns its result as JSON.
async fn returned(page: &Page, program: &str) -> Result<String> {
    let script = format!(
        "const [done] = arguments; (async () => {{ {program} }})().then(saw => done(JSON.stringify(saw)), error => done(String(error)));"
    );
    let saw = page.window.execute_async(&script, vec![]).await?.json().clone();
    Ok(saw.as_str().unwrap_or_default().to_owned())
}

#[test]
fn the_document_client_has_its_own_commands() {
    visit("aws_sdk_documents", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        let of_documents =
            r#"[1,2,3],{"id":"a","n":1},[{"id":"a","n":2}],{"id":"a","n":3},{"id":"a","n":1},2,1,3"#;
        let of_tables = r#"3,{"N":"1"},{"S":"a"},{"N":"2"},{"S":"a"}"#;
        let saw = returned(page, BOTH).await?;
        ensure!(saw == format!("[{of_documents},{of_documents},{of_tables}]"), "{saw}");
        Ok(())
    });
}

#[test]
fn a_client_of_the_sdk_has_a_region() {
    visit("aws_sdk_regions", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        let arn = |region: &str| format!("\"arn:aws:dynamodb:{region}:123456789012:table/Orders\"");
        let (here, there) = (arn("ap-northeast-1"), arn("us-west-2"));
        let saw = returned(page, REGIONS).await?;
        ensure!(saw == format!("[\"ap-northeast-1\",{here},{here},true,{there},\"there\"]"), "{saw}");
        Ok(())
    });
}

/// The samples of the README run as they stand there.
#[test]
fn the_javascript_of_the_readme_runs() {
    const README: &str = include_str!("../../../README.md");
    let samples: Vec<&str> = README
        .split("```js\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```"))
        .map(|(code, _)| code)
        .collect();
    assert!(samples.len() >= 2, "the README has samples of JavaScript");
    visit("readme_samples", async |visit| {
        let page = visit.page();
        for sample in &samples {
            page.open("/play").await?;
            page.waits_for_role("writer").await?;
            let program = format!(
                "const execute = dynalab.execute, statuses = [];
                 dynalab.execute = async (...given) => {{
                   const told = await execute(...given); statuses.push(told.status); return told; }};
                 {sample}
                 dynalab.execute = execute; return statuses.filter(status => status !== 200);"
            );
            let failed = returned(page, &program).await?;
            ensure!(failed == "[]", "{failed} of the README's sample\n{sample}");
        }
        Ok(())
    });
}

#[test]
fn the_console_has_the_sdk() {
    visit("aws_sdk_console", async |visit| {
        let page = visit.page();
        page.open("/play").await?;
        page.waits_for_role("writer").await?;
        let saw = returned(page, USE).await?;
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
