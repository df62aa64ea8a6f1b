// The entry `dynalab/jest`: a database for each test, and matchers.

import { expect, test as base } from "@jest/globals";

import "./inline.js";
import { type DynalabMatchers, matchers } from "./matchers.js";
import { type Fixtures, Prepared, type TestOptions } from "./prepared.js";

export * from "./api.js";
export type { Access, Limits, Requests } from "./expectations.js";
export type { DynalabMatchers } from "./matchers.js";
export type { Fixtures, TestOptions } from "./prepared.js";
export { expect };

declare module "expect" {
  interface Matchers<R> extends DynalabMatchers<R> {}
}

expect.extend(matchers);

/** A test with a database. */
export type TestBody = (fixtures: Fixtures) => unknown;

/** Declares a test. The timeout is in milliseconds. */
export type Declare = (name: string, body: TestBody, timeout?: number) => void;

/** Declares tests, as Jest's `test` does. */
export type DatabaseTest = Declare & { only: Declare; skip: Declare };

/** Returns a `test` whose tests get a copy of a database that is prepared once: `test("…", async ({ db }) => { … })`. */
export function databaseTest(options: TestOptions = {}): DatabaseTest {
  const prepared = new Prepared(options);
  const declare = (add: (name: string, test: () => Promise<void>, timeout?: number) => void): Declare => {
    return (name, body, timeout) => {
      add(name, () => prepared.use(async (db) => void (await body({ db }))), timeout);
    };
  };
  return Object.assign(declare(base), { only: declare(base.only), skip: declare(base.skip) });
}

/** A `test` whose tests get an empty database each: `test("…", async ({ db }) => { … })`. */
export const test: DatabaseTest = databaseTest();
