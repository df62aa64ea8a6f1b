// A page with a database in its thread and one in a worker: it shows how many orders there are.

import { CreateTableCommand, DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { Dynalab } from "dynalab";
import { useWorker } from "./in_worker.js";

const output = document.querySelector("output");
try {
  const db = await Dynalab.open();
  const client = new DynamoDBClient(db.client);
  await client.send(
    new CreateTableCommand({
      TableName: "Orders",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    }),
  );
  await client.send(new PutItemCommand({ TableName: "Orders", Item: { id: { S: "1" } } }));
  const { Count } = await client.send(new ScanCommand({ TableName: "Orders" }));
  output.textContent = `${Count} order, ${await useWorker()} in a worker`;
} catch (error) {
  output.textContent = String(error);
}
