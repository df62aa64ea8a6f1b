// Lighthouse on the home page, the workbench and the page about it. Prints the scores; one below the least fails.
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

import { keptOpen } from "./kept_open.mjs";

const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const PLACES = ["/", "/play", "/about"];

const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const chrome = await launch({ chromePath: process.env.CHROME ?? "/usr/bin/chromium", chromeFlags });
const site = await keptOpen(process.env.SITE);
let failed = 0;
for (const [form, config] of [["desktop", desktopConfig], ["mobile", undefined]]) {
  for (const place of PLACES) {
    const options = { port: chrome.port, onlyCategories: CATEGORIES, output: "json", logLevel: "error" };
    const { lhr } = await lighthouse(site.url + place, options, config);
    const scores = CATEGORIES.map((category) => Math.round(lhr.categories[category].score * 100));
    const named = CATEGORIES.map((category, at) => `${category} ${scores[at]}`).join(", ");
    console.log(`${form} ${place}: ${named}`);
    for (const audit of Object.values(lhr.audits)) {
      const counts = CATEGORIES.some((category) =>
        lhr.categories[category].auditRefs.some((reference) => reference.id === audit.id && reference.weight > 0));
      if (counts && audit.score !== null && audit.score < 0.9) {
        console.log(`    ${audit.id} ${audit.score}: ${audit.displayValue ?? audit.title}`);
      }
    }
    failed += scores.filter((score) => score < LEAST).length;
  }
}
chrome.kill();
site.close();
console.log(failed === 0 ? `Every score is ${LEAST} or more` : `${failed} scores are below ${LEAST}`);
process.exit(failed === 0 ? 0 : 1);
