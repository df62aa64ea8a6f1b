// connect-dynamodb: sessions of an Express application, by HTTP, and the store itself.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { once } from "node:events";
import { promisify } from "node:util";
import { DescribeTableCommand, DynamoDBClient, GetItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import express from "express";
import session from "express-session";
import { check, run } from "../checks.mjs";

const require = createRequire(import.meta.url);
const DynamoDBStore = require("connect-dynamodb")(session);
const client = new DynamoDBClient();
const store = new DynamoDBStore({ client, table: "sessions", readCapacityUnits: 7, specialKeys: [
  { name: "user", type: "S" },
], skipThrowMissingSpecialKeys: true });
const call = (method, ...values) => promisify(store[method]).call(store, ...values);
const stored = async (id) =>
  (await client.send(new GetItemCommand({ TableName: "sessions", Key: { id: { S: `sess:${id}` } } }))).Item;
const lasting = (milliseconds, more) => ({ cookie: { maxAge: milliseconds }, ...more });

check("the store creates its table", async () => {
  await store.initialize();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: "sessions" }));
  assert.deepEqual(Table.KeySchema, [{ AttributeName: "id", KeyType: "HASH" }]);
  assert.equal(Table.ProvisionedThroughput.ReadCapacityUnits, 7);
});

check("a session is stored with its end and a key of its own", async () => {
  await call("set", "one", lasting(60_000, { user: "rikyu", cups: 3, name: "千利休" }));
  assert.deepEqual(await call("get", "one"), lasting(60_000, { user: "rikyu", cups: 3, name: "千利休" }));
  const item = await stored("one");
  assert.deepEqual(item.user, { S: "rikyu" });
  const remaining = Number(item.expires.N) - Date.now() / 1000;
  assert.ok(remaining > 55 && remaining < 62, `${remaining}`);
  assert.equal(await call("get", "none"), null);
});

check("a touch moves the end", async () => {
  const before = Number((await stored("one")).expires.N);
  await call("touch", "one", lasting(600_000));
  assert.ok(Number((await stored("one")).expires.N) >= before + 500);
});

check("an expired session is not returned, and is removed", async () => {
  await call("set", "old", lasting(-5_000));
  assert.equal(await call("get", "old"), null);
  assert.ok(await stored("old"));
  await store.reap();
  for (let tries = 0; (await stored("old")) && tries < 50; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(await stored("old"), undefined);
  assert.ok(await stored("one"));
});

check("a session is destroyed", async () => {
  await call("destroy", "one");
  assert.equal(await stored("one"), undefined);
});

check("an application counts the visits of each browser", async () => {
  const application = express();
  application.use(session({ store, secret: "leaf", resave: false, saveUninitialized: false, cookie: { maxAge: 60_000 } }));
  application.get("/", (request, response) => {
    request.session.visits = (request.session.visits ?? 0) + 1;
    response.json(request.session.visits);
  });
  application.get("/leave", (request, response) => request.session.destroy((error) => response.json(`${error ?? "left"}`)));
  const server = application.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  const visit = async (path, cookie) => {
    const response = await fetch(url + path, { headers: cookie ? { cookie } : {} });
    return [await response.json(), response.headers.get("set-cookie")?.split(";")[0] ?? cookie];
  };
  const [first, cookie] = await visit("/");
  assert.equal(first, 1);
  assert.equal((await visit("/", cookie))[0], 2);
  assert.equal((await visit("/"))[0], 1);
  assert.equal((await visit("/", cookie))[0], 3);
  assert.equal((await visit("/leave", cookie))[0], "left");
  const { Count } = await client.send(new ScanCommand({ TableName: "sessions" }));
  assert.equal(Count, 1);
  server.close();
});

await run();
