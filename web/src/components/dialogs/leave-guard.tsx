import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

interface LeaveGuardProps {
  /** Whether there is unsaved input. */
  isActive: boolean;
  /** Says which input will be lost. */
  text: string;
  /** Whether the input survives when only the search parameters change. */
  survivesSearch?: boolean;
}

/** Asks for confirmation before the user leaves a page with unsaved input. */
export function LeaveGuard({ isActive, text, survivesSearch = false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isActive && !(survivesSearch && current.pathname === next.pathname),
    enableBeforeUnload: () => isActive,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text size="sm">{text}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" data-autofocus onClick={() => reset?.()}>
          Keep editing
        </Button>
        <Button color="red.9" onClick={() => proceed?.()}>
          Leave page
        </Button>
      </Group>
    </Modal>
  );
}
