// dynamodb-admin: its pages and forms over HTTP, as a browser uses them.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import { check, run } from "../checks.mjs";

const require = createRequire(import.meta.url);
const { DynamoDBClient, DescribeTableCommand, UpdateTimeToLiveCommand } = require("@aws-sdk/client-dynamodb");
const { createServer } = require("dynamodb-admin");

const client = new DynamoDBClient();
const server = createServer({ dynamoDbClient: client }).listen(0, "127.0.0.1");
await once(server, "listening");
const site = `http://127.0.0.1:${server.address().port}`;

/** Sends a request, checks its status, and returns its JSON or text. */
async function visit(path, { method = "GET", body, status = 200, headers = {} } = {}) {
  const response = await fetch(site + path, {
    method,
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${path}: ${text.slice(0, 300)}`);
  return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
}
const items = async (query = {}) => visit(`/tables/teas/items?${new URLSearchParams(query)}`);
const condition = (operator, value, type) => ({ value, operator, type });

check("a table with indexes is created by the form", async () => {
  assert.match(await visit("/create-table"), /<form|<html/i);
  await visit("/create-table", {
    method: "POST",
    body: {
      TableDefinition: {
        TableName: "teas",
        HashAttributeName: "seller",
        HashAttributeType: "S",
        RangeAttributeName: "number",
        RangeAttributeType: "N",
        ReadCapacityUnits: 3,
        WriteCapacityUnits: 4,
      },
      SecondaryIndexes: [
        {
          IndexName: "of-kind",
          IndexType: "global",
          HashAttributeName: "kind",
          HashAttributeType: "S",
          ProjectionType: "ALL",
          ReadCapacityUnits: 3,
          WriteCapacityUnits: 3,
        },
      ],
    },
    status: 204,
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: "teas" }));
  assert.deepEqual(Table.KeySchema.map(({ AttributeName }) => AttributeName), ["seller", "number"]);
  assert.equal(Table.GlobalSecondaryIndexes[0].IndexName, "of-kind");
});

check("the list and the pages of the table show it", async () => {
  assert.match(await visit("/"), /teas/);
  assert.deepEqual((await visit("/api/tables")).map(({ TableName }) => TableName), ["teas"]);
  assert.match(await visit("/tables/teas"), /of-kind/);
  assert.match(await visit("/tables/teas/get"), /seller/);
  assert.match(await visit("/tables/teas/add-item"), /number/);
  assert.match(await visit("/tables/teas/meta"), /ProvisionedThroughput/);
});

check("items are added, changed and shown", async () => {
  for (let number = 0; number < 30; number += 1) {
    const item = { seller: "uji", number, kind: number % 2 ? "green" : "black", name: `tea ${number} 日本`, more: { a: [1, null] } };
    assert.deepEqual(await visit("/tables/teas/add-item", { method: "PUT", body: item }), { seller: "uji", number });
  }
  assert.match(await visit("/tables/teas/items/uji,7"), /tea 7 日本/);
  const changed = { seller: "uji", number: 7, kind: "white", name: "changed" };
  assert.deepEqual(await visit("/tables/teas/items/uji,7", { method: "PUT", body: changed }), changed);
  await visit("/tables/teas/items/uji,99", { status: 404 });
  assert.match(await visit("/tables/teas/get?hash=uji&range=7"), /changed/);
});

check("items are scanned page by page", async () => {
  const first = await items();
  assert.equal(first.Items.length, 25);
  const next = await items({ startKey: decodeURIComponent(first.nextKey), pageNum: 2 });
  assert.deepEqual(next.Items.map(({ number }) => number), [25, 26, 27, 28, 29]);
});

check("items are filtered and queried, also on an index", async () => {
  const filtered = await items({ filters: JSON.stringify({ kind: condition("=", "white", "S") }) });
  assert.deepEqual(filtered.Items.map(({ number }) => number), [7]);
  const queried = await items({
    operationType: "query",
    filters: JSON.stringify({ seller: condition("=", "uji", "S"), number: condition(">=", 27, "N") }),
  });
  assert.deepEqual(queried.Items.map(({ number }) => number), [27, 28, 29]);
  const index = await items({
    operationType: "query",
    queryableSelection: "of-kind",
    filters: JSON.stringify({ kind: condition("=", "green", "S"), name: condition("begins_with", "tea 1", "S") }),
  });
  assert.deepEqual(index.Items.map(({ number }) => number).sort((one, other) => one - other), [1, 11, 13, 15, 17, 19]);
});

check("the page of TTL shows its state", async () => {
  const TimeToLiveSpecification = { AttributeName: "expires", Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: "teas", TimeToLiveSpecification }));
  assert.match(await visit("/tables/teas/ttl"), /ENABLED[^]*expires|expires[^]*ENABLED/);
});

check("an item, all items and the table are deleted", async () => {
  await visit("/tables/teas/items/uji,7", { method: "DELETE", status: 204 });
  await visit("/tables/teas/items/uji,7", { status: 404 });
  await visit("/tables/teas/all", { method: "DELETE" });
  assert.deepEqual((await items()).Items, []);
  await visit("/tables/teas", { method: "DELETE", status: 204 });
  assert.deepEqual(await visit("/api/tables"), []);
});

await run();
