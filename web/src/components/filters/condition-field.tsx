import { Button, CloseButton, Combobox, Kbd, Loader, TextInput, useCombobox } from '@mantine/core';
import { Filter } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStored } from '../../lib/browser/use-stored.js';
import { useKeys } from '../../lib/browser/use-keys.js';
import type { Completion } from '../../lib/filter-language/completion.js';
import { findFault } from '../../lib/filter-language/condition-tokens.js';
import { readSuggestedFix } from '../../lib/filter-language/suggested-fix.js';
import type { ConditionEditor, FieldKey } from './condition-editor.js';
import classes from './condition-field.module.css';
import { type ConditionVerdict, useCheckedDraft } from './use-checked-draft.js';

interface ConditionFieldProps {
  /** The name of the field for screen readers. */
  label: string;
  placeholder: string;
  /** The applied text. */
  value: string;
  /** Called with texts whose condition is valid. */
  onApply: (typed: string) => void;
  check: (condition: string) => Promise<ConditionVerdict>;
  /**
   * Returns the completions at the cursor.
   * @param recent what was applied before, newest first.
   */
  complete: (text: string, cursor: number, recent: readonly string[]) => Completion[];
  /** The key under which this browser remembers what was applied. */
  historyKey: string;
  /** Returns where the condition starts in a text. Absent if all of it is the condition. */
  findCondition?: (typed: string) => number;
  /** Called before a text is applied. Returns whether that is all there is to do. */
  onSubmit?: (typed: string) => Promise<boolean>;
  onFocus?: () => void;
  /** Called with every text that is typed, whether valid or not. */
  onType?: (typed: string) => void;
  /** Whether a panel covers the list and handles the key. */
  isCovered: boolean;
}

/** How many applied texts this browser remembers for each field. */
const MOST_RECENT = 20;

/** Loaded when the field is used for the first time. */
const loadEditor = () => import('./condition-editor.js');

