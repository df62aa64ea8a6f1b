// The clock of a database.

import { type Duration, millisecondsOf } from "./duration.js";
import type { Database } from "./glue.js";

/** The clock of a database. Moving it executes what becomes due, in order: TTL, tables that become ACTIVE, index updates. */
export class Clock {
  readonly #inner: () => Database;

  /** @internal */
  constructor(inner: () => Database) {
    this.#inner = inner;
  }

  /** The time, in whole milliseconds. */
  now(): Date {
    return new Date(this.#inner().now());
  }

  /** Moves the clock forward: `advance("2 d")`. */
  advance(by: Duration): void {
    this.#inner().advance(millisecondsOf(by));
  }

  /** Moves the clock forward to a time. Throws if it has passed: restore a snapshot instead. */
  set(to: Date | string | number): void {
    this.#inner().setClock(epochMilliseconds(to));
  }
}

/** Returns milliseconds since 1970. Throws a `TypeError` if the value is no time. */
export function epochMilliseconds(time: Date | string | number): number {
  const milliseconds = new Date(time).getTime();
  if (Number.isNaN(milliseconds)) throw new TypeError(`${String(time)} is no time.`);
  return milliseconds;
}
