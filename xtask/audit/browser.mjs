// One Chromium for a whole run, and a window with the size, colours and language that are asked for.
import { chromium } from "playwright-core";

export const LOOKS = {
  "light-1280": { viewport: { width: 1280, height: 1400 }, colorScheme: "light", locale: "en-US" },
  "dark-1280": { viewport: { width: 1280, height: 1400 }, colorScheme: "dark", locale: "en-US" },
  "japanese-1280": { viewport: { width: 1280, height: 1400 }, colorScheme: "light", locale: "ja-JP" },
  "light-390": { viewport: { width: 390, height: 844 }, colorScheme: "light", locale: "en-US", hasTouch: true },
  "dark-390": { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "ja-JP", hasTouch: true },
};

export async function start() {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args });
}

/// A page with storage of its own. What it says on the console as a warning or an error is added to `complaints`.
export async function open(browser, look, complaints = []) {
  const context = await browser.newContext({ ...LOOKS[look], reducedMotion: "reduce", bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return page;
}
