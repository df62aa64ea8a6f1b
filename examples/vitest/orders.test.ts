// Vitest: a database of its own for each test, the clock, faults and matchers.

import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type CreateTableCommandInput,
} from "@aws-sdk/client-dynamodb";
import { describe } from "vitest";
import { databaseTest, expect, test as emptyTest, type Dynalab } from "dynalab/vitest";

const ORDERS: CreateTableCommandInput = {
  TableName: "Orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "customer", AttributeType: "S" },
    { AttributeName: "id", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "customer", KeyType: "HASH" },
    { AttributeName: "id", KeyType: "RANGE" },
  ],
};

let prepared = 0;

const test = databaseTest({
  seed: 7,
  prepare: async (db: Dynalab) => {
    prepared += 1;
    await db.call("CreateTable", ORDERS);
    await db.call("PutItem", { TableName: "Orders", Item: { customer: { S: "ann" }, id: { S: "1" } } });
  },
});

const ofAnn = new QueryCommand({
  TableName: "Orders",
  KeyConditionExpression: "customer = :c",
  ExpressionAttributeValues: { ":c": { S: "ann" } },
});
const secondOrder = new PutItemCommand({ TableName: "Orders", Item: { customer: { S: "ann" }, id: { S: "2" } } });

describe("a database of its own", () => {
  for (const round of [1, 2, 3]) {
    test.concurrent(`round ${round} sees only the prepared item`, async ({ db, expect }) => {
      const client = new DynamoDBClient(db.client);
      expect((await client.send(ofAnn)).Count).toBe(1);
      await client.send(secondOrder);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await client.send(ofAnn)).Count).toBe(2);
      expect(prepared).toBe(1);
    });
  }

  emptyTest("is empty without preparation", async ({ db }) => {
    expect(await db.call("ListTables")).toEqual({ TableNames: [] });
  });
});

describe("matchers", () => {
  test("say what requests read and cost", async ({ db }) => {
    const client = new DynamoDBClient(db.client);
    db.log.clear();
    await client.send(ofAnn);
    expect(db).toBeServedBy("Query");
    expect(db).toConsumeAtMost({ rcu: 0.5, wcu: 0, usd: 0.000001 });
    expect(db).toReadAtMost(1);
    expect(db).not.toBeThrottled();
    await client.send(new GetItemCommand({ TableName: "Orders", Key: { customer: { S: "ann" }, id: { S: "1" } } }));
    expect(db.log.of("GetItem")).toBeServedBy("Item");
    expect(db).not.toBeServedBy("Query");
    await client.send(new ScanCommand({ TableName: "Orders" }));
    expect(() => expect(db.log.of("Scan")).not.toBeServedBy("Scan")).toThrow(/Scan, SCAN Orders: 1 read/);
    expect(() => expect(db).toReadAtMost(2)).toThrow(/read at most 2 items; it is 3/);
    expect(() => expect(db).toConsumeAtMost({ rcu: 1 })).toThrow(/"rcu":1.5/);
    expect(() => expect(7).toReadAtMost(2)).toThrow(/Expected a database/);
    expect(await db.explain("Scan", { TableName: "Orders" })).toBeServedBy("Scan");
  });

  test("know throttled requests", async ({ db }) => {
    const client = new DynamoDBClient({ ...db.client, maxAttempts: 1 });
    db.faults.throttle("Query");
    const error = await client.send(ofAnn).catch((caught: unknown) => caught);
    expect(error).toBeThrottled();
    expect(db).toBeThrottled();
    expect(new Error("other")).not.toBeThrottled();
  });
});

test("types follow the contract of the controls", async ({ db }) => {
  const { Faults } = await db.call("Dynalab.DescribeFaults", {});
  const names: string[] = Faults.map((fault) => fault.Name);
  expect(names).toEqual([]);
  // @ts-expect-error: the member is a number.
  await expect(db.call("Dynalab.AdvanceClock", { Milliseconds: "1" })).rejects.toThrow();
  // @ts-expect-error: there is no such option.
  expect(() => db.faults.throttle("Query", { tables: "Orders" })).not.toThrow();
});
