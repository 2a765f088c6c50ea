/* The site that `taisen serve` hands out: small files that are loaded when they are needed. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { alias, botsWasm, documents, gameModules, gamesWasm, here } from "./vite.shared";

const out = process.env.TAISEN_OUT ?? here("dist");

export default defineConfig({
  plugins: [svelte(), gameModules(), gamesWasm("file"), botsWasm(), documents(`${out}/docs`)],
  resolve: { alias },
  build: {
    outDir: `${out}/site`,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: here("index.html") },
  },
  worker: { format: "es" },
});
