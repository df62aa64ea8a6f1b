// The matchers for `expect` of Vitest and Jest.

import { type Access, type Limits, type Verdict, consumesAtMost, readsAtMost, servedBy, throttled } from "./expectations.js";

/** Matchers on a database, a request of its log, or a list of requests. */
export const matchers = {
  toBeServedBy: (received: unknown, access: Access, index?: string): Verdict => servedBy(received, access, index),
  toConsumeAtMost: (received: unknown, limits: Limits): Verdict => consumesAtMost(received, limits),
  toReadAtMost: (received: unknown, items: number): Verdict => readsAtMost(received, items),
  toBeThrottled: (received: unknown): Verdict => throttled(received),
};

/** The matchers as `expect` has them. */
export interface DynalabMatchers<R = void> {
  /** All requests that reach items do it in this way, and at least one does. With an index, all do it there. */
  toBeServedBy(access: Access, index?: string): R;
  /** All requests together consume at most this. */
  toConsumeAtMost(limits: Limits): R;
  /** All requests together read at most this number of items, filtered items included. */
  toReadAtMost(items: number): R;
  /** One of the requests was throttled, or the error is that of a throttled request. */
  toBeThrottled(): R;
}
