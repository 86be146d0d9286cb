import { Button } from '@mantine/core';
import { describeFailure, type UnsavedValue } from '../judge/unsaved-values.js';
import classes from './marks.module.css';

interface NotSavedProps {
  failed: UnsavedValue | undefined;
  onRetry: (failed: UnsavedValue) => void;
}

/** Says why a mark is not saved; nothing if it is. */
export function NotSaved({ failed, onRetry }: NotSavedProps) {
  if (!failed) return null;
  return (
    <span role="alert" className={classes.failure}>
      Not saved: {describeFailure(failed.failure)}{' '}
      <Button size="compact-xs" variant="default" onClick={() => onRetry(failed)}>
        Save again
      </Button>
    </span>
  );
}
