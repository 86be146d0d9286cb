import { Anchor, Modal, NativeSelect, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../../components/feedback/error-state.js';
import { FormAlert, FormButtons } from '../../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../../lib/format/numbers.js';
import {
  AddItemsMutation,
  CreateQueueMutation,
  type Queue,
  QUEUE_DOCUMENTS,
  type QueueTarget,
  useQueues,
} from '../api/queues.js';
import { toContent } from '../queue-draft.js';
import { describeProgress, getNoun } from '../queue-texts.js';
import { QueueForm } from './queue-form.js';

export interface AddToQueueDialogProps {
  opened: boolean;
  projectId: string;
  target: QueueTarget;
  /** Global IDs of the selected rows. */
  targetIds: readonly string[];
  onClose: () => void;
  onAdded: () => void;
}

/** Adds spans, traces or sessions to a review queue, or creates one for them. */
export function AddToQueueDialog({ opened, ...props }: AddToQueueDialogProps) {
  const { target, targetIds, onClose } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Add ${formatPlural(targetIds.length, getNoun(target))} to a review queue`}
      closeOnClickOutside={false}
      size={560}
    >
      {opened ? <AddForm {...props} /> : null}
    </Modal>
  );
}

function AddForm(props: Omit<AddToQueueDialogProps, 'opened'>) {
  const { projectId, target, targetIds, onClose, onAdded } = props;
  const { queues, error, reload } = useQueues(projectId);
  const [wanted, setWanted] = useState<'existing' | 'new'>();
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateQueueMutation, { invalidates: QUEUE_DOCUMENTS });
  const tell = useNotice(projectId);
  const fitting = queues?.filter((queue) => queue.target === target) ?? [];
  const mode = wanted ?? (fitting.length > 0 ? 'existing' : 'new');
  const finish = (queue: { id: string; name: string }, added: number) => {
    tell(queue, added, targetIds.length, getNoun(target));
    onAdded();
    onClose();
  };

  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!queues) return <Skeleton height={120} aria-busy />;
  return (
    <Stack gap="sm">
      {fitting.length > 0 ? (
        <SegmentedControl
          fullWidth
          aria-label="Which queue"
          data={[
            { value: 'existing', label: 'Existing queue' },
            { value: 'new', label: 'New queue' },
          ]}
          value={mode}
          onChange={setWanted}
        />
      ) : null}
      {mode === 'existing' ? (
        <ExistingQueue queues={fitting} targetIds={targetIds} onClose={onClose} onAdded={finish} />
      ) : (
        <QueueForm
          projectId={projectId}
          queue={undefined}
          range={NO_RANGE}
          fixedTarget={target}
          label="Create queue"
          refusal={refusal}
          onChange={() => setRefusal(undefined)}
          onClose={onClose}
          onSubmit={async (draft) => {
            const { data, error: problem } = await create({
              input: {
                projectId,
                target,
                ...toContent(draft),
                source: { targetIds: [...targetIds] },
              },
            });
            if (problem) {
              setRefusal(describeError(problem).detail);
              return;
            }
            const { annotationQueue } = data.createAnnotationQueue;
            finish(annotationQueue, annotationQueue.progress.total);
          }}
        />
      )}
    </Stack>
  );
}

interface ExistingQueueProps {
  queues: readonly Queue[];
  targetIds: readonly string[];
  onClose: () => void;
  onAdded: (queue: { id: string; name: string }, added: number) => void;
}

function ExistingQueue({ queues, targetIds, onClose, onAdded }: ExistingQueueProps) {
  const [chosen, setChosen] = useState(queues[0]?.id ?? '');
  const [refusal, setRefusal] = useState<string>();
  const [add, isAdding] = useGraphqlMutation(AddItemsMutation, { invalidates: QUEUE_DOCUMENTS });
  const submit = async () => {
    const { data, error } = await add({
      input: { annotationQueueId: chosen, source: { targetIds: [...targetIds] } },
    });
    if (error) setRefusal(describeError(error).detail);
    else
      onAdded(
        data.addAnnotationQueueItems.annotationQueue,
        data.addAnnotationQueueItems.addedCount,
      );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label="Review queue"
          description="Items already in the queue are not added again."
          data-autofocus
          data={queues.map(({ id, name, progress }) => ({
            value: id,
            label: `${name} (${describeProgress(progress)} done)`,
          }))}
          value={chosen}
          onChange={(event) => {
            setRefusal(undefined);
            setChosen(event.currentTarget.value);
          }}
        />
        <FormAlert text={refusal} />
        <FormButtons label="Add to queue" isBusy={isAdding} onCancel={onClose} />
      </Stack>
    </form>
  );
}

const NO_RANGE = {};

/** Confirms that items were added, with a link to the queue. */
function useNotice(projectId: string) {
  const navigate = useNavigate();
  return (queue: { id: string; name: string }, added: number, count: number, noun: string) => {
    const open = () => {
      notifications.hide(queue.id);
      void navigate({
        to: '/projects/$projectId/review/$queueId',
        params: { projectId, queueId: queue.id },
      });
    };
    const known = count - added;
    notifications.show({
      id: queue.id,
      message: (
        <>
          {formatPlural(added, noun)} added to {queue.name}.{' '}
          {known > 0 ? `${formatPlural(known, 'other was', 'others were')} already in it. ` : ''}
          <Anchor component="button" type="button" inherit onClick={open}>
            Open queue
          </Anchor>
        </>
      ),
    });
  };
}
