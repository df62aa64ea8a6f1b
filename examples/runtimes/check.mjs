// Runs the program in Deno and in Bun, whose packages contain them for each platform.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PROGRAMS = {
  deno: [["node_modules/@deno/linux-x64-glibc/deno", "node_modules/@deno/linux-arm64-glibc/deno"], ["run", "--allow-read", "--cached-only", "orders.mjs"]],
  bun: [["node_modules/@oven/bun-linux-x64/bin/bun", "node_modules/@oven/bun-linux-aarch64/bin/bun"], ["orders.mjs"]],
};

for (const [name, [files, options]] of Object.entries(PROGRAMS)) {
  const program = files.find(existsSync);
  assert.ok(program, `${name} is not installed for this platform`);
  const { status, stdout, stderr } = spawnSync(program, options, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, "1 order\n1 order\n");
  console.log(`ok - ${name}`);
}
