// An application on the AWS SDK for JavaScript v3: nothing in here knows that it is not talking to the service.

import assert from "node:assert/strict";
import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  IdempotentParameterMismatchException,
  PutItemCommand,
  ResourceNotFoundException,
  TransactionCanceledException,
  paginateListTables,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({});
const documents = DynamoDBDocumentClient.from(client);
const TableName = "MyApp";
const waiting = { client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 };

async function createTable() {
  await assert.rejects(client.send(new DescribeTableCommand({ TableName })), ResourceNotFoundException);
  const index = (name) => ({
    IndexName: name,
    KeySchema: [
      { AttributeName: `${name}PK`, KeyType: "HASH" },
      { AttributeName: `${name}SK`, KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "ALL" },
  });
  const names = ["PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "PK", KeyType: "HASH" },
        { AttributeName: "SK", KeyType: "RANGE" },
      ],
      AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" })),
      GlobalSecondaryIndexes: [index("GSI1"), index("GSI2")],
    }),
  );
  const waited = await waitUntilTableExists(waiting, { TableName });
  assert.equal(waited.state, "SUCCESS");
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  assert.equal(Table.TableStatus, "ACTIVE");
  assert.ok(Table.CreationDateTime instanceof Date && Math.abs(Date.now() - Table.CreationDateTime) < 600_000);
}

async function usersAreCreatedOnce() {
  const user = (id, name, email) =>
    new PutCommand({
      TableName,
      Item: { PK: `USER#${id}`, SK: "PROFILE", GSI1PK: `EMAIL#${email}`, GSI1SK: `USER#${id}`, name, email },
      ConditionExpression: "attribute_not_exists(PK)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
  const { $metadata } = await documents.send(user("001", "太郎", "taro@example.com"));
  assert.equal($metadata.httpStatusCode, 200);
  assert.equal($metadata.requestId.length, 52);
  await documents.send(user("002", "花子", "hanako@example.com"));
  await assert.rejects(documents.send(user("001", "次郎", "jiro@example.com")), (error) => {
    assert.ok(error instanceof ConditionalCheckFailedException);
    assert.equal(error.message, "The conditional request failed");
    return true;
  });
  const found = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: "GSI1",
      KeyConditionExpression: "GSI1PK = :email",
      ExpressionAttributeValues: { ":email": "EMAIL#hanako@example.com" },
    }),
  );
  assert.deepEqual(found.Items.map((item) => item.name), ["花子"]);
}

async function ordersComeNewestFirstPageByPage() {
  const PutRequest = (number) => ({
    Item: { PK: "USER#001", SK: `ORDER#${String(number).padStart(3, "0")}`, total: number * 100 },
  });
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const written = await documents.send(
    new BatchWriteCommand({
      RequestItems: { [TableName]: numbers.map((number) => ({ PutRequest: PutRequest(number) })) },
    }),
  );
  assert.deepEqual(written.UnprocessedItems, {});
  const pages = [];
  const query = {
    TableName,
    KeyConditionExpression: "PK = :user AND begins_with(SK, :order)",
    ExpressionAttributeValues: { ":user": "USER#001", ":order": "ORDER#" },
    ScanIndexForward: false,
  };
  for await (const page of paginateQuery({ client: documents, pageSize: 3 }, query)) {
    pages.push(page.Items.map((item) => item.total / 100));
  }
  assert.deepEqual(pages, [[7, 6, 5], [4, 3, 2], [1]]);

  let count = 0;
  for await (const page of paginateScan({ client: documents, pageSize: 2 }, { TableName })) count += page.Count;
  assert.equal(count, 9);
  const names = [];
  for await (const page of paginateListTables({ client, pageSize: 1 }, {})) names.push(...page.TableNames);
  assert.deepEqual(names, [TableName]);
}

async function viewsAreCountedFromZero() {
  const count = () =>
    documents.send(
      new UpdateCommand({
        TableName,
        Key: { PK: "PROD#001", SK: "METADATA" },
        UpdateExpression: "SET view_count = if_not_exists(view_count, :zero) + :inc",
        ExpressionAttributeValues: { ":zero": 0, ":inc": 1 },
        ReturnValues: "UPDATED_NEW",
      }),
    );
  const answers = await Promise.all(Array.from({ length: 50 }, count));
  const counts = answers.map((answer) => answer.Attributes.view_count).sort((a, b) => a - b);
  assert.deepEqual(counts, Array.from({ length: 50 }, (_, index) => index + 1));
}

async function batchesAreReadByPlainKeys() {
  const Keys = ["001", "002", "404"].map((id) => ({ PK: { S: `USER#${id}` }, SK: { S: "PROFILE" } }));
  const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }));
  assert.deepEqual(Responses[TableName].map((item) => item.PK.S).sort(), ["USER#001", "USER#002"]);
}

