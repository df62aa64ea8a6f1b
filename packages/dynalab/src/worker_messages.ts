// What a page and its worker say to each other. A database and a snapshot are numbers.

import type { Answer, OpenOptions } from "./database.js";
import type { InitOptions } from "./engine.js";

/** What the worker does, by name, with the values that it needs and what it returns. */
export interface WorkerMethods {
  open(source: InitOptions, options: OpenOptions): Promise<number>;
  execute(database: number, operation: string, body: string | Uint8Array): Answer;
  explain(database: number, operation: string, request: object): Promise<unknown>;
  now(database: number): number;
  advance(database: number, by: number | string): void;
  set(database: number, to: Date | string | number): void;
  requests(database: number, after: number): unknown[];
  forgetRequests(database: number): void;
  snapshot(database: number): number;
  restore(database: number, snapshot: number): void;
  closeSnapshot(snapshot: number): void;
  fork(database: number): number;
  reset(database: number): void;
  close(database: number): void;
}

/** A call of a method. */
export interface Question {
  id: number;
  method: keyof WorkerMethods;
  values: unknown[];
}

/** What a call returned, or the message of what it threw. */
export type Reply = { id: number; value: unknown } | { id: number; problem: string };
