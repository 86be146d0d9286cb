import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { PatchUserMutation } from '../api/user-mutations.js';
import type { UserRow } from '../api/users.js';
import { FormButtons } from '../../../components/forms/form-parts.js';

interface RenameUserDialogProps {
  user: { id: string; username: string };
  opened: boolean;
  onClose: () => void;
  onRenamed: (user: UserRow) => void;
}

/** Renames a user, who stays signed in. */
export function RenameUserDialog({ opened, ...props }: RenameUserDialogProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Rename user">
      <RenameUserForm {...props} />
    </Modal>
  );
}

function RenameUserForm({ user, onClose, onRenamed }: Omit<RenameUserDialogProps, 'opened'>) {
  const form = useForm({ initialValues: { name: user.username } });
  const [patch, isSending] = useGraphqlMutation(PatchUserMutation);
  const wanted = form.values.name.trim();

  const submit = form.onSubmit(async () => {
    const { data, error } = await patch({ input: { userId: user.id, newUsername: wanted } });
    if (!data) {
      form.setFieldError('name', describeError(error).detail);
      return;
    }
    notifications.show({ message: `${user.username} has been renamed to ${wanted}` });
    onRenamed(data.patchUser.user);
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Username"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormButtons
          label="Rename user"
          isBusy={isSending}
          isDisabled={wanted === '' || wanted === user.username}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
