// The engine's thread. A module worker, so that nothing has to start from a blob URL.
import start from "./worker.js";

await start();
