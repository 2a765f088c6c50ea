/* How the pages' own tests run; vitest is there only where tests are (WEB_TOOLS=all). */
import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import viewer from "./vite.config";

export default mergeConfig(
  viewer,
  // Generous: a busy machine is no fault.
  defineConfig({
    test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 60_000, hookTimeout: 120_000 },
  }),
);
