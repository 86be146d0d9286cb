import { Tooltip } from '@mantine/core';
import { Lock } from 'lucide-react';
import classes from './private-mark.module.css';

/** Marks a private project. */
export function PrivateMark() {
  return (
    <Tooltip label="Private: only people with a role in this project see it">
      <span role="img" aria-label="Private" className={classes.mark}>
        <Lock size={13} aria-hidden />
      </span>
    </Tooltip>
  );
}
