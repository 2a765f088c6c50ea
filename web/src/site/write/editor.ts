/*
 * editor — CodeMirror as the page needs it: the door to it, loaded when somebody writes. Each language comes in a file of
 * its own.
 */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Prec, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LANGUAGES: Record<string, () => Promise<Extension>> = {
  python: async () => (await import("@codemirror/lang-python")).python(),
  javascript: async () => (await import("@codemirror/lang-javascript")).javascript(),
  c: async () => (await import("@codemirror/lang-cpp")).cpp(),
  cpp: async () => (await import("@codemirror/lang-cpp")).cpp(),
  java: async () => (await import("@codemirror/lang-java")).java(),
  rust: async () => (await import("@codemirror/lang-rust")).rust(),
  go: async () => (await import("@codemirror/lang-go")).go(),
  ruby: async () => StreamLanguage.define((await import("@codemirror/legacy-modes/mode/ruby")).ruby),
  csharp: async () => StreamLanguage.define((await import("@codemirror/legacy-modes/mode/clike")).csharp),
};

/* Colours are those of the page (page.css), so that both themes are legible. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-word)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className, tags.macroName], color: "var(--code-type)" },
]);
const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--card)", color: "var(--ink)", fontSize: "0.875rem" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace, Taisen", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--paper)",
    color: "var(--soft)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  ".cm-activeLineGutter": { color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--side0-soft)",
  },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-matchingBracket": { backgroundColor: "var(--side0-soft)", outline: "none" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--paper)", color: "var(--soft)" },
});

/** What the text is called by a screen reader. */
const named = (label: string) => EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });

export class Editor {
  private readonly view: EditorView;
  private readonly grammar = new Compartment();
  private readonly label = new Compartment();
  private wanted = "";

  constructor(
    parent: HTMLElement,
    { label, onchange, onrun }: { label: string; onchange: (text: string) => void; onrun: () => void },
  ) {
    const run = () => (onrun(), true);
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          history(),
          search({ top: true }),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...searchKeymap,
            ...historyKeymap,
            indentWithTab,
          ]),
          indentUnit.of("    "),
          this.grammar.of([]),
          this.label.of(named(label)),
          look,
          syntaxHighlighting(colours),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onchange(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  /** Another text, as if the page had just been opened: there is nothing to undo. */
  async show(text: string, language: string, label: string): Promise<void> {
    this.wanted = language;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      effects: this.label.reconfigure(named(label)),
      selection: { anchor: 0 },
    });
    const grammar = (await LANGUAGES[language]?.()) ?? [];
    if (this.wanted === language) this.view.dispatch({ effects: this.grammar.reconfigure(grammar) });
  }

  close(): void {
    this.view.destroy();
  }
}
