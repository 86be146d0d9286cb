import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { RenameMutation } from '../api/account.js';
import classes from './name-form.module.css';

/** Changes your username. Keeps the input when the server refuses it. */
export function NameForm({ username }: { username: string }) {
  const [name, setName] = useState(username);
  const [refusal, setRefusal] = useState<string>();
  const [rename, isSending] = useGraphqlMutation(RenameMutation);
  const isSame = name.trim() === username || name.trim() === '';

  const submit = async () => {
    const { data, error } = await rename({ input: { newUsername: name.trim() } });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `You are now called ${data.patchViewer.user.username}` });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) void submit();
  };

  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <TextInput
        label="Username"
        autoComplete="off"
        className={classes.field}
        value={name}
        error={refusal}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setRefusal(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={isSending} disabled={isSame}>
        Save name
      </Button>
    </form>
  );
}
