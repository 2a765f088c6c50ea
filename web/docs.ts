/*
 * docs — the project's own Markdown as pages of the site, made when the site is built.
 *
 * A document is a file or two (English, Japanese) with an address below /docs. Links between documents lead to those
 * addresses; links to other files of the project become plain text, because a site does not hand out its source. Raw
 * HTML is shown as text, so nothing in a document can run. A link that leads nowhere is an error: the build fails.
 *
 * A paragraph that is nothing but a link to a figure, [caption](figures.ts#name "what it shows"), becomes the picture that
 * figures.ts draws (web/figures.ts), with the title as its text for those who cannot see it. One that is nothing but a link to
 * openapi.yaml becomes the list of its paths.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { load } from "js-yaml";
import { Marked, type Token, type Tokens } from "marked";

export type Language = "en" | "ja";

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

export interface Doc {
  slug: string;
  group: string;
  language: Language;
  /** Below the root of the project. */
  file: string;
  title: string;
  headings: Heading[];
  html: string;
  /** Files of the project that the pictures are, in the order of PICTURE places in the html. */
  pictures: string[];
  /** Figures in the order of FIGURE places in the html. */
  figures: FigureName[];
  /** What can be searched: a part for each heading. */
  sections: Section[];
  /** Addresses of other documents, as "slug" or "slug#id". */
  links: string[];
}

export interface FigureName {
  /** The file that draws it, below the root of the project, and its name there. */
  file: string;
  name: string;
}

/** The text below a heading, without the marks of Markdown. */
export interface Section {
  id: string;
  heading: string;
  text: string;
}

/** Stand in the html where the address of a picture, or a figure's address and size, belong. */
export const PICTURE = "picture:";
export const FIGURE = "figure:";

interface Source {
  slug: string;
  group: string;
  files: Partial<Record<Language, string>>;
}

const both = (slug: string, group: string, name: string): Source => ({
  slug,
  group,
  files: { en: `${name}.md`, ja: `${name}.ja.md` },
});
const english = (slug: string, group: string, file: string): Source => ({ slug, group, files: { en: file } });

export function sources(games: string[]): Source[] {
  return [
    both("start", "begin", "README"),
    both("players", "begin", "docs/PLAYERS"),
    both("measuring", "begin", "docs/MEASURING"),
    both("bots", "begin", "docs/BOTS"),
    both("faq", "begin", "docs/FAQ"),
    ...games.map((game) => both(`rules-${game}`, "rules", `games/${game}/RULES`)),
    both("contest", "host", "docs/CONTEST"),
    both("operations", "host", "docs/OPERATIONS"),
    both("fairness", "host", "docs/FAIRNESS"),
    both("security", "host", "docs/SECURITY"),
    both("api", "inside", "docs/API"),
    both("originals", "inside", "docs/ORIGINALS"),
    both("replay", "inside", "docs/REPLAY"),
    english("architecture", "inside", "docs/ARCHITECTURE.md"),
    both("games", "inside", "games/README"),
    english("contributing", "inside", "CONTRIBUTING.md"),
    english("style", "inside", "docs/STYLE.md"),
    english("releasing", "inside", "RELEASING.md"),
    english("changes", "inside", "CHANGES.md"),
  ];
}

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const unescaped = (text: string) =>
  text
    .replace(/<[^>]+>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");

/** The anchor of a heading, as code hosts make it, so that links work in both places. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/ /g, "-");

/** Code blocks with a title (```sh Python) that follow each other become tabs: buttons of which one is chosen, without a script. */
function withTabs(html: string): string {
  let groups = 0;
  return html.replace(/(?:<pre tabindex="0" data-tab="[^"]*">[^]*?<\/pre>\s*)+/g, (run) => {
    const group = `tabs${groups++}`;
    const tabs = [...run.matchAll(/<pre tabindex="0" data-tab="([^"]*)">([^]*?<\/pre>)/g)];
    const parts = tabs.map(([, title, rest], i) => {
      const id = `${group}-${i}`;
      const checked = i === 0 ? " checked" : "";
      return `<input type="radio" name="${group}" id="${id}"${checked}><label for="${id}">${title}</label><pre tabindex="0">${rest}`;
    });
    return `<div class="tabs">${parts.join("")}</div>\n`;
  });
}

