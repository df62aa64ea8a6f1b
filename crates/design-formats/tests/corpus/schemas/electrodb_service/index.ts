import { Service } from "electrodb";
import { exhibit } from "./exhibit";
import { guide } from "./guide";

export const museum = new Service({ exhibit, guide });
