import { Tooltip, UnstyledButton } from '@mantine/core';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './reason-tooltip.module.css';

/** A value that cannot be changed. Explains why on hover, focus and touch. */
export function ReasonTooltip({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes.fixed} aria-disabled>
        {children}
        <Lock size={12} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
