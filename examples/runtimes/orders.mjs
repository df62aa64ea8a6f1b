// A table with an item, in the runtime that is asked for.

import { Dynalab } from "dynalab";
import * as inline from "dynalab/inline";

for (const entry of [{ Dynalab }, inline]) {
  const db = await entry.Dynalab.open();
  await db.call("CreateTable", {
    TableName: "Orders",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  });
  await db.call("PutItem", { TableName: "Orders", Item: { id: { S: "1" } } });
  const { Count } = await db.call("Scan", { TableName: "Orders" });
  console.log(`${Count} order`);
}
