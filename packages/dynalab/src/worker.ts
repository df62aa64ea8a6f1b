// The entry `dynalab/worker`: a database in a worker, so that long requests do not stop the page.

import type { Controls, FaultDescription, LoggedRequest, PutFault } from "./contract.js";
import type { Answer, OpenOptions, Response } from "./database.js";
import type { Duration } from "./duration.js";
import type { InitOptions } from "./engine.js";
import { DynalabError } from "./errors.js";
import { type FaultKind, type FaultScope, faultRule } from "./faults.js";
import { RequestHandler } from "./request_handler.js";
import type { Question, Reply, WorkerMethods } from "./worker_messages.js";

export type * from "./contract.js";
export type { Answer, OpenOptions, Response } from "./database.js";
export type { Duration } from "./duration.js";
export type { InitOptions } from "./engine.js";
export { DynalabError } from "./errors.js";
export type { FaultKind, FaultScope } from "./faults.js";
export { type Cost, costOf, describeRequests } from "./log.js";

/** What a database in a worker is made of, and where worker and module come from. */
export interface WorkerOptions extends OpenOptions, InitOptions {
  /** The address of the worker's script. By default it is that of the package, which bundlers find. */
  workerUrl?: string | URL;
}

/** The worker with the calls that wait for it. */
class Connection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #last = 0;
  #hasEnded = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const call = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("problem" in data) call?.reject(new Error(data.problem));
      else call?.resolve(data.value);
    };
    worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`The worker failed: ${event.message}`));
      this.#waiting.clear();
    };
  }

  call<Name extends keyof WorkerMethods>(
    method: Name,
    ...values: Parameters<WorkerMethods[Name]>
  ): Promise<Awaited<ReturnType<WorkerMethods[Name]>>> {
    if (this.#hasEnded) return Promise.reject(new Error("The worker has ended."));
    this.#last += 1;
    const question: Question = { id: this.#last, method, values };
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage(question);
    });
  }

  end(): void {
    this.#hasEnded = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error("The worker has ended."));
    this.#waiting.clear();
  }
}

/** A kept state of a database in a worker. */
export class WorkerSnapshot {
  /** @internal */
  constructor(
    readonly connection: Connection,
    readonly number: number,
  ) {}

  /** Gives its memory back. It cannot be restored afterwards. */
  async close(): Promise<void> {
    await this.connection.call("closeSnapshot", this.number);
  }
}

