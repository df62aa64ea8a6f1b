// A page whose requests to DynamoDB are answered by a database of the test's own.

import type { Page } from "@playwright/test";
import { databaseTest, expect } from "dynalab/playwright";

const test = databaseTest({
  prepare: (db) =>
    db.call("CreateTable", {
      TableName: "Orders",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    }),
});

async function send(page: Page, operation: string, request: object): Promise<{ status: number; body: any }> {
  const call = async ([operation, request]: [string, object]) => {
    const headers = { "content-type": "application/x-amz-json-1.0", "x-amz-target": `DynamoDB_20120810.${operation}` };
    const response = await fetch("https://dynamodb.us-east-1.amazonaws.com/", {
      method: "POST",
      headers,
      body: JSON.stringify(request),
    });
    return { status: response.status, body: await response.json() };
  };
  return page.evaluate(call, [operation, request] as [string, object]);
}

for (const round of [1, 2]) {
  test(`round ${round} has a database of its own`, async ({ page, db }) => {
    await page.goto("data:text/html,<title>Orders</title>");
    expect((await send(page, "Scan", { TableName: "Orders" })).body.Count).toBe(0);
    const written = await send(page, "PutItem", { TableName: "Orders", Item: { id: { S: "1" } } });
    expect(written).toEqual({ status: 200, body: {} });
    db.log.clear();
    const key = { TableName: "Orders", Key: { id: { S: "1" } } };
    expect((await send(page, "GetItem", key)).body.Item).toEqual({ id: { S: "1" } });
    expect(db).toBeServedBy("Item");
    expect(db).toConsumeAtMost({ rcu: 0.5 });
    expect(db).toReadAtMost(1);
    db.faults.throttle("GetItem");
    expect((await send(page, "GetItem", key)).status).toBe(400);
    expect(db).toBeThrottled();
  });
}
