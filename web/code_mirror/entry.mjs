// The editor that the editor module puts into its frame: CodeMirror with the parts that a request needs. What is known of
// requests is asked of the module; nothing in here knows what is edited.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, dropCursor, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Texts, numbers, comments and some words: all that a few lines of a language show. */
function words(comment, quotes, keywords) {
  const known = new Set(keywords.split(" "));
  return StreamLanguage.define({
    startState: () => ({ open: "" }),
    token(stream, state) {
      if (!state.open) {
        if (stream.eatSpace()) return null;
        if (comment && stream.match(comment)) return stream.skipToEnd(), "comment";
        const quote = stream.match(/^("""|'''|["'`])/, false)?.[0];
        if (!quote || !quotes.includes(quote[0])) {
          if (stream.match(/^-?\d[\w.]*/)) return "number";
          const word = stream.match(/^[#:]?[A-Za-z_][\w-]*/)?.[0];
          if (word) return known.has(word) || known.has(word.toLowerCase()) ? "keyword" : stream.peek() === ":" || stream.peek() === "=" ? "propertyName" : null;
          return stream.match(/^--[\w-]+/) ? "propertyName" : (stream.next(), null);
        }
        stream.match(quote);
        state.open = quote;
      }
      while (!stream.eol()) {
        if (stream.match(state.open)) return (state.open = ""), "string";
        if (stream.next() === "\\") stream.next();
      }
      return "string";
    },
    languageData: { closeBrackets: { brackets: ["(", "[", "{", "'", '"'] } },
  });
}

const LANGUAGES = {
  json: json(),
  cli: words("#", "\"'", "aws dynamodb dynamodbstreams"),
  javascript: words("//", "\"'`", "import from const let new await async return true false null"),
  python: words("#", "\"'", "import from for in return true false none"),
  rust: words("//", '"', "use let mut await true false"),
  java: words("//", '"', "import new var return true false null"),
  go: words("//", '"`', "import return true false nil"),
  partiql: words("", "\"'", "select from where and or not between in is missing null order by asc desc insert into value update set remove delete returning all old new modified exists true false"),
};

// Colours are the page's own, which reach into the shadow as variables.
const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sunken)", fontSize: "var(--text-xs)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-data)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "var(--space-2) 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--ink) 5%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-selectionMatch": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)", outline: "none" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1px", textUnderlineOffset: "3px" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--bad)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "var(--radius-2)", fontFamily: "var(--font-text)", maxWidth: "min(32rem, 90vw)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-data)", maxHeight: "12rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.8", fontStyle: "normal" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-textfield, .cm-button": { backgroundImage: "none", backgroundColor: "transparent", border: "1px solid var(--line-strong)", color: "var(--ink)" },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], color: "var(--accent-strong)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--warn)" },
  { tag: tags.keyword, fontWeight: "600" },
  { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
]);

/**
 * Makes an editor in a shadow of the element: a style sheet of its own is allowed there, and nowhere else in the page.
 * `host` answers: changed(text), run(), pasted(text) -> whether it was a request, complete(text, position) -> JSON, fix(name).
 */
export function create(element, text, language, label, phrases, host) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  const inner = document.createElement("div");
  inner.style.height = "100%";
  root.replaceChildren(inner);
  // Running and undoing are the editor's here, and the page has keys of its own for both.
  inner.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && ["Enter", "z", "Z", "y"].includes(event.key)) event.stopPropagation();
  });
  const chosenLanguage = new Compartment();
  const attributes = new Compartment();
  let own = false;
  const completions = (context) => {
    const word = context.matchBefore(/[\w#:.$-]*/);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    const found = JSON.parse(host.complete(context.state.doc.toString(), context.pos));
    return found && { from: found.from, to: found.to, options: found.options, validFor: /^[\w#:$-]*$/ };
  };
  const named = (label) => EditorView.contentAttributes.of({ "aria-label": label, "data-testid": "editor-text", tabindex: "0", autocapitalize: "off", spellcheck: "false" });
  const view = new EditorView({
    parent: inner,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.phrases.of(JSON.parse(phrases)),
        keymap.of([{ key: "Mod-Enter", run: () => (host.run(), true) }]),
        lineNumbers(), history(), drawSelection(), dropCursor(), indentOnInput(), bracketMatching(), closeBrackets(),
        highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping, indentUnit.of("  "),
        autocompletion({ override: [completions], icons: false }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        chosenLanguage.of(LANGUAGES[language] ?? []),
        attributes.of(named(label)),
        theme,
        syntaxHighlighting(highlighting),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !own) host.changed(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({
          paste(event) {
            const pasted = event.clipboardData?.getData("text/plain") ?? "";
            if (!host.pasted(pasted)) return false;
            event.preventDefault();
            return true;
          },
        }),
      ],
    }),
  });
  return {
    /** Another text, as when the draft was changed elsewhere: nobody is told. */
    set(text, language, label) {
      own = true;
      const old = view.state.doc.toString();
      const effects = [chosenLanguage.reconfigure(LANGUAGES[language] ?? []), attributes.reconfigure(named(label))];
      if (old === text) view.dispatch({ effects });
      else view.dispatch({ changes: { from: 0, to: old.length, insert: text }, selection: { anchor: Math.min(view.state.selection.main.anchor, text.length) }, effects });
      own = false;
    },
    /** Underlines: a list of { from, to, severity, message, fix } as JSON. */
    mark(marks) {
      const length = view.state.doc.length;
      const diagnostics = JSON.parse(marks).map(({ from, to, severity, message, fix, fixName }) => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        severity,
        message,
        actions: fix ? [{ name: fixName, apply: () => host.fix(fix) }] : [],
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
