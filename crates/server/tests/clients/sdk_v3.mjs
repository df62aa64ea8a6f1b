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
const TableName = "Teahouse";
const waiting = { client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 };

async function createTable() {
  await assert.rejects(client.send(new DescribeTableCommand({ TableName })), ResourceNotFoundException);
  const index = (IndexName, partitionKey, sortKey) => ({
    IndexName,
    KeySchema: [
      { AttributeName: partitionKey, KeyType: "HASH" },
      { AttributeName: sortKey, KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "ALL" },
  });
  const names = ["pk", "sk", "lookup_pk", "lookup_sk", "shown_in", "place"];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" })),
      GlobalSecondaryIndexes: [index("Lookup", "lookup_pk", "lookup_sk"), index("ShopWindow", "shown_in", "place")],
    }),
  );
  const waited = await waitUntilTableExists(waiting, { TableName });
  assert.equal(waited.state, "SUCCESS");
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  assert.equal(Table.TableStatus, "ACTIVE");
  assert.ok(Table.CreationDateTime instanceof Date && Math.abs(Date.now() - Table.CreationDateTime) < 600_000);
}

async function guestsGetOneCard() {
  const card = (id, full_name, mail) =>
    new PutCommand({
      TableName,
      Item: { pk: `GUEST#${id}`, sk: "CARD", lookup_pk: `MAIL#${mail}`, lookup_sk: `GUEST#${id}`, full_name },
      ConditionExpression: "attribute_not_exists(pk)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
  const { $metadata } = await documents.send(card("ume", "梅", "ume@tea.example"));
  assert.equal($metadata.httpStatusCode, 200);
  assert.equal($metadata.requestId.length, 52);
  await documents.send(card("aki", "秋", "aki@tea.example"));
  await assert.rejects(documents.send(card("ume", "春", "haru@tea.example")), (error) => {
    assert.ok(error instanceof ConditionalCheckFailedException);
    assert.equal(error.message, "The conditional request failed");
    return true;
  });
  const found = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: "Lookup",
      KeyConditionExpression: "lookup_pk = :mail",
      ExpressionAttributeValues: { ":mail": "MAIL#aki@tea.example" },
    }),
  );
  assert.deepEqual(found.Items.map((item) => item.full_name), ["秋"]);
}

async function ordersComeNewestFirstPageByPage() {
  const PutRequest = (number) => ({
    Item: { pk: "GUEST#ume", sk: `ORDER#${String(number).padStart(3, "0")}`, total: number * 100 },
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
    KeyConditionExpression: "pk = :guest AND begins_with(sk, :order)",
    ExpressionAttributeValues: { ":guest": "GUEST#ume", ":order": "ORDER#" },
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

async function cupsAreCountedFromZero() {
  const count = () =>
    documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk: "TEA#sencha", sk: "JAR" },
        UpdateExpression: "SET poured = if_not_exists(poured, :none) + :one",
        ExpressionAttributeValues: { ":none": 0, ":one": 1 },
        ReturnValues: "UPDATED_NEW",
      }),
    );
  const answers = await Promise.all(Array.from({ length: 50 }, count));
  const counts = answers.map((answer) => answer.Attributes.poured).sort((a, b) => a - b);
  assert.deepEqual(counts, Array.from({ length: 50 }, (_, index) => index + 1));
}

async function batchesAreReadByPlainKeys() {
  const Keys = ["ume", "aki", "nobody"].map((id) => ({ pk: { S: `GUEST#${id}` }, sk: { S: "CARD" } }));
  const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }));
  assert.deepEqual(Responses[TableName].map((item) => item.pk.S).sort(), ["GUEST#aki", "GUEST#ume"]);
}

