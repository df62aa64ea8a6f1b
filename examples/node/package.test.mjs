// The package through `import`: each part of a database.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Dynalab, DynalabError, costOf, describeRequests, init, memoryBytes } from "dynalab";
import { ORDERS } from "./orders.mjs";

const order = (customer, id, more = {}) => ({ customer: { S: customer }, id: { S: id }, ...more });
const put = (db, customer, id) => db.call("PutItem", { TableName: "Orders", Item: order(customer, id) });
const count = async (db) => (await db.call("Scan", { TableName: "Orders", Select: "COUNT" })).Count;

async function opened(options) {
  const db = await Dynalab.open(options);
  await db.call("CreateTable", ORDERS);
  return db;
}

test("requests are answered, and refused with DynamoDB's errors", async () => {
  const db = await opened();
  await put(db, "ann", "1");
  const found = await db.call("GetItem", { TableName: "Orders", Key: order("ann", "1") });
  assert.deepEqual(found.Item, order("ann", "1"));
  const conditional = { TableName: "Orders", Item: order("ann", "1"), ConditionExpression: "attribute_not_exists(id)" };
  await assert.rejects(db.call("PutItem", conditional), (error) => {
    assert.ok(error instanceof DynalabError);
    assert.equal(error.name, "ConditionalCheckFailedException");
    assert.equal(error.status, 400);
    assert.match(error.message, /conditional request failed/);
    return true;
  });
  await assert.rejects(db.call("Nothing"), { name: "UnknownOperationException" });
});

test("a body is text or bytes", async () => {
  const db = await opened();
  const text = '{"TableName":"Orders","Select":"COUNT"}';
  const answers = [text, new TextEncoder().encode(text)].map((body) => db.execute("Scan", body));
  for (const { status, body } of answers) assert.deepEqual([status, JSON.parse(body).Count], [200, 0]);
  assert.throws(() => db.execute("Scan", new Uint8Array([0xff])));
  assert.equal(db.execute("Scan", "{").status, 400);
});

test("the same options and requests give the same bytes", async () => {
  const bytes = async (seed) => {
    const db = await opened({ seed, region: "eu-west-1", account: "123456789012" });
    return db.execute("DescribeTable", '{"TableName":"Orders"}').body;
  };
  assert.equal(await bytes(7), await bytes(7));
  assert.notEqual(await bytes(7), await bytes(8));
  assert.match(await bytes(7), /arn:aws:dynamodb:eu-west-1:123456789012:table\/Orders/);
});

test("wrong options are refused", async () => {
  for (const options of [{ sead: 1 }, { profile: "slow" }, { region: "moon-1" }, { clock: "fast" }, { startsAt: "never" }]) {
    await assert.rejects(Dynalab.open(options), JSON.stringify(options));
  }
});

test("the clock stands until it is moved", async () => {
  const db = await Dynalab.open({ startsAt: "2031-05-01T00:00:00Z" });
  assert.equal(db.clock.now().toISOString(), "2031-05-01T00:00:00.000Z");
  db.clock.advance("1.5 h");
  db.clock.advance(1);
  assert.equal(db.clock.now().toISOString(), "2031-05-01T01:30:00.001Z");
  db.clock.set("2031-05-02T00:00:00Z");
  assert.throws(() => db.clock.set(0), /cannot go back/);
  for (const wrong of ["soon", "3 weeks", -1, NaN]) assert.throws(() => db.clock.advance(wrong), TypeError);
  assert.equal(db.clock.now().toISOString(), "2031-05-02T00:00:00.000Z");
});

test("a running clock follows the computer's, in each fork by itself", async () => {
  const begin = Date.now();
  const db = await Dynalab.open({ clock: "running" });
  const other = db.fork();
  other.clock.advance("1 d");
  await new Promise((resolve) => setTimeout(resolve, 30));
  const [here, there] = [db.clock.now() - begin, other.clock.now() - begin];
  assert.ok(here >= 30 && here < 60_000, `${here}`);
  assert.ok(there >= 86_400_030 && there < 86_460_000, `${there}`);
});

