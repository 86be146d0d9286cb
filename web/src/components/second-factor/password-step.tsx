import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import { PasswordField } from '../passwords/password-field.js';

/** The input of the user. */
export interface PasswordStepInput {
  password: string;
  name: string;
}

interface PasswordStepProps {
  /** Says what happens next. */
  text: ReactNode;
  label: string;
  isDestructive?: boolean;
  /** Also asks for a name, which is this one if the user changes nothing. */
  suggestedName?: string;
  /** Continues. Returns an error message on failure. */
  onSubmit: (input: PasswordStepInput) => Promise<string | undefined>;
  onCancel: () => void;
}

/** Asks for the password before the way to sign in is changed. */
export function PasswordStep(props: PasswordStepProps) {
  const { text, label, isDestructive = false, suggestedName, onSubmit, onCancel } = props;
  const form = useForm({ initialValues: { password: '', name: suggestedName ?? '' } });
  const { password, name } = form.values;
  const [refusal, setRefusal] = useState<string>();
  const submit = form.onSubmit(async (input) => {
    setRefusal(undefined);
    setRefusal(await onSubmit(input));
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div>{text}</div>
        {suggestedName === undefined ? null : (
          <TextInput
            label="Name"
            description="By which you recognize it."
            maxLength={100}
            {...form.getInputProps('name')}
          />
        )}
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(value) => form.setFieldValue('password', value)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={form.submitting}
          isDisabled={password === '' || (suggestedName !== undefined && name.trim() === '')}
          isDestructive={isDestructive}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