async function ordersTakeFromTheStockOrDoNotHappen() {
  await documents.send(new PutCommand({ TableName, Item: { PK: "PROD#002", SK: "METADATA", stock: 10 } }));
  const order = (id, quantity) =>
    documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { PK: "USER#002", SK: `ORDER#${id}`, quantity },
              ConditionExpression: "attribute_not_exists(PK)",
            },
          },
          {
            Update: {
              TableName,
              Key: { PK: "PROD#002", SK: "METADATA" },
              UpdateExpression: "SET stock = stock - :qty",
              ConditionExpression: "stock >= :qty",
              ExpressionAttributeValues: { ":qty": quantity },
            },
          },
        ],
      }),
    );
  await order("A", 4);
  await assert.rejects(order("B", 7), (error) => {
    assert.ok(error instanceof TransactionCanceledException);
    assert.deepEqual(error.CancellationReasons.map((reason) => reason.Code), ["None", "ConditionalCheckFailed"]);
    return true;
  });
  const Get = (PK, SK) => ({ Get: { TableName, Key: { PK, SK } } });
  const { Responses } = await documents.send(
    new TransactGetCommand({ TransactItems: [Get("PROD#002", "METADATA"), Get("USER#002", "ORDER#B")] }),
  );
  assert.equal(Responses[0].Item.stock, 6);
  assert.equal(Responses[1].Item, undefined);
}

async function moneyMovesOnceForEachToken() {
  for (const id of ["a", "b"]) {
    await documents.send(new PutCommand({ TableName, Item: { PK: `ACCOUNT#${id}`, SK: "BALANCE", balance: 1000 } }));
  }
  const transfer = (amount, ClientRequestToken) =>
    documents.send(
      new TransactWriteCommand({
        ClientRequestToken,
        TransactItems: [
          ["a", "SET balance = balance - :amount"],
          ["b", "SET balance = balance + :amount"],
        ].map(([id, UpdateExpression]) => ({
          Update: {
            TableName,
            Key: { PK: `ACCOUNT#${id}`, SK: "BALANCE" },
            UpdateExpression,
            ExpressionAttributeValues: { ":amount": amount },
          },
        })),
      }),
    );
  await transfer(300, "transfer-1");
  await transfer(300, "transfer-1");
  await assert.rejects(transfer(301, "transfer-1"), IdempotentParameterMismatchException);
  for (const [id, balance] of [["a", 700], ["b", 1300]]) {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { PK: `ACCOUNT#${id}`, SK: "BALANCE" } }));
    assert.equal(Item.balance, balance);
  }
}

async function onlyFeaturedProductsAreInTheSparseIndex() {
  for (const [id, price, featured] of [["101", 29900, true], ["102", 3000, false], ["103", 9800, true]]) {
    const keys = featured ? { GSI2PK: "FEATURED", GSI2SK: `PRICE#${String(price).padStart(9, "0")}` } : {};
    await documents.send(new PutCommand({ TableName, Item: { PK: `PROD#${id}`, SK: "METADATA", price, ...keys } }));
  }
  const found = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: "GSI2",
      KeyConditionExpression: "GSI2PK = :featured",
      ExpressionAttributeValues: { ":featured": "FEATURED" },
    }),
  );
  assert.deepEqual(found.Items.map((item) => item.price), [9800, 29900]);
}

async function capacityIsWhatTheBooksSay() {
  // Names count as well: PK, SK and data take 8 bytes, the keys 6.
  const put = (PK, sizeBytes) =>
    client.send(
      new PutItemCommand({
        TableName,
        Item: { PK: { S: PK }, SK: { S: "data" }, data: { S: "x".repeat(sizeBytes - 14) } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
  await put("8k", 8 * 1024);
  const read = await client.send(
    new GetItemCommand({ TableName, Key: { PK: { S: "8k" }, SK: { S: "data" } }, ReturnConsumedCapacity: "TOTAL" }),
  );
  assert.equal(read.ConsumedCapacity.CapacityUnits, 1);
  assert.equal((await put("3k", 3 * 1024)).ConsumedCapacity.CapacityUnits, 3);
}

async function everyTypeComesBackAsItWent() {
  const Item = {
    PK: "TYPES",
    SK: "ALL",
    text: "雪",
    number: 1.5e-10,
    yes: true,
    nothing: null,
    list: [1, "two", [3]],
    map: { deep: { er: 1 } },
    texts: new Set(["a", "b"]),
    numbers: new Set([1, 2]),
    bytes: new Uint8Array([0, 255]),
    empty: "",
  };
  await documents.send(new PutCommand({ TableName, Item }));
  const found = await documents.send(new GetCommand({ TableName, Key: { PK: "TYPES", SK: "ALL" } }));
  assert.deepEqual(found.Item, Item);
}

async function deleteTable() {
  await client.send(new DeleteTableCommand({ TableName }));
  const waited = await waitUntilTableNotExists(waiting, { TableName });
  assert.equal(waited.state, "SUCCESS");
}

for (const step of [
  createTable,
  usersAreCreatedOnce,
  ordersComeNewestFirstPageByPage,
  viewsAreCountedFromZero,
  batchesAreReadByPlainKeys,
  ordersTakeFromTheStockOrDoNotHappen,
  moneyMovesOnceForEachToken,
  onlyFeaturedProductsAreInTheSparseIndex,
  capacityIsWhatTheBooksSay,
  everyTypeComesBackAsItWent,
  deleteTable,
]) {
  console.log(step.name);
  await step();
}
