import { Input } from '@mantine/core';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  placeholder as showPlaceholder,
} from '@codemirror/view';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { readTokens, type TokenTone } from '../../lib/filter-language/condition-tokens.js';
import { cspNonce } from '../../lib/page/csp-nonce.js';
import classes from './condition-editor.module.css';
import { FIELD_KEYS, type FieldKey } from './field-keys.js';

export interface ConditionEditorProps {
  label: string;
  placeholder: string;
  text: string;
  /** Where the cursor goes when the text is changed from outside. */
  cursor: number;
  /** Returns where the condition starts in a text. */
  findStart: (text: string) => number;
  /** An error message, and the place of the fault in the text. */
  problem: string | undefined;
  fault: { from: number; to: number } | undefined;
  /** The list of suggestions, and the one that is selected. */
  listId: string | null;
  activeId: string | undefined;
  leftSection: ReactNode;
  rightSection: ReactNode;
  handle: Ref<{ focus: () => void }>;
  /** The selection in the input that it replaced: its start and end. */
  selected: readonly [number, number];
  /** Called after the text or the cursor has changed. */
  onEdit: (text: string, cursor: number) => void;
  onClick: () => void;
  onBlur: () => void;
  /** Returns whether the key was handled. */
  onKey: (key: FieldKey) => boolean;
}

const COLORS = Object.fromEntries(
  (['string', 'number', 'word', 'constant', 'function', 'operator', 'bar'] as const).map((tone) => [
    tone,
    Decoration.mark({ class: classes[tone] }),
  ]),
) as Record<TokenTone, Decoration>;
const FAULT = Decoration.mark({ class: classes.fault });

/** Marks a change made from outside, which must not be reported. */
const fromOutside = Annotation.define<true>();

const look = EditorView.theme({
  '&': { width: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '30px', overflow: 'hidden' },
  '.cm-content': { padding: '0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 1px' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)' },
});

/** A line for a condition, with syntax colors. Takes the focus when it appears. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { text, cursor, label, problem, fault, listId, activeId } = props;
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const variable = useRef(new Compartment());
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!holder.current) return undefined;
    const editor = createEditor(holder.current, latest, variable.current);
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, []);

  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      selection: { anchor: Math.min(cursor, text.length) },
      annotations: fromOutside.of(true),
      scrollIntoView: true,
    });
  }, [text, cursor]);

  const [from, to] = fault ? [fault.from, Math.min(fault.to, text.length)] : [0, 0];
  useEffect(() => {
    view.current?.dispatch({
      effects: variable.current.reconfigure([
        EditorView.decorations.of(
          from < to ? Decoration.set(FAULT.range(from, to)) : Decoration.none,
        ),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-multiline': 'false',
          'aria-autocomplete': 'list',
          spellcheck: 'false',
          autocapitalize: 'off',
          // Accessibility checkers require it of a scrolling element.
          tabindex: '0',
          'aria-invalid': String(problem !== undefined),
          ...(problem === undefined ? {} : { 'aria-describedby': `${id}-error` }),
          ...(listId ? { 'aria-controls': listId } : {}),
          ...(activeId ? { 'aria-activedescendant': activeId } : {}),
        }),
      ]),
    });
  }, [label, problem, from, to, listId, activeId, id]);

  useImperativeHandle(props.handle, () => ({ focus: () => view.current?.focus() }), []);

  return (
    <Input.Wrapper id={id} error={problem}>
      <Input
        component="div"
        className={classes.field}
        error={problem !== undefined}
        leftSection={props.leftSection}
        rightSection={props.rightSection}
        rightSectionPointerEvents="all"
        classNames={{ input: classes.input }}
        onClick={props.onClick}
      >
        <div ref={holder} className={classes.holder} />
      </Input>
    </Input.Wrapper>
  );
}

/** @param variable holds what depends on the props, and is filled in later. */
function createEditor(
  parent: HTMLElement,
  latest: RefObject<ConditionEditorProps>,
  variable: Compartment,
): EditorView {
  const { text, selected, placeholder } = latest.current;
  const [anchor, head] = selected.map((at) => Math.min(at, text.length));
  const colorText = (written: string) => {
    const tokens = readTokens(written, latest.current.findStart(written));
    return Decoration.set(tokens.map(({ from, to, tone }) => COLORS[tone].range(from, to)));
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: anchor ?? 0, head: head ?? 0 },
      extensions: [
        EditorView.cspNonce.of(cspNonce),
        look,
        Prec.highest(
          keymap.of(
            FIELD_KEYS.map((key) => ({
              key,
              run: () => latest.current.onKey(key),
              // Escape must not also close what the field is in.
              stopPropagation: true,
            })),
          ),
        ),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        history(),
        drawSelection(),
        showPlaceholder(placeholder),
        // A condition is one line.
        EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\s*[\r\n]+\s*/g, ' ')),
        EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
        EditorView.decorations.compute(['doc'], ({ doc }) => colorText(doc.toString())),
        variable.of([]),
        EditorView.updateListener.of(({ state, docChanged, selectionSet, transactions }) => {
          if (transactions.some((change) => change.annotation(fromOutside))) return;
          if (!docChanged && !selectionSet) return;
          // The next key may come before React would render by itself, and must find this text.
          flushSync(() => {
            latest.current.onEdit(state.doc.toString(), state.selection.main.head);
          });
        }),
        EditorView.domEventHandlers({ blur: () => latest.current.onBlur() }),
      ],
    }),
  });
}
