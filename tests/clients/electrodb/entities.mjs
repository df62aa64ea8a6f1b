// ElectroDB: two entities and a collection in one table, with conditions, pages, batches and transactions.

import assert from "node:assert/strict";
import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand, DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Entity, Service, createSchema } from "electrodb";
import { check, raised, run } from "../checks.mjs";

const dynamodb = new DynamoDBClient();
const client = DynamoDBDocumentClient.from(dynamodb);
const table = "shop";

const Tea = new Entity(
  createSchema({
    model: { entity: "tea", version: "1", service: "shop" },
    attributes: {
      seller: { type: "string", required: true },
      name: { type: "string", required: true },
      kind: { type: ["green", "black", "white"], required: true },
      price: { type: "number" },
      tastes: { type: "set", items: "string" },
      origin: { type: "map", properties: { country: { type: "string" }, height: { type: "number" } } },
      notes: { type: "list", items: { type: "string" } },
      soldOut: { type: "boolean", default: () => false },
      expires: { type: "number" },
      version: { type: "number", default: 1, set: (value) => value },
    },
    indexes: {
      ofSeller: {
        collection: "shelf",
        pk: { field: "pk", composite: ["seller"] },
        sk: { field: "sk", composite: ["name"] },
      },
      ofKind: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["kind"] },
        sk: { field: "gsi1sk", composite: ["price", "name"] },
      },
    },
  }),
  { client, table },
);

const Cup = new Entity(
  createSchema({
    model: { entity: "cup", version: "1", service: "shop" },
    attributes: {
      seller: { type: "string", required: true },
      glaze: { type: "string", required: true },
      count: { type: "number", default: 0 },
    },
    indexes: {
      ofSeller: {
        collection: "shelf",
        pk: { field: "pk", composite: ["seller"] },
        sk: { field: "sk", composite: ["glaze"] },
      },
    },
  }),
  { client, table },
);

const shop = new Service({ tea: Tea, cup: Cup }, { client, table });
const names = (answer) => answer.data.map((item) => item.name);

check("a table with an index and TTL is created", async () => {
  const string = (AttributeName) => ({ AttributeName, AttributeType: "S" });
  const keys = (hash, range) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  await dynamodb.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map(string),
      KeySchema: keys("pk", "sk"),
      GlobalSecondaryIndexes: [
        { IndexName: "gsi1", KeySchema: keys("gsi1pk", "gsi1sk"), Projection: { ProjectionType: "ALL" } },
      ],
    }),
  );
  const TimeToLiveSpecification = { AttributeName: "expires", Enabled: true };
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }));
  const described = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: table }));
  assert.equal(described.TimeToLiveDescription.TimeToLiveStatus, "ENABLED");
});

check("an item comes back with its types", async () => {
  const item = {
    seller: "uji",
    name: "gyokuro",
    kind: "green",
    price: 38,
    tastes: ["sweet", "umami"],
    origin: { country: "日本", height: 310 },
    notes: ["first flush", ""],
    expires: Math.floor(Date.now() / 1000) + 600,
  };
  await Tea.create(item).go();
  const { data } = await Tea.get({ seller: "uji", name: "gyokuro" }).go({ consistent: true });
  data.tastes.sort();
  assert.deepEqual(data, { ...item, soldOut: false, version: 1 });
  assert.equal((await Tea.get({ seller: "uji", name: "none" }).go()).data, null);
});

check("create and patch depend on the item", async () => {
  const twice = await raised(Tea.create({ seller: "uji", name: "gyokuro", kind: "green", price: 1 }).go());
  assert.match(twice.message, /The conditional request failed/);
  assert.equal(twice.cause.name, "ConditionalCheckFailedException");
  const missing = await raised(Tea.patch({ seller: "uji", name: "none" }).set({ notes: [] }).go());
  assert.equal(missing.cause.name, "ConditionalCheckFailedException");
});

check("an update changes numbers, lists, sets and maps", async () => {
  const { data } = await Tea.patch({ seller: "uji", name: "gyokuro" })
    .append({ notes: ["shaded"] })
    .add({ tastes: ["grassy"] })
    .data((attributes, { set, add }) => {
      set(attributes.origin.height, 320);
      add(attributes.version, 1);
    })
    .remove(["soldOut"])
    .where(({ version }, { eq, between }) => `${eq(version, 1)} AND ${between(version, 0, 5)}`)
    .go({ response: "all_new" });
  data.tastes.sort();
  assert.deepEqual([data.notes, data.tastes], [["first flush", "", "shaded"], ["grassy", "sweet", "umami"]]);
  assert.deepEqual([data.origin, data.version, data.soldOut], [{ country: "日本", height: 320 }, 2, undefined]);
  const refused = Tea.patch({ seller: "uji", name: "gyokuro" })
    .set({ notes: [] })
    .where(({ version }, { eq }) => eq(version, 1));
  assert.equal((await raised(refused.go())).cause.name, "ConditionalCheckFailedException");
});

