// OneTable: a schema with two models in one table, unique attributes, pages, batches, transactions, TTL.

import assert from "node:assert/strict";
import { DescribeTimeToLiveCommand, DynamoDBClient, UpdateTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { Dynamo } from "dynamodb-onetable/Dynamo";
import { Table } from "dynamodb-onetable";
import { check, raised, run } from "../checks.mjs";

const client = new DynamoDBClient();
const table = new Table({
  name: "shop",
  client: new Dynamo({ client }),
  logger: false,
  partial: true,
  schema: {
    format: "onetable:1.1.0",
    version: "0.0.1",
    indexes: {
      primary: { hash: "pk", sort: "sk" },
      gs1: { hash: "gs1pk", sort: "gs1sk", project: "all" },
      ls1: { type: "local", sort: "ls1sk", project: ["name"] },
    },
    params: { isoDates: true, timestamps: true },
    models: {
      Seller: {
        pk: { type: String, value: "seller#${id}" },
        sk: { type: String, value: "seller#" },
        gs1pk: { type: String, value: "seller#" },
        gs1sk: { type: String, value: "seller#${town}#${id}" },
        id: { type: String, required: true },
        mail: { type: String, unique: true },
        town: { type: String },
        balance: { type: Number, default: 0 },
      },
      Tea: {
        pk: { type: String, value: "seller#${seller}" },
        sk: { type: String, value: "tea#${name}" },
        gs1pk: { type: String, value: "tea#${kind}" },
        gs1sk: { type: String, value: "tea#${name}" },
        ls1sk: { type: String, value: "tea#${kind}#${name}" },
        seller: { type: String, required: true },
        name: { type: String, required: true },
        kind: { type: String, enum: ["green", "black", "white"] },
        price: { type: Number },
        tastes: { type: Set },
        origin: { type: Object, schema: { country: { type: String }, height: { type: Number } } },
        notes: { type: Array },
        picked: { type: Date },
        leaf: { type: Buffer },
        soldOut: { type: Boolean },
        expires: { type: Date, ttl: true },
      },
    },
  },
});
const Seller = table.getModel("Seller");
const Tea = table.getModel("Tea");
const names = (items) => items.map(({ name }) => name);

check("the table is created with both kinds of index", async () => {
  assert.equal(await table.exists(), false);
  await table.createTable();
  assert.equal(await table.exists(), true);
  const { Table: described } = await table.describeTable();
  assert.equal(described.GlobalSecondaryIndexes[0].IndexName, "gs1");
  assert.deepEqual(described.LocalSecondaryIndexes[0].Projection.NonKeyAttributes, ["name"]);
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: "shop",
      TimeToLiveSpecification: { AttributeName: "expires", Enabled: true },
    }),
  );
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: "shop" }));
  assert.equal(TimeToLiveDescription.TimeToLiveStatus, "ENABLED");
});

check("an item comes back with its types", async () => {
  const picked = new Date("2026-05-01T04:30:00.250Z");
  const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + 600_000);
  await Tea.create({
    seller: "uji",
    name: "gyokuro",
    kind: "green",
    price: 38.25,
    tastes: new Set(["sweet", "umami"]),
    origin: { country: "日本", height: 310 },
    notes: ["first flush", "", { shade: [1, null] }],
    picked,
    leaf: Buffer.from([0, 255]),
    soldOut: false,
    expires,
  });
  const tea = await Tea.get({ seller: "uji", name: "gyokuro" }, { consistent: true });
  assert.deepEqual([tea.kind, tea.price, tea.soldOut], ["green", 38.25, false]);
  assert.deepEqual([...tea.tastes].sort(), ["sweet", "umami"]);
  assert.deepEqual([tea.origin, tea.picked, tea.expires], [{ country: "日本", height: 310 }, picked, expires]);
  assert.deepEqual([tea.notes[0], tea.notes[1], tea.notes[2].shade[0]], ["first flush", "", 1]);
  assert.deepEqual([...tea.leaf], [0, 255]);
  assert.equal(await Tea.get({ seller: "uji", name: "none" }), undefined);
});

check("create refuses an item that exists, and an update one that does not", async () => {
  const twice = await raised(Tea.create({ seller: "uji", name: "gyokuro", kind: "green" }));
  assert.match(twice.message, /Cannot create "Tea"|Conditional/i);
  await raised(Tea.update({ seller: "uji", name: "none", price: 1 }));
  assert.equal(await Tea.get({ seller: "uji", name: "none" }), undefined);
  const added = await Tea.upsert({ seller: "uji", name: "sencha", kind: "green", price: 12 });
  assert.equal(added.price, 12);
});

check("an attribute is unique", async () => {
  await Seller.create({ id: "uji", mail: "uji@example.com", town: "Uji" });
  const other = { id: "other", mail: "uji@example.com", town: "Kyoto" };
  assert.equal((await raised(Seller.create(other))).code, "UniqueError");
  await Seller.update({ id: "uji", mail: "new@example.com" });
  await Seller.create(other);
  assert.equal((await raised(Seller.update({ id: "other", mail: "new@example.com" }))).code, "UniqueError");
  await Seller.remove({ id: "other" });
  assert.equal(await Seller.get({ id: "other" }), undefined);
});

