/* The viewer as one page that opens from a disk (`taisen replay --html`). */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { alias, gameModules, gamesWasm, here } from "./vite.shared";

/** Puts scripts and styles into the page itself, so that it opens from a disk. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    // Behind Vite's own work on the bundle.
    generateBundle: { order: "post", handler: (_, bundle) => inline(bundle) },
  };
}

function inline(bundle: Rollup.OutputBundle): void {
  const page = Object.values(bundle).find((file) => file.fileName.endsWith(".html"));
  if (page?.type !== "asset") return;
  let html = String(page.source);
  const put = (tag: RegExp, text: string) => (html = html.replace(tag, () => text));
  for (const file of Object.values(bundle)) {
    const name = file.fileName.replace(/[.]/g, "\\.");
    if (file.type === "chunk") {
      const code = file.code.replace(/<\/script/g, "<\\/script").replace(/<!--/g, "<\\!--");
      put(new RegExp(`<script [^>]*${name}"></script>`), "");
      put(/<\/body>/, `<script type="module">${code}</script></body>`);
    } else if (file.fileName.endsWith(".css")) {
      put(new RegExp(`<link [^>]*${name}">`), `<style>${file.source}</style>`);
    } else continue;
    delete bundle[file.fileName];
  }
  page.source = html;
}

export default defineConfig({
  plugins: [svelte(), gameModules(), gamesWasm("inline"), oneFile()],
  resolve: { alias },
  build: {
    outDir: process.env.TAISEN_OUT ?? here("dist"),
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    rollupOptions: { input: here("viewer.html"), output: { inlineDynamicImports: true } },
  },
  server: { fs: { allow: [here("..")] } },
});