async function ordersTakeFromTheJarOrDoNotHappen() {
  await documents.send(new PutCommand({ TableName, Item: { pk: "TEA#matcha", sk: "JAR", grams: 10 } }));
  const order = (id, grams) =>
    documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName,
              Item: { pk: "GUEST#aki", sk: `ORDER#${id}`, grams },
              ConditionExpression: "attribute_not_exists(pk)",
            },
          },
          {
            Update: {
              TableName,
              Key: { pk: "TEA#matcha", sk: "JAR" },
              UpdateExpression: "SET grams = grams - :grams",
              ConditionExpression: "grams >= :grams",
              ExpressionAttributeValues: { ":grams": grams },
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
  const Get = (pk, sk) => ({ Get: { TableName, Key: { pk, sk } } });
  const { Responses } = await documents.send(
    new TransactGetCommand({ TransactItems: [Get("TEA#matcha", "JAR"), Get("GUEST#aki", "ORDER#B")] }),
  );
  assert.equal(Responses[0].Item.grams, 6);
  assert.equal(Responses[1].Item, undefined);
}

async function coinsMoveOnceForEachToken() {
  for (const id of ["a", "b"]) {
    await documents.send(new PutCommand({ TableName, Item: { pk: `PURSE#${id}`, sk: "COINS", coins: 1000 } }));
  }
  const give = (coins, ClientRequestToken) =>
    documents.send(
      new TransactWriteCommand({
        ClientRequestToken,
        TransactItems: [
          ["a", "SET coins = coins - :coins"],
          ["b", "SET coins = coins + :coins"],
        ].map(([id, UpdateExpression]) => ({
          Update: {
            TableName,
            Key: { pk: `PURSE#${id}`, sk: "COINS" },
            UpdateExpression,
            ExpressionAttributeValues: { ":coins": coins },
          },
        })),
      }),
    );
  await give(300, "first-gift");
  await give(300, "first-gift");
  await assert.rejects(give(301, "first-gift"), IdempotentParameterMismatchException);
  for (const [id, coins] of [["a", 700], ["b", 1300]]) {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk: `PURSE#${id}`, sk: "COINS" } }));
    assert.equal(Item.coins, coins);
  }
}

async function onlyShownTeasAreInTheSparseIndex() {
  for (const [id, price, shown] of [["gyokuro", 2400, true], ["bancha", 300, false], ["hojicha", 800, true]]) {
    const keys = shown ? { shown_in: "FRONT", place: String(price).padStart(6, "0") } : {};
    await documents.send(new PutCommand({ TableName, Item: { pk: `TEA#${id}`, sk: "JAR", price, ...keys } }));
  }
  const found = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: "ShopWindow",
      KeyConditionExpression: "shown_in = :shown",
      ExpressionAttributeValues: { ":shown": "FRONT" },
    }),
  );
  assert.deepEqual(found.Items.map((item) => item.price), [800, 2400]);
}

async function capacityIsWhatTheManualSays() {
  // Names count as well: pk, sk and data take 8 bytes, the keys 6.
  const put = (pk, sizeBytes) =>
    client.send(
      new PutItemCommand({
        TableName,
        Item: { pk: { S: pk }, sk: { S: "data" }, data: { S: "x".repeat(sizeBytes - 14) } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
  await put("8k", 8 * 1024);
  const read = await client.send(
    new GetItemCommand({ TableName, Key: { pk: { S: "8k" }, sk: { S: "data" } }, ReturnConsumedCapacity: "TOTAL" }),
  );
  assert.equal(read.ConsumedCapacity.CapacityUnits, 1);
  assert.equal((await put("3k", 3 * 1024)).ConsumedCapacity.CapacityUnits, 3);
}

async function everyTypeComesBackAsItWent() {
  const Item = {
    pk: "TYPES",
    sk: "ALL",
    text: "抹茶",
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
  const found = await documents.send(new GetCommand({ TableName, Key: { pk: "TYPES", sk: "ALL" } }));
  assert.deepEqual(found.Item, Item);
}

async function deleteTable() {
  await client.send(new DeleteTableCommand({ TableName }));
  const waited = await waitUntilTableNotExists(waiting, { TableName });
  assert.equal(waited.state, "SUCCESS");
}

for (const step of [
  createTable,
  guestsGetOneCard,
  ordersComeNewestFirstPageByPage,
  cupsAreCountedFromZero,
  batchesAreReadByPlainKeys,
  ordersTakeFromTheJarOrDoNotHappen,
  coinsMoveOnceForEachToken,
  onlyShownTeasAreInTheSparseIndex,
  capacityIsWhatTheManualSays,
  everyTypeComesBackAsItWent,
  deleteTable,
]) {
  console.log(step.name);
  await step();
}
