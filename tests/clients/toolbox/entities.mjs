// DynamoDB Toolbox: a table with two entities, its actions for items, queries, scans, batches and transactions.

import assert from "node:assert/strict";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  $add,
  $append,
  $delete,
  $get,
  $remove,
  $sum,
  BatchGetCommand,
  BatchGetRequest,
  BatchPutRequest,
  BatchDeleteRequest,
  BatchWriteCommand,
  ConditionCheck,
  DeleteItemCommand,
  DeleteTransaction,
  Entity,
  GetItemCommand,
  GetTransaction,
  PutItemCommand,
  PutTransaction,
  QueryCommand,
  ScanCommand,
  Table,
  UpdateItemCommand,
  UpdateTransaction,
  boolean,
  executeBatchGet,
  executeBatchWrite,
  executeTransactGet,
  executeTransactWrite,
  item,
  list,
  map,
  number,
  set,
  string,
} from "dynamodb-toolbox";
import { check, raised, run } from "../checks.mjs";

const dynamodb = new DynamoDBClient();
const documentClient = DynamoDBDocumentClient.from(dynamodb);
const table = new Table({
  documentClient,
  name: "shop",
  partitionKey: { name: "pk", type: "string" },
  sortKey: { name: "sk", type: "string" },
  indexes: {
    ofKind: {
      type: "global",
      partitionKey: { name: "kind", type: "string" },
      sortKey: { name: "price", type: "number" },
    },
  },
});
const Tea = new Entity({
  name: "Tea",
  table,
  schema: item({
    seller: string().key().savedAs("pk"),
    name: string().key().savedAs("sk"),
    kind: string().enum("green", "black", "white"),
    price: number().optional(),
    tastes: set(string()).optional(),
    origin: map({ country: string(), height: number().optional() }).optional(),
    notes: list(string()).optional(),
    soldOut: boolean().optional().default(false),
  }),
});
const Cup = new Entity({
  name: "Cup",
  table,
  schema: item({
    owner: string().key().savedAs("pk"),
    glaze: string().key().savedAs("sk"),
    count: number().default(0),
  }),
});
const gyokuro = { seller: "uji", name: "gyokuro" };
const names = ({ Items }) => Items.map(({ name }) => name);
const get = async (entity, key) => (await entity.build(GetItemCommand).key(key).options({ consistent: true }).send()).Item;

check("an item comes back with its types", async () => {
  await dynamodb.send(
    new CreateTableCommand({
      TableName: "shop",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
        { AttributeName: "kind", AttributeType: "S" },
        { AttributeName: "price", AttributeType: "N" },
      ],
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "ofKind",
          KeySchema: [
            { AttributeName: "kind", KeyType: "HASH" },
            { AttributeName: "price", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
      ],
    }),
  );
  const put = {
    ...gyokuro,
    kind: "green",
    price: 38.25,
    tastes: new Set(["sweet", "umami"]),
    origin: { country: "日本", height: 310 },
    notes: ["first flush", ""],
  };
  const { ConsumedCapacity } = await Tea.build(PutItemCommand).item(put).options({ capacity: "TOTAL" }).send();
  assert.equal(ConsumedCapacity.CapacityUnits, 2);
  const { created, modified, entity, ...tea } = await get(Tea, gyokuro);
  assert.deepEqual(tea, { ...put, soldOut: false });
  assert.ok(Date.parse(created) > 0 && modified === created, created);
  assert.equal(await get(Tea, { seller: "uji", name: "none" }), undefined);
  const { Item } = await Tea.build(GetItemCommand).key(gyokuro).options({ attributes: ["origin.country", "notes[0]"] }).send();
  assert.deepEqual([Item.origin, Item.notes, Item.price], [{ country: "日本" }, ["first flush"], undefined]);
});

check("conditions are evaluated", async () => {
  const twice = Tea.build(PutItemCommand)
    .item({ ...gyokuro, kind: "black" })
    .options({ condition: { attr: "name", exists: false }, returnValuesOnConditionFalse: "ALL_OLD" });
  const error = await raised(twice.send());
  assert.equal(error.name, "ConditionalCheckFailedException");
  assert.deepEqual([error.Item.kind, error.Item.price], [{ S: "green" }, { N: "38.25" }]);
  const condition = {
    and: [
      { attr: "price", between: [38, 39] },
      { or: [{ attr: "tastes", contains: "sweet" }, { attr: "soldOut", eq: true }] },
      { not: { attr: "origin.country", beginsWith: "China" } },
      { size: "notes", lt: 3 },
    ],
  };
  const { Attributes } = await Tea.build(PutItemCommand)
    .item({ ...gyokuro, kind: "green", price: 40, notes: ["a"], tastes: new Set(["sweet"]), origin: { country: "日本" } })
    .options({ condition, returnValues: "ALL_OLD" })
    .send();
  assert.equal(Attributes.price, 38.25);
});

check("an update adds, appends, deletes and removes", async () => {
  const { Attributes } = await Tea.build(UpdateItemCommand)
    .item({
      ...gyokuro,
      price: $add(2),
      notes: $append(["shaded"]),
      tastes: $delete(new Set(["sweet"])),
      origin: { height: $sum($get("origin.height", 300), 20) },
      soldOut: $remove(),
    })
    .options({ returnValues: "ALL_NEW", condition: { attr: "price", eq: 40 } })
    .send();
  assert.deepEqual([Attributes.price, Attributes.notes, Attributes.tastes], [42, ["a", "shaded"], undefined]);
  assert.deepEqual([Attributes.origin, Attributes.soldOut], [{ country: "日本", height: 320 }, undefined]);
  const refused = Tea.build(UpdateItemCommand).item({ ...gyokuro, price: 0 }).options({ condition: { attr: "price", gt: 100 } });
  assert.equal((await raised(refused.send())).name, "ConditionalCheckFailedException");
});

