// What every entry has.

export type * from "./contract.js";
export { Clock } from "./clock.js";
export {
  Dynalab,
  Snapshot,
  type Answer,
  type ClientConfig,
  type OpenOptions,
  type Response,
} from "./database.js";
export type { Duration } from "./duration.js";
export { init, memoryBytes, type InitOptions } from "./engine.js";
export { DynalabError } from "./errors.js";
export { Faults, type FaultKind, type FaultScope } from "./faults.js";
export { RequestLog, costOf, describeRequests, type Cost } from "./log.js";
