import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useDatasetNames } from '../api/dataset-names.js';
import type { UploadAction } from './send-upload.js';
import classes from './upload-target.module.css';

/** The dataset that the examples are for. */
export interface Target {
  action: UploadAction;
  /** Of a new dataset, and of one that is there: what is typed for one stays for the other. */
  newName: string;
  existing: string | null;
  description: string;
}

const ACTIONS: { value: UploadAction; label: string }[] = [
  { value: 'create', label: 'New dataset' },
  { value: 'append', label: 'Add to a dataset' },
  { value: 'update', label: 'Replace its examples' },
];

const EXPLANATIONS: Record<UploadAction, string> = {
  create: 'The examples become the first version of a dataset of their own.',
  append:
    'Examples with the id or the content of one that is there change it or change nothing; the others are added.',
  update:
    'The dataset holds what the file holds, and nothing else. Its earlier versions keep what they held.',
};

interface UploadTargetProps {
  target: Target;
  isDisabled: boolean;
  onChange: (change: Partial<Target>) => void;
}

/** Says where the examples go. */
export function UploadTarget({ target, isDisabled, onChange }: UploadTargetProps) {
  const { action, newName, description } = target;
  return (
    <div className={classes.target}>
      <SegmentedControl
        aria-label="What happens with the examples"
        className={classes.action}
        data={ACTIONS}
        disabled={isDisabled}
        value={action}
        onChange={(value) => onChange({ action: value })}
      />
      <p className={classes.explanation}>{EXPLANATIONS[action]}</p>
      {action === 'create' ? (
        <>
          <TextInput
            label="Name"
            description="Unique; programs find the dataset by it."
            required
            autoComplete="off"
            disabled={isDisabled}
            value={newName}
            onChange={(event) => onChange({ newName: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            disabled={isDisabled}
            value={description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
        </>
      ) : (
        <ExistingDataset {...{ target, isDisabled, onChange }} />
      )}
    </div>
  );
}

/** A dataset that is there, found by a part of its name. */
function ExistingDataset({ target: { existing }, isDisabled, onChange }: UploadTargetProps) {
  const [typed, setTyped] = useState(existing ?? '');
  const [text] = useDebouncedValue(typed === existing ? '' : typed, 200);
  const names = useDatasetNames(text, true);
  const choices = existing === null || names.includes(existing) ? names : [existing, ...names];
  return (
    <Select
      label="Dataset"
      required
      searchable
      placeholder="Choose or search"
      nothingFoundMessage="No dataset has such a name"
      maxDropdownHeight={280}
      disabled={isDisabled}
      data={choices}
      // The server has searched already.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={existing}
      onChange={(name) => onChange({ existing: name })}
    />
  );
}
