import { Tooltip, VisuallyHidden } from '@mantine/core';
import { CircleAlert, CircleCheck, CircleMinus, type LucideIcon } from 'lucide-react';
import classes from './status-mark.module.css';

/** The status of a span as named by OpenTelemetry. */
export type StatusCode = 'OK' | 'ERROR' | 'UNSET';

const LOOK: Record<StatusCode, { Icon: LucideIcon; color: string; label: string }> = {
  OK: { Icon: CircleCheck, color: 'var(--success)', label: 'OK' },
  ERROR: { Icon: CircleAlert, color: 'var(--error)', label: 'Error' },
  UNSET: { Icon: CircleMinus, color: 'var(--dimmed)', label: 'Status not set' },
};

interface StatusMarkProps {
  status: StatusCode;
  /** Shown in the tooltip after the status, such as the error message. */
  message?: string | null | undefined;
  /** Shows the status beside the icon. */
  withLabel?: boolean;
  size?: number;
}

/** A status as an icon, whose shape alone identifies it, without the color. */
export function StatusMark({ status, message, withLabel = false, size = 16 }: StatusMarkProps) {
  const { Icon, color, label } = LOOK[status];
  return (
    <Tooltip label={message ? `${label}: ${message}` : label} multiline maw={420}>
      <span className={classes.mark} style={{ color }}>
        <Icon size={size} aria-hidden />
        {withLabel ? label : <VisuallyHidden>{label}</VisuallyHidden>}
      </span>
    </Tooltip>
  );
}
