/* What both builds have in common: the viewer in one file, and the site. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { PICTURE, renderDocs, type Doc } from "./docs";

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

/** The names in games/games.list: the one place that says which games there are. */
export function gameNames(): string[] {
  const lines = readFileSync(here("../games/games.list"), "utf8").split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/)[0])
    .filter((name) => name !== "" && !name.startsWith("#"));
}

/**
 * `import views from "virtual:games/view"`: a map from the name of each listed game to its games/NAME/view.ts, for
 * those that have one; so for play and about. What is short and on every page (about) is there at once; the others
 * are functions that load a file of their own.
 */
export function gameModules(): Plugin {
  const prefix = "virtual:games/";
  const isAtOnce = (kind: string) => kind === "about";
  return {
    name: "game-modules",
    resolveId: (source) => (source.startsWith(prefix) ? "\0" + source : undefined),
    load(source) {
      if (!source.startsWith("\0" + prefix)) return;
      const kind = source.slice(prefix.length + 1);
      this.addWatchFile(here("../games/games.list"));
      const games = gameNames().filter((name) => existsSync(here(`../games/${name}/${kind}.ts`)));
      const file = (name: string) => JSON.stringify(here(`../games/${name}/${kind}.ts`));
      const imports = games.map((name, i) => (isAtOnce(kind) ? `import m${i} from ${file(name)};` : ""));
      const values = games.map((name, i) =>
        isAtOnce(kind) ? `m${i}` : `() => import(${file(name)}).then((m) => m.default)`,
      );
      const entries = games.map((name, i) => `[${JSON.stringify(name)}, ${values[i]}]`);
      return `${imports.join("\n")}\nexport default new Map([${entries.join(", ")}]);`;
    },
  };
}

/**
 * `import docs from "virtual:docs"`: the documents of the project, each with its titles and a function that loads it; a
 * document is a file of its own.
 */
export function documents(): Plugin {
  const index = "virtual:docs";
  const prefix = "virtual:doc/";
  let docs: Doc[] = [];
  const keyOf = (doc: Doc) => `${doc.slug}.${doc.language}`;
  return {
    name: "documents",
    buildStart() {
      docs = renderDocs(here(".."), gameNames());
      const openapi = readFileSync(here("../site/api/openapi.yaml"));
      this.emitFile({ type: "asset", fileName: "openapi.yaml", source: openapi });
    },
    resolveId: (source) => (source === index || source.startsWith(prefix) ? "\0" + source : undefined),
    load(source) {
      if (source === "\0" + index) return indexOf(docs, (doc) => prefix + keyOf(doc));
      const doc = docs.find((one) => source === "\0" + prefix + keyOf(one));
      if (!doc) return;
      this.addWatchFile(here(`../${doc.file}`));
      const addresses = doc.pictures.map((file) => {
        const bytes = readFileSync(here(`../${file}`));
        const name = file.replace(/.*\//, "");
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name, source: bytes })}`;
      });
      const { title, headings, html } = doc;
      return (
        `const pictures = [${addresses.join(", ")}];\n` +
        `export default { title: ${JSON.stringify(title)}, headings: ${JSON.stringify(headings)}, ` +
        `html: ${JSON.stringify(html)}.replace(/${PICTURE}(\\d+)/g, (_, i) => pictures[i]) };`
      );
    },
  };
}

function indexOf(docs: Doc[], moduleOf: (doc: Doc) => string): string {
  const entries = [...new Set(docs.map(({ slug }) => slug))].map((slug) => {
    const versions = docs.filter((doc) => doc.slug === slug);
    const titles = versions.map((doc) => `${doc.language}: ${JSON.stringify(doc.title)}`);
    const loads = versions.map((doc) => `${doc.language}: () => import(${JSON.stringify(moduleOf(doc))})`);
    return `{ slug: ${JSON.stringify(slug)}, group: ${JSON.stringify(versions[0].group)}, titles: { ${titles.join(", ")} }, load: { ${loads.join(", ")} } }`;
  });
  return `export default [\n${entries.join(",\n")}\n];`;
}
