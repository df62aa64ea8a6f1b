// The entry `dynalab/node-test`: a database for each test of Node's own runner, and assertions.

import assert from "node:assert";
import { test as base, type TestContext, type TestOptions as NodeTestOptions } from "node:test";

import { type Access, type Limits, type Requests, type Verdict, consumesAtMost, readsAtMost, servedBy, throttled } from "./expectations.js";
import "./inline.js";
import { type Fixtures, Prepared, type TestOptions } from "./prepared.js";

export * from "./api.js";
export type { Access, Limits, Requests } from "./expectations.js";
export type { Fixtures, TestOptions } from "./prepared.js";

/** A test with a database. */
export type TestBody = (fixtures: Fixtures, context: TestContext) => unknown;

/** Declares a test. */
export interface DatabaseTest {
  (name: string, body: TestBody): Promise<void>;
  (name: string, options: NodeTestOptions, body: TestBody): Promise<void>;
}

/** Returns a `test` whose tests get a copy of a database that is prepared once: `test("…", async ({ db }) => { … })`. */
export function databaseTest(options: TestOptions = {}): DatabaseTest {
  const prepared = new Prepared(options);
  return (name: string, ...rest: [TestBody] | [NodeTestOptions, TestBody]): Promise<void> => {
    const [settings, body] = rest.length === 1 ? [{}, rest[0]] : rest;
    return base(name, settings, (context) => prepared.use(async (db) => void (await body({ db }, context))));
  };
}

/** A `test` whose tests get an empty database each: `test("…", async ({ db }) => { … })`. */
export const test: DatabaseTest = databaseTest();

/** Asserts that all requests that reach items do it in this way, and at least one does. With an index, all do it there. */
export function assertServedBy(received: Requests, access: Access, index?: string): void {
  check(servedBy(received, access, index), assertServedBy);
}

/** Asserts that all requests together consume at most this. */
export function assertConsumesAtMost(received: Requests, limits: Limits): void {
  check(consumesAtMost(received, limits), assertConsumesAtMost);
}

/** Asserts that all requests together read at most this number of items, filtered items included. */
export function assertReadsAtMost(received: Requests, items: number): void {
  check(readsAtMost(received, items), assertReadsAtMost);
}

/** Asserts that one of the requests was throttled, or that an error is that of a throttled request. */
export function assertThrottled(received: Requests | Error): void {
  check(throttled(received), assertThrottled);
}

/** A failed assertion points at its caller. */
function check({ pass, message }: Verdict, stackStartFn: Function): void {
  if (!pass) throw new assert.AssertionError({ message: message(), stackStartFn });
}