/** A line of Japanese that goes on in the next: browsers would show a blank there. */
const JAPANESE_BREAK =
  /([\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef])\n(?=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef])/g;

interface Path {
  method: string;
  path: string;
  summary: string;
}

/** The paths of site/api/openapi.yaml by what they are about: the word behind /api/v1/. */
function readPaths(root: string): Map<string, Path[]> {
  const text = readFileSync(join(root, "site/api/openapi.yaml"), "utf8");
  const { paths } = load(text) as { paths: Record<string, Record<string, { summary?: string }>> };
  const groups = new Map<string, Path[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { summary }] of Object.entries(methods)) {
      if (!/^(get|post|put|delete|patch|head)$/.test(method)) continue;
      if (!summary) throw new Error(`openapi.yaml: ${method} ${path} has no summary`);
      const group = path.split("/")[3] ?? "other";
      groups.set(group, [
        ...(groups.get(group) ?? []),
        { method: method.toUpperCase(), path, summary: escaped(summary) },
      ]);
    }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

class Renderer {
  readonly headings: Heading[] = [];
  readonly pictures: string[] = [];
  readonly links: string[] = [];
  readonly figures: FigureName[] = [];
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly root: string,
    private readonly file: string,
    private readonly slugs: Map<string, string>,
  ) {}

  render(markdown: string): string {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- marked calls its renderer with a this of its own
    const self = this;
    const marked = new Marked({ gfm: true });
    marked.use({
      renderer: {
        html: ({ text }) => (/^<!--[^]*-->\s*$/.test(text) ? "" : escaped(text)),
        heading(token) {
          return self.heading(token, this.parser.parseInline(token.tokens));
        },
        link(token) {
          return self.link(token.href, this.parser.parseInline(token.tokens));
        },
        paragraph(token) {
          if (/^\[[^\]]*\]\([^)]*openapi\.yaml\)$/.test(token.raw.trim())) return self.paths();
          const figure = self.figure(token, (tokens) => this.parser.parseInline(tokens));
          return figure ?? `<p>${this.parser.parseInline(token.tokens)}</p>\n`;
        },
        image: ({ href, text }) => self.image(href, text),
        code: ({ text, lang }) => {
          const tab = /^\w+ (.+)$/.exec(lang ?? "")?.[1];
          const mark = tab ? ` data-tab="${escaped(tab)}"` : "";
          return `<pre tabindex="0"${mark}><code>${escaped(text)}</code></pre>\n`;
        },
        table(token) {
          const row = (cells: Tokens.TableCell[], tag: string) =>
            `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
          const body = token.rows.map((cells) => row(cells, "td")).join("\n");
          return `<div class="wide" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
        },
      },
    });
    const html = marked.parse(markdown, { async: false }).replace(/<p><\/p>\n/g, "");
    return withTabs(html)
      .split(/(<pre[^]*?<\/pre>)/)
      .map((part) => (part.startsWith("<pre") ? part : part.replace(JAPANESE_BREAK, "$1")))
      .join("");
  }

  private heading(token: Tokens.Heading, html: string): string {
    const text = unescaped(html);
    const base = idOf(text);
    const count = this.ids.get(base) ?? 0;
    this.ids.set(base, count + 1);
    const id = count > 0 ? `${base}-${count}` : base;
    this.headings.push({ id, text, depth: token.depth });
    return `<h${token.depth} id="${escaped(id)}">${html}</h${token.depth}>\n`;
  }

  private link(href: string, html: string): string {
    if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noopener noreferrer">${html}</a>`;
    const [path, id] = href.split("#");
    const file = path === "" ? this.file : normalize(join(dirname(this.file), path));
    const slug = this.slugs.get(file);
    if (slug === this.slugs.get(this.file) && file !== this.file) return ""; // pages have their own way to change the language
    if (slug === undefined) {
      this.find(file, href);
      return html;
    }
    const target = id ? `${slug}#${decodeURIComponent(id)}` : slug;
    this.links.push(target);
    return `<a href="/docs/${escaped(target)}">${html}</a>`;
  }

  /** All paths of the site's interface, a table for each group of them. */
  private paths(): string {
    return [...readPaths(this.root)]
      .map(([name, rows]) => {
        const cells = rows.map(
          ({ method, path, summary }) =>
            `<tr><td><code>${method} ${escaped(path)}</code></td><td>${new Marked().parseInline(summary, { async: false })}</td></tr>`,
        );
        const heading = this.heading({ depth: 3 } as Tokens.Heading, escaped(name));
        return `${heading}<div class="wide" tabindex="0"><table><tbody>${cells.join("\n")}</tbody></table></div>\n`;
      })
      .join("");
  }

  /** A paragraph that is a figure; undefined when it is not. */
  private figure(paragraph: Tokens.Paragraph, inline: (tokens: Token[]) => string): string | undefined {
    const link = paragraph.tokens.length === 1 ? (paragraph.tokens[0] as Tokens.Link) : null;
    const [path, name] = link?.type === "link" ? link.href.split("#") : [];
    if (!link || !path?.endsWith("figures.ts")) return;
    const file = normalize(join(dirname(this.file), path));
    this.find(file, link.href);
    if (!name || !link.title) throw new Error(`${this.file}: ${link.href} needs a name and a title`);
    this.figures.push({ file, name });
    const place = `${FIGURE}${this.figures.length - 1}`;
    return (
      `<figure><img src="${place}" alt="${escaped(link.title)}" loading="lazy">` +
      `<figcaption>${inline(link.tokens)}</figcaption></figure>\n`
    );
  }

  private image(href: string, text: string): string {
    const file = normalize(join(dirname(this.file), href));
    this.find(file, href);
    this.pictures.push(file);
    return `<img src="${PICTURE}${this.pictures.length - 1}" alt="${escaped(text)}" loading="lazy">`;
  }

  private find(file: string, href: string): void {
    if (file.startsWith("..") || !existsSync(join(this.root, file)))
      throw new Error(`${this.file}: there is no ${href}`);
  }
}

