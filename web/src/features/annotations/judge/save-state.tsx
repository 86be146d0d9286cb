import { Button } from '@mantine/core';
import classes from './judge-panel.module.css';
import { describeFailure } from './unsaved-values.js';
import type { Judgments, Target } from './use-judgments.js';

interface SaveStateProps {
  judgments: Judgments;
  target: Target | undefined;
  /** Whether the panel has a field for a name. */
  isEdited: (name: string) => boolean;
  readOnly: boolean;
}

/** Says whether everything is saved, and undoes the last change. */
export function SaveState({ judgments, target, isEdited, readOnly }: SaveStateProps) {
  const { state, noteFailure, undo, undoneName, failed } = judgments;
  if (readOnly) {
    return <p className={classes.hint}>Viewers can read annotations but not add any.</p>;
  }
  // Fields show their own failures.
  const elsewhere = failed.filter(
    ({ target: at, name }) => at.kind === 'document' || at.id !== target?.id || !isEdited(name),
  );
  return (
    <>
      <div className={classes.line}>
        <p className={classes.state} role="status" data-failed={state === 'failed' || undefined}>
          {state === 'saving'
            ? 'Saving…'
            : state === 'failed'
              ? noteFailure
                ? `Note not ${noteFailure.what}: ${describeFailure(noteFailure.error)}`
                : 'Not saved'
              : state === 'saved'
                ? 'Saved'
                : 'Changes are saved as you make them.'}
        </p>
        {undo ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={undo}
            title={`Undo the change to ${undoneName} (u)`}
          >
            Undo
          </Button>
        ) : null}
      </div>
      {elsewhere.length > 0 ? (
        <div className={classes.failure} role="alert">
          <p>
            {elsewhere.length === 1
              ? `A change to ${elsewhere[0]?.name} elsewhere is not saved.`
              : `${elsewhere.length} changes elsewhere are not saved.`}
          </p>
          <div className={classes.labels}>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => elsewhere.forEach(judgments.retry)}
            >
              Save again
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => elsewhere.forEach(judgments.discard)}
            >
              Discard
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}