/** The filter of a list: colors, completes and checks a condition, and applies it on Enter. */
export function ConditionField(props: ConditionFieldProps) {
  const { label, placeholder, value, check, complete, isCovered } = props;
  const input = useRef<HTMLInputElement>(null);
  const selected = useRef<readonly [number, number]>([0, 0]);
  const editor = useRef<{ focus: () => void }>(null);
  const isComposing = useRef(false);
  const [Editor, setEditor] = useState<typeof ConditionEditor>();
  const draft = useCheckedDraft(value, {
    check,
    onApply: apply,
    findCondition: props.findCondition,
    onSubmit: props.onSubmit,
  });
  const { text, problem, warning, isChecking, submit } = draft;
  const change = (next: string) => {
    draft.change(next);
    props.onType?.(next);
  };
  const [recent, setRecent] = useStored<string[]>(props.historyKey, []);
  const [cursor, setCursor] = useState(0);
  const [activeId, setActiveId] = useState<string>();
  const combobox = useCombobox({ onDropdownClose: () => resetOption() });
  const focus = () => (editor.current ?? input.current)?.focus();
  useKeys({ '/': isCovered ? undefined : focus });

  const start = findStart(text);
  const fault = findFault(text.slice(start), problem ?? '');
  const fix = readSuggestedFix(text.slice(start), problem ?? warning ?? '');
  const options = complete(text, Math.min(cursor, text.length), recent);
  const isListOpen = combobox.dropdownOpened && options.length > 0;
  const edit = (next: string, place: number) => {
    setCursor(place);
    resetOption();
    if (next === text) return;
    change(next);
    combobox.openDropdown();
  };
  const take = (option: Completion) => {
    const next = text.slice(0, option.from) + option.insert + text.slice(cursor);
    replace(next, option.from + option.insert.length);
    resetOption();
  };
  const onSubmit = () => {
    combobox.closeDropdown();
    void submit();
  };
  const onEditorKey = (key: FieldKey): boolean => {
    const selected = options[combobox.getSelectedOptionIndex()];
    switch (key) {
      case 'Enter':
        if (isListOpen && selected) take(selected);
        else onSubmit();
        return true;
      case 'Tab': {
        // In an empty field, it leaves the field.
        const completion = selected ?? (text.trim() === '' ? undefined : options[0]);
        if (isListOpen && completion) take(completion);
        return isListOpen && completion !== undefined;
      }
      case 'Escape':
        if (isListOpen) combobox.closeDropdown();
        else (document.activeElement as HTMLElement | null)?.blur();
        return true;
      default:
        return onArrow(key === 'ArrowUp' ? -1 : 1, selected !== undefined);
    }
  };
  const sections = {
    leftSection: <Filter size={15} aria-hidden />,
    rightSection: <FieldEnd {...{ text, isChecking, isCovered }} onClear={() => onClear()} />,
  };

  return (
    <form
      role="search"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Combobox
        store={combobox}
        position="bottom-start"
        onOptionSubmit={(index) => {
          const option = options[Number(index)];
          if (option) take(option);
        }}
      >
        {Editor ? (
          <Combobox.DropdownTarget>
            <div>
              <Editor
                {...{ label, placeholder, text, cursor, findStart, problem, activeId }}
                {...sections}
                handle={editor}
                selected={selected}
                fault={fault && { from: fault.from + start, to: fault.to + start }}
                listId={isListOpen ? combobox.listId : null}
                onEdit={edit}
                onClick={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKey={onEditorKey}
              />
            </div>
          </Combobox.DropdownTarget>
        ) : (
          <Combobox.Target>
            <TextInput
              ref={input}
              classNames={{ input: classes.input }}
              aria-label={label}
              placeholder={placeholder}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              value={text}
              error={problem}
              {...sections}
              onChange={({ currentTarget }) =>
                edit(currentTarget.value, currentTarget.selectionStart ?? 0)
              }
              onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
              onFocus={() => {
                props.onFocus?.();
                void showEditor();
              }}
              onCompositionStart={() => {
                isComposing.current = true;
              }}
              onCompositionEnd={() => {
                isComposing.current = false;
              }}
              onClick={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onKeyDown={(event) => {
                const { key, currentTarget } = event;
                if (key !== 'Escape') return;
                event.stopPropagation();
                if (combobox.dropdownOpened) combobox.closeDropdown();
                else currentTarget.blur();
              }}
            />
          </Combobox.Target>
        )}
        <Combobox.Dropdown hidden={options.length === 0}>
          <Combobox.Options aria-label="Suggestions" className={classes.options}>
            {options.map((option, index) => (
              <Combobox.Option key={option.insert} value={String(index)} className={classes.option}>
                <code>{option.insert}</code>
                <span className={classes.hint}>{option.hint}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {warning === undefined ? null : <p className={classes.warning}>{warning}</p>}
      {fix ? (
        <Button
          className={classes.fix}
          size="compact-xs"
          variant="light"
          onClick={() => {
            const next = text.slice(0, start) + fix.condition;
            replace(next, next.length);
            focus();
          }}
        >
          Write {fix.name}
        </Button>
      ) : null}
    </form>
  );

  function apply(typed: string) {
    if (typed !== '') {
      setRecent([typed, ...recent.filter((earlier) => earlier !== typed)].slice(0, MOST_RECENT));
    }
    props.onApply(typed);
  }

  /** Without a bar, blanks may come before the condition. */
  function findStart(written: string): number {
    return props.findCondition?.(written) ?? written.length - written.trimStart().length;
  }

  function replace(next: string, place: number) {
    change(next);
    setCursor(place);
    // The input has the new text only after rendering.
    requestAnimationFrame(() => input.current?.setSelectionRange(place, place));
  }

  function resetOption() {
    combobox.resetSelectedOption();
    setActiveId(undefined);
  }

  /** Moves through the suggestions or, if none is selected, up into earlier queries. */
  function onArrow(step: -1 | 1, isSelected: boolean): boolean {
    if (isListOpen && (isSelected || step === 1)) {
      const id = step === 1 ? combobox.selectNextOption() : combobox.selectPreviousOption();
      setActiveId(id ?? undefined);
      return true;
    }
    const place = recent.indexOf(text);
    // What is being typed is not replaced.
    const next = place === -1 && text !== '' ? undefined : recent[place - step];
    if (next !== undefined) replace(next, next.length);
    else if (step === 1 && place === 0) replace('', 0);
    else if (step === 1) combobox.openDropdown();
    return true;
  }

  /** If the editor cannot be loaded, the plain input stays. */
  async function showEditor() {
    const loaded = await loadEditor().catch(() => undefined);
    // An input method must not lose its place.
    while (isComposing.current) await new Promise(requestAnimationFrame);
    const { current: used } = input;
    if (!loaded || !used || document.activeElement !== used) return;
    selected.current = [used.selectionStart ?? 0, used.selectionEnd ?? 0];
    // At once: a key pressed in between would move the cursor on, and the next would be inserted before it.
    flushSync(() => setEditor(() => loaded.ConditionEditor));
  }

  function onClear() {
    replace('', 0);
    apply('');
    focus();
  }
}

interface FieldEndProps {
  text: string;
  isChecking: boolean;
  /** Whether the key does not focus the field. */
  isCovered: boolean;
  onClear: () => void;
}

function FieldEnd({ text, isChecking, isCovered, onClear }: FieldEndProps) {
  if (isChecking) return <Loader size={14} />;
  if (text !== '') return <CloseButton size="sm" aria-label="Clear filter" onClick={onClear} />;
  return isCovered ? null : (
    <Kbd size="xs" aria-hidden>
      /
    </Kbd>
  );
}
