import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { Decoration, EditorView, keymap } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { editorBasics } from './editor-basics.js';
import { loadLanguage } from './languages.js';
import type { TextEditorProps } from './text-editor.js';

interface EditorSurfaceProps extends TextEditorProps {
  labelledBy: string;
  describedBy: string;
}

/** Marks a change made from outside, which must not be reported. */
const fromOutside = Annotation.define<true>();

/** The editor itself. It owns the text and reports changes. */
export function EditorSurface(props: EditorSurfaceProps) {
  const { value, language, problem, faultyLine, isReadOnly = false } = props;
  const { labelledBy, describedBy } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const variable = useRef(new Compartment());
  const grammar = useRef(new Compartment());
  const getStart = useEffectEvent(() => props);
  const onChange = useEffectEvent(props.onChange);

  useEffect(() => {
    if (!holder.current) return undefined;
    const { value: text, isFocused: takesFocus } = getStart();
    const editor = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: submitForm }])),
          editorBasics,
          grammar.current.of([]),
          variable.current.of([]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            if (update.transactions.some((change) => change.annotation(fromOutside))) return;
            onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (takesFocus) editor.focus();
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  useEffect(() => {
    let isWanted = true;
    const apply = (extension: Extension) => {
      if (!isWanted) return;
      view.current?.dispatch({ effects: grammar.current.reconfigure(extension) });
    };
    const loaded = loadLanguage(language);
    if (loaded instanceof Promise) {
      // Without its grammar, a text has no colors, but can be edited.
      loaded.then(apply, () => undefined);
    } else apply(loaded);
    return () => {
      isWanted = false;
    };
  }, [language]);

  useEffect(() => {
    view.current?.dispatch({
      effects: variable.current.reconfigure([
        markLine(faultyLine),
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({
          'aria-labelledby': labelledBy,
          // The editor can be focused anyway, but accessibility checkers require it of the
          // scrolling element.
          tabindex: '0',
          'aria-invalid': String(problem !== undefined),
          // Keeps Escape inside the editor, because it would close a dialog around the editor and
          // lose the input.
          'data-mantine-stop-propagation': 'true',
          ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
          ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
        }),
      ]),
    });
  }, [labelledBy, describedBy, problem, faultyLine, isReadOnly]);

  return <div ref={holder} />;
}

const FAULTY = Decoration.line({ class: 'cm-faulty' });

function markLine(line: number | undefined): Extension {
  return EditorView.decorations.compute(['doc'], ({ doc }) =>
    line === undefined || line < 1 || line > doc.lines
      ? Decoration.none
      : Decoration.set([FAULTY.range(doc.line(line).from)]),
  );
}

/** Presses the submit button of the form around the editor, unless the button is disabled. */
function submitForm({ dom }: EditorView): boolean {
  const button = dom.closest('form')?.querySelector<HTMLElement>('button[type="submit"]');
  button?.click();
  return button != null;
}