test("faults make requests fail", async () => {
  const db = await opened();
  db.faults.throttle("PutItem", { table: "Orders", key: { S: "ann" } });
  await assert.rejects(put(db, "ann", "1"), { name: "ThrottlingException" });
  await put(db, "bob", "1");
  assert.deepEqual(db.faults.list().map(({ Name, Struck }) => [Name, Struck]), [["THROTTLE-PutItem", 1]]);
  db.faults.fail("SERVICE_UNAVAILABLE", "Scan", { rate: 1, name: "outage" });
  await assert.rejects(count(db), { status: 503 });
  db.faults.delete("outage");
  db.faults.clear();
  await put(db, "ann", "1");
  assert.equal(await count(db), 2);
  assert.throws(() => db.faults.throttle("NoOperation"), DynalabError);
});

test("states are kept, restored, copied and dropped", async () => {
  const db = await opened();
  await put(db, "ann", "1");
  const kept = db.snapshot();
  const other = db.fork();
  await put(db, "ann", "2");
  await put(other, "ann", "2");
  await put(other, "ann", "3");
  assert.deepEqual([await count(db), await count(other)], [2, 3]);
  db.restore(kept);
  assert.equal(await count(db), 1);
  db.reset();
  assert.deepEqual((await db.call("ListTables")).TableNames, []);
  other.restore(kept);
  kept.close();
  assert.equal(await count(other), 1);
  other.close();
  other.close();
  assert.throws(() => other.snapshot(), /closed/);
});

test("the log says what requests read and cost", async () => {
  const db = await opened();
  for (const id of ["1", "2", "3"]) {
    const Item = order("ann", id, { paid: { BOOL: id === "2" } });
    await db.call("PutItem", { TableName: "Orders", Item });
  }
  db.log.clear();
  await db.call("Query", {
    TableName: "Orders",
    KeyConditionExpression: "customer = :c",
    FilterExpression: "paid = :yes",
    ExpressionAttributeValues: { ":c": { S: "ann" }, ":yes": { BOOL: true } },
  });
  const [query] = db.log.list();
  assert.deepEqual([query.ItemsRead, query.ItemsFiltered, query.Plans[0].Kind], [3, 2, "QUERY"]);
  const cost = costOf(db.log.list());
  assert.deepEqual([cost.rcu, cost.wcu], [0.5, 0]);
  assert.ok(cost.usd > 0 && cost.usd < 1e-6);
  assert.match(describeRequests(db.log.list()), /Query, QUERY Orders: 3 read, 2 filtered, 0.5 RCU/);
  await count(db);
  assert.deepEqual(db.log.list(query.Number).map((request) => request.Operation), ["Scan"]);
  assert.equal(db.log.of("Query").length, 1);
  const silent = await Dynalab.open({ log: false });
  await silent.call("ListTables");
  assert.deepEqual(silent.log.list(), []);
});

test("a request is explained without being executed", async () => {
  const db = await opened();
  const explained = await db.explain("PutItem", { TableName: "Orders", Item: order("ann", "1") });
  assert.deepEqual([explained.ItemsWritten, explained.Units[0].WriteUnits], [1, 1]);
  assert.equal(await count(db), 0);
  await assert.rejects(db.explain("Dynalab.Reset"));
});

test("controls have typed requests", async () => {
  const db = await opened();
  const { Now } = await db.call("Dynalab.AdvanceClock", { Milliseconds: 5000 });
  assert.equal(new Date(Now * 1000).getTime(), db.clock.now().getTime());
});

test("two copies of the package have memories of their own", async () => {
  const other = createRequire(import.meta.url)("dynalab");
  assert.notEqual(other.Dynalab, Dynalab);
  const [here, there] = [await opened(), await other.Dynalab.open()];
  assert.deepEqual((await there.call("ListTables")).TableNames, []);
  assert.deepEqual((await here.call("ListTables")).TableNames, ["Orders"]);
});

test("the module is a file, and starts once", async () => {
  const file = await readFile(new URL(import.meta.resolve("dynalab/dynalab.wasm")));
  assert.ok(WebAssembly.validate(file));
  await init({ bytes: file });
  assert.ok(memoryBytes() > 0);
});

test("nothing reaches the network", async () => {
  const file = await readFile(new URL(import.meta.resolve("dynalab/dynalab.wasm")));
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(file)).map(({ name }) => name);
  assert.ok(imports.length > 0);
  for (const name of imports) assert.doesNotMatch(name, /fetch|socket|request|random|now|eval|newnoargs/i);
});
