import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FIGURE, PICTURE, renderDocs } from "../../../docs";
import { gameNames, here } from "../../../vite.shared";

const folder = mkdtempSync(join(tmpdir(), "taisen-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

function render(markdown: string) {
  writeFileSync(join(folder, "a.md"), markdown);
  writeFileSync(join(folder, "b.md"), "# B\n\n## Second part\n");
  const list = ["a", "b"].map((slug) => ({ slug, group: "begin", files: { en: `${slug}.md` } }));
  return renderDocs(folder, [], list)[0];
}

describe("the project's own documents", () => {
  const docs = renderDocs(here(".."), gameNames());

  test("are all there, and none has a broken link", () => {
    expect(docs.length).toBeGreaterThan(20);
    for (const game of gameNames()) expect(docs.some(({ slug }) => slug === `rules-${game}`)).toBe(true);
    expect(docs.find((doc) => doc.slug === "players" && doc.language === "ja")!.title).toMatch(
      /[ぁ-んァ-ン一-龠]/,
    );
  });

  test("list every path of the interface in both languages", () => {
    const yaml = readFileSync(here("../site/api/openapi.yaml"), "utf8");
    const paths = [...yaml.matchAll(/^ {2}(\/\S+):$/gm)].map((found) => found[1]);
    expect(paths.length).toBeGreaterThan(60);
    for (const doc of docs.filter(({ slug }) => slug === "api"))
      for (const path of paths)
        expect(doc.html).toMatch(new RegExp(`<code>[A-Z]+ ${path.replace(/[{}.]/g, "\\$&")}</code>`));
  });

  test("have headings with different ids and one title each", () => {
    for (const doc of docs) {
      const ids = doc.headings.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(doc.headings.filter(({ depth }) => depth === 1).length).toBe(1);
    }
  });
});

describe("the rules in Japanese", () => {
  test.each([...gameNames(), "example"])(
    "of %s have the paragraphs, tables and figures of the English ones",
    (game) => {
      const [en, ja] = ["RULES.md", "RULES.ja.md"].map((name) =>
        readFileSync(here(`../games/${game}/${name}`), "utf8"),
      );
      const all = (text: string, what: RegExp) => [...text.matchAll(what)].map((found) => found[1]);
      for (const what of [/^(\d+\.\d+)\.? /gm, /^## (\d+)\. /gm, /\(figures\.ts#(\w+) "/g])
        expect(all(ja, what)).toEqual(all(en, what));
      expect(all(en, /^(\d+\.\d+)\.? /gm).length).toBeGreaterThan(10);
      expect(all(ja, /^\|()/gm).length).toBe(all(en, /^\|()/gm).length);
    },
  );
});

describe("a document", () => {
  test("leads to others by the address of the site", () => {
    const { html, links } = render(
      "# A\n\n[there](b.md#second-part) [here](#a) [far](https://example.org/)\n",
    );
    expect(html).toContain('<a href="/docs/b#second-part">there</a>');
    expect(html).toContain('<a href="/docs/a#a">here</a>');
    expect(html).toContain('<a href="https://example.org/" rel="noopener noreferrer">far</a>');
    expect(links).toEqual(["b#second-part", "a#a"]);
  });

  test("with a broken link fails the build", () => {
    expect(() => render("# A\n\n[x](c.md)\n")).toThrow("a.md: there is no c.md");
    expect(() => render("# A\n\n[x](b.md#third)\n")).toThrow("a.md: /docs/b has no heading third");
    expect(() => render("# A\n\n![x](no.png)\n")).toThrow("a.md: there is no no.png");
    expect(() => render("# A\n\n[x](../../../etc/passwd)\n")).toThrow("there is no");
    expect(() => render("no heading\n")).toThrow("a document needs a heading");
  });

  test("shows a figure where a link to one stands alone, and takes none without a name or a description", () => {
    writeFileSync(join(folder, "figures.ts"), "");
    const { html, figures } = render('# A\n\n[say `x`](figures.ts#f "a <b> board")\n');
    expect(html).toContain(`<figure><img src="${FIGURE}0" alt="a &lt;b&gt; board"`);
    expect(html).toContain("<figcaption>say <code>x</code></figcaption>");
    expect(figures).toEqual([{ file: "figures.ts", name: "f" }]);
    expect(() => render("# A\n\n[x](figures.ts#f)\n")).toThrow("needs a name and a title");
    expect(() => render('# A\n\n[x](figures.ts "y")\n')).toThrow("needs a name and a title");
  });

  test("shows code blocks with titles that follow each other as tabs", () => {
    const { html } = render("# A\n\n```sh C++\na <b>\n```\n\n```sh Go\nb\n```\n\nx\n\n```sh\nc\n```\n");
    expect(html.match(/<div class="tabs">/g)).toHaveLength(1);
    expect(html).toContain('<label for="tabs0-0">C++</label><pre tabindex="0"><code>a &lt;b&gt;');
    expect(html.match(/type="radio" name="tabs0"/g)).toHaveLength(2);
    expect(html.match(/ checked>/g)).toHaveLength(1);
    expect(html).toContain('</div>\n<p>x</p>\n<pre tabindex="0"><code>c');
  });

  test("in Japanese has no blank where a line was broken", () => {
    const { html } = render("# A\n\n日本語の、\n文章と\nwords\n\n```\n日\n本\n```\n");
    expect(html).toContain("日本語の、文章と\nwords");
    expect(html).toContain("日\n本");
  });

  test("can be searched heading by heading", () => {
    const { sections } = render(
      "# A\n\nOne `two` [three](b.md).\n\n## C\n\n| d | e |\n| --- | --- |\n| f | g |\n",
    );
    expect(sections).toEqual([
      { id: "a", heading: "A", text: "One two three." },
      { id: "c", heading: "C", text: "d e f g" },
    ]);
  });

  test("cannot bring HTML or scripts of its own", () => {
    const { html } = render(
      "# A <b>x</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n`<i>`\n\n```\n</code><script>\n```\n",
    );
    expect(html).not.toMatch(/<(script|img|i|b)\b/);
    expect(() => render("# A\n\n[x](javascript:alert)\n")).toThrow();
  });

  test("has its pictures by number, until the build knows their addresses", () => {
    writeFileSync(join(folder, "p.png"), "");
    const { html, pictures } = render('# A\n\n![say "x"](p.png)\n');
    expect(html).toContain(`<img src="${PICTURE}0" alt="say &quot;x&quot;"`);
    expect(pictures).toEqual(["p.png"]);
  });
});
