// Builds the page, and opens the build and the development server in Chromium. The policy of the build allows WebAssembly and
// no `eval`.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";

import { build, createServer, preview } from "vite";

import { withChromium } from "../chromium.mjs";

const POLICY = "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

await build({ logLevel: "warn" });
const modules = (await readdir("dist/assets")).filter((file) => file.endsWith(".wasm"));
assert.equal(modules.length, 1, "page and worker share the file of the module");

await withChromium(async (outputOf) => {
  const headers = { "Content-Security-Policy": POLICY };
  const built = await preview({ preview: { host: "127.0.0.1", port: 0, headers } });
  assert.equal(await outputOf(built.resolvedUrls.local[0]), "1 order, 1 in a worker");
  console.log("ok - the build shows the order");
  await built.close();

  const server = await createServer({ server: { host: "127.0.0.1", port: 0 } });
  await server.listen();
  assert.equal(await outputOf(server.resolvedUrls.local[0]), "1 order, 1 in a worker");
  console.log("ok - the development server shows the order");
  await server.close();
});