/** A DynamoDB in a worker. It has the same methods as `Dynalab`, and each returns a promise. */
export class WorkerDynalab {
  /** The configuration for clients of the AWS SDK. */
  readonly client: {
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
    requestHandler: RequestHandler;
  };
  /** The clock. */
  readonly clock = {
    /** The time, in whole milliseconds. */
    now: async (): Promise<Date> => new Date(await this.#connection.call("now", this.#number)),
    /** Moves the clock forward: `advance("2 d")`. */
    advance: (by: Duration): Promise<void> => this.#connection.call("advance", this.#number, by),
    /** Moves the clock forward to a time. Rejects if it has passed. */
    set: (to: Date | string | number): Promise<void> => this.#connection.call("set", this.#number, to),
  };
  /** What requests read and cost. */
  readonly log = {
    /** Each request with its plan, items, units and price. With a number, only those after the request with this number. */
    list: async (after = 0): Promise<LoggedRequest[]> =>
      (await this.#connection.call("requests", this.#number, after)) as LoggedRequest[],
    /** Empties the log. Numbers go on. */
    clear: (): Promise<void> => this.#connection.call("forgetRequests", this.#number),
  };
  /** Rules that make requests fail. */
  readonly faults = {
    /** Throttles requests of an operation. */
    throttle: (operation: string, scope?: FaultScope): Promise<void> => this.faults.fail("THROTTLE", operation, scope),
    /** Makes requests of an operation fail in a way. */
    fail: (kind: FaultKind, operation: string, scope?: FaultScope): Promise<void> =>
      this.faults.put(faultRule(kind, operation, scope)),
    /** Adds a rule, or replaces the rule with its name. */
    put: async (rule: PutFault): Promise<void> => void (await this.call("Dynalab.PutFault", rule)),
    /** Deletes a rule. */
    delete: async (name: string): Promise<void> => void (await this.call("Dynalab.DeleteFault", { Name: name })),
    /** The rules by name, with the number of requests that matched and failed. */
    list: async (): Promise<FaultDescription[]> => (await this.call("Dynalab.DescribeFaults", {})).Faults,
  };
  readonly #connection: Connection;
  readonly #number: number;
  readonly #isFirst: boolean;

  /** @internal */
  constructor(connection: Connection, number: number, region: string, isFirst: boolean) {
    this.#connection = connection;
    this.#number = number;
    this.#isFirst = isFirst;
    const credentials = { accessKeyId: "dynalab", secretAccessKey: "dynalab" };
    this.client = { region, credentials, requestHandler: new RequestHandler(this) };
  }

  /** Starts a worker and opens an empty database in it. Rejects if an option is unknown or wrong. */
  static async open(options: WorkerOptions = {}): Promise<WorkerDynalab> {
    const { workerUrl, module, url, bytes, ...others } = options;
    const worker =
      workerUrl === undefined
        ? new Worker(new URL("./worker_thread.js", import.meta.url), { type: "module" })
        : new Worker(workerUrl, { type: "module" });
    const connection = new Connection(worker);
    // An address is that of this document: the worker's script may be elsewhere.
    const address = url === undefined ? undefined : new URL(url, globalThis.location?.href).href;
    try {
      const number = await connection.call("open", { module, url: address, bytes }, others);
      return new WorkerDynalab(connection, number, others.region ?? "us-east-1", true);
    } catch (error) {
      connection.end();
      throw error;
    }
  }

  /** Executes a request of DynamoDB's API as JSON, and returns its response. Rejects with a `DynalabError` if DynamoDB refuses it. */
  async call<Name extends keyof Controls>(
    operation: Name,
    request: Controls[Name]["request"],
  ): Promise<Controls[Name]["response"]>;
  async call<Name extends string>(
    operation: Name extends `Dynalab.${string}` ? never : Name,
    request?: object,
  ): Promise<Response>;
  async call(operation: string, request: object = {}): Promise<unknown> {
    const { status, body } = await this.execute(operation, JSON.stringify(request));
    if (status !== 200) throw new DynalabError(status, body);
    return JSON.parse(body) as unknown;
  }

  /** Executes a request whose body is text or bytes, and returns the status and the body as DynamoDB sends them. */
  execute(operation: string, body: string | Uint8Array): Promise<Answer> {
    return this.#connection.call("execute", this.#number, operation, body);
  }

  /** Runs a request on a copy, and returns what it did and cost. */
  async explain(operation: string, request: object = {}): Promise<LoggedRequest> {
    return (await this.#connection.call("explain", this.#number, operation, request)) as LoggedRequest;
  }

  /** Keeps the present state. */
  async snapshot(): Promise<WorkerSnapshot> {
    return new WorkerSnapshot(this.#connection, await this.#connection.call("snapshot", this.#number));
  }

  /** Returns to a kept state of a database in the same worker. */
  async restore(snapshot: WorkerSnapshot): Promise<void> {
    if (snapshot.connection !== this.#connection) throw new TypeError("The snapshot is in another worker.");
    await this.#connection.call("restore", this.#number, snapshot.number);
  }

  /** Returns another database with the same content, in the same worker. */
  async fork(): Promise<WorkerDynalab> {
    const number = await this.#connection.call("fork", this.#number);
    return new WorkerDynalab(this.#connection, number, this.client.region, false);
  }

  /** Empties the database: it is as it was opened. */
  reset(): Promise<void> {
    return this.#connection.call("reset", this.#number);
  }

  /** Gives the memory back. Closing the database that `open` returned ends the worker, with all copies. */
  async close(): Promise<void> {
    if (this.#isFirst) this.#connection.end();
    else await this.#connection.call("close", this.#number);
  }
}
