// What is measured in the page. Each function measures one part and resolves to figures by name.
import { Direct, Floor, bodies, large_batches, operation, preparation, titles } from "/bench/benchmark_module.js";
import { Engine, module } from "/bench/engine.js";
import { awaited, inFlight, mean, median, quantile, withoutBreak } from "/bench/measure.js";
import * as rawStore from "/bench/raw_store.js";
import { twinDays } from "/bench/twin.js";

const ROUNDS = 5;
const ITEMS_OF_MEMORY = 100_000;
const ITEMS_RELOADED = 100_000;
const ITEMS_PER_BATCH = 25;
const ROUNDS_DURABLE = 40;
const DURABLE_PER_ROUND = 10;
const DURABLE_TOGETHER = 5;
const DURABLE_IN_FLIGHT = 30_000;
const ROUNDS_AWAITED = 60;
const TOGETHER = 20;
const WIDTH = 64;
const WIDTH_DURABLE = 2_000;
const MOMENTS = 20_000;
const STEPS = 10_000;

const kinds = titles().map((title, kind) => ({ title, kind, operation: operation(kind) }));
const [PUT, GET] = kinds;
const QUERY = kinds.find(({ operation }) => operation === "Query");
// Of each kind, the number of the next request that has not been sent to an engine yet.
const counters = () => kinds.map(() => 0);

function next(kind, numbers, count) {
  const made = bodies(kind.kind, numbers[kind.kind], count);
  numbers[kind.kind] += count;
  return made;
}

function* prepared() {
  const parts = preparation();
  for (let at = 0; at < parts.length; at += 2) yield [parts[at], parts[at + 1]];
}

function* preparedItems() {
  for (const [operation, body] of prepared()) {
    if (operation !== "BatchWriteItem") continue;
    for (const request of JSON.parse(body).RequestItems.Orders) yield request.PutRequest.Item;
  }
}

function shareOf(kind) {
  if (kind === QUERY || kind.title.startsWith("batch")) return 0.1;
  return 1;
}

// The engine in the page's own thread, from string to string, beside the least that a database in wasm could do.
async function engineItself() {
  const figures = {};
  const engine = new Direct();
  for (const [operation, body] of prepared()) engine.execute(operation, body);
  const floor = new Floor();
  for (const item of preparedItems()) floor.put(JSON.stringify({ Item: item }));
  const numbers = counters();
  const taken = new Map();
  const note = (name, us) => taken.set(name, [...(taken.get(name) ?? []), us]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of kinds) {
      const count = 2_000 * shareOf(kind);
      const made = next(kind, numbers, count);
      note(`itself/${kind.title}`, withoutBreak(made.map((body) => () => engine.execute(kind.operation, body))));
      const least = { [PUT.kind]: "put", [GET.kind]: "get", [QUERY.kind]: "query" }[kind.kind];
      if (least) note(`floor/${kind.title}`, withoutBreak(made.map((body) => () => floor[least](body))));
    }
  }
  for (const [name, us] of taken) figures[`${name}/us`] = median(us);
  engine.free();
  floor.free();
  return figures;
}

// How much the module's memory grows by an item of 200 bytes. Comes before all other parts, which leave free memory.
async function memory() {
  const engine = new Direct();
  for (const [operation, body] of prepared()) engine.execute(operation, body);
  let first = 0;
  const fill = (until) => {
    for (; first < until; first += 1_000) {
      for (const body of bodies(PUT.kind, first, 1_000)) engine.execute(PUT.operation, body);
    }
  };
  const bytes = () => module.memory.buffer.byteLength;
  const before = bytes();
  while (bytes() === before && first < ITEMS_OF_MEMORY) fill(first + 1_000);
  const [from, bytesFrom] = [first, bytes()];
  fill(from + ITEMS_OF_MEMORY);
  const grown = bytes() - bytesFrom;
  engine.free();
  return { "memory/bytes": grown / ITEMS_OF_MEMORY };
}

