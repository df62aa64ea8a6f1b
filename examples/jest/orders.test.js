// Jest: a database of its own for each test, and matchers.

const { CreateTableCommand, DynamoDBClient, PutItemCommand, ScanCommand } = require("@aws-sdk/client-dynamodb");
const { databaseTest, expect } = require("dynalab/jest");

const ORDERS = {
  TableName: "Orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
};
const scan = new ScanCommand({ TableName: "Orders" });

const test = databaseTest({
  prepare: (db) => new DynamoDBClient(db.client).send(new CreateTableCommand(ORDERS)),
});

for (const round of [1, 2]) {
  test(`round ${round} sees only its own item`, async ({ db }) => {
    const client = new DynamoDBClient(db.client);
    expect((await client.send(scan)).Count).toBe(0);
    await client.send(new PutItemCommand({ TableName: "Orders", Item: { id: { S: "1" }, raw: { B: new Uint8Array([1]) } } }));
    expect((await client.send(scan)).Items).toEqual([{ id: { S: "1" }, raw: { B: new Uint8Array([1]) } }]);
  });
}

test("matchers say what requests read and cost", async ({ db }) => {
  db.log.clear();
  await db.call("Scan", { TableName: "Orders" });
  expect(db).toBeServedBy("Scan");
  expect(db).toReadAtMost(0);
  expect(db).toConsumeAtMost({ rcu: 0.5 });
  expect(() => expect(db).toBeServedBy("Query")).toThrow(/expected the requests to be served by Query/);
  db.faults.throttle("Scan");
  const error = await db.call("Scan", { TableName: "Orders" }).catch((caught) => caught);
  expect(error).toBeThrottled();
  expect(db).toBeThrottled();
});

test.skip("a test can be left out", () => {
  throw new Error("it ran");
});
