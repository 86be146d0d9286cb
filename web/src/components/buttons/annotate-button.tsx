import { ActionIcon, Tooltip } from '@mantine/core';
import { MessageSquarePlus } from 'lucide-react';

/** Opens and closes the annotations of what a panel shows. */
export function AnnotateButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  return (
    <Tooltip label="Annotate (e)">
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        color="gray"
        aria-label="Annotate (e)"
        aria-pressed={isOpen}
        onClick={onClick}
      >
        <MessageSquarePlus size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
