// Where to look: every page of the site, and every picture of the workbench with something on it.

/// The sections of the capacity calculators.
const CAPACITY = ["item-size", "units", "partitions", "price", "scaling"].map((section) => `/capacity#section=${section}`);

/// The pages that need no table.
export const ROUTES = [
  "/",
  "/learn",
  "/learn/build",
  "/learn/a-filter-is-not-a-query",
  "/design",
  "/play",
  ...CAPACITY,
  "/scale",
  "/about",
  "/no-such-page",
];

/// The pages without the app.
export const PLAIN_PAGES = [
  "/cards/capacity-and-partitions/",
  "/errors/",
  "/errors/ConditionalCheckFailedException/",
  "/ja/errors/ConditionalCheckFailedException/",
];

const SHOP = "Shop";

/// What opens each dialog: buttons, by their test ids.
export const DIALOGS = [
  ["palette-key"],
  ["table-menu"],
  ["change-table"],
  ["new-item"],
  ["transfer"],
  ["transfer", "transfer-export"],
  ["transfer", "transfer-generate"],
  ["sample-menu"],
  ["open-design"],
  ["share"],
  ["files"],
  ["workspace-menu", "workspace-backup"],
  ["workspace-menu", "workspace-new"],
];

/// The tables of pictures that show nothing of the shop.
const TABLES = { vectors: "Dishes" };

/// What a person would do to see something in a picture: keys, by their test ids.
const DONE_FIRST = {
  regions: ["regions-write-everywhere"],
  cache: ["cache-write-through", "cache-read", "cache-query", "cache-write-past", "cache-read"],
  clients: ["clients-explore"],
  handlers: ["handlers-run"],
  workers: ["workers-start"],
};

export async function goto(page, address) {
  await page.goto(process.env.SITE + address);
  await page.waitForSelector("#app [data-testid=ready][data-ready=true]");
  await page.waitForTimeout(700);
}

