// The worker of `dynalab/worker`: it has the module and the databases.

import { Dynalab, type Snapshot } from "./database.js";
import { init, setDefaultSource } from "./engine.js";
import type { Question, Reply, WorkerMethods } from "./worker_messages.js";

setDefaultSource(() => new URL("../dynalab.wasm", import.meta.url));

const databases = new Map<number, Dynalab>();
const snapshots = new Map<number, Snapshot>();
let last = 0;

function kept<Value>(values: Map<number, Value>, value: Value): number {
  last += 1;
  values.set(last, value);
  return last;
}

function found<Value>(values: Map<number, Value>, number: number): Value {
  const value = values.get(number);
  if (value === undefined) throw new Error("The database or the snapshot is closed.");
  return value;
}

const database = (number: number): Dynalab => found(databases, number);

const methods: WorkerMethods = {
  async open(source, options) {
    await init(source);
    return kept(databases, await Dynalab.open(options));
  },
  execute: (number, operation, body) => database(number).execute(operation, body),
  explain: (number, operation, request) => database(number).explain(operation, request),
  now: (number) => database(number).clock.now().getTime(),
  advance: (number, by) => database(number).clock.advance(by),
  set: (number, to) => database(number).clock.set(to),
  requests: (number, after) => database(number).log.list(after),
  forgetRequests: (number) => database(number).log.clear(),
  snapshot: (number) => kept(snapshots, database(number).snapshot()),
  restore: (number, snapshot) => database(number).restore(found(snapshots, snapshot)),
  closeSnapshot(number) {
    snapshots.get(number)?.close();
    snapshots.delete(number);
  },
  fork: (number) => kept(databases, database(number).fork()),
  reset: (number) => database(number).reset(),
  close(number) {
    databases.get(number)?.close();
    databases.delete(number);
  },
};

// Only this page's own worker: nothing else has the other end.
self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { id, method, values } = data;
  let reply: Reply;
  try {
    reply = { id, value: await (methods[method] as (...values: unknown[]) => unknown)(...values) };
  } catch (error) {
    reply = { id, problem: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};
