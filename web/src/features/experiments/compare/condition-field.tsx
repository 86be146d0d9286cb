import { CloseButton, Combobox, Kbd, Loader, TextInput, useCombobox } from '@mantine/core';
import { Filter } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useKeys } from '../../../lib/browser/use-keys.js';
import classes from './condition-field.module.css';
import { type Completion, listCompletions, type Vocabulary } from './completions.js';
import { useCheckedDraft } from './use-checked-draft.js';

interface ConditionFieldProps {
  /** The applied condition. */
  value: string;
  /** Called with valid conditions only. */
  onApply: (condition: string) => void;
  /** Returns an error message for a condition; null if it is valid. */
  check: (condition: string) => Promise<string | null>;
  vocabulary: Vocabulary;
  /** Whether a panel covers the list and handles the key. */
  isCovered: boolean;
}

/** The filter of the comparison: completes and checks a condition, and applies it on Enter. */
export function ConditionField(props: ConditionFieldProps) {
  const { value, onApply, check, vocabulary, isCovered } = props;
  const input = useRef<HTMLInputElement>(null);
  const { text, change, problem, isChecking, submit } = useCheckedDraft(value, check, onApply);
  const [cursor, setCursor] = useState(0);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  useKeys({ '/': isCovered ? undefined : () => input.current?.focus() });

  const options = listCompletions(text, Math.min(cursor, text.length), vocabulary);
  const follow = () => setCursor(input.current?.selectionStart ?? 0);
  const take = (option: Completion) => {
    const next = text.slice(0, option.from) + option.insert + text.slice(cursor);
    const place = option.from + option.insert.length;
    change(next);
    setCursor(place);
    combobox.resetSelectedOption();
    // The field has the new text only after rendering.
    requestAnimationFrame(() => input.current?.setSelectionRange(place, place));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    combobox.closeDropdown();
    void submit();
  };

  return (
    <form role="search" className={classes.form} onSubmit={onSubmit}>
      <Combobox
        store={combobox}
        position="bottom-start"
        onOptionSubmit={(index) => {
          const option = options[Number(index)];
          if (option) take(option);
        }}
      >
        <Combobox.Target>
          <TextInput
            ref={input}
            classNames={{ input: classes.input }}
            aria-label="Filter examples by condition"
            placeholder="error is not None"
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            value={text}
            error={problem}
            leftSection={<Filter size={15} aria-hidden />}
            rightSection={<FieldEnd {...{ text, isChecking }} onClear={() => onClear()} />}
            onChange={(event) => {
              change(event.currentTarget.value);
              follow();
              combobox.resetSelectedOption();
              combobox.openDropdown();
            }}
            onSelect={follow}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              if (combobox.dropdownOpened) combobox.closeDropdown();
              else event.currentTarget.blur();
            }}
          />
        </Combobox.Target>
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
    </form>
  );

  function onClear() {
    change('');
    onApply('');
    input.current?.focus();
  }
}

interface FieldEndProps {
  text: string;
  isChecking: boolean;
  onClear: () => void;
}

function FieldEnd({ text, isChecking, onClear }: FieldEndProps) {
  if (isChecking) return <Loader size={14} />;
  if (text !== '') return <CloseButton size="sm" aria-label="Clear filter" onClick={onClear} />;
  return (
    <Kbd size="xs" aria-hidden>
      /
    </Kbd>
  );
}
