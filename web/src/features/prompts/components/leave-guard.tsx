import { Button, Group, Modal, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks for confirmation before the user leaves a page with unsaved input. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isActive,
    enableBeforeUnload: () => isActive,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Stack gap="sm">
        <div>Your changes will be lost.</div>
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" data-autofocus onClick={() => reset?.()}>
            Keep editing
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            Leave page
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
