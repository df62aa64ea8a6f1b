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
