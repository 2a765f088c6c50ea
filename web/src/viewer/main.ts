/* The page that shows one match: with the record in it (`taisen replay --html`), or one that is chosen. */
import { mount } from "svelte";
import "../page.css";
import App from "./App.svelte";

/** Undoes what `taisen replay --html` does to put any text into a page. */
function unescape(text: string): string {
  return text.replace(/~([~lr])/g, (_, c: string) => (c === "l" ? "<" : c === "r" ? "\r" : "~"));
}

const text = (document.getElementById("record")?.textContent ?? "").trim();
const hasRecord = text.startsWith("{");

mount(App, {
  target: document.getElementById("app")!,
  props: { bytes: hasRecord ? new TextEncoder().encode(unescape(text)) : null },
});
