import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface IconButtonProps {
  /** The name for screen readers, and the tooltip. */
  label: string;
  /** The tooltip, if it is shorter because the row says the rest. */
  hint?: string;
  /** Disabled if undefined. */
  onClick: (() => void) | undefined;
  /** Written as `data-tool`, by which code that moves the focus finds the button. */
  tool?: string;
  /** The icon. */
  children: ReactNode;
}

/** A button that shows only an icon, and its label on hover. */
export function IconButton({ label, hint = label, onClick, tool, children }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
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
