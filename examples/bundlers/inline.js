// The module inside the code.

import { Dynalab } from "dynalab/inline";
import { show } from "./count.js";

await show(Dynalab);
