// axe on every page, every dialog and every picture, wide and narrow, light and dark. Prints what it finds; anything serious fails.
import fs from "node:fs";
import { createRequire } from "node:module";

import { open, start } from "./browser.mjs";
import { closeDialog, DIALOGS, goto, openDialog, pictures, PLAIN_PAGES, prepare, ROUTES, show } from "./places.mjs";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SERIOUS = ["serious", "critical"];

let looked = 0;
let serious = 0;

async function examine(page, look, place) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => (await axe.run(document, { resultTypes: ["violations"] })).violations);
  looked += 1;
  for (const { id, impact, help, nodes } of violations) {
    if (SERIOUS.includes(impact)) serious += 1;
    console.log(`${look} ${place}: ${impact} ${id}: ${help}`);
    for (const node of nodes.slice(0, 3)) console.log(`    ${node.html.slice(0, 160)}`);
  }
}

const browser = await start();
for (const look of ["light-1280", "dark-1280", "dark-390"]) {
  const page = await open(browser, look);
  for (const route of ROUTES) {
    await goto(page, route);
    await examine(page, look, route);
  }
  for (const address of PLAIN_PAGES) {
    await page.goto(process.env.SITE + address);
    await examine(page, look, address);
  }
  await prepare(page);
  for (const request of ["form", "json", "cli", "sdk", "partiql"]) {
    await page.click(`[data-testid=tab-request-${request}]`);
    await page.waitForTimeout(1_000);
    await examine(page, look, `request as ${request}`);
  }
  for (const buttons of DIALOGS) {
    await openDialog(page, buttons);
    await examine(page, look, `the dialog of ${buttons.join(", ")}`);
    await closeDialog(page);
  }
  for (const picture of await pictures(page)) {
    await show(page, picture);
    await examine(page, look, picture);
  }
  await page.context().close();
}
await browser.close();
console.log(`axe looked at ${looked} places and found ${serious} serious things`);
process.exit(serious === 0 ? 0 : 1);
