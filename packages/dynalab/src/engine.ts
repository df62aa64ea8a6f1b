// The module of WebAssembly: it is fetched once for all databases of this copy of the package.

import { initSync } from "./glue.js";

/** Where the module comes from. Without it, the entry knows: a file beside the package, or the text inside `dynalab/inline`. */
export interface InitOptions {
  /** A compiled module, for example of another worker. */
  module?: WebAssembly.Module;
  /** The address of `dynalab.wasm`. */
  url?: string | URL;
  /** The bytes of `dynalab.wasm`. */
  bytes?: BufferSource;
}

type Source = WebAssembly.Module | BufferSource | URL | string;

let defaultSource: (() => Source | Promise<Source>) | undefined;
let started: Promise<WebAssembly.Memory> | undefined;
let memory: WebAssembly.Memory | undefined;

/** Says where the module comes from if nobody says otherwise. */
export function setDefaultSource(source: () => Source | Promise<Source>): void {
  defaultSource = source;
}

/** Starts the module. `Dynalab.open` does it by itself; a call before it chooses the source. A second call changes nothing. */
export async function init(options: InitOptions = {}): Promise<void> {
  started ??= start(options);
  try {
    memory = await started;
  } catch (error) {
    // The next call may name a source that works.
    started = undefined;
    throw error;
  }
}

async function start(options: InitOptions): Promise<WebAssembly.Memory> {
  const source = options.module ?? options.bytes ?? options.url ?? (await defaultSource?.());
  if (source === undefined) {
    throw new TypeError("Call init({ module }), init({ url }) or init({ bytes }) first.");
  }
  return initSync({ module: await compiled(source) }).memory;
}

async function compiled(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${String(source)} cannot be fetched: status ${response.status}`);
  // A browser compiles while it loads if the server names the right type.
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The bytes of memory that all databases of this copy of the package have together. It is 0 before the first is opened. */
export function memoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}
