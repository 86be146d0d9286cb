import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { FormAlert } from '../forms/form-parts.js';
import { LabelPicker, type LabelPickerProps } from './label-picker.js';

interface LabelPickerFormProps extends LabelPickerProps {
  /** Why the labels could not be saved. */
  refusal: string | undefined;
  isSaving: boolean;
  isUnchanged?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Shows all labels, to edit or delete them. */
  onManage: () => void;
  onCancel: () => void;
}

/** Saves the labels that are picked, and links to all labels. */
export function LabelPickerForm(props: LabelPickerFormProps) {
  const { refusal, isSaving, isUnchanged = false, onSubmit, onManage, onCancel, ...picker } = props;
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <LabelPicker {...picker} />
        <FormAlert text={refusal} />
        <Group justify="space-between" gap="xs" mt="xs">
          <Button variant="subtle" onClick={onManage}>
            Manage {picker.noun}s…
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving} disabled={isUnchanged}>
              Save {picker.noun}s
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
