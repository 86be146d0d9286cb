import { Combobox, TextInput } from '@mantine/core';
import { type ComponentProps, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ConditionEditor, ConditionEditorProps } from './condition-editor.js';
import classes from './condition-field.module.css';

/** The editor, and what was selected in the input that it replaces: where from, and to. */
export interface LoadedEditor {
  Editor: typeof ConditionEditor;
  selected: readonly [number, number];
}

type SharedProps = Pick<
  ConditionEditorProps,
  | 'label'
  | 'placeholder'
  | 'text'
  | 'problem'
  | 'leftSection'
  | 'rightSection'
  | 'onEdit'
  | 'onClick'
  | 'onBlur'
>;

interface PlainInputProps extends SharedProps, Pick<ComponentProps<'input'>, 'ref'> {
  isListOpen: boolean;
  onCursor: (cursor: number) => void;
  onFocus: (() => void) | undefined;
  /** Called once the editor can take the place of this input. */
  onLoad: (loaded: LoadedEditor) => void;
}

/** The field of a condition until its editor is loaded, which happens when it is first used. */
export function PlainInput(props: PlainInputProps) {
  const { label, text, problem, isListOpen, onEdit, onCursor, onFocus, onLoad, ...given } = props;
  const isComposing = useRef(false);

  /** If the editor cannot be loaded, the plain input stays. */
  const loadEditor = async (used: HTMLInputElement) => {
    const loaded = await import('./condition-editor.js').catch(() => undefined);
    // An input method must not lose its place.
    while (isComposing.current) await new Promise(requestAnimationFrame);
    if (!loaded || document.activeElement !== used) return;
    const selected = [used.selectionStart ?? 0, used.selectionEnd ?? 0] as const;
    // At once: a key pressed in between would move the cursor on, and the next would be inserted before it.
    flushSync(() => onLoad({ Editor: loaded.ConditionEditor, selected }));
  };

  return (
    <Combobox.Target>
      <TextInput
        {...given}
        classNames={{ input: classes.input }}
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={text}
        error={problem}
        onChange={({ currentTarget }) =>
          onEdit(currentTarget.value, currentTarget.selectionStart ?? 0)
        }
        onSelect={({ currentTarget }) => onCursor(currentTarget.selectionStart ?? 0)}
        onFocus={({ currentTarget }) => {
          onFocus?.();
          void loadEditor(currentTarget);
        }}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          if (key !== 'Escape') return;
          event.stopPropagation();
          if (isListOpen) given.onBlur();
          else currentTarget.blur();
        }}
      />
    </Combobox.Target>
  );
}
