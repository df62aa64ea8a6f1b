// The browser is the one that is installed (CHROME).

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "*.spec.ts",
  reporter: "list",
  use: { launchOptions: { executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: ["--no-sandbox"] } },
});
