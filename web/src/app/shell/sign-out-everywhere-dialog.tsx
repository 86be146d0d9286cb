import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { signOut } from './sign-out.js';

interface SignOutEverywhereDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Explains which sessions will end, then signs out everywhere. */
export function SignOutEverywhereDialog({ opened, onClose }: SignOutEverywhereDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Sign out everywhere">
      <SignOutEverywhere onCancel={onClose} />
    </Modal>
  );
}

function SignOutEverywhere({ onCancel }: { onCancel: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const leave = async () => {
    setIsBusy(true);
    await signOut(true);
    setIsBusy(false);
  };
  return (
    <Stack gap="sm">
      <div>
        This ends all your sessions, including this one, in every browser and on every device. API
        keys keep working.
      </div>
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button color="red.9" loading={isBusy} data-autofocus onClick={() => void leave()}>
          Sign out everywhere
        </Button>
      </Group>
    </Stack>
  );
}