check("sixty items are written and read in batches", async () => {
  const items = Array.from({ length: 60 }, (_, number) => ({
    seller: "assam",
    name: `n${String(number).padStart(2, "0")}`,
    kind: number % 2 === 0 ? "black" : "white",
    price: 100 + number,
  }));
  const { unprocessed } = await Tea.put(items).go({ concurrency: 2 });
  assert.deepEqual(unprocessed, []);
  const keys = items.map(({ seller, name }) => ({ seller, name }));
  const { data } = await Tea.get([...keys, { seller: "assam", name: "none" }]).go();
  assert.deepEqual(data.map(({ name }) => name).sort(), keys.map(({ name }) => name));
});

check("a query reads pages with a cursor", async () => {
  const query = () => Tea.query.ofSeller({ seller: "assam" }).between({ name: "n10" }, { name: "n19" });
  const first = await query().go({ limit: 4 });
  assert.deepEqual(names(first), ["n10", "n11", "n12", "n13"]);
  const rest = await query().go({ cursor: first.cursor, pages: "all" });
  assert.deepEqual(names(rest), ["n14", "n15", "n16", "n17", "n18", "n19"]);
  assert.equal(rest.cursor, null);
  const last = await Tea.query.ofSeller({ seller: "assam" }).begins({ name: "n5" }).go({ order: "desc", count: 3 });
  assert.deepEqual(names(last), ["n59", "n58", "n57"]);
});

check("an index is queried with a filter", async () => {
  const cheap = await Tea.query.ofKind({ kind: "white" }).lte({ price: 106 }).go();
  assert.deepEqual(names(cheap), ["n01", "n03", "n05"]);
  const filtered = await Tea.query
    .ofKind({ kind: "black" })
    .where(({ price, name }, { gt, begins }) => `${gt(price, 150)} AND ${begins(name, "n5")}`)
    .go({ pages: "all", attributes: ["name", "price"] });
  assert.deepEqual(filtered.data, [2, 4, 6, 8].map((number) => ({ name: `n5${number}`, price: 150 + number })));
});

check("a collection returns both entities", async () => {
  await Cup.create({ seller: "uji", glaze: "ash" }).go();
  const { data } = await shop.collections.shelf({ seller: "uji" }).go();
  assert.deepEqual(data.tea.map((tea) => tea.name), ["gyokuro"]);
  assert.deepEqual(data.cup, [{ seller: "uji", glaze: "ash", count: 0 }]);
  const scanned = await Cup.scan.go({ pages: "all" });
  assert.equal(scanned.data.length, 1);
});

check("a transaction writes all or nothing", async () => {
  const written = await shop.transaction
    .write(({ tea, cup }) => [
      tea.put({ seller: "uji", name: "sencha", kind: "green", price: 12 }).commit(),
      cup.patch({ seller: "uji", glaze: "ash" }).add({ count: 2 }).commit(),
      tea
        .check({ seller: "uji", name: "gyokuro" })
        .where(({ version }, { eq }) => eq(version, 2))
        .commit(),
    ])
    .go({ token: "once" });
  assert.equal(written.canceled, false);
  const canceled = await shop.transaction
    .write(({ tea, cup }) => [
      tea.remove({ seller: "uji", name: "sencha" }).commit(),
      cup.create({ seller: "uji", glaze: "ash" }).commit({ response: "all_old" }),
    ])
    .go();
  assert.equal(canceled.canceled, true);
  assert.deepEqual(canceled.data.map(({ rejected, code }) => [rejected, code]), [
    [false, "None"],
    [true, "ConditionalCheckFailed"],
  ]);
  assert.equal(canceled.data[1].item.count, 2);
  const read = await shop.transaction
    .get(({ tea, cup }) => [
      tea.get({ seller: "uji", name: "sencha" }).commit(),
      cup.get({ seller: "uji", glaze: "ash" }).commit(),
    ])
    .go();
  assert.deepEqual(read.data.map(({ item }) => item.price ?? item.count), [12, 2]);
});

check("items are deleted in a batch", async () => {
  const all = await Tea.query.ofSeller({ seller: "assam" }).go({ pages: "all" });
  await Tea.delete(all.data.map(({ seller, name }) => ({ seller, name }))).go();
  assert.deepEqual((await Tea.scan.go({ pages: "all" })).data.map(({ name }) => name).sort(), ["gyokuro", "sencha"]);
});

await run();
