import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { listChoices, DatasetChoicesQuery } from '../api/dataset-choices.js';
import classes from './dataset-choice.module.css';
import type { Target } from './target.js';

const SHOWN = 20;
const PAUSE_MS = 200;
const NEW = 'new';

interface DatasetChoiceProps {
  value: Target | undefined;
  onChange: (target: Target | undefined) => void;
}

/** A field that finds a dataset by part of its name, or names a new dataset. */
export function DatasetChoice({ value, onChange }: DatasetChoiceProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState(value?.name ?? '');
  const typed = text.trim();
  const [name] = useDebouncedValue(typed, PAUSE_MS);
  const { data, isLoading, isPrevious, error } = useGraphqlQuery(
    DatasetChoicesQuery,
    { name, first: SHOWN },
    { keepPrevious: true },
  );
  const choices = useMemo(() => (data ? listChoices(data) : []), [data]);
  const isCurrent = name === typed && data !== undefined && !isPrevious;
  const isNew = typed !== '' && isCurrent && choices.every((choice) => choice.name !== typed);

  // Enter selects the best match.
  const { selectFirstOption } = combobox;
  const best = choices[0]?.id ?? (isNew ? NEW : undefined);
  const suggestion = name !== '' && best !== undefined ? `${best} for ${name}` : undefined;
  useEffect(() => {
    if (suggestion !== undefined) selectFirstOption();
  }, [suggestion, selectFirstOption]);

  const choose = (chosen: string) => {
    const target = chosen === NEW ? { name: typed } : choices.find(({ id }) => id === chosen);
    if (!target) return;
    onChange(target);
    setText(target.name);
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target>
        <InputBase
          label="Dataset"
          description={
            value && value.id === undefined
              ? 'This dataset will be created when you add the examples.'
              : undefined
          }
          placeholder="Find a dataset or name a new one"
          required
          data-autofocus
          autoComplete="off"
          rightSection={isLoading || isPrevious ? <Loader size={14} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
          error={error ? 'Datasets could not be loaded.' : undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onChange(undefined);
            // Enter must not select an option that was offered for a different text.
            combobox.resetSelectedOption();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.options} aria-label="Datasets">
          {choices.map((choice) => (
            <Combobox.Option key={choice.id} value={choice.id} active={choice.id === value?.id}>
              <span className={classes.option}>
                <span className={classes.name} dir="auto">
                  {choice.name}
                </span>
                <span className={`${classes.count} numeric`}>
                  {formatPlural(choice.exampleCount, 'example')}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {isNew ? (
            <Combobox.Option value={NEW}>
              <span className={classes.create}>
                <Plus size={14} aria-hidden />
                <span className={classes.name}>Create “{typed}”</span>
              </span>
            </Combobox.Option>
          ) : null}
          {choices.length === 0 && !isNew ? (
            <Combobox.Empty>
              {isCurrent ? 'No datasets yet. Type a name to create one.' : 'Searching…'}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