check("fifty items are written and read in batches", async () => {
  const all = Array.from({ length: 50 }, (_, index) => ({
    seller: "assam",
    name: `n${String(index).padStart(2, "0")}`,
    kind: index % 2 ? "white" : "black",
    price: index,
  }));
  for (const part of [all.slice(0, 25), all.slice(25)]) {
    const command = table.build(BatchWriteCommand).requests(...part.map((tea) => Tea.build(BatchPutRequest).item(tea)));
    const { UnprocessedItems } = await executeBatchWrite(command);
    assert.deepEqual(UnprocessedItems, {});
  }
  const keys = [...all, { seller: "assam", name: "none" }].map(({ seller, name }) => ({ seller, name }));
  const command = table.build(BatchGetCommand).requests(...keys.map((key) => Tea.build(BatchGetRequest).key(key)));
  const { Responses } = await executeBatchGet({ consistent: true }, command);
  assert.deepEqual(Responses[0].map((tea) => tea?.name), [...all.map(({ name }) => name), undefined]);
});

check("a query reads pages, backwards, with a filter and on an index", async () => {
  const query = (range, options) =>
    table
      .build(QueryCommand)
      .query({ partition: "assam", range })
      .entities(Tea)
      .options(options ?? {})
      .send();
  const first = await query({ beginsWith: "n1" }, { limit: 4 });
  assert.deepEqual([names(first), first.LastEvaluatedKey], [["n10", "n11", "n12", "n13"], { pk: "assam", sk: "n13" }]);
  const rest = await query({ beginsWith: "n1" }, { exclusiveStartKey: first.LastEvaluatedKey, maxPages: Infinity });
  assert.deepEqual(names(rest), ["n14", "n15", "n16", "n17", "n18", "n19"]);
  assert.deepEqual(names(await query({ between: ["n20", "n22"] }, { reverse: true })), ["n22", "n21", "n20"]);
  const filtered = await query({ gte: "n40" }, { filters: { Tea: { attr: "kind", eq: "white" } } });
  assert.deepEqual([names(filtered), filtered.ScannedCount], [["n41", "n43", "n45", "n47", "n49"], 10]);
  const index = await table
    .build(QueryCommand)
    .query({ index: "ofKind", partition: "white", range: { gt: 44 } })
    .entities(Tea)
    .options({ attributes: ["name"] })
    .send();
  assert.deepEqual(index.Items.map(({ name }) => name), ["n45", "n47", "n49"]);
});

check("a scan reads both entities, also in segments", async () => {
  await Cup.build(PutItemCommand).item({ owner: "uji", glaze: "ash" }).send();
  const all = await table.build(ScanCommand).entities(Tea, Cup).options({ maxPages: Infinity }).send();
  assert.equal(all.Items.length, 52);
  assert.deepEqual(all.Items.flatMap(({ glaze }) => glaze ?? []), ["ash"]);
  const segments = [0, 1, 2].map((segment) => table.build(ScanCommand).entities(Tea).options({ segment, totalSegments: 3 }).send());
  assert.equal(new Set((await Promise.all(segments)).flatMap(names)).size, 51);
});

check("a transaction writes all or nothing", async () => {
  const sencha = { seller: "uji", name: "sencha" };
  const cup = { owner: "uji", glaze: "ash" };
  await executeTransactWrite(
    { clientRequestToken: "once" },
    Tea.build(PutTransaction).item({ ...sencha, kind: "green", price: 12 }),
    Cup.build(UpdateTransaction).item({ ...cup, count: $add(2) }),
    Tea.build(ConditionCheck).key(gyokuro).condition({ attr: "price", eq: 42 }),
  );
  const { Responses } = await executeTransactGet(Tea.build(GetTransaction).key(sencha), Cup.build(GetTransaction).key(cup));
  assert.deepEqual([Responses[0].Item.price, Responses[1].Item.count], [12, 2]);
  const refused = await raised(
    executeTransactWrite(
      Cup.build(DeleteTransaction).key(cup),
      Tea.build(PutTransaction)
        .item({ ...sencha, kind: "green" })
        .options({ condition: { attr: "name", exists: false } }),
    ),
  );
  assert.equal(refused.name, "TransactionCanceledException");
  assert.deepEqual(refused.CancellationReasons.map(({ Code }) => Code), ["None", "ConditionalCheckFailed"]);
  assert.equal((await get(Cup, cup)).count, 2);
});

check("items are deleted alone and in a batch", async () => {
  const { Attributes } = await Tea.build(DeleteItemCommand).key(gyokuro).options({ returnValues: "ALL_OLD" }).send();
  assert.equal(Attributes.price, 42);
  const keys = Array.from({ length: 25 }, (_, index) => ({ seller: "assam", name: `n${String(index).padStart(2, "0")}` }));
  await executeBatchWrite(table.build(BatchWriteCommand).requests(...keys.map((key) => Tea.build(BatchDeleteRequest).key(key))));
  const left = await table.build(ScanCommand).entities(Tea).options({ select: "COUNT" }).send();
  assert.equal(left.Count, 26);
});

await run();
