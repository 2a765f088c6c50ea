/* The search box on a page of the documents' folder (web/docs_folder.ts). */
import { search, type Passage } from "./search";

declare global {
  interface Window {
    passages: Passage[];
  }
}

const isJapanese = document.documentElement.lang === "ja";
const box = document.querySelector<HTMLInputElement>("#query")!;
const told = document.querySelector<HTMLElement>("#told")!;
const list = document.querySelector<HTMLElement>("#hits")!;

/** Pages that exist in one language only have no .ja; the list of documents on this page tells which. */
function addressOf({ slug, id }: Passage): string {
  const japanese = `${slug}.ja.html`;
  const isThere = isJapanese && document.querySelector(`nav a[href="${CSS.escape(japanese)}"]`);
  return `${isThere ? japanese : `${slug}.html`}#${encodeURIComponent(id)}`;
}

function show(): void {
  const hits = search(window.passages, box.value);
  const rows = hits.map(({ passage, excerpt }) => {
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.href = addressOf(passage);
    link.textContent =
      passage.heading === passage.title ? passage.title : `${passage.title} › ${passage.heading}`;
    const text = document.createElement("span");
    text.textContent = excerpt;
    row.append(link, text);
    return row;
  });
  list.replaceChildren(...rows);
  const { none = "", hits: found = "" } = box.dataset;
  const isAsked = box.value.trim() !== "";
  told.textContent = hits.length > 0 ? found.replace("{n}", String(hits.length)) : isAsked ? none : "";
}

box.addEventListener("input", show);
