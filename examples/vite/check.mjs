// Builds the page, and opens the build and the development server in Chromium (CHROME). The policy of the build allows WebAssembly and
// no `eval`.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";

import { build, createServer, preview } from "vite";

const POLICY = "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const CHROME = process.env.CHROME ?? "chromium";
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=30000"];

async function shown(address) {
  const { stdout } = await promisify(execFile)(CHROME, [...FLAGS, address], { timeout: 120_000 });
  return /<output>(.*?)<\/output>/s.exec(stdout)?.[1];
}

await build({ logLevel: "warn" });
const modules = (await readdir("dist/assets")).filter((file) => file.endsWith(".wasm"));
assert.equal(modules.length, 1, "the build has the module as one file");

const built = await preview({ preview: { host: "127.0.0.1", port: 0, headers: { "Content-Security-Policy": POLICY } } });
assert.equal(await shown(built.resolvedUrls.local[0]), "1 order");
await built.close();
console.log("ok 1 - the build shows the order");

const server = await createServer({ server: { host: "127.0.0.1", port: 0 } });
await server.listen();
assert.equal(await shown(server.resolvedUrls.local[0]), "1 order");
await server.close();
console.log("ok 2 - the development server shows the order");
