// The module as a file beside the code: webpack copies it by itself.

import { Dynalab } from "dynalab";
import { show } from "./count.js";

await show(Dynalab);
