// A database in this thread.

import { Clock, epochMilliseconds } from "./clock.js";
import type { Controls, LoggedRequest } from "./contract.js";
import { init } from "./engine.js";
import { DynalabError } from "./errors.js";
import { Faults } from "./faults.js";
import { Database, type KeptState } from "./glue.js";
import { RequestLog } from "./log.js";
import { RequestHandler } from "./request_handler.js";

/** What a database is made of. The same options and the same requests give the same bytes. */
export interface OpenOptions {
  /** The seed of ids and of random choices, an integer from 0. It is 0 by default. */
  seed?: number;
  /** `instant`, the default: nothing takes time, nothing is throttled. `realistic`: the delays and limits of DynamoDB. */
  profile?: "instant" | "realistic";
  /** `stopped`, the default: only the program moves the clock. `running`: the clock also follows the computer's. */
  clock?: "stopped" | "running";
  /** The time at which the clock starts. It is 1 January 2030 by default, or now if the clock is running. */
  startsAt?: Date | string | number;
  /** The Region in ARNs and prices. It is `us-east-1` by default. */
  region?: string;
  /** The account in ARNs: 12 digits. */
  account?: string;
  /** False if requests are not logged. A request costs less then. */
  log?: boolean;
}

/** The HTTP status and the body of a response. */
export interface Answer {
  /** 200, or the status of an error. */
  status: number;
  /** JSON text. */
  body: string;
}

/** The configuration of a client of the AWS SDK: `new DynamoDBClient(db.client)`. */
export interface ClientConfig {
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  requestHandler: RequestHandler;
}

/** A response of DynamoDB's API. */
export type Response = Record<string, any>;

/** How the clock of the computer and that of a database differ. */
type Follows = { epochMs: number } | undefined;

/** A kept state of a database, for `restore`. It shares unchanged data with the database. */
export class Snapshot {
  /** @internal */
  readonly state: KeptState;

  /** @internal */
  constructor(state: KeptState) {
    this.state = state;
  }

  /** Gives its memory back. It cannot be restored afterwards. */
  close(): void {
    this.state.free();
  }
}

/** A DynamoDB in this thread, in memory. */
export class Dynalab {
  /** The clock. */
  readonly clock: Clock;
  /** Rules that make requests fail. */
  readonly faults: Faults;
  /** What requests read and cost. */
  readonly log: RequestLog;
  /** The configuration for clients of the AWS SDK. */
  readonly client: ClientConfig;
  #inner: Database | undefined;
  readonly #follows: Follows;
  readonly #region: string;

  private constructor(inner: Database, region: string, follows: Follows) {
    this.#inner = inner;
    this.#region = region;
    this.#follows = follows;
    const current = () => this.#current();
    this.clock = new Clock(current);
    this.faults = new Faults(this);
    this.log = new RequestLog(current);
    const credentials = { accessKeyId: "dynalab", secretAccessKey: "dynalab" };
    this.client = { region, credentials, requestHandler: new RequestHandler(this) };
  }

  /** Opens an empty database. Throws if an option is unknown or wrong. */
  static async open(options: OpenOptions = {}): Promise<Dynalab> {
    await init();
    const { clock = "stopped", startsAt, log, ...others } = options;
    if (clock !== "stopped" && clock !== "running") {
      throw new TypeError(`The clock is "stopped" or "running", not ${JSON.stringify(clock)}.`);
    }
    const begin = startsAt ?? (clock === "running" ? Date.now() : undefined);
    const startsAtMs = begin === undefined ? undefined : epochMilliseconds(begin);
    const inner = new Database(JSON.stringify({ ...others, startsAt: startsAtMs, logRequests: log }));
    const follows = clock === "running" ? { epochMs: Date.now() } : undefined;
    return new Dynalab(inner, options.region ?? "us-east-1", follows);
  }

  /** Executes a request of DynamoDB's API as JSON, and returns its response. Throws a `DynalabError` if DynamoDB refuses it. */
  async call<Name extends keyof Controls>(
    operation: Name,
    request: Controls[Name]["request"],
  ): Promise<Controls[Name]["response"]>;
  async call<Name extends string>(
    operation: Name extends `Dynalab.${string}` ? never : Name,
    request?: object,
  ): Promise<Response>;
  async call(operation: string, request: object = {}): Promise<unknown> {
    return this.#succeed(operation, request);
  }

  /** As `call` for a control of the simulation, without waiting. */
  callNow<Name extends keyof Controls>(
    operation: Name,
    request: Controls[Name]["request"],
  ): Controls[Name]["response"] {
    return this.#succeed(operation, request) as Controls[Name]["response"];
  }

  #succeed(operation: string, request: object): unknown {
    const { status, body } = this.execute(operation, JSON.stringify(request));
    if (status !== 200) throw new DynalabError(status, body);
    return JSON.parse(body) as unknown;
  }

  /** Executes a request whose body is text or bytes, and returns the status and the body as DynamoDB sends them. */
  execute(operation: string, body: string | Uint8Array): Answer {
    const inner = this.#current();
    const text = typeof body === "string" ? inner.execute(operation, body) : inner.executeBytes(operation, body);
    return { status: inner.status, body: text };
  }

  /** Runs a request on a copy, and returns what it did and cost: plan, items read and filtered, units, price. */
  async explain(operation: string, request: object = {}): Promise<LoggedRequest> {
    return JSON.parse(this.#current().explain(operation, JSON.stringify(request))) as LoggedRequest;
  }

  /** Keeps the present state. Unchanged data is shared, so this takes microseconds. */
  snapshot(): Snapshot {
    return new Snapshot(this.#current().snapshot());
  }

  /** Returns to a kept state: tables, data, settings, ids and clock. The log goes on. The state can be of another database. */
  restore(snapshot: Snapshot): void {
    this.#current().restore(snapshot.state);
  }

  /** Returns another database with the same content. Neither sees what the other writes. Its log is empty. */
  fork(): Dynalab {
    const copy = this.#current().fork();
    return new Dynalab(copy, this.#region, this.#follows && { ...this.#follows });
  }

  /** Empties the database: it is as it was opened. The log stays. */
  reset(): void {
    this.#current().reset();
  }

  /** Gives the memory back. Further calls throw. */
  close(): void {
    this.#inner?.free();
    this.#inner = undefined;
  }

  /** Returns the module's database, with a running clock at its time. */
  #current(): Database {
    const inner = this.#inner;
    if (inner === undefined) throw new Error("The database is closed.");
    if (this.#follows !== undefined) {
      const now = Date.now();
      inner.advance(now - this.#follows.epochMs);
      this.#follows.epochMs = now;
    }
    return inner;
  }
}
