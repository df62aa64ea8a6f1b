// The package through `require`, and a module whose source is named.

const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { test } = require("node:test");

const { Dynalab, init } = require("dynalab");
const inline = require("dynalab/inline");
const { requestHandler } = require("dynalab/sdk");
const { assertServedBy } = require("dynalab/node-test");
const { DynamoDBClient, ListTablesCommand } = require("@aws-sdk/client-dynamodb");

test("a source that does not work is not the last", async () => {
  await assert.rejects(init({ bytes: new Uint8Array([1, 2, 3]) }));
  await init({ module: new WebAssembly.Module(readFileSync(require.resolve("dynalab/dynalab.wasm"))) });
  const db = await Dynalab.open();
  assert.deepEqual(await db.call("ListTables"), { TableNames: [] });
  assert.throws(() => assertServedBy(db, "Query"), { name: "AssertionError", message: /\(no requests\)|ListTables/ });
});

test("a client of the SDK has a handler", async () => {
  const db = await inline.Dynalab.open();
  const client = new DynamoDBClient({ ...db.client, region: "eu-west-1", requestHandler: requestHandler(db) });
  assert.deepEqual((await client.send(new ListTablesCommand())).TableNames, []);
});

test("the version is that of the package", () => {
  assert.match(require("dynalab/package.json").version, /^\d+\.\d+\.\d+$/);
});
