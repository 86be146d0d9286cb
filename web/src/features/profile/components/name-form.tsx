import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { RenameMutation } from '../api/account.js';
import classes from './name-form.module.css';

/** Changes your username. Keeps the input if the server rejects it. */
export function NameForm({ username }: { username: string }) {
  const form = useForm({ initialValues: { name: username } });
  const [rename, isSending] = useGraphqlMutation(RenameMutation);
  const name = form.values.name.trim();
  const isSame = name === username || name === '';

  const submit = form.onSubmit(async () => {
    if (isSame) return;
    const { data, error } = await rename({ input: { newUsername: name } });
    if (!data) {
      form.setFieldError('name', describeError(error).detail);
      return;
    }
    notifications.show({ message: `Your username is now ${data.patchViewer.user.username}` });
  });

  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="Username"
        autoComplete="off"
        className={classes.field}
        {...form.getInputProps('name')}
      />
      <Button type="submit" variant="default" loading={isSending} disabled={isSame}>
        Save name
      </Button>
    </form>
  );
}
