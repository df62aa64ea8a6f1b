// A database in a worker: each method once.

import { WorkerDynalab, costOf } from "dynalab/worker";

const ORDERS = {
  TableName: "Orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
};

function expect(holds, what) {
  if (!holds) throw new Error(`in the worker: ${what}`);
}

const problemOf = (promise) => promise.then(() => "none", (error) => `${error.name}: ${error.message}`);
const count = async (db) => (await db.call("Scan", { TableName: "Orders" })).Count;

/** Uses a database in a worker, and returns the number of orders in it. */
export async function useWorker(source) {
  expect((await problemOf(WorkerDynalab.open({ ...source, region: "moon-1" }))).startsWith("Error: ValidationException"), "a wrong option");
  const db = await WorkerDynalab.open({ ...source, seed: 7 });
  await db.call("CreateTable", ORDERS);
  const empty = await db.snapshot();
  await db.call("PutItem", { TableName: "Orders", Item: { id: { S: "1" } } });
  const other = await db.fork();
  await other.restore(empty);
  expect((await count(other)) === 0, "a restored copy");
  await empty.close();
  expect((await problemOf(other.restore(empty))).includes("closed"), "a closed snapshot");
  await other.close();

  await db.faults.throttle("PutItem");
  expect((await problemOf(db.call("PutItem", { TableName: "Orders", Item: { id: { S: "2" } } }))).startsWith("ThrottlingException"), "a fault");
  await db.faults.delete((await db.faults.list())[0].Name);
  const before = await db.clock.now();
  await db.clock.advance("1 d");
  expect((await db.clock.now()) - before === 86_400_000, "the clock");
  expect((await problemOf(db.clock.set(before))).includes("cannot go back"), "a clock that goes back");
  await db.log.clear();
  const orders = await count(db);
  expect(costOf(await db.log.list()).rcu === 0.5, "the log");
  expect((await db.explain("Scan", { TableName: "Orders" })).ItemsRead === 1, "explain");
  await db.close();
  expect((await problemOf(db.call("ListTables"))) === "Error: The worker has ended.", "a worker that has ended");
  return orders;
}
