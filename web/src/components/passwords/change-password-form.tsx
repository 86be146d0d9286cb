import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { graphql } from '../../graphql.js';
import { useGraphqlMutation } from '../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { forgetSession } from '../../lib/session/server-fetch.js';
import { isComplete, NewPasswordFields, NO_PASSWORD } from './new-password-fields.js';
import { Notice } from '../feedback/notice.js';
import { PasswordField } from './password-field.js';

export const ChangePasswordMutation = graphql(`
  mutation ChangePassword($input: PatchViewerInput!) {
    patchViewer(input: $input) {
      __typename
    }
  }
`);

interface ChangePasswordFormProps {
  /** The username, for password managers. */
  username: string;
  /** Called when the server has changed the password and ended every session. */
  onChanged: () => void;
}

/** Changes your password. Keeps the input if the server rejects it. */
export function ChangePasswordForm({ username, onChanged }: ChangePasswordFormProps) {
  const form = useForm({ initialValues: { current: '', typed: NO_PASSWORD } });
  const { current, typed } = form.values;
  const [refusal, setRefusal] = useState<string>();
  const [change, isSending] = useGraphqlMutation(ChangePasswordMutation, { invalidates: [] });

  const submit = form.onSubmit(async () => {
    if (!isComplete(typed)) return;
    setRefusal(undefined);
    const input = { currentPassword: current, newPassword: typed.password };
    const { error } = await change({ input });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    forgetSession();
    onChanged();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(value) => form.setFieldValue('current', value)}
        />
        <NewPasswordFields value={typed} onChange={(value) => form.setFieldValue('typed', value)} />
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Button
          type="submit"
          mt={4}
          loading={isSending}
          disabled={current === '' || !isComplete(typed)}
        >
          Change password
        </Button>
      </Stack>
    </form>
  );
}
