// A picture of every picture, for the documents: `PICTURES/NAME.png`, and with ALL_LOOKS in every size and colour.
import fs from "node:fs";

import { LOOKS, open, start } from "./browser.mjs";
import { pictures, prepare, show } from "./places.mjs";

const folder = process.env.PICTURES;
const looks = process.env.ALL_LOOKS ? Object.keys(LOOKS) : ["light-1280"];
const wanted = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });

const browser = await start();
let failed = 0;
for (const look of looks) {
  const complaints = [];
  const page = await open(browser, look, complaints);
  await prepare(page);
  for (const picture of await pictures(page)) {
    if (wanted.length > 0 && !wanted.includes(picture)) continue;
    try {
      await show(page, picture);
      const name = process.env.ALL_LOOKS ? `${picture}-${look}` : picture;
      await page.locator("[data-testid=pictures]").screenshot({ path: `${folder}/${name}.png` });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) throw new Error(`the page is ${wide} pixels wider than the window`);
    } catch (error) {
      failed += 1;
      console.log(`${look} ${picture}: ${error.message.split("\n")[0]}`);
    }
  }
  for (const complaint of complaints) console.log(`${look}: the console says: ${complaint}`);
  failed += complaints.length;
  await page.context().close();
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
