import { ActionIcon, Tooltip } from '@mantine/core';
import { Clock } from 'lucide-react';
import { chooseAbsoluteTimes, useAbsoluteTimes } from '../../lib/time/absolute-times.js';

/** Switches all times between `5m ago` and `20 Nov, 14:06:59`. */
export function TimesToggle() {
  const isAbsolute = useAbsoluteTimes();
  return (
    <Tooltip label={isAbsolute ? 'Show relative times' : 'Show absolute times'}>
      <ActionIcon
        variant={isAbsolute ? 'light' : 'default'}
        size={32}
        aria-label="Absolute times"
        aria-pressed={isAbsolute}
        onClick={() => chooseAbsoluteTimes(!isAbsolute)}
      >
        <Clock size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
