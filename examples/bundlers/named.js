// The module as a file that is copied beside the code, with its address.

import { Dynalab, init } from "dynalab";
import { show } from "./count.js";

await init({ url: "dynalab.wasm" });
await show(Dynalab);
