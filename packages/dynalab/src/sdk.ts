// The entry `dynalab/sdk`: a request handler for clients of the AWS SDK for JavaScript, version 3.

import { type Executes, RequestHandler } from "./request_handler.js";

export {
  RequestHandler,
  type Executes,
  type SdkOptions,
  type SdkRequest,
  type SdkResponse,
} from "./request_handler.js";

/** Returns a request handler for a configuration of one's own. `db.client` has one with Region and credentials. */
export function requestHandler(db: Executes): RequestHandler {
  return new RequestHandler(db);
}
