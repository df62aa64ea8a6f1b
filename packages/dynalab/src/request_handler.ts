// The requests of the AWS SDK for JavaScript, version 3, answered in this process.

import type { Answer } from "./database.js";

const TARGET = "x-amz-target";
const CONTENT_TYPE = "application/x-amz-json-1.0";

/** A database in this thread or in a worker. */
export interface Executes {
  execute(operation: string, body: string | Uint8Array): Answer | Promise<Answer>;
}

/** The parts of the SDK's HTTP request that are looked at. */
export interface SdkRequest {
  headers: Record<string, string>;
  body?: unknown;
}

/** The SDK's HTTP response. */
export interface SdkResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What the SDK gives to a handler with each request. */
export interface SdkOptions {
  abortSignal?: unknown;
}

/** A request handler for clients of the SDK. It sends nothing: endpoint, credentials and signature are not looked at. */
export class RequestHandler {
  readonly metadata = { handlerProtocol: "http/1.1" };
  readonly #db: Executes;

  constructor(db: Executes) {
    this.#db = db;
  }

  /** Answers a request. */
  async handle(request: SdkRequest, options: SdkOptions = {}): Promise<{ response: SdkResponse }> {
    if ((options.abortSignal as { aborted?: boolean } | undefined)?.aborted) {
      throw Object.assign(new Error("Request aborted"), { name: "AbortError" });
    }
    const target = headerOf(request.headers, TARGET) ?? "";
    // The operation follows the version of the API: `DynamoDB_20120810.PutItem`.
    const operation = target.slice(target.indexOf(".") + 1);
    const { status, body } = await this.#db.execute(operation, bodyOf(request.body));
    const headers = { "content-type": CONTENT_TYPE };
    return { response: { statusCode: status, headers, body: new TextEncoder().encode(body) } };
  }

  /** The SDK asks for it. There is nothing to set. */
  updateHttpClientConfig(): void {}

  /** The SDK asks for it. There is nothing to set. */
  httpHandlerConfigs(): Record<string, never> {
    return {};
  }

  /** The SDK calls it when the client is destroyed. The database stays. */
  destroy(): void {}
}

function headerOf(headers: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

function bodyOf(body: unknown): string | Uint8Array {
  if (body === undefined || body === null) return "";
  if (typeof body === "string") return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError("A body that is a stream cannot be read here.");
}
