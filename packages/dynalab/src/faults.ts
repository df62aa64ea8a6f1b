// Rules that make requests fail.

import type { FaultDescription, PutFault } from "./contract.js";
import type { Dynalab } from "./database.js";

/** How a request fails. The AWS SDKs retry all of them. */
export type FaultKind = "THROTTLE" | "UNPROCESSED" | "TIMEOUT" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";

/** Which requests fail. */
export interface FaultScope {
  /** The share of requests that fail, from 0 to 1. All fail by default. */
  rate?: number;
  /** Only requests to this table. */
  table?: string;
  /** Only requests to items with this partition key, in DynamoDB JSON: `{ S: "a" }`. */
  key?: unknown;
  /** Executes a request that times out, so that only its response is lost. */
  afterCommit?: boolean;
  /** The name under which the rule is replaced and deleted. By default it follows from kind and operation. */
  name?: string;
}

/** The faults of a database. */
export class Faults {
  readonly #db: Dynalab;

  /** @internal */
  constructor(db: Dynalab) {
    this.#db = db;
  }

  /** Throttles requests of an operation. */
  throttle(operation: string, scope?: FaultScope): void {
    this.fail("THROTTLE", operation, scope);
  }

  /** Makes requests of an operation fail in a way. */
  fail(kind: FaultKind, operation: string, scope?: FaultScope): void {
    this.put(faultRule(kind, operation, scope));
  }

  /** Adds a rule, or replaces the rule with its name. */
  put(rule: PutFault): void {
    this.#db.callNow("Dynalab.PutFault", rule);
  }

  /** Deletes a rule. */
  delete(name: string): void {
    this.#db.callNow("Dynalab.DeleteFault", { Name: name });
  }

  /** Deletes all rules. */
  clear(): void {
    for (const { Name } of this.list()) this.delete(Name);
  }

  /** The rules by name, with the number of requests that matched (`Asked`) and failed (`Struck`). */
  list(): FaultDescription[] {
    return this.#db.callNow("Dynalab.DescribeFaults", {}).Faults;
  }
}

/** Returns the rule that makes requests of an operation fail. */
export function faultRule(kind: FaultKind, operation: string, scope: FaultScope = {}): PutFault {
  const rate = Math.min(Math.max(scope.rate ?? 1, 0), 1);
  const rule: PutFault = {
    Name: scope.name ?? `${kind}-${operation}`,
    Kind: kind,
    Operations: [operation],
    RatePermille: Math.round(rate * 1000),
  };
  if (scope.table !== undefined) rule.TableName = scope.table;
  if (scope.key !== undefined) rule.KeyEquals = scope.key;
  if (scope.afterCommit !== undefined) rule.AfterCommit = scope.afterCommit;
  return rule;
}
