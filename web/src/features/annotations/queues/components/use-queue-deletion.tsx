import { useCallback } from 'react';
import type { Confirmation } from '../../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { formatPlural } from '../../../../lib/format/numbers.js';
import { DeleteQueueMutation, type Queue, QUEUE_DOCUMENTS } from '../api/queues.js';
import { getNoun } from '../queue-texts.js';
import { notifyWhenDone } from '../../../../components/dialogs/confirm-dialog.js';

/** Returns a function that describes the deletion of a queue, for `ConfirmDialog`. */
export function useQueueDeletion(): (queue: Queue) => Confirmation {
  const [remove] = useGraphqlMutation(DeleteQueueMutation, { invalidates: QUEUE_DOCUMENTS });
  return useCallback(
    ({ id, name, target, progress }) => ({
      title: `Delete ${name}`,
      text: (
        <>
          This deletes the queue with the progress and the agreement of its{' '}
          <b>{formatPlural(progress.total, 'item')}</b>. The {getNoun(target)}s and their
          annotations stay. You can’t undo this.
        </>
      ),
      label: 'Delete queue',
      run: () => notifyWhenDone(remove({ input: { id } }), `Review queue ${name} deleted`),
    }),
    [remove],
  );
}
