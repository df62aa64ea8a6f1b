// What tests expect of requests, without a test runner: each returns whether it holds, and why.

import type { LoggedRequest } from "./contract.js";
import { Dynalab } from "./database.js";
import { costOf, describeRequests } from "./log.js";

/** What is looked at: a database with its log, one logged or explained request, or a list of them. */
export type Requests = Dynalab | LoggedRequest | readonly LoggedRequest[];

/** How items are reached. */
export type Access = "Item" | "Query" | "Scan";

/** The most that requests may consume together. */
export interface Limits {
  /** Read units. */
  rcu?: number;
  /** Write units. */
  wcu?: number;
  /** US dollars on demand. */
  usd?: number;
}

/** A result, with the reason for either outcome. */
export interface Verdict {
  pass: boolean;
  message: () => string;
}

const THROTTLED = new Set([
  "LimitExceededException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

/** All requests that reach items do it in this way, and at least one does. With an index, all do it there. */
export function servedBy(received: unknown, access: Access, index?: string): Verdict {
  const requests = requestsOf(received);
  const plans = requests.flatMap((request) => request.Plans);
  const fits = (plan: (typeof plans)[number]) =>
    plan.Kind === access.toUpperCase() && (index === undefined || plan.IndexName === index);
  const pass = plans.length > 0 && plans.every(fits);
  const place = index === undefined ? access : `${access} of ${index}`;
  return verdict(pass, requests, `be served by ${place}`);
}

/** All requests together consume at most this. */
export function consumesAtMost(received: unknown, limits: Limits): Verdict {
  const requests = requestsOf(received);
  const { rcu, wcu, usd } = costOf(requests);
  const isWithin = (used: number | undefined, most: number | undefined) =>
    most === undefined || (used !== undefined && used <= most);
  const pass = isWithin(rcu, limits.rcu) && isWithin(wcu, limits.wcu) && isWithin(usd, limits.usd);
  return verdict(pass, requests, `consume at most ${JSON.stringify(limits)}; it is ${JSON.stringify({ rcu, wcu, usd })}`);
}

/** All requests together read at most this number of items, filtered items included. */
export function readsAtMost(received: unknown, items: number): Verdict {
  const requests = requestsOf(received);
  const read = requests.reduce((sum, request) => sum + request.ItemsRead, 0);
  return verdict(read <= items, requests, `read at most ${items} items; it is ${read}`);
}

/** One of the requests was throttled, or the error is that of a throttled request. */
export function throttled(received: unknown): Verdict {
  if (received instanceof Error) {
    const pass = THROTTLED.has(received.name);
    return { pass, message: () => `expected ${received.name} ${pass ? "not " : ""}to say that the request was throttled` };
  }
  const requests = requestsOf(received);
  const pass = requests.some((request) => THROTTLED.has(request.Error ?? ""));
  return verdict(pass, requests, "be throttled");
}

function requestsOf(received: unknown): readonly LoggedRequest[] {
  if (Array.isArray(received)) return received as LoggedRequest[];
  const candidate = received as Partial<Dynalab & LoggedRequest> | null | undefined;
  // Not `instanceof`: the database may be of another copy of the package.
  if (typeof candidate?.log?.list === "function") return candidate.log.list();
  if (Array.isArray(candidate?.Plans)) return [received as LoggedRequest];
  throw new TypeError("Expected a database, a request of its log, or a list of requests.");
}

function verdict(pass: boolean, requests: readonly LoggedRequest[], what: string): Verdict {
  const list = requests.length === 0 ? "(no requests)" : describeRequests(requests);
  return { pass, message: () => `expected the requests ${pass ? "not " : ""}to ${what}:\n${list}` };
}
