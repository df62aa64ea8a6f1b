// The thread of the engine with every operation; the page asks for it when the core does not do.
import start from "./complete_worker.js";

await start();
