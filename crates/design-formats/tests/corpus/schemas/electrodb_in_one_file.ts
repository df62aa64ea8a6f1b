import { Entity } from "electrodb";
import { client, table } from "./client";
import { faker } from "@faker-js/faker";

const overrides = { ...defaults, random: faker.string.uuid() };

export const exhibit = new Entity({
  model: { entity: "exhibit", version: "1", service: "museum" },
  attributes: {
    exhibitId: { type: "string", required: true, default: () => uuid() },
    roomId: { type: "string", required: true },
    title: { type: "string" },
    madeAt: { type: "number", padding: { length: 4, char: "0" } },
  },
  indexes: {
    primary: { pk: { field: "pk", composite: ["exhibitId"] }, sk: { field: "sk", composite: [] } },
    byRoom: { index: "gsi1", collection: "inRoom", pk: { field: "gsi1pk", composite: ["roomId"] }, sk: { field: "gsi1sk", composite: ["madeAt"] } },
  },
}, { client, table });
import { Entity } from "electrodb";
import { client, table } from "./client";
import { faker } from "@faker-js/faker";

const overrides = { ...defaults, random: faker.string.uuid() };

export const guide = new Entity({
  model: { entity: "guide", version: "1", service: "museum" },
  attributes: {
    guideId: { type: "string", required: true },
    roomId: { type: "string", required: true },
    languages: { type: "set", items: "string" },
    hiredAt: { type: "string", default: () => new Date().toISOString() },
  },
  indexes: {
    primary: { pk: { field: "pk", composite: ["guideId"] }, sk: { field: "sk", composite: [] } },
    byRoom: { index: "gsi1", collection: "inRoom", pk: { field: "gsi1pk", composite: ["roomId"] }, sk: { field: "gsi1sk", composite: ["guideId"] } },
  },
}, { client, table });
