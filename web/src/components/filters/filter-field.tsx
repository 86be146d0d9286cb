import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useKeys } from '../../lib/browser/use-keys.js';
import classes from './filter-field.module.css';

interface FilterFieldProps {
  /** The name of the field for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  /** Called when the text is applied: on Enter, on clearing, or while typing if `isInstant`. */
  onApply: (text: string) => void;
  isInstant?: boolean;
  /** Whether it may share its line with other filters on phones. */
  isNarrow?: boolean;
  /** Whether a panel with its own filter covers the list and handles the key. */
  isCovered?: boolean;
}

/** The filter field of a list. `/` focuses it, Escape leaves it. */
export function FilterField(props: FilterFieldProps) {
  const {
    label,
    placeholder,
    value,
    onApply,
    isInstant = false,
    isNarrow,
    isCovered = false,
  } = props;
  const [draft, setDraft] = useState({ from: value, text: value });
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': isCovered ? undefined : () => input.current?.focus() });
  // The URL has changed (back button, link), so show the applied text.
  const text = draft.from === value ? draft.text : value;

  const change = (next: string) => {
    setDraft({ from: isInstant ? next : value, text: next });
    if (isInstant || next === '') onApply(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(text.trim());
  };
  return (
    <form onSubmit={submit} role="search" className={classes.field} data-narrow={isNarrow}>
      <TextInput
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        leftSection={<Search size={15} aria-hidden />}
        rightSection={
          text === '' ? (
            <Kbd size="xs" aria-hidden>
              /
            </Kbd>
          ) : (
            <CloseButton size="sm" aria-label="Clear filter" onClick={() => change('')} />
          )
        }
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          event.currentTarget.blur();
        }}
      />
    </form>
  );
}
