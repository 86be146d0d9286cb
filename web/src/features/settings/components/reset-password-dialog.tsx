import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { PatchUserMutation } from '../api/user-mutations.js';
import type { UserRow } from '../api/users.js';
import { generatePassword } from '../generate-password.js';
import { FormAlert, ShownOnce } from '../../../components/forms/form-parts.js';

interface ResetPasswordDialogProps {
  user: { id: string; username: string };
  opened: boolean;
  onClose: () => void;
  onReset: (user: UserRow) => void;
}

/**
 * Generates a new password for a user, who must change it at the next sign-in, and shows it once.
 */
export function ResetPasswordDialog({ opened, ...props }: ResetPasswordDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={`Reset password for ${props.user.username}`}
      closeOnClickOutside={false}
    >
      <ResetPassword {...props} />
    </Modal>
  );
}

function ResetPassword({ user, onClose, onReset }: Omit<ResetPasswordDialogProps, 'opened'>) {
  const [made, setMade] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [patch, isSending] = useGraphqlMutation(PatchUserMutation);

  const reset = async () => {
    const password = generatePassword(pageConfig.passwordMinLength);
    const { data, error } = await patch({ input: { userId: user.id, newPassword: password } });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    setMade(password);
    onReset(data.patchUser.user);
  };
  if (made !== undefined) {
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          <b>{user.username}</b> has been signed out everywhere and must choose their own password
          at the next sign-in.
        </Text>
        <ShownOnce label="New password" value={made} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        Spandrel generates a new password. The old one stops working at once, and all sessions of{' '}
        <b>{user.username}</b> end. API keys keep working.
      </Text>
      <FormAlert text={refusal} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isSending} onClick={() => void reset()}>
          Reset password
        </Button>
      </Group>
    </Stack>
  );
}
