// Dynamoose: models that create their table, with indexes, conditions, pages, batches and transactions.

import assert from "node:assert/strict";
import dynamoose from "dynamoose";
import { check, raised, run } from "../checks.mjs";

const dynamodb = new dynamoose.aws.ddb.DynamoDB();
dynamoose.aws.ddb.set(dynamodb);

const Tea = dynamoose.model(
  "Tea",
  new dynamoose.Schema(
    {
      seller: { type: String, hashKey: true },
      name: { type: String, rangeKey: true },
      kind: { type: String, enum: ["green", "black", "white"], index: { name: "ofKind", rangeKey: "price", type: "global" } },
      harvest: { type: Number, index: { name: "ofHarvest", type: "local" } },
      price: Number,
      tastes: { type: Set, schema: [String] },
      origin: { type: Object, schema: { country: String, height: Number } },
      notes: { type: Array, schema: [String] },
      picked: Date,
      leaf: Buffer,
      soldOut: { type: Boolean, default: false },
      none: dynamoose.type.NULL,
    },
    { timestamps: { createdAt: "created", updatedAt: "updated" } },
  ),
);
const Cup = dynamoose.model("Cup", new dynamoose.Schema({ id: Number, owner: String, count: Number }));
const table = new dynamoose.Table("shop-teas", [Tea], {
  throughput: "ON_DEMAND",
  expires: { ttl: 600_000, attribute: "expires" },
  streamOptions: { enabled: true, type: "KEYS_ONLY" },
  waitForActive: { enabled: true, check: { timeout: 5_000, frequency: 20 } },
  initialize: false,
});
const cups = new dynamoose.Table("cups", [Cup], {
  throughput: { read: 5, write: 4 },
  waitForActive: { enabled: true, check: { timeout: 5_000, frequency: 20 } },
  initialize: false,
});
const names = (items) => [...items].map(({ name }) => name);

check("tables are created from models", async () => {
  await table.initialize();
  await cups.initialize();
  const { Table } = await dynamodb.describeTable({ TableName: "shop-teas" });
  assert.equal(Table.BillingModeSummary.BillingMode, "PAY_PER_REQUEST");
  assert.deepEqual(Table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName), ["ofKind"]);
  assert.deepEqual(Table.LocalSecondaryIndexes.map(({ IndexName }) => IndexName), ["ofHarvest"]);
  assert.equal(Table.StreamSpecification.StreamViewType, "KEYS_ONLY");
  const { TimeToLiveDescription } = await dynamodb.describeTimeToLive({ TableName: "shop-teas" });
  assert.deepEqual(TimeToLiveDescription, { TimeToLiveStatus: "ENABLED", AttributeName: "expires" });
});

check("an item comes back with its types", async () => {
  const picked = new Date("2026-05-01T04:30:00.250Z");
  await Tea.create({
    seller: "uji",
    name: "gyokuro",
    kind: "green",
    harvest: 2026,
    price: 38.25,
    tastes: new Set(["sweet", "umami"]),
    origin: { country: "日本", height: 310 },
    notes: ["first flush", ""],
    picked,
    leaf: Buffer.from([0, 255]),
    none: null,
  });
  const tea = await Tea.get({ seller: "uji", name: "gyokuro" }, { consistent: true });
  assert.deepEqual([tea.kind, tea.price, tea.soldOut, tea.none], ["green", 38.25, false, null]);
  assert.deepEqual([[...tea.tastes].sort(), tea.notes], [["sweet", "umami"], ["first flush", ""]]);
  assert.deepEqual([tea.origin, tea.picked, [...tea.leaf]], [{ country: "日本", height: 310 }, picked, [0, 255]]);
  const remaining = tea.expires.getTime() - Date.now();
  assert.ok(remaining > 590_000 && remaining < 602_000, `${remaining}`);
  assert.equal(await Tea.get({ seller: "uji", name: "none" }), undefined);
});

check("create does not replace, and conditions are evaluated", async () => {
  const twice = await raised(Tea.create({ seller: "uji", name: "gyokuro", kind: "black" }));
  assert.equal(twice.name, "ConditionalCheckFailedException");
  const key = { seller: "uji", name: "gyokuro" };
  const cheap = new dynamoose.Condition().where("price").lt(10).or().where("kind").eq("black");
  assert.equal((await raised(Tea.delete(key, { condition: cheap }))).name, "ConditionalCheckFailedException");
  const dear = new dynamoose.Condition().where("price").between(38, 39).and().where("tastes").contains("sweet");
  await Tea.update(key, { soldOut: true }, { condition: dear });
  assert.equal((await Tea.get(key)).soldOut, true);
});

