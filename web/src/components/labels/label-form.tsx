import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { useFocusOnMount } from '../../lib/browser/use-focus-on-mount.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import { ColorChoice } from './color-choice.js';
import type { LabelDraft } from './label.js';

interface LabelFormProps {
  initial: LabelDraft;
  /** The text of the submit button. */
  label: string;
  /** Returns the server’s error message on failure. */
  onSubmit: (draft: LabelDraft) => Promise<string | undefined>;
  onCancel: () => void;
}

/**
 * A form for the name, description and color of a label. Keeps the input if the server rejects it.
 */
export function LabelForm({ initial, label, onSubmit, onCancel }: LabelFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ initialValues: initial, onValuesChange: () => setRefusal(undefined) });
  const first = useFocusOnMount<HTMLInputElement>();
  const name = form.values.name.trim();

  const submit = form.onSubmit(async (draft) => {
    setRefusal(await onSubmit({ ...draft, name, description: draft.description.trim() }));
  });
  const onFormSubmit = (event: FormEvent<HTMLFormElement>) => {
    // This form may be inside a dialog that is itself a form.
    event.stopPropagation();
    submit(event);
  };

  return (
    <form onSubmit={onFormSubmit}>
      <Stack gap="xs">
        <TextInput
          label="Name"
          required
          ref={first}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput label="Description" autoComplete="off" {...form.getInputProps('description')} />
        <ColorChoice
          value={form.values.color}
          onChange={(color) => form.setFieldValue('color', color)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={form.submitting}
          isDisabled={name === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
