// The AWS SDK for JavaScript over a function that answers requests: the page's console and the sandbox of handlers each give one.
// Nothing in here reaches the network.
import * as client from "@aws-sdk/client-dynamodb";
import * as streams from "@aws-sdk/client-dynamodb-streams";
import * as documents from "@aws-sdk/lib-dynamodb";
import * as values from "@aws-sdk/util-dynamodb";
import { HttpResponse } from "@smithy/core/transport";
import { parse } from "es-module-lexer/minimal/js";

let answer = null, look = null;

/**
 * Takes `(operation, body) => Promise<{ status, body }>`, with JSON texts as bodies. With a second function of that kind, which only looks,
 * a client has the Region of the tables, and one with another Region has the replicas there. A trigger has tables of one Region only.
 */
export function connect(send, lookAt = null) {
  answer = send;
  look = lookAt;
}

/** What stands at the end of a client, where HTTP would begin. A Region of the client's own is that of its requests. */
const handlerIn = (region) => ({
  metadata: { handlerProtocol: "dynalab" },
  async handle(request, { abortSignal } = {}) {
    const stopped = () => Object.assign(new Error("Request aborted"), { name: "AbortError" });
    if (abortSignal?.aborted) throw stopped();
    const operation = request.headers["x-amz-target"].split(".").pop();
    const body = typeof request.body === "string" ? request.body : new TextDecoder().decode(request.body);
    const answered = await answerIn(typeof region === "function" ? await region() : region, operation, body);
    if (abortSignal?.aborted) throw stopped();
    if (answered.status === 0) throw new Error("Dynalab rejected the request: " + (answered.refusal ?? answered.body));
    const headers = { "content-type": "application/x-amz-json-1.0" };
    return { response: new HttpResponse({ statusCode: answered.status, headers, body: new TextEncoder().encode(answered.body) }) };
  },
  updateHttpClientConfig() {},
  httpHandlerConfigs: () => ({}),
  destroy() {},
});

/** Sends a request to a Region: to the tables themselves, or to their replicas in another Region. */
async function answerIn(region, operation, body) {
  if (!look || region === undefined || region === await homeRegion()) return answer(operation, body);
  return answer("Dynalab.InRegion", `{"Region":${JSON.stringify(region)},"Operation":${JSON.stringify(operation)},"Request":${body}}`);
}

/** The Region of the tables: that of the account. */
async function homeRegion() {
  const { status, body } = (await look?.("Dynalab.DescribeAccount", "{}")) ?? {};
  return status === 200 ? JSON.parse(body).Region : "us-east-1";
}

/** As a Lambda function finds them around it; what a client is given takes their place, but for the way of its requests. */
function around(given) {
  const settings = {
    region: homeRegion,
    credentials: { accessKeyId: "dynalab", secretAccessKey: "dynalab" },
    // No one checks a signature here, and a document without an origin may have no cryptography.
    signer: { sign: async (request) => request },
    ...given,
  };
  return { ...settings, requestHandler: handlerIn(given?.region) };
}

class DynamoDBClient extends client.DynamoDBClient {
  constructor(given) {
    super(around(given));
  }
}

class DynamoDB extends client.DynamoDB {
  constructor(given) {
    super(around(given));
  }
}

class DynamoDBStreamsClient extends streams.DynamoDBStreamsClient {
  constructor(given) {
    super(around(given));
  }
}

class DynamoDBStreams extends streams.DynamoDBStreams {
  constructor(given) {
    super(around(given));
  }
}

/** Sends `Dynalab.…`: the clock, faults and settings of the simulation. A test may do that, a trigger may not. */
async function control(name, input = {}) {
  const { status, body } = await answer(`Dynalab.${name}`, JSON.stringify(input));
  const told = JSON.parse(body);
  if (status !== 200) throw new Error(told.message ?? told.Message ?? body);
  return told;
}

/** Each package, by the name under which it is imported. */
export const packages = {
  "@aws-sdk/client-dynamodb": { ...client, DynamoDBClient, DynamoDB },
  "@aws-sdk/client-dynamodb-streams": { ...streams, DynamoDBStreamsClient, DynamoDBStreams },
  "@aws-sdk/lib-dynamodb": { ...documents },
  "@aws-sdk/util-dynamodb": { ...values },
  dynalab: { control },
};

/** The names of commands that both packages have, with inputs and outputs of their own. */
const inBoth = Object.keys(documents).filter((name) => name.endsWith("Command") && client[name] && client[name] !== documents[name]);

/** A command of both packages. A document client sends it as its own, any other client as that of tables. */
function commandOfBoth(name) {
  const OfDocuments = documents[name];
  const command = class extends client[name] {
    ofDocuments() {
      return Object.assign(new OfDocuments(this.input), { middlewareStack: this.middlewareStack });
    }
  };
  return Object.defineProperty(command, "name", { value: name });
}

/** A document client that also takes the commands of both packages. */
const takesBoth = (Client) => class extends Client {
  static from(of, translateConfig) {
    return new this(of, translateConfig);
  }

  send(command, ...more) {
    return super.send(command.ofDocuments?.() ?? command, ...more);
  }
};

/** A paginator of both packages: that of the client in its configuration. */
const paginatorOfBoth = (name) => (config, ...more) => {
  const ofDocuments = config.client instanceof documents.DynamoDBDocumentClient;
  return (ofDocuments ? documents : client)[name](config, ...more);
};

/** All in one object, for the console. Where two packages have a name, it does what the client that it is used with expects. */
export const everything = Object.assign({}, ...Object.values(packages).reverse(), {
  ...Object.fromEntries(inBoth.map((name) => [name, commandOfBoth(name)])),
  DynamoDBDocumentClient: takesBoth(documents.DynamoDBDocumentClient),
  DynamoDBDocument: takesBoth(documents.DynamoDBDocument),
  paginateQuery: paginatorOfBoth("paginateQuery"),
  paginateScan: paginatorOfBoth("paginateScan"),
});

/** What a module imports: `{ name, start, end }`, with the place of the specifier. Computed specifiers have no name and are left out. */
function specifiers(text) {
  const [imports] = parse(text);
  return imports.filter(({ n, d }) => n !== undefined && d !== -2)
    .map(({ n: name, s, e, d }) => ({ name, start: d < 0 ? s - 1 : s, end: d < 0 ? e + 1 : e }));
}

/** The names of what a module imports, each once. */
export function imported(text) {
  return [...new Set(specifiers(text).map(({ name }) => name))];
}

/** The module with an address in the place of each name that has one. */
export function rewrite(text, addresses) {
  let rewritten = "", from = 0;
  for (const { name, start, end } of specifiers(text)) {
    if (!Object.hasOwn(addresses, name)) continue;
    rewritten += text.slice(from, start) + JSON.stringify(addresses[name]);
    from = end;
  }
  return rewritten + text.slice(from);
}

/** A module that exports what the package does, taken from the bundle at an address. */
export function shim(name, address) {
  const names = Object.keys(packages[name]).filter((member) => member !== "default");
  return `import { packages } from ${JSON.stringify(address)};\nexport const { ${names.join(", ")} } = packages[${JSON.stringify(name)}];\n`;
}
