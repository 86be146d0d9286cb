import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../../lib/errors/server-errors.js';
import type { TimeRangeSearch } from '../../../../lib/time/time-range.js';
import {
  CreateQueueMutation,
  PatchQueueMutation,
  type Queue,
  QUEUE_DOCUMENTS,
} from '../api/queues.js';
import { toContent, toSource } from '../queue-draft.js';
import { QueueForm } from './queue-form.js';

export interface QueueDialogProps {
  projectId: string;
  /** The queue to edit, `new` to create one, or undefined to hide the dialog. */
  queue: Queue | 'new' | undefined;
  /** The time range that a new queue starts with. */
  range: TimeRangeSearch;
  onClose: () => void;
  onCreated: (queue: Queue) => void;
}

/** Creates or edits a review queue. Keeps the input if the server rejects it. */
export function QueueDialog(props: QueueDialogProps) {
  const { projectId, queue, range, onClose, onCreated } = props;
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateQueueMutation, { invalidates: QUEUE_DOCUMENTS });
  const [patch] = useGraphqlMutation(PatchQueueMutation, { invalidates: QUEUE_DOCUMENTS });
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  return (
    <Modal
      opened={queue !== undefined}
      onClose={close}
      title={queue === 'new' ? 'New review queue' : 'Edit review queue'}
      closeOnClickOutside={false}
      size={560}
    >
      {queue === undefined ? null : (
        <QueueForm
          projectId={projectId}
          queue={queue === 'new' ? undefined : queue}
          range={range}
          label={queue === 'new' ? 'Create queue' : 'Save'}
          refusal={refusal}
          onChange={() => setRefusal(undefined)}
          onClose={close}
          onSubmit={async (draft, chosenRange) => {
            if (queue !== 'new') {
              const { error } = await patch({ input: { id: queue.id, ...toContent(draft) } });
              if (error) setRefusal(describeError(error).detail);
              else close();
              return;
            }
            const { data, error } = await create({
              input: {
                projectId,
                target: draft.target,
                ...toContent(draft),
                source: toSource(draft, chosenRange),
              },
            });
            if (error) {
              setRefusal(describeError(error).detail);
              return;
            }
            const { annotationQueue } = data.createAnnotationQueue;
            close();
            if (annotationQueue.progress.total > 0) onCreated(annotationQueue);
            else {
              notifications.show({
                message:
                  draft.source === 'none'
                    ? `Review queue ${annotationQueue.name} created`
                    : `Review queue ${annotationQueue.name} created, but nothing matched, so it is empty.`,
              });
            }
          }}
        />
      )}
    </Modal>
  );
}
