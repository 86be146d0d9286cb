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
    <Tooltip label={isLive ? 'New data flows in. Press to pause' : 'Paused. Press to go on'}>
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
