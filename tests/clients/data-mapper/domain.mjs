// The data mapper (Nova ODM): tables from classes, conditions, versions, pages, batches and parallel scans.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { check, raised, run } from "../checks.mjs";

const require = createRequire(import.meta.url);
const { DataMapper, DynamoDbSchema, DynamoDbTable, embed } = require("@nova-odm/mapper");
const expressions = require("@nova-odm/expressions");
const { AttributePath, FunctionExpression, UpdateExpression, beginsWith, between, equals, greaterThan } = expressions;

const client = new DynamoDBClient();
const mapper = new DataMapper({ client });

class Origin {}
Object.defineProperty(Origin.prototype, DynamoDbSchema, {
  value: { country: { type: "String" }, height: { type: "Number" } },
});

class Tea {}
Object.defineProperties(Tea.prototype, {
  [DynamoDbTable]: { value: "teas" },
  [DynamoDbSchema]: {
    value: {
      seller: { type: "String", keyType: "HASH" },
      name: { type: "String", keyType: "RANGE" },
      kind: { type: "String", indexKeyConfigurations: { ofKind: "HASH" } },
      price: { type: "Number", indexKeyConfigurations: { ofKind: "RANGE" } },
      tastes: { type: "Set", memberType: "String" },
      picked: { type: "Date" },
      leaf: { type: "Binary" },
      origin: embed(Origin),
      notes: { type: "List", memberType: { type: "String" } },
      soldOut: { type: "Boolean" },
      version: { type: "Number", versionAttribute: true },
    },
  },
});
const tea = (values) => Object.assign(new Tea(), values);
const collect = async (iterator) => {
  const items = [];
  for await (const item of iterator) items.push(item);
  return items;
};
const names = (items) => items.map(({ name }) => name);

check("a table is created from a class", async () => {
  await mapper.ensureTableExists(Tea, {
    readCapacityUnits: 5,
    writeCapacityUnits: 4,
    streamViewType: "NEW_IMAGE",
    indexOptions: { ofKind: { type: "global", projection: "all", readCapacityUnits: 3, writeCapacityUnits: 2 } },
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: "teas" }));
  assert.deepEqual(Table.StreamSpecification, { StreamEnabled: true, StreamViewType: "NEW_IMAGE" });
  assert.equal(Table.GlobalSecondaryIndexes[0].ProvisionedThroughput.ReadCapacityUnits, 3);
  await mapper.ensureTableExists(Tea, { readCapacityUnits: 5, writeCapacityUnits: 4 });
});

check("an object comes back with its types", async () => {
  const put = tea({
    seller: "uji",
    name: "gyokuro",
    kind: "green",
    price: 38.25,
    tastes: new Set(["sweet", "umami"]),
    picked: new Date("2026-05-01T00:00:00Z"),
    leaf: Uint8Array.of(0, 255),
    origin: Object.assign(new Origin(), { country: "日本", height: 310 }),
    notes: ["first flush", ""],
    soldOut: false,
  });
  assert.equal((await mapper.put(put)).version, 0);
  const found = await mapper.get(tea({ seller: "uji", name: "gyokuro" }), { readConsistency: "strong" });
  assert.ok(found instanceof Tea && found.origin instanceof Origin);
  assert.deepEqual([found.kind, found.price, found.soldOut, found.notes], ["green", 38.25, false, put.notes]);
  assert.deepEqual([...found.tastes].sort(), ["sweet", "umami"]);
  assert.deepEqual([found.picked, [...found.leaf]], [put.picked, [0, 255]]);
  assert.deepEqual({ ...found.origin }, { country: "日本", height: 310 });
  const missing = await raised(mapper.get(tea({ seller: "uji", name: "none" })));
  assert.equal(missing.name, "ItemNotFoundException");
});

check("a version detects a concurrent write", async () => {
  const [mine, other] = await Promise.all([0, 1].map(() => mapper.get(tea({ seller: "uji", name: "gyokuro" }))));
  other.price = 40;
  assert.equal((await mapper.update(other)).version, 1);
  mine.price = 1;
  assert.equal((await raised(mapper.put(mine))).name, "ConditionalCheckFailedException");
  assert.equal((await mapper.get(other)).price, 40);
});

