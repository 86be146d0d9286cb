import { Button, CloseButton, Combobox, type ComboboxStore, Kbd, Loader } from '@mantine/core';
import { Filter } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useKeys } from '../../lib/browser/use-keys.js';
import type { Completion } from '../../lib/filter-language/completion.js';
import { findFault, fixCondition } from '../../lib/filter-language/suggested-fix.js';
import classes from './condition-field.module.css';
import { type LoadedEditor, PlainInput } from './plain-input.js';
import type { ConditionVerdict } from './use-checked-draft.js';
import { useConditionEditing } from './use-condition-editing.js';

export interface ConditionFieldProps {
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

/** The filter of a list: colors, completes and checks a condition, and applies it on Enter. */
export function ConditionField(props: ConditionFieldProps) {
  const { label, placeholder, isCovered, findCondition } = props;
  const input = useRef<HTMLInputElement>(null);
  const editor = useRef<{ focus: () => void }>(null);
  const [loaded, setLoaded] = useState<LoadedEditor>();
  const editing = useConditionEditing(props, input);
  const { draft, text, cursor, options, list, replace, take, submit, onKey } = editing;
  const { problem, warning, isChecking } = draft;
  const focus = () => (editor.current ?? input.current)?.focus();
  useKeys({ '/': isCovered ? undefined : focus });

  /** Without a bar, blanks may come before the condition. */
  const findStart = (written: string) =>
    findCondition?.(written) ?? written.length - written.trimStart().length;
  const start = findStart(text);
  const fault = findFault(text.slice(start), draft.fault);
  const fixed = fixCondition(text.slice(start), draft.fault);
  const onClear = () => {
    replace('');
    editing.apply('');
    focus();
  };
  const shared = {
    label,
    placeholder,
    text,
    problem,
    leftSection: <Filter size={15} aria-hidden />,
    rightSection: <FieldEnd {...{ text, isChecking, isCovered, onClear }} />,
    onEdit: editing.edit,
    onClick: () => list.store.openDropdown(),
    onBlur: () => list.store.closeDropdown(),
  };

  return (
    <form
      role="search"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SuggestionList store={list.store} options={options} onTake={take}>
        {loaded ? (
          <Combobox.DropdownTarget>
            <div>
              <loaded.Editor
                {...shared}
                {...{ cursor, findStart, onKey }}
                handle={editor}
                selected={loaded.selected}
                fault={fault && { from: fault.from + start, to: fault.to + start }}
                listId={list.isOpen ? list.store.listId : null}
                activeId={list.activeId}
              />
            </div>
          </Combobox.DropdownTarget>
        ) : (
          <PlainInput
            {...shared}
            ref={input}
            isListOpen={list.store.dropdownOpened}
            onCursor={editing.setCursor}
            onFocus={props.onFocus}
            onLoad={setLoaded}
          />
        )}
      </SuggestionList>
      {warning === undefined ? null : <p className={classes.warning}>{warning}</p>}
      {fixed !== undefined && draft.fault.suggestion ? (
        <FixButton
          name={draft.fault.suggestion.name}
          onClick={() => {
            replace(text.slice(0, start) + fixed);
            focus();
          }}
        />
      ) : null}
    </form>
  );
}

/** Replaces a name that is unknown with the suggested one. */
function FixButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button className={classes.fix} size="compact-xs" variant="light" onClick={onClick}>
      Write {name}
    </Button>
  );
}

interface SuggestionListProps {
  store: ComboboxStore;
  options: readonly Completion[];
  onTake: (option: Completion) => void;
  children: ReactNode;
}

function SuggestionList({ store, options, onTake, children }: SuggestionListProps) {
  return (
    <Combobox
      store={store}
      position="bottom-start"
      onOptionSubmit={(index) => {
        const option = options[Number(index)];
        if (option) onTake(option);
      }}
    >
      {children}
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
  );
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
