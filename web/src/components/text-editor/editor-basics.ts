import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { cspNonce } from '../../lib/page/csp-nonce.js';

/** The same colors as in the JSON viewer, and some for code. */
const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--dimmed)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--kind-prompt)' },
  { tag: tags.function(tags.variableName), color: 'var(--kind-llm)' },
  { tag: [tags.typeName, tags.className], color: 'var(--kind-retriever)' },
  { tag: tags.propertyName, color: 'var(--kind-llm)' },
  { tag: tags.string, color: 'var(--kind-tool)' },
  { tag: tags.number, color: 'var(--kind-evaluator)' },
  { tag: [tags.bool, tags.null], color: 'var(--kind-agent)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--dimmed)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '12.5px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    maxHeight: 'calc(var(--max-lines) * var(--line-height) + 12px)',
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontVariantLigatures: 'none',
    lineHeight: 'var(--line-height)',
    overflow: 'auto',
  },
  '.cm-content': {
    minHeight: 'calc(var(--min-lines) * var(--line-height) + 12px)',
    padding: '6px 0',
    caretColor: 'var(--mantine-color-text)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-line': { padding: '0 10px 0 6px' },
  '.cm-faulty': {
    backgroundColor: 'color-mix(in srgb, var(--error) 14%, transparent)',
    boxShadow: 'inset 2px 0 0 var(--error)',
  },
  '.cm-gutters': {
    border: '0',
    backgroundColor: 'transparent',
    color: 'var(--dimmed)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 4px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)' },
  // Underlines instead of backgrounds: Chrome would keep the background for text typed over a
  // bracket.
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--error)',
  },
});

/**
 * The extensions that every editor has. Tab moves the focus, so that keyboard users are never
 * trapped. New lines are indented automatically.
 */
export const editorBasics: Extension = [
  EditorView.cspNonce.of(cspNonce),
  look,
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'false', autocapitalize: 'off' }),
  syntaxHighlighting(colors),
  keymap.of([...historyKeymap, ...defaultKeymap]),
];