check("an update adds, removes, sets members and evaluates a condition", async () => {
  const key = { seller: "uji", name: "gyokuro" };
  const changed = await Tea.update(key, {
    add: { price: 2 },
    remove: ["soldOut"],
    set: { "origin.height": 320, "notes[1]": "shaded" },
    where: "${price} > {38} and attribute_exists(${origin.country})",
  });
  assert.deepEqual([changed.price, changed.soldOut], [40.25, undefined]);
  assert.deepEqual([changed.origin.height, changed.notes[1]], [320, "shaded"]);
  const refused = await raised(Tea.update({ ...key, price: 0 }, { where: "${price} > {100}" }));
  assert.match(refused.message, /The conditional request failed/);
  assert.equal((await Tea.get(key)).price, 40.25);
});

check("sixty items are written and read in batches", async () => {
  const all = Array.from({ length: 60 }, (_, number) => `n${String(number).padStart(2, "0")}`);
  for (let begin = 0; begin < 60; begin += 20) {
    const batch = {};
    for (const name of all.slice(begin, begin + 20)) {
      const kind = Number(name.slice(1)) % 2 ? "white" : "black";
      await Tea.create({ seller: "assam", name, kind, price: Number(name.slice(1)) }, { batch, exists: null });
    }
    await table.batchWrite(batch);
  }
  const batch = {};
  for (const name of ["n03", "n59", "none"]) await Tea.get({ seller: "assam", name }, { batch });
  const found = await table.batchGet(batch, { parse: true, hidden: false });
  assert.deepEqual(names(found).sort(), ["n03", "n59"]);
});

check("a find reads pages, backwards, with a filter and on indexes", async () => {
  const first = await Tea.find({ seller: "assam", sk: { begins: "tea#n1" } }, { limit: 4 });
  assert.deepEqual(names(first), ["n10", "n11", "n12", "n13"]);
  const rest = await Tea.find({ seller: "assam", sk: { begins: "tea#n1" } }, { next: first.next });
  assert.deepEqual(names(rest), ["n14", "n15", "n16", "n17", "n18", "n19"]);
  const between = { seller: "assam", sk: { between: ["tea#n20", "tea#n22"] } };
  assert.deepEqual(names(await Tea.find(between, { reverse: true })), ["n22", "n21", "n20"]);
  const filtered = await Tea.find({ seller: "assam" }, { where: "${price} >= {57} or ${name} = {n00}" });
  assert.deepEqual(names(filtered), ["n00", "n57", "n58", "n59"]);
  const global = await Tea.find({ kind: "green" }, { index: "gs1" });
  assert.deepEqual(names(global), ["gyokuro", "sencha"]);
  const local = await Tea.find({ seller: "assam", ls1sk: { begins: "tea#white#n5" } }, { index: "ls1", follow: false });
  assert.deepEqual(names(local), ["n51", "n53", "n55", "n57", "n59"]);
  assert.equal((await Tea.find({ seller: "assam" }, { count: true })).count, 60);
});

check("a scan reads a model, also in segments", async () => {
  assert.equal((await Tea.scan({})).length, 62);
  const segments = await Promise.all([0, 1, 2].map((segment) => Tea.scan({}, { segment, segments: 3 })));
  assert.equal(new Set(segments.flat().map(({ name }) => name)).size, 62);
  const groups = await table.fetch(["Seller", "Tea"], { pk: "seller#uji" });
  assert.deepEqual([groups.Seller.length, groups.Tea.length], [1, 2]);
});

check("a transaction writes all or nothing", async () => {
  const transaction = {};
  await Tea.create({ seller: "uji", name: "matcha", kind: "green", price: 60 }, { transaction });
  await Seller.update({ id: "uji" }, { add: { balance: 60 }, transaction });
  await Tea.check({ seller: "uji", name: "sencha" }, { transaction, where: "${price} = {12}" });
  await table.transact("write", transaction);
  assert.equal((await Seller.get({ id: "uji" })).balance, 60);
  const refused = {};
  await Tea.remove({ seller: "uji", name: "matcha" }, { transaction: refused });
  await Tea.create({ seller: "uji", name: "sencha", kind: "green" }, { transaction: refused });
  const error = await raised(table.transact("write", refused));
  assert.match(`${error.code} ${error.message}`, /Transaction/);
  assert.equal((await Tea.get({ seller: "uji", name: "matcha" })).price, 60);
});

check("many items and the table are removed", async () => {
  await Tea.remove({ seller: "assam" }, { many: true });
  assert.equal((await Tea.find({ seller: "assam" })).length, 0);
  await table.deleteTable("DeleteTableForever");
  assert.equal(await table.exists(), false);
});

await run();
