// The entry `dynalab/playwright`: a database for each test, which answers what the page sends to DynamoDB.

import { type TestType, expect as base, test as baseTest } from "@playwright/test";
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from "@playwright/test";

import { type Access, type Limits, consumesAtMost, readsAtMost, servedBy, throttled } from "./expectations.js";
import { ENDPOINTS, answerHttp, answerPreflight } from "./http_answer.js";
import "./inline.js";
import { type Fixtures, Prepared, type TestOptions } from "./prepared.js";

export * from "./api.js";
export type { Access, Limits, Requests } from "./expectations.js";
export type { Fixtures, TestOptions } from "./prepared.js";

/** What the database of each test is made of, and which requests it answers. */
export interface PageTestOptions extends TestOptions {
  /** The addresses that the database answers. By default those of DynamoDB in every Region. */
  endpoint?: string | RegExp;
}

/** Playwright's `test` with a database. */
export type DatabaseTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/** Playwright's `expect` with the matchers of this package. */
export const expect = base.extend({
  toBeServedBy: (received: unknown, access: Access, index?: string) => servedBy(received, access, index),
  toConsumeAtMost: (received: unknown, limits: Limits) => consumesAtMost(received, limits),
  toReadAtMost: (received: unknown, items: number) => readsAtMost(received, items),
  toBeThrottled: (received: unknown) => throttled(received),
});

/** Returns a `test` whose pages have a copy of a database that is prepared once: `test("…", async ({ page, db }) => { … })`. */
export function databaseTest({ endpoint = ENDPOINTS, ...options }: PageTestOptions = {}): DatabaseTest {
  const prepared = new Prepared(options);
  return baseTest.extend<Fixtures>({
    db: async ({ context }, use) =>
      prepared.use(async (db) => {
        await context.route(endpoint, async (route) => {
          const request = route.request();
          const headers = await request.allHeaders();
          const answer =
            request.method() === "OPTIONS"
              ? answerPreflight(headers["access-control-request-headers"])
              : answerHttp(db, headers["x-amz-target"], request.postData() ?? "");
          await route.fulfill(answer);
        });
        await use(db);
        await context.unrouteAll({ behavior: "wait" });
      }),
  });
}

/** A `test` whose pages have an empty database each: `test("…", async ({ page, db }) => { … })`. */
export const test: DatabaseTest = databaseTest();
