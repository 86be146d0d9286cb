import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { ColorDot } from '../data-display/name-chip.js';
import type { Label, LabelDraft } from './label.js';
import { chooseColor } from './label-colors.js';
import classes from './label-picker.module.css';

/** Whether the selected items have a label: all of them, none, or some. */
export type LabelState = 'on' | 'off' | 'mixed';

export interface LabelPickerProps {
  /** The word for a label: `label` or `split`. */
  noun: string;
  /** Undefined until they are loaded. */
  labels: readonly Label[] | undefined;
  getState: (id: string) => LabelState;
  onToggle: (id: string) => void;
  /** Creates a label and selects it. Returns an error message on failure. */
  onCreate: (draft: LabelDraft) => Promise<string | undefined>;
}

/** Check boxes for the labels, a search field, and a way to create a new label. */
export function LabelPicker({ noun, labels, getState, onToggle, onCreate }: LabelPickerProps) {
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const wanted = text.trim();
  const found = (labels ?? []).filter(({ name }) =>
    name.toLowerCase().includes(wanted.toLowerCase()),
  );
  const isNew = wanted !== '' && (labels ?? []).every(({ name }) => name !== wanted);

  const create = async () => {
    setIsBusy(true);
    const color = chooseColor(labels ?? []);
    const problem = await onCreate({ name: wanted, color, description: '' });
    setIsBusy(false);
    setRefusal(problem);
    if (problem === undefined) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter selects here and does not submit the form around it.
    event.preventDefault();
    const exact =
      found.find(({ name }) => name === wanted) ?? (found.length === 1 ? found[0] : null);
    if (exact && wanted !== '') {
      onToggle(exact.id);
      setText('');
    } else if (isNew && !isBusy) {
      void create();
    }
  };

  return (
    <div className={classes.picker}>
      <TextInput
        aria-label={`Find or create a ${noun}`}
        placeholder={`Find or create a ${noun}`}
        leftSection={<Search size={15} aria-hidden />}
        value={text}
        error={refusal}
        data-autofocus
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setRefusal(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={classes.list} aria-label={`${noun}s`}>
        {labels ? null : <Waiting />}
        {found.map((label) => (
          <li key={label.id} className={classes.item}>
            <Checkbox
              size="xs"
              checked={getState(label.id) === 'on'}
              indeterminate={getState(label.id) === 'mixed'}
              onChange={() => onToggle(label.id)}
              label={
                <span className={classes.label} title={label.description ?? undefined}>
                  <ColorDot color={label.color} />
                  <span className={classes.name} dir="auto">
                    {label.name}
                  </span>
                </span>
              }
            />
          </li>
        ))}
        {labels?.length === 0 && wanted === '' ? (
          <li className={classes.none}>No {noun}s yet. Type a name to create one.</li>
        ) : null}
        {isNew ? (
          <li>
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.create}
              leftSection={<Plus size={14} aria-hidden />}
              loading={isBusy}
              onClick={() => void create()}
            >
              Create “{wanted}”
            </Button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function Waiting() {
  return (
    <li aria-hidden>
      <Skeleton height={12} width="60%" my={9} />
      <Skeleton height={12} width="40%" my={9} />
    </li>
  );
}
