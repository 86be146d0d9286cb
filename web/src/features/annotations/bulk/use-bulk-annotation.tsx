import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announceAnnotationChange } from '../../../components/annotations/annotation-changes.js';
import { ALL_QUERIES } from '../../../lib/data/query-client.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { type Previous, sendSettings, type Setting } from './set-annotations.js';
import { type FailedSetting, setInBatches } from './set-in-batches.js';

const UNDO_MS = 10_000;

/**
 * Sets annotations, and offers to undo it for ten seconds.
 * @param onUndoChange called with a function that undoes it, and with nothing when it is too late.
 */
export function useBulkAnnotation(
  noun: string,
  onUndoChange: (undo: (() => void) | undefined) => void,
) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failed, setFailed] = useState<FailedSetting[]>([]);
  const previous = useRef<Previous[]>([]);

  const showChange = () => {
    void client.invalidateQueries({ queryKey: ALL_QUERIES });
    announceAnnotationChange();
  };
  const offerUndo = () => {
    const before = previous.current;
    const undo = () => {
      onUndoChange(undefined);
      notifications.hide(notice);
      void undoAnnotations(before).then(showChange);
    };
    const count = new Set(before.map(({ targetId }) => targetId)).size;
    onUndoChange(undo);
    const notice = notifications.show({
      autoClose: UNDO_MS,
      onClose: () => onUndoChange(undefined),
      message: (
        <>
          {formatPlural(count, noun)} annotated.{' '}
          <Anchor component="button" type="button" inherit onClick={undo}>
            Undo (u)
          </Anchor>
        </>
      ),
    });
  };

  /** @returns whether everything was set. */
  const set = async (settings: readonly Setting[]): Promise<boolean> => {
    setProgress({ done: 0, total: settings.length });
    const outcome = await setInBatches(settings, sendSettings, (done) =>
      setProgress({ done, total: settings.length }),
    );
    setProgress(undefined);
    setFailed(outcome.failed);
    previous.current = [...previous.current, ...outcome.previous];
    if (outcome.previous.length > 0) {
      showChange();
      offerUndo();
    }
    return outcome.failed.length === 0;
  };
  return { progress, failed, set, retry: () => set(failed.map(({ setting }) => setting)) };
}

async function undoAnnotations(previous: readonly Previous[]): Promise<void> {
  const { failed } = await setInBatches(previous, sendSettings);
  const [first] = failed;
  notifications.show(
    first
      ? {
          color: 'red',
          message: `${formatPlural(failed.length, 'annotation')} could not be restored: ${first.message}`,
        }
      : { message: 'Your previous annotations were restored.' },
  );
}