/// The workbench with the shop in it, the service's own delays and limits, and traffic on a hot key that goes on.
export async function prepare(page) {
  await goto(page, "/play");
  await page.click("[data-testid=sample-shop]");
  await page.waitForSelector(`[data-testid=table-${SHOP}]`);
  await goto(page, `/play/${SHOP}?picture=partitions`);
  await page.waitForSelector("[data-testid^=picture-group-]");
  await page.evaluate(async (table) => {
    // The traffic uses up the table's throughput, so a throttled request is sent again, as a client would.
    const ask = async (operation, body, attempts = 30) => {
      const answer = await dynalab.control(operation, body);
      if (answer.status === 200) return;
      const reason = answer.refusal ?? answer.body.message;
      if (attempts === 0 || !/throughput/i.test(reason)) throw new Error(`${operation}: ${reason}`);
      await new Promise((done) => setTimeout(done, 1_000));
      await ask(operation, body, attempts - 1);
    };
    // Before the limits are on.
    const sample = await (await fetch("/samples/dishes.json")).json();
    for (const { create, items } of sample.tables) {
      await ask("CreateTable", create);
      for (const Item of items) await ask("PutItem", { TableName: create.TableName, Item });
    }
    await ask("Dynalab.SetDials", { Profile: "realistic", Seed: 7 });
    const stream = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
    await ask("UpdateTable", { TableName: table, StreamSpecification: stream });
    await ask("Dynalab.AdvanceClock", { Milliseconds: 10_000 });
    const expiry = { AttributeName: "expires_at", Enabled: true };
    await ask("UpdateTimeToLive", { TableName: table, TimeToLiveSpecification: expiry });
    await ask("UpdateContinuousBackups", {
      TableName: table,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    // The indexes are far behind, so that something is on its way when they are looked at.
    const dials = { capacity_history: 1, metrics: 1, index_propagation_ms: 30_000, index_propagation_most_ms: 90_000 };
    await ask("Dynalab.SetDials", { Dials: dials });
    await ask("Dynalab.PutCache", { Name: "dax", ItemTtlMs: 300_000, QueryTtlMs: 300_000 });
    await ask("UpdateTable", { TableName: table, ReplicaUpdates: [{ Create: { RegionName: "ap-northeast-1" } }] });
    await ask("Dynalab.AdvanceClock", { Milliseconds: 10_000 });
    await ask("CreateBackup", { TableName: table, BackupName: "before-the-traffic" });
    for (const [order, minutes] of [["1", -90], ["2", -5], ["3", 20], ["4", 200]]) {
      const expires = String(Math.floor(Date.now() / 1000) + minutes * 60);
      const item = { PK: { S: `SESSION#${order}` }, SK: { S: "SESSION" }, expires_at: { N: expires } };
      await ask("PutItem", { TableName: table, Item: item });
    }
    const traffic = {
      table,
      partition_key: { name: "PK", type: "S", template: "TRAFFIC#{n}" },
      sort_key: { name: "SK", type: "S", template: "ITEM#{n}" },
      items_per_key: 1,
      item_bytes: { least: 100, most: 900 },
      mix: { get: 200, query: 0, put: 800, update: 0 },
      keys: { kind: "hot_key", count: 1500, hot_permille: 900 },
      rate: { kind: "constant", per_second_milli: 2_000_000 },
    };
    const workload = { format: "dynalab.workload", version: 1, seed: 7, traffic: [traffic] };
    await ask("Dynalab.StartTraffic", { Workload: workload, Items: 500 });
    await new Promise((done) => setTimeout(done, 20_000));
    for (const order of [1, 2, 3, 4, 5, 6]) {
      const day = `2026-10-0${order}`;
      const keys = { PK: { S: `USER#00${order}` }, SK: { S: `ORDER#${day}` }, order_id: { S: `ORDER-9${order}` } };
      const indexed = { GSI1PK: { S: "STATUS#PLACED" }, GSI1SK: { S: day } };
      const featured = order % 2 === 0 ? { featured_in: { S: "home" }, featured_rank: { N: String(order) } } : {};
      await ask("PutItem", { TableName: table, Item: { ...keys, ...indexed, ...featured } });
    }
    const key = { PK: { S: "USER#001" } };
    const query = { TableName: table, KeyConditionExpression: "PK = :pk", ExpressionAttributeValues: { ":pk": key.PK } };
    await dynalab.execute("Query", { ...query, ReturnConsumedCapacity: "INDEXES" });
  }, SHOP);
}

/// The names of all pictures, as their rows of tabs tell them.
export async function pictures(page) {
  const names = [];
  const groups = await page.$$eval("[data-testid^=picture-group-]", (found) => found.map((one) => one.dataset.testid));
  for (const group of groups) {
    await page.click(`[data-testid=${group}]`);
    await page.waitForSelector(`[data-testid=${group}][aria-pressed=true]`);
    await page.waitForTimeout(300);
    names.push(...(await page.$$eval("[data-testid^=tab-picture-]", (found) => found.map((one) => one.dataset.testid.slice(12)))));
  }
  return names;
}

export async function openDialog(page, buttons) {
  for (const button of buttons) await page.click(`[data-testid=${button}]`);
  await page.waitForSelector("dialog[open]");
  await page.waitForTimeout(1_000);
}

export async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
}

export async function show(page, picture) {
  await page.evaluate(([picture, table]) => {
    const address = new URL(location.href);
    address.pathname = `/play/${table}`;
    address.searchParams.set("picture", picture);
    history.pushState(null, "", address);
    dispatchEvent(new Event("popstate"));
  }, [picture, TABLES[picture] ?? SHOP]);
  await page.waitForSelector(`[data-testid=picture-${picture}]`);
  for (const key of DONE_FIRST[picture] ?? []) {
    await page.click(`[data-testid=${key}]`);
    await page.waitForTimeout(400);
  }
  await page.waitForTimeout(3_000);
}
