/*
 * docs_folder — the documents as a folder of plain files that a browser opens without a server or a network.
 *
 * One page a document and language (players.html, players.ja.html), pictures and figures in img/, the fonts in fonts/, and the search with its
 * index as a script, because a page opened as a file may not fetch anything.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { FIGURE, PICTURE, type Doc, type Language } from "./docs";
import { sizeOf, type DrawFigure } from "./figures";
import { DOCS } from "./src/i18n/docs";
import { here, searchable } from "./vite.shared";

const LANGUAGES: Language[] = ["en", "ja"];
const GROUPS = ["begin", "rules", "host", "inside"] as const;

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const word = (name: keyof typeof DOCS, language: Language) => DOCS[name][language === "ja" ? 1 : 0];
const fileOf = (slug: string, language: Language) => `${slug}${language === "ja" ? ".ja" : ""}.html`;

class Folder {
  constructor(
    private readonly out: string,
    private readonly root: string,
    private readonly docs: Doc[],
    private readonly draw: DrawFigure,
  ) {}

  write(): void {
    rmSync(this.out, { recursive: true, force: true });
    mkdirSync(join(this.out, "img"), { recursive: true });
    for (const doc of this.docs) {
      const file = fileOf(doc.slug, doc.language);
      writeFileSync(join(this.out, file), this.page(doc.language, doc.title, this.body(doc), doc.slug));
    }
    for (const language of LANGUAGES) {
      const title = word("title", language);
      const body = `<h1>${title}</h1><p>${word("lead", language)}</p>`;
      writeFileSync(join(this.out, fileOf("index", language)), this.page(language, title, body, "index"));
      const index = JSON.stringify(searchable(this.docs, language));
      writeFileSync(join(this.out, `search.${language}.js`), `window.passages = ${index};\n`);
    }
    this.writeStyle();
  }

  private writeStyle(): void {
    const [fonts, style] = ["src/fonts/fonts.css", "src/site/css/docs_folder.css"].map((file) =>
      readFileSync(here(file), "utf8"),
    );
    // Documents name nobody: they need no kanji but their own.
    const own = fonts.replace(/@font-face \{[^}]*\/names\/[^}]*\}\n/g, "");
    writeFileSync(join(this.out, "docs.css"), own.replaceAll('url("./', 'url("fonts/') + style);
    mkdirSync(join(this.out, "fonts"));
    for (const name of readdirSync(here("src/fonts")))
      if (/\.(woff2|txt)$/.test(name)) copyFileSync(here(`src/fonts/${name}`), join(this.out, "fonts", name));
  }

  /** A document is there in the reader's language, or in English. */
  private address(slug: string, language: Language): string {
    const isThere = this.docs.some((doc) => doc.slug === slug && doc.language === language);
    return fileOf(slug, isThere || slug === "index" ? language : "en");
  }

  private body(doc: Doc): string {
    const picture = (i: number) => {
      const name = doc.pictures[i].replace(/.*\//, "");
      writeFileSync(join(this.out, "img", name), readFileSync(join(this.root, doc.pictures[i])));
      return `"img/${name}"`;
    };
    const figure = (i: number) => {
      const svg = this.draw(doc.figures[i], doc.language);
      const name = `${doc.slug}-${doc.figures[i].name}.${doc.language}.svg`;
      writeFileSync(join(this.out, "img", name), svg);
      return `"img/${name}" ${sizeOf(svg)}`;
    };
    return doc.html
      .replace(new RegExp(`"${PICTURE}(\\d+)"`, "g"), (_, i: string) => picture(Number(i)))
      .replace(new RegExp(`"${FIGURE}(\\d+)"`, "g"), (_, i: string) => figure(Number(i)))
      .replace(
        /href="\/docs\/([^"#]+)/g,
        (_, slug: string) => `href="${encodeURI(this.address(slug, doc.language))}`,
      );
  }

  private list(language: Language, current: string): string {
    const titleOf = (slug: string) =>
      (this.docs.find((doc) => doc.slug === slug && doc.language === language) ??
        this.docs.find((doc) => doc.slug === slug)!)!.title;
    const slugs = (group: string) => [
      ...new Set(this.docs.filter((doc) => doc.group === group).map((doc) => doc.slug)),
    ];
    const entry = (slug: string) =>
      `<li><a href="${this.address(slug, language)}"${slug === current ? ' aria-current="page"' : ""}>${escaped(titleOf(slug))}</a></li>`;
    return GROUPS.map(
      (group) => `<h2>${word(group, language)}</h2><ul>${slugs(group).map(entry).join("")}</ul>`,
    ).join("\n");
  }

  private page(language: Language, title: string, body: string, slug: string): string {
    const other = language === "ja" ? "en" : "ja";
    const say = (name: keyof typeof DOCS) => escaped(word(name, language));
    return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Taisen</title>
<link rel="stylesheet" href="docs.css">
<script src="search.${language}.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<nav aria-label="${say("all")}">
<p><a href="${this.address("index", language)}">Taisen</a> <a href="${this.address(slug, other)}" lang="${other}">${other === "ja" ? "日本語" : "English"}</a></p>
<input type="search" id="query" placeholder="${say("search")}" aria-label="${say("search")}" data-none="${say("nothing")}" data-hits="${say("hits")}">
<p id="told" role="status"></p>
<ol id="hits"></ol>
<details${slug === "index" ? " open" : ""}><summary>${say("all")}</summary>
${this.list(language, slug)}
</details>
</nav>
<main>
${body}
</main>
</body>
</html>
`;
  }
}

export async function writeDocsFolder(
  out: string,
  root: string,
  docs: Doc[],
  draw: DrawFigure,
): Promise<void> {
  new Folder(out, root, docs, draw).write();
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: out,
      emptyOutDir: false,
      lib: {
        entry: here("src/site/docs/folder_page.ts"),
        formats: ["iife"],
        name: "docs",
        fileName: () => "search.js",
      },
    },
  });
}
