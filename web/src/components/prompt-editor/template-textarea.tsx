import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import type { TemplateFormat } from './template-formats.js';
import { completeName, listCompletions, type TextAtCaret } from './variable-completion.js';

/** The variables that texts can contain. */
export interface KnownVariables {
  format: TemplateFormat;
  names: readonly string[];
}

const NO_VARIABLES: KnownVariables = { format: 'NONE', names: [] };

/** The variables that the texts below offer to complete. */
export const KnownVariablesContext = createContext(NO_VARIABLES);

interface TemplateTextareaProps {
  label: string;
  className: string | undefined;
  value: string;
  error: ReactNode;
  onChange: (text: string) => void;
}

/** A text with variables, whose names are offered while the user types them. */
export function TemplateTextarea(props: TemplateTextareaProps) {
  const { label, className, value, error, onChange } = props;
  const { format, names } = use(KnownVariablesContext);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const wantedCaret = useRef<number>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  // React puts the caret of a text that it changes at the end.
  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  });

  const readField = (): TextAtCaret => ({ text: value, caret: field.current?.selectionStart ?? 0 });
  const offer = (at: TextAtCaret) => {
    const completions = listCompletions(at, format, names);
    setOffered(completions);
    if (completions.length === 0) return combobox.closeDropdown();
    combobox.openDropdown();
    combobox.selectFirstOption();
  };
  const complete = (name: string) => {
    const { text, caret } = completeName(readField(), format, name);
    wantedCaret.current = caret;
    onChange(text);
    combobox.closeDropdown();
  };

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="max-content"
      onOptionSubmit={complete}
    >
      {/* The attributes of a combobox do not fit a text of several lines. */}
      <Combobox.Target withAriaAttributes={false}>
        <Textarea
          ref={field}
          aria-label={label}
          aria-autocomplete="list"
          autosize
          minRows={3}
          maxRows={30}
          classNames={{ input: className ?? '' }}
          spellCheck
          dir="auto"
          value={value}
          error={error}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            offer({ text: currentTarget.value, caret: currentTarget.selectionStart });
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label="Variables" mah={220} style={{ overflowY: 'auto' }}>
          {offered.map((name) => (
            <Combobox.Option key={name} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
