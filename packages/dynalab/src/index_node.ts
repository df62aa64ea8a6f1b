// The entry `dynalab` for Node: the module is a file of the package.

import { readFile } from "node:fs/promises";

import { setDefaultSource } from "./engine.js";

setDefaultSource(() => readFile(new URL("../dynalab.wasm", import.meta.url)));

export * from "./api.js";
