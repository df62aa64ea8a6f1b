// push, pull, compare, check, diff and load of dynalab-server against services that other people wrote: dynalite and ExtendDB, and
// against itself.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { check, run } from "../checks.mjs";

const program = process.env.DYNALAB_SERVER;
const repository = dirname(process.env.DYNALAB_PACKAGES);
const folder = mkdtempSync(join(tmpdir(), "endpoints-"));
const require = createRequire(import.meta.url);
const shop = join(repository, "crates/modeling/templates/shop.json");
const ticketing = join(folder, "ticketing.json");
writeFileSync(ticketing, JSON.stringify(JSON.parse(readFileSync(join(repository, "tests/briefs/ticketing.json"), "utf8")).design));

// ExtendDB checks signatures with this pair of keys.
const keys = {
  AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
  AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const environment = { ...process.env, ...keys, AWS_EC2_METADATA_DISABLED: "true" };

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const children = [];

/** Starts a service, and waits until it answers. */
async function started(command, options, variables = {}) {
  const port = await freePort();
  const child = spawn(command, options(port), {
    env: { ...environment, ...variables(port) },
    stdio: "ignore",
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      await fetch(url);
      return url;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${command} does not answer`);
}

const none = () => ({});
const dynalite = await started(process.execPath, (port) => [require.resolve("dynalite/cli.js"), "--host", "127.0.0.1", "--port", port], none);
const extenddb = await started(require.resolve("@extenddb/linux-x64/extenddb"), () => ["serve", "--foreground"], (port) => ({
  EXTENDDB__SERVER__PORT: `${port}`,
  EXTENDDB__STORAGE__SQLITE__PATH: ":memory:",
}));
const own = process.env.AWS_ENDPOINT_URL_DYNAMODB;
process.on("exit", () => {
  children.forEach((child) => child.kill());
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the program to its end. */
function dynalab(options, variables = {}) {
  const ended = spawnSync(program, options.map(String), { env: { ...environment, ...variables }, encoding: "utf8" });
  return { code: ended.status, output: ended.stdout, errors: ended.stderr };
}

/** Runs a command that must end with this code. */
function runs(code, options, variables) {
  const ended = dynalab(options, variables);
  assert.equal(ended.code, code, `${options.join(" ")}: ${ended.errors} ${ended.output}`);
  return ended.output;
}

/** Returns the checksums by table in the output of push or pull. */
function checksums(output) {
  return Object.fromEntries([...output.matchAll(/^(\S+): (\d+) items, checksum ([0-9a-f]{32})/gm)].map(([, table, items, sum]) => [table, `${items} ${sum}`]));
}

/** Returns the patterns of a comparison whose data differ there. */
function differing(output) {
  const isOfData = ({ kind }) => ["items", "order", "error", "expectation"].includes(kind);
  const patterns = JSON.parse(output).patterns;
  return patterns.filter((pattern) => pattern.differences?.some(isOfData)).map((pattern) => pattern.name);
}

/** Returns a design of one table with so many items. */
function generated(items) {
  const file = join(folder, `generated-${items}.json`);
  const pattern = {
    name: "One reading", rate: { average: 100, peak: 200 }, access: "service",
    parameters: { id: { of: "Reading1.id", row: 3 } },
    operation: { action: "get", table: "Readings", key: { id: "{id}" } }, expect: { count: 1 },
  };
  // An entity has at most 5,000 rows.
  const kinds = Array.from({ length: Math.ceil(items / 5_000) }, (_, place) => `Reading${place + 1}`);
  const design = {
    version: 1, name: `Generated ${items}`, seed: 7, region: "us-east-1",
    entities: kinds.map((name) => ({ name, count: Math.min(items, 5_000), sample: Math.min(items, 5_000), attributes: [
      { name: "id", type: "S", values: { kind: "sequence", prefix: `${name}-`, width: 6, start: 1 } },
      { name: "value", type: "N", values: { kind: "any" } },
      { name: "text", type: "S", values: { kind: "any" } },
    ] })),
    tables: [{ name: "Readings", partition_key: [{ name: "id", type: "S" }], items: kinds.map((entity) => ({ entity, keys: { id: "{id}" } })) }],
    patterns: [pattern],
  };
  writeFileSync(file, JSON.stringify(design));
  return file;
}

for (const [name, url] of Object.entries({ dynalite, extenddb, own })) {
  for (const [title, design] of [["shop", shop], ["ticketing", ticketing]]) {
    check(`${name}: ${title} is pushed, compared and pulled with the same checksum`, () => {
      const push = dynalab(["push", design, "--to", url]);
      // A service that lacks a setting is named, and everything else is done.
      assert.ok([0, 1].includes(push.code), push.errors);
      assert.ok(!push.output.includes("NOT the same"), push.output);
      if (push.code === 1) assert.match(push.output, /not set, because the endpoint does not have it/);
      const pushed = checksums(push.output);
      assert.ok(Object.keys(pushed).length > 0, push.output);

      const compared = dynalab(["compare", design, "--against", url, "--writes", "--format", "json"]);
      assert.deepEqual(differing(compared.output), [], compared.output);
      const unsupported = JSON.parse(compared.output).patterns.filter((pattern) => pattern.notRun?.startsWith("the endpoint does not have"));
      if (name === "dynalite") assert.ok(unsupported.length > 0 && unsupported.every((pattern) => pattern.operation.startsWith("Transact")));
      else assert.deepEqual(unsupported, []);

      const out = join(folder, `${name}-${title}.dynalab.json`);
      const tables = Object.keys(pushed).flatMap((table) => ["--table", table]);
      assert.deepEqual(checksums(runs(0, ["pull", "--from", url, "--out", out, ...tables])), pushed);
      // The pulled document makes the same tables again, for another account of the server.
      const again = runs(0, ["push", out, "--to", own], { AWS_ACCESS_KEY_ID: `${name}${title}` });
      assert.deepEqual(checksums(again), pushed);
      assert.equal(existsSync(`${out}.push.json`), false);
    });

    check(`${name}: the tables of ${title} are those of the design`, () => {
      const diff = dynalab(["diff", design, "--against", url]);
      const differences = diff.output.split("\n").filter((line) => line.startsWith("differs"));
      if (name === "own") assert.deepEqual([diff.code, differences], [0, []], diff.output);
      else assert.ok([0, 1].includes(diff.code), diff.errors);
      assert.ok(!/key|projection/i.test(diff.output.split("Not compared")[0].replace(/^differs.*$/gm, "")), diff.output);
    });
  }
}

for (const [name, url, items] of [["own", own, 20_000], ["dynalite", dynalite, 20_000], ["extenddb", extenddb, 2_000]]) {
  check(`${name}: ${items} generated items arrive and come back`, () => {
    const design = generated(items);
    const variables = name === "own" ? { AWS_ACCESS_KEY_ID: "generated" } : {};
    const pushed = checksums(runs(0, ["push", design, "--to", url], variables));
    assert.ok(pushed.Readings.startsWith(`${items} `), JSON.stringify(pushed));
    const out = join(folder, `${name}-generated.dynalab.json`);
    assert.deepEqual(checksums(runs(0, ["pull", "--from", url, "--out", out, "--table", "Readings"], variables)), pushed);
    const again = { AWS_ACCESS_KEY_ID: `again${name}` };
    assert.deepEqual(checksums(runs(0, ["push", out, "--to", own], again)), pushed);
  });
}

check("a push that is killed goes on from its checkpoint, five times", async () => {
  const design = generated(20_000);
  const variables = { AWS_ACCESS_KEY_ID: "killed" };
  const checkpoint = join(folder, "killed.json");
  const options = ["push", design, "--to", own, "--checkpoint", checkpoint, "--concurrency", "2"];
  const done = () => (existsSync(checkpoint) ? JSON.parse(readFileSync(checkpoint, "utf8")).tables.Readings?.items ?? 0 : 0);
  let before = 0;
  for (let kill = 1; kill <= 5; kill += 1) {
    const child = spawn(program, options, { env: { ...environment, ...variables }, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    while (child.exitCode === null && done() < kill * 2_500) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(child.exitCode, null, "it was killed before its end");
    child.kill("SIGKILL");
    await ended;
    assert.ok(done() >= before);
    before = done();
  }
  const output = runs(0, options, variables);
  assert.match(output, /goes on where an earlier push stopped/);
  const whole = runs(0, ["push", design, "--to", own], { AWS_ACCESS_KEY_ID: "whole" });
  assert.deepEqual(checksums(output), checksums(whole));
});

check("a wrong key is a clear error, and no key is printed", () => {
  const ended = dynalab(["push", shop, "--to", extenddb], { AWS_SECRET_ACCESS_KEY: "wrong-secret" });
  assert.equal(ended.code, 2);
  assert.match(ended.errors, /does not accept the access key/);
  const without = dynalab(["pull", "--from", extenddb, "--out", join(folder, "none.json")], { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" });
  assert.match(without.errors, /There is no access key/);
  assert.ok(!`${ended.errors}${ended.output}${without.errors}`.includes("wrong-secret"));
});

check("a plan changes nothing, and a service that does not answer is told", async () => {
  const variables = { AWS_ACCESS_KEY_ID: "planned" };
  const plan = runs(0, ["push", shop, "--to", own, "--plan"], variables);
  assert.match(plan, /Shop is created/);
  assert.match(plan, /write units/);
  const out = join(folder, "empty.json");
  assert.equal(runs(0, ["pull", "--from", own, "--out", out], variables), "");
  const silent = `http://127.0.0.1:${await freePort()}`;
  const ended = dynalab(["push", shop, "--to", silent]);
  assert.equal(ended.code, 2);
  assert.match(ended.errors, /did not answer, after 4 attempts/);
});

check("a masked pull has no name of a person, and its patterns run", () => {
  const variables = { AWS_ACCESS_KEY_ID: "masked" };
  runs(0, ["push", shop, "--to", own], variables);
  const whole = join(folder, "whole.json");
  runs(0, ["pull", "--from", own, "--out", whole], variables);
  const emails = [...readFileSync(whole, "utf8").matchAll(/"email":\{"S":"([^"]+)"\}/g)].map(([, email]) => email);
  assert.ok(emails.length > 5);
  const [masked, design] = [join(folder, "masked.json"), join(folder, "masked-design.json")];
  runs(0, ["pull", "--from", own, "--out", masked, "--design", design, "--mask", "email", "--mask", "user_id"], variables);
  const text = readFileSync(masked, "utf8") + readFileSync(design, "utf8");
  assert.deepEqual(emails.filter((email) => text.includes(email)), []);
  const target = { AWS_ACCESS_KEY_ID: "unmasked" };
  runs(0, ["push", masked, "--to", own], target);
  const report = JSON.parse(dynalab(["check", design, "--format", "json"]).output);
  assert.ok(report.designs[0].patterns.every((pattern) => pattern.returned > 0));
});

check("check --against is green where nothing differs, and red where an item is missing", async () => {
  const variables = { AWS_ACCESS_KEY_ID: "checked" };
  runs(0, ["push", shop, "--to", own], variables);
  runs(0, ["check", shop, "--against", own], variables);
  const table = runs(0, ["check", shop, "--against", own, "--format", "json"], variables);
  assert.equal(JSON.parse(table).ok, true);
  const empty = { AWS_ACCESS_KEY_ID: "unchecked" };
  const red = dynalab(["check", shop, "--against", own], empty);
  assert.equal(red.code, 1);
  assert.match(red.output, /an access pattern differs/);
});

check("a load of 500 requests a second for 20 seconds is as predicted", async () => {
  const url = await started(program, (port) => ["--port", port], none);
  const design = JSON.parse(readFileSync(shop, "utf8"));
  for (const table of design.tables) {
    table.mode = { provisioned: { headroom_percent: 20 } };
    table.capacity = { units: { read: 5, write: 2 } };
    table.recovery = false;
    for (const index of table.indexes) if (index.kind !== "local") index.capacity = { units: { read: 3, write: 2 } };
  }
  const file = join(folder, "provisioned.json");
  writeFileSync(file, JSON.stringify(design));
  runs(0, ["push", file, "--to", url]);
  const control = async (name, body) => {
    const headers = {
      "content-type": "application/x-amz-json-1.0", "x-amz-target": `Dynalab.${name}`, "x-amz-date": "20300101T000000Z",
      authorization: `AWS4-HMAC-SHA256 Credential=${keys.AWS_ACCESS_KEY_ID}/20300101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
    };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 200, await answer.text());
  };
  await control("SetDials", { Profile: "realistic" });
  // Ten idle minutes of the service: burst capacity is full.
  await control("AdvanceClock", { Milliseconds: 600_000 });
  const output = runs(0, ["load", file, "--against", url, "--rate", 500, "--for", "20s", "--writes", "--format", "json"]);
  const { sent, predicted } = JSON.parse(output);
  const near = (name) => Math.abs(sent.all[name] - predicted.all[name]) <= 0.05 * predicted.all[name];
  assert.ok(predicted.all.throttledShare > 0.02, "the load is above the capacity");
  assert.ok(near("readUnits") && near("writeUnits"), output.slice(0, 2_000));
  assert.ok(Math.abs(sent.all.throttledShare - predicted.all.throttledShare) <= 0.02, output.slice(0, 2_000));
  assert.ok(sent.latencyUs.p99 >= sent.latencyUs.p50 && sent.latencyUs.p50 > 0);
  // What the load wrote was put back.
  const compared = dynalab(["compare", file, "--against", url, "--format", "json"]);
  assert.deepEqual(differing(compared.output), []);
});

await run();
