// Mock Service Worker: a database answers clients that the program makes without knowing of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { CreateTableCommand, DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient, ListStreamsCommand } from "@aws-sdk/client-dynamodb-streams";
import { setupServer } from "msw/node";

import { Dynalab } from "dynalab";
import { dynalabHandlers } from "dynalab/msw";

const db = await Dynalab.open();
const server = setupServer(...dynalabHandlers(db), ...dynalabHandlers(db, "http://orders.example/"));
before(() => server.listen({ onUnhandledRequest: "error" }));
after(() => server.close());

const settings = { region: "eu-west-1", credentials: { accessKeyId: "a", secretAccessKey: "b" }, maxAttempts: 1 };

test("clients of AWS's addresses are answered", async () => {
  const client = new DynamoDBClient(settings);
  await client.send(
    new CreateTableCommand({
      TableName: "Orders",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    }),
  );
  await client.send(new PutItemCommand({ TableName: "Orders", Item: { id: { S: "1" } } }));
  const found = await client.send(new GetItemCommand({ TableName: "Orders", Key: { id: { S: "1" } } }));
  assert.deepEqual(found.Item, { id: { S: "1" } });
  await assert.rejects(client.send(new GetItemCommand({ TableName: "Other", Key: { id: { S: "1" } } })), {
    name: "ResourceNotFoundException",
  });
  assert.equal(db.log.of("GetItem").length, 2);
  const streams = new DynamoDBStreamsClient(settings);
  assert.deepEqual((await streams.send(new ListStreamsCommand())).Streams, []);
});

test("another address can be named", async () => {
  const client = new DynamoDBClient({ ...settings, endpoint: "http://orders.example/" });
  assert.deepEqual((await client.send(new ListTablesCommand())).TableNames, ["Orders"]);
});

test("a browser may send the request", async () => {
  const headers = { "access-control-request-headers": "x-amz-target" };
  const response = await fetch("https://dynamodb.us-east-1.amazonaws.com/", { method: "OPTIONS", headers });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get("access-control-allow-headers"), "x-amz-target");
});
