import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface IconButtonProps {
  /** The tooltip, and the name for screen readers. */
  label: string;
  /** Disabled if undefined. */
  onClick: (() => void) | undefined;
  /** Written as `data-tool`, by which code that moves the focus finds the button. */
  tool?: string;
  /** The icon. */
  children: ReactNode;
}

/** A button that shows only an icon, and its label on hover. */
export function IconButton({ label, onClick, tool, children }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={onClick === undefined}
        data-tool={tool}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