check("an update sets, adds, appends and removes", async () => {
  const changed = await Tea.update(
    { seller: "uji", name: "gyokuro" },
    {
      $SET: { harvest: 2027, origin: { country: "日本", height: 320 } },
      $ADD: { price: 2, notes: "shaded" },
      $DELETE: { tastes: new Set(["sweet"]) },
      $REMOVE: ["picked"],
    },
  );
  assert.deepEqual([changed.harvest, changed.price, changed.origin.height], [2027, 40.25, 320]);
  assert.deepEqual([changed.notes, [...changed.tastes], changed.picked], [["first flush", "", "shaded"], ["umami"], undefined]);
});

check("sixty items are written and read in batches", async () => {
  const items = Array.from({ length: 60 }, (_, number) => ({
    seller: "assam",
    name: `n${String(number).padStart(2, "0")}`,
    kind: number % 2 ? "white" : "black",
    harvest: 100 - number,
    price: number,
  }));
  for (let begin = 0; begin < 60; begin += 25) {
    const { unprocessedItems } = await Tea.batchPut(items.slice(begin, begin + 25));
    assert.deepEqual(unprocessedItems, []);
  }
  const keys = [...items.map(({ seller, name }) => ({ seller, name })), { seller: "assam", name: "none" }];
  assert.deepEqual(names(await Tea.batchGet(keys)).sort(), names(items));
});

check("a query reads pages, backwards, with a filter and on indexes", async () => {
  const query = () => Tea.query("seller").eq("assam").where("name").beginsWith("n1");
  const first = await query().limit(4).exec();
  assert.deepEqual([names(first), first.count], [["n10", "n11", "n12", "n13"], 4]);
  const rest = await query().startAt(first.lastKey).all().exec();
  assert.deepEqual(names(rest), ["n14", "n15", "n16", "n17", "n18", "n19"]);
  const back = await Tea.query("seller").eq("assam").where("name").between("n20", "n22").sort("descending").exec();
  assert.deepEqual(names(back), ["n22", "n21", "n20"]);
  const filtered = await Tea.query("seller").eq("assam").filter("price").in([3, 4, 99]).exec();
  assert.deepEqual([names(filtered), filtered.scannedCount ?? 60], [["n03", "n04"], 60]);
  const global = await Tea.query("kind").eq("white").where("price").ge(55).using("ofKind").exec();
  assert.deepEqual(names(global), ["n55", "n57", "n59"]);
  const local = await Tea.query("seller").eq("assam").where("harvest").gt(98).using("ofHarvest").exec();
  assert.deepEqual(names(local), ["n01", "n00"]);
  assert.equal((await Tea.query("seller").eq("assam").count().exec()).count, 60);
});

check("a scan filters and reads in parallel", async () => {
  assert.deepEqual(names(await Tea.scan("price").gt(57).exec()).sort(), ["n58", "n59"]);
  assert.equal((await Tea.scan().parallel(4).all().exec()).length, 61);
  assert.deepEqual(names(await Tea.scan().where("seller").eq("uji").attributes(["name"]).exec()), ["gyokuro"]);
});

check("a transaction writes all or nothing", async () => {
  await Cup.create({ id: 1, owner: "rikyu", count: 3 });
  await dynamoose.transaction([
    Tea.transaction.create({ seller: "uji", name: "sencha", kind: "green", price: 12 }),
    Cup.transaction.update({ id: 1 }, { $ADD: { count: 2 } }),
    Tea.transaction.condition({ seller: "uji", name: "gyokuro" }, new dynamoose.Condition().where("harvest").eq(2027)),
  ]);
  const [tea, cup] = await dynamoose.transaction([
    Tea.transaction.get({ seller: "uji", name: "sencha" }),
    Cup.transaction.get(1),
  ]);
  assert.deepEqual([tea.price, cup.count], [12, 5]);
  const refused = await raised(
    dynamoose.transaction([
      Cup.transaction.delete(1),
      Tea.transaction.create({ seller: "uji", name: "sencha", kind: "green" }),
    ]),
  );
  assert.equal(refused.name, "TransactionCanceledException");
  assert.deepEqual(refused.CancellationReasons.map(({ Code }) => Code), ["None", "ConditionalCheckFailed"]);
  assert.equal((await Cup.get(1)).count, 5);
});

check("items are deleted alone and in a batch", async () => {
  await Tea.delete({ seller: "uji", name: "sencha" });
  const keys = Array.from({ length: 25 }, (_, number) => ({ seller: "assam", name: `n${String(number).padStart(2, "0")}` }));
  await Tea.batchDelete(keys);
  assert.equal((await Tea.scan().all().count().exec()).count, 36);
});

await run();
