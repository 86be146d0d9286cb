import { Button, Tooltip } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import classes from './live-toggle.module.css';

interface LiveToggleProps {
  isLive: boolean;
  onChange: (isLive: boolean) => void;
}

/** Turns the automatic refresh on and off. */
export function LiveToggle({ isLive, onChange }: LiveToggleProps) {
  const Icon = isLive ? Pause : Play;
  return (
    <Tooltip
      label={
        isLive
          ? 'Live: new data appears automatically. Click to pause.'
          : 'Paused. Click to resume.'
      }
    >
      <Button
        variant="default"
        size="compact-md"
        className={classes.toggle}
        aria-pressed={isLive}
        onClick={() => onChange(!isLive)}
      >
        <span className={classes.dot} aria-hidden />
        Live
        <Icon size={13} aria-hidden className={classes.icon} />
      </Button>
    </Tooltip>
  );
}
