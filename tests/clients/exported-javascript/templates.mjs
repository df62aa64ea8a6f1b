// Code of the templates: the SDK v3 runs each function against the server, and its items are those of the check of the page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as sdk from "@aws-sdk/client-dynamodb";
import { check, run } from "../checks.mjs";

// The items of one BatchWriteItem, at most.
const BATCH = 25;
const WRITES = ["BatchWriteItem", "DeleteItem", "PutItem", "TransactWriteItems", "UpdateItem"];
const folder = mkdtempSync(join(tmpdir(), "exported-designs-"));
execFileSync(process.env.DYNALAB_EXPORTED_DESIGNS, [folder]);
// The code imports the SDK from a folder above it.
const modules = join(process.cwd(), "exported");
mkdirSync(modules, { recursive: true });

const text = (value) => JSON.stringify(value, (_, inner) => (inner && typeof inner === "object" && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort()) : inner));

function itemsOf(response) {
  if (Array.isArray(response.Responses)) return response.Responses.flatMap((one) => (one.Item ? [one.Item] : []));
  if (response.Responses) return Object.values(response.Responses).flat();
  return response.Items ?? (response.Item ? [response.Item] : []);
}

async function outcome(call) {
  try {
    return { items: itemsOf(await call()), error: null };
  } catch (error) {
    if (!(error instanceof sdk.DynamoDBServiceException)) throw error;
    return { items: [], error: error.name };
  }
}

// Returns the items of each table by their key.
async function stored(client, design) {
  const found = new Map();
  for (const body of design.tables) {
    const names = body.KeySchema.map((element) => element.AttributeName);
    for await (const page of sdk.paginateScan({ client }, { TableName: body.TableName })) {
      for (const item of page.Items) {
        const key = Object.fromEntries(names.map((name) => [name, item[name]]));
        found.set(text([body.TableName, key]), { table: body.TableName, key, item });
      }
    }
  }
  return found;
}

const texts = (items) => [...items.values()].map(({ table, item }) => text([table, item])).sort();

// Writes back what a pattern changed. Returns what was there.
async function restore(client, design, before) {
  const now = await stored(client, design);
  for (const [name, { table, key }] of now) {
    if (!before.has(name)) await client.send(new sdk.DeleteItemCommand({ TableName: table, Key: key }));
  }
  for (const [name, { table, item }] of before) {
    if (text(now.get(name)?.item ?? null) !== text(item)) await client.send(new sdk.PutItemCommand({ TableName: table, Item: item }));
  }
  return texts(now);
}

async function load(client, design) {
  for (const body of design.tables) await client.send(new sdk.CreateTableCommand(body));
  for (const { table, items } of design.items) {
    for (let at = 0; at < items.length; at += BATCH) {
      const puts = items.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await client.send(new sdk.BatchWriteItemCommand({ RequestItems: { [table]: puts } }));
    }
  }
}

async function checkDesign(name) {
  const design = JSON.parse(readFileSync(join(folder, name, "check.json"), "utf8"));
  // A key of its own has tables of its own. The client of the code reads it with its first request.
  process.env.AWS_ACCESS_KEY_ID = `javascript-${name}`;
  const path = join(modules, `${name}.mjs`);
  copyFileSync(join(folder, name, "sdk-javascript.js"), path);
  const code = await import(pathToFileURL(path).href);
  const client = new sdk.DynamoDBClient({});
  await load(client, design);
  const before = await stored(client, design);
  const sent = new Map(design.patterns.map((pattern) => [pattern.name, pattern]));
  assert.deepEqual(design.javascript.map((call) => call.pattern), [...sent.keys()]);
  for (const call of design.javascript) {
    const pattern = sent.get(call.pattern);
    const title = `${name}: ${pattern.name}`;
    const after = async () => (WRITES.includes(pattern.operation) ? restore(client, design, before) : []);
    const wanted = await outcome(() => client.send(new sdk[`${pattern.operation}Command`](pattern.body)));
    const written = await after();
    const found = await outcome(() => code[call.function](...call.arguments));
    assert.deepEqual(found, wanted, title);
    assert.deepEqual(await after(), written, title);
    // What the page shows is from its own engine.
    assert.equal(found.error, pattern.error, title);
    if (pattern.requests === 1) {
      assert.equal(found.items.length, pattern.returned, title);
      assert.deepEqual(found.items.slice(0, pattern.result.length), pattern.result, title);
    }
  }
  assert.deepEqual(texts(await stored(client, design)), texts(before));
}

for (const name of readdirSync(folder).sort()) {
  check(`the code of ${name} returns the items of the check`, () => checkDesign(name));
}
await run();
