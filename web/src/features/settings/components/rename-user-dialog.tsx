import { Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
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
  const [name, setName] = useState(user.username);
  const [refusal, setRefusal] = useState<string>();
  const [patch, isSending] = useGraphqlMutation(PatchUserMutation);
  const wanted = name.trim();

  const submit = async () => {
    const { data, error } = await patch({ input: { userId: user.id, newUsername: wanted } });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `${user.username} has been renamed to ${wanted}` });
    onRenamed(data.patchUser.user);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Username"
          required
          data-autofocus
          autoComplete="off"
          value={name}
          error={refusal}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(undefined);
          }}
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
