// The log of requests: what each read and cost.

import type { LoggedRequest, RequestList } from "./contract.js";
import type { Database } from "./glue.js";

/** The log of a database: its newest 10,000 requests, the oldest first. */
export class RequestLog {
  readonly #inner: () => Database;

  /** @internal */
  constructor(inner: () => Database) {
    this.#inner = inner;
  }

  /** Each request with its plan, items, units and price. With a number, only those after the request with this number. */
  list(after = 0): LoggedRequest[] {
    return (JSON.parse(this.#inner().requests(after)) as RequestList).Requests;
  }

  /** The requests of one operation. */
  of(operation: string): LoggedRequest[] {
    return this.list().filter((request) => request.Operation === operation);
  }

  /** Empties the log. Numbers go on. */
  clear(): void {
    this.#inner().forgetRequests();
  }
}

/** The units and the price of requests together. */
export interface Cost {
  /** Read units. */
  rcu: number;
  /** Write units. */
  wcu: number;
  /** US dollars on demand. Undefined if the price of one request is not known. */
  usd: number | undefined;
}

/** Adds up what requests consumed. */
export function costOf(requests: readonly LoggedRequest[]): Cost {
  const cost: Cost = { rcu: 0, wcu: 0, usd: 0 };
  for (const request of requests) {
    for (const used of request.Units) {
      cost.rcu += used.ReadUnits;
      cost.wcu += used.WriteUnits;
    }
    const price = request.PriceUsd;
    cost.usd = price === undefined || cost.usd === undefined ? undefined : cost.usd + price;
  }
  return cost;
}

/** A line for each request: number, operation, plans, items, units, and the error. */
export function describeRequests(requests: readonly LoggedRequest[]): string {
  return requests.map(line).join("\n");
}

function line(request: LoggedRequest): string {
  const plans = request.Plans.map((plan) => {
    const index = plan.IndexName === undefined ? "" : `.${plan.IndexName}`;
    return `, ${plan.Kind} ${plan.TableName}${index}`;
  });
  const units = request.Units.map(
    (used) => `, ${used.ReadUnits} RCU and ${used.WriteUnits} WCU of ${used.IndexName ?? used.TableName}`,
  );
  const items = `: ${request.ItemsRead} read, ${request.ItemsFiltered} filtered`;
  const error = request.Error === undefined ? "" : `, ${request.Error}`;
  return `${request.Number}. ${request.Operation}${plans.join("")}${items}${units.join("")}${error}`;
}
