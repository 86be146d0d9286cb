import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { graphql } from '../../graphql.js';
import { useGraphqlMutation } from '../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { forgetSession } from '../../lib/session/server-fetch.js';
import { isComplete, NewPasswordFields, NO_PASSWORD } from './new-password-fields.js';
import { Notice } from '../feedback/notice.js';
import { PasswordField } from './password-field.js';

const ChangePasswordMutation = graphql(`
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

/** Changes your password. Keeps the input when the server refuses it. */
export function ChangePasswordForm({ username, onChanged }: ChangePasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [typed, setTyped] = useState(NO_PASSWORD);
  const [refusal, setRefusal] = useState<string>();
  const [change, isSending] = useGraphqlMutation(ChangePasswordMutation, { invalidates: [] });

  const submit = async () => {
    setRefusal(undefined);
    const input = { currentPassword: current, newPassword: typed.password };
    const { error } = await change({ input });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    forgetSession();
    onChanged();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(typed)) void submit();
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
        />
        <NewPasswordFields value={typed} onChange={setTyped} />
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
