// Lighthouse on every page of the app and one of each kind without it. Prints the scores; one below the least fails.
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

import { keptOpen } from "./kept_open.mjs";

/// A phone is measured with a slow network and a slow processor.
const LEAST = { desktop: 95, mobile: 90 };
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const PLACES = [
  "/",
  "/learn",
  "/learn/a-filter-is-not-a-query",
  "/learn/build",
  "/design",
  "/capacity",
  "/scale",
  "/play",
  "/about",
  "/cards/capacity-and-partitions/",
  "/errors/ConditionalCheckFailedException/",
];

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
    failed += scores.filter((score) => score < LEAST[form]).length;
  }
}
chrome.kill();
site.close();
const least = `${LEAST.desktop} on a desktop, ${LEAST.mobile} on a phone`;
console.log(failed === 0 ? `Every score is at least ${least}` : `${failed} scores are below ${least}`);
process.exit(failed === 0 ? 0 : 1);
