// The page's end of the engine's worker, as thin as it can be; messages are written and read by the app's own code.
import start, {
  answered_id, clear_message, execute_message, look_message, read_message,
} from "/bench/benchmark_module.js";
// Written when the site is assembled: the folder of the app's program.
import { PROGRAM } from "/bench/program.js";

export const module = await start();

// A workspace of its own; the app's is left alone.
const WORKSPACE = "dynalab-workspace-benchmark";

export class Engine {
  #worker;
  #waiting = new Map();
  #lastId = 0;

  // Resolves when the engine is ready, to the engine and what it said then.
  static start() {
    const engine = new Engine();
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      engine.#worker = new Worker(`${PROGRAM}worker.js`, { type: "module", name: WORKSPACE });
      engine.#worker.onerror = (event) => reject(new Error(event.message || "the worker does not start"));
      engine.#worker.onmessage = ({ data }) => {
        const id = answered_id(data);
        if (id !== undefined) return engine.#receive({ id });
        const told = read_message(data);
        if (told.id !== undefined) engine.#receive(told);
        else if (told.failure !== undefined) reject(new Error(told.failure));
        else if (told.ready_items !== undefined) {
          resolve({ engine, ready: told, startMs: performance.now() - startedAt });
        }
      };
    });
  }

  #receive(told) {
    const waiting = this.#waiting.get(told.id);
    if (!waiting) return;
    this.#waiting.delete(told.id);
    if (told.failure === undefined) waiting.resolve(told);
    else waiting.reject(new Error(told.failure));
  }

  #ask(write) {
    const id = ++this.#lastId;
    const asked = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage(write(id));
    return asked;
  }

  execute(space, operation, body) {
    return this.#ask((id) => execute_message(id, space === "demo", operation, body));
  }

  clear(space) {
    return this.#ask((id) => clear_message(id, space === "demo"));
  }

  // Shows a moment of the history, or the newest.
  look(number) {
    return this.#ask((id) => look_message(id, number));
  }

  end() {
    this.#worker.terminate();
  }
}