function renderDoc(root: string, source: Source, language: Language, slugs: Map<string, string>): Doc {
  const file = source.files[language]!;
  const renderer = new Renderer(root, file, slugs);
  const html = renderer.render(readFileSync(join(root, file), "utf8"));
  const { headings, pictures, figures, links } = renderer;
  const title = headings.find(({ depth }) => depth === 1)?.text;
  if (!title) throw new Error(`${file}: a document needs a heading`);
  const sections = sectionsOf(html, headings);
  const { slug, group } = source;
  return { slug, group, language, file, title, headings, html, pictures, figures, sections, links };
}

/** The html without its tags, cut at the headings. */
function sectionsOf(html: string, headings: Heading[]): Section[] {
  const parts = html.split(/<h[1-6] id="[^"]*">.*?<\/h[1-6]>/s).slice(1);
  return parts.map((part, i) => ({
    id: headings[i].id,
    heading: headings[i].text,
    text: unescaped(part.replace(/<(?!\/?(code|a|strong|em)\b)[^>]+>/g, " "))
      .replace(/\s+/g, " ")
      .trim(),
  }));
}

/** Every link must lead to a document, and to a heading that it has in the language of the link, or in English. */
function checkLinks(docs: Doc[]): void {
  for (const doc of docs)
    for (const link of doc.links) {
      const [slug, id] = link.split("#");
      const targets = docs.filter((other) => other.slug === slug);
      if (id && !targets.some((target) => target.headings.some((heading) => heading.id === id)))
        throw new Error(`${doc.file}: /docs/${slug} has no heading ${id}`);
    }
}

/** A game may be without Japanese rules; any other file that is missing is an error. */
function languagesOf(root: string, source: Source): Language[] {
  const languages = Object.keys(source.files) as Language[];
  const isOptional = (language: Language) => source.group === "rules" && language === "ja";
  return languages.filter(
    (language) => !isOptional(language) || existsSync(join(root, source.files[language]!)),
  );
}

/** All documents of the project in `root`, in the order in which they are listed. */
export function renderDocs(root: string, games: string[], list = sources(games)): Doc[] {
  const slugs = new Map<string, string>();
  for (const source of list) for (const file of Object.values(source.files)) slugs.set(file, source.slug);
  const docs = list.flatMap((source) =>
    languagesOf(root, source).map((language) => renderDoc(root, source, language, slugs)),
  );
  checkLinks(docs);
  return docs;
}
