// Runs exported JavaScript with an SDK, or a CDK, that returns what it is given. Prints the requests of all files as JSON.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [kind, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "exported-text-"));
let number = 0;

// Returns the request as JSON. Bytes become base64.
function printed(value) {
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  if (Array.isArray(value)) return `[${value.map(printed)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  return `{${Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${printed(inner)}`)}}`;
}

async function imported(source) {
  const path = join(folder, `${(number += 1)}.mjs`);
  writeFileSync(path, source);
  return import(pathToFileURL(path).href);
}

// Replaces the import of the SDK by classes that keep their request.
function withoutSdk(source) {
  const [, names] = source.match(/^import \{ ([A-Za-z, ]+) \} from "@aws-sdk\/[a-z-]+";\n/);
  const classes = names.split(", ").map((name) => `class ${name} { constructor(input) { this.input = input; } send(command) { return command.input; } }`);
  return classes.join("\n") + source.slice(source.indexOf("\n"));
}

const stack = `const made = [];
class Kept { constructor(scope, id, given) { made.push(given); } }
class Stack {}
const choice = () => new Proxy({}, { get: (_, name) => name });
const dynamodb = { TableV2: Kept, AttributeType: choice(), ProjectionType: choice(), StreamViewType: choice(), TableClass: choice(),
  Billing: { onDemand: () => "", provisioned: () => "" }, Capacity: { autoscaled: () => "" } };
const cloudwatch = { CfnAlarm: Kept };
const lambda = { CfnEventSourceMapping: Kept };
`;

async function requests(source) {
  if (kind === "request") return printed((await imported(`${withoutSdk(source)}\nexport { response };`)).response);
  if (kind === "functions") {
    const module = await imported(withoutSdk(source));
    // A module lists its names in the order of the alphabet. The file has them in the order of the patterns.
    const names = [...source.matchAll(/^export async function (\w+)\(/gm)].map((found) => found[1]);
    if (names.length !== Object.keys(module).length) throw new Error(`${names} are not ${Object.keys(module)}`);
    const found = [];
    for (const name of names) found.push(printed(await module[name]("ID")));
    return `[${found}]`;
  }
  const [, name] = source.match(/^export class (\w+) extends Stack \{$/m);
  const plain = source
    .replace(/^import .*\n/gm, "")
    .replace("constructor(scope: Construct, id: string, props?: StackProps)", "constructor(scope, id, props)");
  const module = await imported(`${stack}${plain}\nnew ${name}(null, "id");\nexport { made };`);
  return printed(module.made);
}

const all = [];
for (const file of files) all.push(await requests(readFileSync(file, "utf8")));
process.stdout.write(`[${all}]`);
