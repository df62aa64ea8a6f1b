// Databases give their memory back: after a warm-up of 100, a thousand more need no page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Dynalab, memoryBytes } from "dynalab";
import { ORDERS } from "./orders.mjs";

async function use(original) {
  const opened = await Dynalab.open({ seed: 7 });
  await opened.call("CreateTable", ORDERS);
  for (const db of [opened, original.fork()]) {
    const kept = db.snapshot();
    for (let id = 0; id < 5; id += 1) {
      await db.call("PutItem", {
        TableName: "Orders",
        Item: { customer: { S: "ann" }, id: { S: String(id) }, text: { S: "x".repeat(500) } },
      });
    }
    db.restore(kept);
    kept.close();
    db.close();
  }
}

test("a thousand databases add no page", async () => {
  const original = await Dynalab.open();
  await original.call("CreateTable", ORDERS);
  for (let round = 0; round < 100; round += 1) await use(original);
  const before = memoryBytes();
  for (let round = 0; round < 1000; round += 1) await use(original);
  assert.equal(memoryBytes(), before);
});
