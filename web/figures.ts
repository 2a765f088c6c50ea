/*
 * figures — draws the figures of the documents when the pages are built.
 *
 * The views are TypeScript with aliases, for browsers; Vite loads them here as it would there. The start of a game comes
 * from games.wasm.
 */
import { createServer } from "vite";
import type { Doc, FigureName, Language } from "./docs";
import type { Figures, renderFigure } from "./src/viewer/figure";
import type { Rules } from "./src/viewer/rules";
import type { GameView } from "./src/viewer/view";
import { alias, here } from "./vite.shared";

/** A figure as SVG. */
export type DrawFigure = (figure: FigureName, language: Language) => string;

/** A module of figures that needs no game: it draws by itself. */
type Drawings = Record<string, (language: Language) => string>;

/** Draws every figure that the documents name; one that is not there is an error. */
export async function figureArtist(docs: Doc[], wasm: Uint8Array): Promise<DrawFigure> {
  const server = await createServer({
    configFile: false,
    root: here("."),
    resolve: { alias },
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  });
  try {
    const drawn = new Map<string, string>();
    const load = <M>(path: string) => server.ssrLoadModule(here(path)) as Promise<M>;
    const { Rules: rules } = await load<{ Rules: typeof Rules }>("src/viewer/rules.ts");
    const { renderFigure: render } = await load<{ renderFigure: typeof renderFigure }>(
      "src/viewer/figure.ts",
    );
    const start = await rules.load(wasm as BufferSource);
    for (const doc of docs)
      for (const { file, name } of doc.figures) {
        const figure = (await load<{ default: Figures | Drawings }>(`../${file}`)).default[name];
        if (!figure) throw new Error(`${doc.file}: ${file} has no figure ${name}`);
        const key = `${file}#${name}.${doc.language}`;
        if (typeof figure === "function") {
          drawn.set(key, figure(doc.language));
          continue;
        }
        const game = file.split("/")[1];
        const view = (await load<{ default: GameView }>(`../games/${game}/view.ts`)).default;
        const begin = (seed: string) => {
          const fault = start.open({ game, seed, options: "", map: null });
          if (fault) throw new Error(`${file}: ${fault}`);
          return start.frame();
        };
        drawn.set(key, render(view, figure, begin, doc.language === "ja" ? 1 : 0));
      }
    return ({ file, name }, language) => drawn.get(`${file}#${name}.${language}`)!;
  } finally {
    await server.close();
  }
}

/** Its size as attributes, so that a page does not jump when the picture comes. */
export function sizeOf(svg: string): string {
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!;
  return `width="${Math.round(Number(width))}" height="${Math.round(Number(height))}"`;
}
