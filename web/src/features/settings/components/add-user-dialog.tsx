import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type AddedUser, AddUserForm } from './add-user-form.js';
import { findAuthMethod } from '../../../lib/page/page-config.js';
import { ShownOnce } from '../../../components/forms/form-parts.js';

interface AddUserDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: () => void;
}

/** Adds a user. A generated password is shown once, after the server has accepted it. */
export function AddUserDialog({ opened, onClose, onAdded }: AddUserDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add user" closeOnClickOutside={false}>
      <AddUser onClose={onClose} onAdded={onAdded} />
    </Modal>
  );
}

function AddUser({ onClose, onAdded }: Omit<AddUserDialogProps, 'opened'>) {
  const [added, setAdded] = useState<AddedUser>();
  if (added) return <Added user={added} onClose={onClose} />;
  return (
    <AddUserForm
      onCancel={onClose}
      onAdded={(user) => {
        setAdded(user);
        onAdded();
      }}
    />
  );
}

function Added({ user, onClose }: { user: AddedUser; onClose: () => void }) {
  const { username, password, method, isMailed } = user;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        <b>{username}</b> has been added.{' '}
        {findAuthMethod(method)?.hasPassword
          ? 'They must choose their own password when they first sign in.'
          : 'They can sign in now.'}
        {isMailed ? ' A welcome email is on its way.' : ''}
      </Text>
      {password === undefined ? null : <ShownOnce label="Password" value={password} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