check("updates skip members, evaluate conditions and expressions", async () => {
  const key = tea({ seller: "uji", name: "gyokuro", version: 1, soldOut: true });
  const condition = { type: "Equals", subject: "price", object: 40 };
  const updated = await mapper.update(key, { onMissing: "skip", condition });
  assert.deepEqual([updated.soldOut, updated.kind, updated.version], [true, "green", 2]);
  const refused = tea({ seller: "uji", name: "gyokuro", version: 2, soldOut: false });
  const error = await raised(mapper.update(refused, { onMissing: "skip", condition: { ...greaterThan(100), subject: "price" } }));
  assert.equal(error.name, "ConditionalCheckFailedException");
  const expression = new UpdateExpression();
  expression.set(new AttributePath("notes[1]"), "shaded");
  expression.add(new AttributePath("price"), 2);
  expression.remove(new AttributePath("soldOut"));
  const changed = await mapper.executeUpdateExpression(expression, tea({ seller: "uji", name: "gyokuro" }), Tea);
  assert.deepEqual([changed.notes, changed.price, changed.soldOut], [["first flush", "shaded"], 42, undefined]);
});

check("sixty objects are written and read in batches", async () => {
  const items = Array.from({ length: 60 }, (_, number) =>
    tea({ seller: "assam", name: `n${String(number).padStart(2, "0")}`, kind: number % 2 ? "white" : "black", price: number }),
  );
  assert.equal((await collect(mapper.batchPut(items))).length, 60);
  const keys = items.map(({ seller, name }) => tea({ seller, name }));
  const found = await collect(mapper.batchGet([...keys, tea({ seller: "assam", name: "none" })]));
  assert.deepEqual(names(found).sort(), names(items));
});

check("queries read pages, indexes and filters", async () => {
  const condition = { seller: "assam", name: between("n10", "n19") };
  const iterator = mapper.query(Tea, condition, { pageSize: 3, scanIndexForward: false });
  assert.deepEqual(names(await collect(iterator)), Array.from({ length: 10 }, (_, number) => `n${19 - number}`));
  assert.deepEqual([iterator.count, iterator.scannedCount], [10, 10]);
  const pages = mapper.query(Tea, { seller: "assam", name: beginsWith("n2") }, { limit: 4 }).pages();
  assert.deepEqual(names((await pages.next()).value), ["n20", "n21", "n22", "n23"]);
  assert.equal(pages.lastEvaluatedKey.name, "n23");
  const rest = mapper.query(Tea, { seller: "assam", name: beginsWith("n2") }, { startKey: pages.lastEvaluatedKey });
  assert.deepEqual(names(await collect(rest)), ["n24", "n25", "n26", "n27", "n28", "n29"]);
  const filter = { ...beginsWith("n5"), subject: "name" };
  const white = await collect(
    mapper.query(Tea, { kind: "white", price: greaterThan(54) }, { indexName: "ofKind", filter, projection: ["name"] }),
  );
  assert.deepEqual(names(white), ["n55", "n57", "n59"]);
  assert.equal(white[0].price, undefined);
});

check("scans run alone and in parallel", async () => {
  const filter = { type: "And", conditions: [{ ...equals("black"), subject: "kind" }, new FunctionExpression("begins_with", new AttributePath("name"), "n5")] };
  assert.deepEqual(names(await collect(mapper.scan(Tea, { filter }))).sort(), ["n50", "n52", "n54", "n56", "n58"]);
  const parallel = await collect(mapper.parallelScan(Tea, 3, { pageSize: 7 }));
  assert.equal(new Set(names(parallel)).size, 61);
});

check("objects and the table are deleted", async () => {
  const gone = await mapper.delete(tea({ seller: "uji", name: "gyokuro" }), { skipVersionCheck: true });
  assert.equal(gone.price, 42);
  const keys = await collect(mapper.scan(Tea));
  assert.equal((await collect(mapper.batchDelete(keys))).length, 60);
  assert.equal((await collect(mapper.scan(Tea))).length, 0);
  await mapper.ensureTableNotExists(Tea);
  assert.equal((await raised(client.send(new DescribeTableCommand({ TableName: "teas" })))).name, "ResourceNotFoundException");
});

await run();
