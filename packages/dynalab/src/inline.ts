// The entry `dynalab/inline`: the module is inside, as text. Nothing is fetched or read.

import { setDefaultSource } from "./engine.js";
import { WASM_BASE64 } from "./inline_module.js";

setDefaultSource(() => Uint8Array.from(atob(WASM_BASE64), (character) => character.charCodeAt(0)));

export * from "./api.js";
