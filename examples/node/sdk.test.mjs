// The AWS SDK for JavaScript, version 3, on a database in this process.

import assert from "node:assert/strict";

import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateTimeToLiveCommand,
  paginateScan,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import { assertConsumesAtMost, assertReadsAtMost, assertServedBy, assertThrottled, databaseTest } from "dynalab/node-test";
import { ORDERS } from "./orders.mjs";

const prepare = (db) =>
  db.call("CreateTable", { ...ORDERS, StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } });
const test = databaseTest({ prepare });
const realisticTest = databaseTest({ profile: "realistic" });
const item = (customer, id) => ({ customer: { S: customer }, id: { S: id } });

test("items keep the types of JavaScript", async ({ db }) => {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(db.client));
  const Item = { customer: "ann", id: "1", total: 12.5, tags: new Set(["a"]), lines: [{ sku: "x" }], raw: new Uint8Array([1, 2]) };
  await documents.send(new PutCommand({ TableName: "Orders", Item }));
  const found = await documents.send(new GetCommand({ TableName: "Orders", Key: { customer: "ann", id: "1" } }));
  assert.deepEqual(found.Item, Item);
});

test("paginators read every page", async ({ db }) => {
  const client = new DynamoDBClient(db.client);
  const requests = Array.from({ length: 25 }, (_, id) => ({ PutRequest: { Item: item("ann", String(id).padStart(2, "0")) } }));
  await client.send(new BatchWriteItemCommand({ RequestItems: { Orders: requests } }));
  let items = 0;
  for await (const page of paginateScan({ client, pageSize: 10 }, { TableName: "Orders" })) items += page.Items.length;
  assert.equal(items, 25);
  db.log.clear();
  const query = { TableName: "Orders", KeyConditionExpression: "customer = :c", ExpressionAttributeValues: { ":c": "ann" } };
  const pages = [];
  for await (const page of paginateQuery({ client: DynamoDBDocumentClient.from(client), pageSize: 10 }, query)) pages.push(page.Count);
  assert.deepEqual(pages, [10, 10, 5]);
  assertServedBy(db, "Query");
  assertReadsAtMost(db, 25);
  assertConsumesAtMost(db, { rcu: 1.5 });
  assert.throws(() => assertConsumesAtMost(db, { rcu: 1 }), /at most \{"rcu":1\}/);
  assert.throws(() => assertServedBy(db, "Query", "ByState"), /Query of ByState/);
});

test("a cancelled transaction has its reasons", async ({ db }) => {
  const client = new DynamoDBClient(db.client);
  await client.send(new PutItemCommand({ TableName: "Orders", Item: item("ann", "1") }));
  const Put = (id) => ({ Put: { TableName: "Orders", Item: item("ann", id), ConditionExpression: "attribute_not_exists(id)" } });
  const transaction = new TransactWriteItemsCommand({ TransactItems: [Put("2"), Put("1")] });
  await assert.rejects(client.send(transaction), (error) => {
    assert.equal(error.name, "TransactionCanceledException");
    assert.deepEqual(error.CancellationReasons.map(({ Code }) => Code), ["None", "ConditionalCheckFailed"]);
    return true;
  });
  const missing = await client.send(new GetItemCommand({ TableName: "Orders", Key: item("ann", "2") }));
  assert.equal(missing.Item, undefined);
});

test("throttled requests are tried again", async ({ db }) => {
  const client = new DynamoDBClient({ ...db.client, maxAttempts: 2 });
  db.faults.throttle("PutItem");
  const put = new PutItemCommand({ TableName: "Orders", Item: item("ann", "1") });
  const error = await client.send(put).catch((caught) => caught);
  assertThrottled(error);
  assertThrottled(db);
  assert.equal(db.log.of("PutItem").length, 2);
  db.faults.clear();
  await client.send(put);
  assert.throws(() => assertThrottled(db.log.of("PutItem").at(-1)), /be throttled/);
});

test("streams have what was written", async ({ db }) => {
  const client = new DynamoDBClient(db.client);
  const streams = new DynamoDBStreamsClient(db.client);
  await client.send(new PutItemCommand({ TableName: "Orders", Item: item("ann", "1") }));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: "Orders" }));
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const iterator = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" };
    const { ShardIterator } = await streams.send(new GetShardIteratorCommand(iterator));
    records.push(...(await streams.send(new GetRecordsCommand({ ShardIterator }))).Records);
  }
  assert.deepEqual(records.map(({ eventName, dynamodb }) => [eventName, dynamodb.NewImage]), [["INSERT", item("ann", "1")]]);
});

realisticTest("a waiter ends when the clock was moved", async ({ db }) => {
  const client = new DynamoDBClient(db.client);
  const { TableDescription } = await client.send(new CreateTableCommand(ORDERS));
  assert.equal(TableDescription.TableStatus, "CREATING");
  const waiting = waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, { TableName: "Orders" });
  db.clock.advance("1 min");
  assert.equal((await waiting).state, "SUCCESS");
});

realisticTest("TTL deletes an item when its time has passed", async ({ db }) => {
  const client = new DynamoDBClient(db.client);
  const documents = DynamoDBDocumentClient.from(client);
  await client.send(new CreateTableCommand(ORDERS));
  db.clock.advance("1 min");
  const TimeToLiveSpecification = { Enabled: true, AttributeName: "ends" };
  await client.send(new UpdateTimeToLiveCommand({ TableName: "Orders", TimeToLiveSpecification }));
  db.clock.advance("2 h");
  const ends = Math.floor(db.clock.now().getTime() / 1000) + 60;
  await documents.send(new PutCommand({ TableName: "Orders", Item: { customer: "ann", id: "1", ends } }));
  const query = new QueryCommand({
    TableName: "Orders",
    ConsistentRead: true,
    KeyConditionExpression: "customer = :c",
    ExpressionAttributeValues: { ":c": "ann" },
  });
  assert.equal((await documents.send(query)).Count, 1);
  db.clock.advance("4 d");
  assert.equal((await documents.send(query)).Count, 0);
});

test("a request that was given up is not executed", async ({ db }) => {
  const client = new DynamoDBClient(db.client);
  const put = new PutItemCommand({ TableName: "Orders", Item: item("ann", "1") });
  await assert.rejects(client.send(put, { abortSignal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(db.log.of("PutItem").length, 0);
});
