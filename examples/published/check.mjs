// What others say of the packed file (DYNALAB_PACKAGE): its types resolve as its code does, and its manifest is right.

import { spawnSync } from "node:child_process";

const file = process.env.DYNALAB_PACKAGE;
// Vitest itself has no CommonJS, and a page no `require`. TypeScript resolves no WebAssembly. TypeScript's oldest way of resolving knows no `exports`.
const checks = [
  ["attw", file, "--profile", "node16", "--exclude-entrypoints", "./vitest", "./worker", "./dynalab.wasm"],
  ["attw", file, "--profile", "esm-only", "--entrypoints", "./vitest", "./worker"],
  ["publint", "run", file, "--strict"],
];
for (const [program, ...options] of checks) {
  const { status } = spawnSync(`node_modules/.bin/${program}`, options, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${options.join(" ")} ended with ${status}`);
}
