// The entry `dynalab` for browsers: the module is fetched from beside this file. Bundlers copy it.

import { setDefaultSource } from "./engine.js";

setDefaultSource(() => new URL("../dynalab.wasm", import.meta.url));

export * from "./api.js";