// The demo's space, which is kept in memory: one request awaited at a time, and many in flight, beside a worker that
// only says what it hears.
async function throughTheWorker() {
  const { engine } = await Engine.start();
  for (const [operation, body] of prepared()) await engine.execute("demo", operation, body);
  const echo = new Worker("/bench/echo.js");
  const text = "x".repeat(1_024);
  const roundTrip = () => new Promise((resolve) => {
    echo.onmessage = resolve;
    echo.postMessage(text);
  });
  const numbers = counters();
  const taken = new Map([["round trip", []], ...kinds.map(({ title }) => [title, []])]);
  await awaited(200, roundTrip);
  await awaited(200, () => engine.execute("demo", PUT.operation, next(PUT, numbers, 1)[0]));
  for (let round = 0; round < ROUNDS_AWAITED; round += 1) {
    for (const kind of kinds) {
      const made = next(kind, numbers, TOGETHER);
      taken.get("round trip").push(...(await awaited(TOGETHER, roundTrip, TOGETHER)));
      const execute = (at) => engine.execute("demo", kind.operation, made[at]);
      taken.get(kind.title).push(...(await awaited(TOGETHER, execute, TOGETHER)));
    }
  }
  const figures = {};
  for (const [name, us] of taken) {
    figures[`awaited/${name}/us`] = median(us);
    figures[`awaited/${name}/p95 us`] = quantile(us, 0.95);
  }
  const rates = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = next(PUT, numbers, 4_000);
    rates.push(await inFlight(made.length, WIDTH, (at) => engine.execute("demo", PUT.operation, made[at])));
  }
  figures["in flight/per second"] = median(rates);
  engine.end();
  echo.terminate();
  return figures;
}

// Puts that are on the disk before the next one is sent, beside raw IndexedDB, by turns.
async function durable() {
  const engine = await savedEngine();
  const database = await rawStore.open();
  const numbers = counters();
  const taken = { saved: [], raw: [] };
  for (let round = 0; round < ROUNDS_DURABLE; round += 1) {
    const made = next(PUT, numbers, DURABLE_PER_ROUND);
    const records = made.map((body) => JSON.parse(body).Item);
    const raw = (at) => rawStore.put(database, `${round}-${at}`, records[at]);
    const saved = (at) => engine.execute("saved", PUT.operation, made[at]);
    taken.raw.push(...(await awaited(made.length, raw, DURABLE_TOGETHER)));
    taken.saved.push(...(await awaited(made.length, saved, DURABLE_TOGETHER)));
  }
  database.close();
  engine.end();
  const figures = {};
  for (const [name, us] of Object.entries(taken)) {
    figures[`durable/${name}/us`] = median(us);
    figures[`durable/${name}/p95 us`] = quantile(us, 0.95);
    figures[`durable/${name}/per second`] = 1e6 / mean(us);
  }
  return figures;
}

async function manyInFlight() {
  const engine = await savedEngine();
  const numbers = counters();
  const rates = [];
  for (let round = 0; round < 3; round += 1) {
    const made = next(PUT, numbers, DURABLE_IN_FLIGHT);
    const put = (at) => engine.execute("saved", PUT.operation, made[at]);
    rates.push(await inFlight(made.length, WIDTH_DURABLE, put));
  }
  engine.end();
  return { "durable in flight/per second": median(rates) };
}

// From the newest moment of the history to an older one and back again.
async function travel() {
  const engine = await savedEngine();
  const made = next(PUT, counters(), MOMENTS);
  await inFlight(made.length, WIDTH_DURABLE, (at) => engine.execute("saved", PUT.operation, made[at]));
  const { newest } = await engine.look();
  const taken = { back: [], forward: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.back.push(...(await awaited(1, () => engine.look(newest - STEPS))));
    taken.forward.push(...(await awaited(1, () => engine.look())));
  }
  engine.end();
  return {
    "history/steps": STEPS,
    "history/back ms": median(taken.back) / 1000,
    "history/forward ms": median(taken.forward) / 1000,
  };
}

async function reload() {
  const filling = await savedEngine();
  const batches = large_batches(0, ITEMS_RELOADED / ITEMS_PER_BATCH);
  await inFlight(batches.length, WIDTH, (at) => filling.execute("saved", "BatchWriteItem", batches[at]));
  filling.end();
  const [readyMs, loadedMs] = [[], []];
  let items = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { engine, ready, startMs } = await Engine.start();
    readyMs.push(startMs);
    loadedMs.push(ready.loaded_ms);
    items = ready.ready_items;
    engine.end();
  }
  return {
    "reload/items": items,
    "reload/to ready ms": median(readyMs),
    "reload/loading ms": median(loadedMs),
  };
}

// An engine that writes the kept data, with empty tables.
async function savedEngine() {
  const { engine } = await Engine.start();
  await engine.clear("saved");
  for (const [operation, body] of prepared()) {
    if (operation === "CreateTable") await engine.execute("saved", operation, body);
  }
  return engine;
}

window.benchmarks = { memory, engineItself, throughTheWorker, durable, manyInFlight, travel, reload, twinDays };
