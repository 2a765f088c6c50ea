/* What both builds have in common: the viewer in one file, and the site. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const alias = { $viewer: here("src/viewer"), $play: here("src/play"), $games: here("../games") };

/**
 * `import rules from "virtual:games.wasm"`: a function that gives the bytes of the rules, from the file that
 * TAISEN_WASM names; within the page itself, or as a file of its own beside it.
 */
export function gamesWasm(how: "inline" | "file"): Plugin {
  const id = "virtual:games.wasm";
  return {
    name: "games-wasm",
    resolveId: (source) => (source === id ? "\0" + id : undefined),
    load(source) {
      if (source !== "\0" + id) return;
      const file = process.env.TAISEN_WASM;
      if (!file) throw new Error("TAISEN_WASM must name the file games.wasm");
      this.addWatchFile(file);
      const bytes = readFileSync(file);
      if (how === "inline") {
        const text = JSON.stringify(bytes.toString("base64"));
        return `export default async () => Uint8Array.from(atob(${text}), (c) => c.charCodeAt(0));`;
      }
      const asset = this.emitFile({ type: "asset", name: "games.wasm", source: bytes });
      return `export default async () => (await fetch(import.meta.ROLLUP_FILE_URL_${asset})).arrayBuffer();`;
    },
  };
}
