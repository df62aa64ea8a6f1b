// Bundles a page with esbuild, Rollup and webpack, and opens each in Chromium under a policy that allows WebAssembly and no `eval`.

import assert from "node:assert/strict";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";

import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import webpack from "webpack";

import { withChromium } from "../chromium.mjs";

const POLICY = "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const PAGE = '<!doctype html><meta charset="utf-8"><output></output><script type="module" src="main.js"></script>';
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const withEsbuild = (entry) => (folder) =>
  esbuild.build({ entryPoints: [entry], bundle: true, format: "esm", minify: true, outfile: join(folder, "main.js") });

async function withRollup(folder) {
  const bundle = await rollup({ input: "inline.js", plugins: [nodeResolve({ browser: true })] });
  await bundle.write({ file: join(folder, "main.js"), format: "es" });
}

const withWebpack = (entry) => async (folder) => {
  const output = { path: resolve(folder), filename: "main.js", module: true, publicPath: "auto" };
  const compiler = webpack({ mode: "production", entry, experiments: { outputModule: true }, output });
  const stats = await promisify(compiler.run.bind(compiler))();
  assert.ok(!stats.hasErrors(), stats.toString());
};

async function withCopiedModule(folder) {
  await withEsbuild("named.js")(folder);
  await copyFile("node_modules/dynalab/dist/dynalab.wasm", join(folder, "dynalab.wasm"));
}

const BUNDLERS = {
  "esbuild-inline": withEsbuild("inline.js"),
  "esbuild-copied": withCopiedModule,
  rollup: withRollup,
  webpack: withWebpack("./file.js"),
  "webpack-worker": withWebpack("./worker.js"),
};

const server = createServer(async (request, response) => {
  const file = join("dist", new URL(request.url, "http://local").pathname);
  const content = await readFile(file).catch(() => undefined);
  const type = TYPES[extname(file)] ?? "text/plain";
  response.writeHead(content === undefined ? 404 : 200, { "Content-Type": type, "Content-Security-Policy": POLICY }).end(content);
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
await rm("dist", { recursive: true, force: true });
await withChromium(async (outputOf) => {
  for (const [name, bundle] of Object.entries(BUNDLERS)) {
    const folder = join("dist", name);
    await mkdir(folder, { recursive: true });
    await bundle(folder);
    await writeFile(join(folder, "index.html"), PAGE);
    assert.equal(await outputOf(`http://127.0.0.1:${server.address().port}/${name}/index.html`), "1 order", name);
    console.log(`ok - ${name}`);
  }
});
server.close();
server.closeAllConnections();
