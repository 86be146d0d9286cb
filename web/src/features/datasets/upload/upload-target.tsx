import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useDatasetNames } from '../api/dataset-names.js';
import type { UploadAction } from './send-upload.js';
import classes from './upload-target.module.css';

/** The dataset to upload to. */
export interface UploadDraft {
  action: UploadAction;
  /** For a new and for an existing dataset; switching keeps both inputs. */
  newName: string;
  existing: string | null;
  description: string;
}

const ACTIONS: { value: UploadAction; label: string }[] = [
  { value: 'create', label: 'New dataset' },
  { value: 'append', label: 'Add to existing dataset' },
  { value: 'update', label: 'Replace all examples' },
];

const EXPLANATIONS: Record<UploadAction, string> = {
  create: 'The examples become the first version of a new dataset.',
  append:
    'Examples with a known ID update the existing ones. Identical examples are skipped, and all others are added.',
  update:
    'The dataset will contain exactly the examples in the file. Earlier versions do not change.',
};

interface UploadTargetProps {
  form: UseFormReturnType<UploadDraft>;
  isDisabled: boolean;
}

/** Selects the dataset that receives the examples. */
export function UploadTarget({ form, isDisabled }: UploadTargetProps) {
  const { action } = form.values;
  return (
    <div className={classes.target}>
      <SegmentedControl
        aria-label="What to do with the examples"
        className={classes.action}
        data={ACTIONS}
        disabled={isDisabled}
        {...form.getInputProps('action')}
      />
      <p className={classes.explanation}>{EXPLANATIONS[action]}</p>
      {action === 'create' ? (
        <>
          <TextInput
            label="Name"
            description="Must be unique. Programs refer to the dataset by this name."
            required
            autoComplete="off"
            disabled={isDisabled}
            {...form.getInputProps('newName')}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            disabled={isDisabled}
            {...form.getInputProps('description')}
          />
        </>
      ) : (
        <ExistingDataset form={form} isDisabled={isDisabled} />
      )}
    </div>
  );
}

/** An existing dataset, found by part of its name. */
function ExistingDataset({ form, isDisabled }: UploadTargetProps) {
  const { existing } = form.values;
  const [typed, setTyped] = useState(existing ?? '');
  const [text] = useDebouncedValue(typed === existing ? '' : typed, 200);
  const names = useDatasetNames(text, true);
  const choices = existing === null || names.includes(existing) ? names : [existing, ...names];
  return (
    <Select
      label="Dataset"
      required
      searchable
      placeholder="Select or search"
      nothingFoundMessage="No datasets match"
      maxDropdownHeight={280}
      disabled={isDisabled}
      data={choices}
      // The server has already filtered the list.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      {...form.getInputProps('existing')}
    />
  );
}
