// Requests of DynamoDB's wire protocol that others intercept on their way to AWS.

import type { Dynalab } from "./database.js";

/** The addresses of DynamoDB and its streams in every Region. */
export const ENDPOINTS = /^https:\/\/(?:(?:streams\.)?dynamodb|\d{12}\.ddb)\.[a-z0-9-]+\.amazonaws\.com\//;

/** A response as text. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers a request by its `X-Amz-Target` and its body. A page of any origin may read the response, as with DynamoDB. */
export function answerHttp(db: Dynalab, target: string | null | undefined, body: string): HttpAnswer {
  const operation = target ?? "";
  const { status, body: text } = db.execute(operation.slice(operation.indexOf(".") + 1), body);
  return {
    status,
    headers: { "content-type": "application/x-amz-json-1.0", "access-control-allow-origin": "*" },
    body: text,
  };
}

/** Answers the question of a browser whether a page may send the request. */
export function answerPreflight(headers: string | null | undefined): HttpAnswer {
  return {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": headers ?? "*",
    },
    body: "",
  };
}
