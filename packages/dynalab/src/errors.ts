// The errors of the package.

/** DynamoDB refused a request. `name` is the name of the error, such as `ConditionalCheckFailedException`. */
export class DynalabError extends Error {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The members of the response, such as `CancellationReasons`. */
  readonly body: Record<string, unknown>;

  constructor(status: number, text: string) {
    const body = JSON.parse(text) as Record<string, unknown>;
    const name = String(body["__type"] ?? "").split("#").pop() ?? "";
    super(String(body["message"] ?? body["Message"] ?? name));
    this.name = name;
    this.status = status;
    this.body = body;
  }
}
