// Opens pages in Chromium (CHROME) through chromedriver (CHROMEDRIVER), for the checks of the projects.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

const ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
const LIMIT_MS = 90_000;

/** Runs `use` with a function that returns the first text in the `output` of a page. */
export async function withChromium(use) {
  const driver = spawn(process.env.CHROMEDRIVER ?? "chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const sessions = `http://127.0.0.1:${await portOf(driver)}/session`;
    const options = { args: ARGUMENTS, ...(process.env.CHROME && { binary: process.env.CHROME }) };
    const capabilities = { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": options } };
    const { sessionId } = await send(sessions, "POST", { capabilities });
    const session = `${sessions}/${sessionId}`;
    try {
      await use((address) => outputOf(session, address));
    } finally {
      await send(session, "DELETE");
    }
  } finally {
    driver.kill();
    await once(driver, "exit");
  }
}

async function portOf(driver) {
  let printed = "";
  for await (const part of driver.stdout.iterator({ destroyOnReturn: false })) {
    printed += part;
    const port = /successfully on port (\d+)/.exec(printed)?.[1];
    if (port !== undefined) {
      driver.stdout.resume();
      return port;
    }
  }
  throw new Error(`chromedriver ended: ${printed}`);
}

async function outputOf(session, address) {
  await send(`${session}/url`, "POST", { url: address });
  const script = "return document.querySelector('output')?.textContent ?? ''";
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await pause(50)) {
    const text = await send(`${session}/execute/sync`, "POST", { script, args: [] });
    if (text !== "") return text;
  }
  throw new Error(`${address} shows nothing`);
}

async function send(address, method, body) {
  const response = await fetch(address, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${address}: ${value.error}: ${value.message}`);
  return value;
}
