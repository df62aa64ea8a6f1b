import { Table } from "dynamodb-onetable";
import { ulid } from "./ids";

export const Schema = {
  format: "onetable:1.1.0",
  version: "0.0.1",
  indexes: { primary: { hash: "pk", sort: "sk" }, gs1: { hash: "gs1pk", sort: "gs1sk", project: "all" } },
  models: {
    Song: {
      pk: { type: String, value: "song#${id}" },
      sk: { type: String, value: "song#" },
      gs1pk: { type: String, value: "artist#${artist}" },
      gs1sk: { type: String, value: "song#${title}" },
      id: { type: String, generate: "ulid", validate: /^[0-9A-Z]{26}$/i },
      artist: { type: String, required: true },
      title: { type: String, required: true },
      seconds: { type: Number, default: () => guess() },
    },
  },
  params: { isoDates: true, timestamps: true, cheers: true },
} as const;
const helper = { ulid, other: ulid() };
