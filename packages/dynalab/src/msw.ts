// The entry `dynalab/msw`: handlers of Mock Service Worker, for programs that make their own clients.

import { type RequestHandler, HttpResponse, http } from "msw";

import type { Dynalab } from "./database.js";
import { ENDPOINTS, answerHttp, answerPreflight } from "./http_answer.js";

/** Returns the handlers that let a database answer what is sent to DynamoDB, or to another address. */
export function dynalabHandlers(db: Dynalab, endpoint: string | RegExp = ENDPOINTS): RequestHandler[] {
  const respond = ({ status, headers, body }: ReturnType<typeof answerHttp>) =>
    new HttpResponse(status === 204 ? null : body, { status, headers });
  return [
    http.options(endpoint, ({ request }) =>
      respond(answerPreflight(request.headers.get("access-control-request-headers"))),
    ),
    http.post(endpoint, async ({ request }) =>
      respond(answerHttp(db, request.headers.get("x-amz-target"), await request.text())),
    ),
  ];
}
