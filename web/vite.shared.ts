/* What both builds have in common: the viewer in one file, and the site. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { FIGURE, PICTURE, renderDocs, type Doc, type Language } from "./docs";
import { writeDocsFolder } from "./docs_folder";
import { figureArtist, sizeOf, type DrawFigure } from "./figures";

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const alias = { $viewer: here("src/viewer"), $play: here("src/play"), $games: here("../games") };

/**
 * `import rules from "virtual:games.wasm"`: a function that gives the bytes of the rules, from the file that
 * TAISEN_WASM names; within the page itself, or as a file of its own beside it. "virtual:bots.wasm" has the bots, too,
 * from the file that TAISEN_BOTS names.
 */
export function gamesWasm(how: "inline" | "file"): Plugin {
  return wasmFile("games.wasm", "TAISEN_WASM", how);
}

export function botsWasm(): Plugin {
  return wasmFile("bots.wasm", "TAISEN_BOTS", "file");
}

function wasmFile(name: string, variable: string, how: "inline" | "file"): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (source) => (source === id ? "\0" + id : undefined),
    load(source) {
      if (source !== "\0" + id) return;
      const bytes = wasmBytes(name, variable);
      this.addWatchFile(process.env[variable]!);
      if (how === "inline") {
        const text = JSON.stringify(bytes.toString("base64"));
        return `export default async () => Uint8Array.from(atob(${text}), (c) => c.charCodeAt(0));`;
      }
      const asset = this.emitFile({ type: "asset", name, source: bytes });
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

/** The bytes of the file that a variable of the environment names. */
function wasmBytes(name = "games.wasm", variable = "TAISEN_WASM"): Buffer {
  const file = process.env[variable];
  if (!file) throw new Error(`${variable} must name the file ${name}`);
  return readFileSync(file);
}

/**
 * `import docs from "virtual:docs"`: the documents of the project, each with its titles and a function that loads it; a
 * document is a file of its own. `import sections from "virtual:docs/search.en"` (or ja): what can be searched.
 * The same documents are written as a folder that needs no server (docs_folder.ts).
 */
export function documents(folder: string): Plugin {
  const index = "virtual:docs";
  const prefix = "virtual:doc/";
  const search = "virtual:docs/search.";
  let docs: Doc[] = [];
  let draw: DrawFigure;
  const keyOf = (doc: Doc) => `${doc.slug}.${doc.language}`;
  return {
    name: "documents",
    async buildStart() {
      docs = renderDocs(here(".."), gameNames());
      draw = await figureArtist(docs, wasmBytes());
      const openapi = readFileSync(here("../site/api/openapi.yaml"));
      this.emitFile({ type: "asset", fileName: "openapi.yaml", source: openapi });
      const licence = readFileSync(here("src/fonts/OFL.txt"));
      this.emitFile({ type: "asset", fileName: "fonts.txt", source: licence });
    },
    resolveId: (source) =>
      source === index || source.startsWith(prefix) || source.startsWith(search) ? "\0" + source : undefined,
    load(source) {
      if (source === "\0" + index) return indexOf(docs, (doc) => prefix + keyOf(doc));
      if (source.startsWith("\0" + search))
        return `export default ${JSON.stringify(searchable(docs, source.slice(search.length + 1) as Language))};`;
      const doc = docs.find((one) => source === "\0" + prefix + keyOf(one));
      if (!doc) return;
      this.addWatchFile(here(`../${doc.file}`));
      const address = (name: string, bytes: string | Buffer) =>
        `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name, source: bytes })}`;
      const pictures = doc.pictures.map((file) =>
        address(file.replace(/.*\//, ""), readFileSync(here(`../${file}`))),
      );
      const drawn = doc.figures.map((figure) => draw(figure, doc.language));
      const figures = drawn.map((svg, i) => address(`${doc.figures[i].name}.svg`, svg));
      const html = doc.html.replace(
        new RegExp(`"${FIGURE}(\\d+)"`, "g"),
        (place, i: string) => `${place} ${sizeOf(drawn[Number(i)])}`,
      );
      return (
        `const pictures = [${pictures.join(", ")}], figures = [${figures.join(", ")}];\n` +
        `export default { title: ${JSON.stringify(doc.title)}, headings: ${JSON.stringify(doc.headings)}, ` +
        `html: ${JSON.stringify(html)}.replace(/"${PICTURE}(\\d+)"/g, (_, i) => '"' + pictures[i] + '"')` +
        `.replace(/"${FIGURE}(\\d+)"/g, (_, i) => '"' + figures[i] + '"') };`
      );
    },
    async closeBundle() {
      await writeDocsFolder(folder, here(".."), docs, draw);
    },
  };
}

/** The parts of all documents as a reader of a language gets them: in that language, or in English where there is none. */
export function searchable(docs: Doc[], language: Language) {
  const read = docs.filter(
    (doc) =>
      doc.language === language ||
      !docs.some((other) => other.slug === doc.slug && other.language === language),
  );
  return read.flatMap(({ slug, title, sections }) => sections.map((part) => ({ slug, title, ...part })));
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
