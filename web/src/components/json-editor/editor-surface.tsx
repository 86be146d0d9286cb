import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorBasics } from './editor-basics.js';
import type { JsonEditorProps } from './json-editor.js';

interface EditorSurfaceProps extends JsonEditorProps {
  labelledBy: string;
  describedBy: string;
}

/** Marks a change made from outside, which must not be reported. */
const fromOutside = Annotation.define<true>();

/** The editor itself. It owns the text and reports changes. */
export function EditorSurface(props: EditorSurfaceProps) {
  const { value, problem, labelledBy, describedBy } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const variable = useRef(new Compartment());
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!holder.current) return undefined;
    const { value: text, isFocused: takesFocus } = latest.current;
    const editor = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: submitForm }])),
          editorBasics,
          variable.current.of([]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            if (update.transactions.some((change) => change.annotation(fromOutside))) return;
            latest.current.onChange(update.state.doc.toString());
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
    view.current?.dispatch({
      effects: variable.current.reconfigure(
        EditorView.contentAttributes.of({
          'aria-labelledby': labelledBy,
          // The editor can be focused anyway, but accessibility checkers require it of the
          // scrolling element.
          tabindex: '0',
          'aria-invalid': String(problem !== undefined),
          // Keeps Escape inside the editor, because it would close a dialog around the editor and
          // lose the input.
          'data-mantine-stop-propagation': 'true',
          ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
        }),
      ),
    });
  }, [labelledBy, describedBy, problem]);

  return <div ref={holder} />;
}

/** Presses the submit button of the form around the editor, unless the button is disabled. */
function submitForm({ dom }: EditorView): boolean {
  const button = dom.closest('form')?.querySelector<HTMLElement>('button[type="submit"]');
  button?.click();
  return button != null;
}
