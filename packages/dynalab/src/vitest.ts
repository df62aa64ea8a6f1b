// The entry `dynalab/vitest`: a database for each test, and matchers.

import { expect, test as base, type TestAPI } from "vitest";

import "./inline.js";
import { type DynalabMatchers, matchers } from "./matchers.js";
import { type Fixtures, Prepared, type TestOptions } from "./prepared.js";

export * from "./api.js";
export type { Access, Limits, Requests } from "./expectations.js";
export type { DynalabMatchers } from "./matchers.js";
export type { Fixtures, TestOptions } from "./prepared.js";
export { expect };

declare module "vitest" {
  interface Matchers<T = any> extends DynalabMatchers<T> {}
}

expect.extend(matchers);

/** Returns a `test` whose tests get a copy of a database that is prepared once: `test("…", async ({ db }) => { … })`. */
export function databaseTest(options: TestOptions = {}): TestAPI<Fixtures> {
  const prepared = new Prepared(options);
  return base.extend<Fixtures>({
    // Vitest reads the parameters: this fixture needs no other.
    // eslint-disable-next-line no-empty-pattern
    db: async ({}, use) => prepared.use(use),
  });
}

/** A `test` whose tests get an empty database each: `test("…", async ({ db }) => { … })`. */
export const test: TestAPI<Fixtures> = databaseTest();
