import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ClipboardCheck, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useColumnLayout } from '../../../../components/data-table/use-column-layout.js';
import {
  useConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../../components/dialogs/confirm-dialog.js';
import { createLazyDialog } from '../../../../components/dialogs/lazy-dialog.js';
import { EmptyState } from '../../../../components/feedback/empty-state.js';
import { useTimeRange } from '../../../../lib/time/use-time-range.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import {
  type Queue,
  useAgreements,
  useQueues,
  DeleteQueueMutation,
  QUEUE_DOCUMENTS,
} from '../api/queues.js';
import { buildQueueColumns } from '../components/queue-columns.js';
import type { QueueDialogProps } from '../components/queue-dialog.js';
import { ListPage, toList } from '../../../../components/layout/list-page.js';
import { Toolbar } from '../../../../components/layout/page.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { formatPlural } from '../../../../lib/format/numbers.js';
import { getNoun } from '../queue-texts.js';

const route = getRouteApi('/projects/$projectId/review');
const queueDialog = createLazyDialog<QueueDialogProps>(
  () => import('../components/queue-dialog.js').then(({ QueueDialog }) => QueueDialog),
  ({ queue }) => queue !== undefined,
);

/** The review queues of a project. */
export function QueuesPage() {
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const range = useTimeRange(route.useSearch());
  const { viewer, can, canOnServer } = useViewer();
  const { queues, error, reload } = useQueues(projectId);
  const agreements = useAgreements(projectId);
  const [edited, setEdited] = useState<Queue | 'new'>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const describeDeletion = useQueueDeletion();

  const open = useCallback(
    ({ id }: Queue, summary?: true) =>
      void navigate({
        to: '/projects/$projectId/review/$queueId',
        params: { projectId, queueId: id },
        search: (now) => ({ ...now, summary }),
      }),
    [navigate, projectId],
  );
  const columns = useMemo(
    () =>
      buildQueueColumns({
        projectId,
        agreements,
        canChange: ({ user }) =>
          canOnServer.administer || (can.write && user !== null && user.id === viewer?.id),
        onSummary: (queue) => open(queue, true),
        onEdit: setEdited,
        onDelete: (queue) => confirm(describeDeletion(queue)),
      }),
    [confirm, projectId, agreements, can, canOnServer, viewer, open, describeDeletion],
  );
  const layout = useColumnLayout('project.review', columns);
  const openQueue = useCallback((queue: Queue) => open(queue), [open]);
  const createButton = can.write ? (
    <Button
      leftSection={<Plus size={15} aria-hidden />}
      onPointerEnter={queueDialog.preload}
      onFocus={queueDialog.preload}
      onClick={() => setEdited('new')}
    >
      New queue
    </Button>
  ) : null;

  return (
    <ListPage
      toolbar={
        queues?.length === 0 ? null : (
          <Toolbar
            hint={
              <>
                People judge the items of a queue one by one. Each queue sets how many people judge
                an item.
              </>
            }
            actions={createButton}
          />
        )
      }
      label="Review queues"
      layout={layout}
      list={toList(queues, error, reload)}
      noun="queue"
      onOpen={openQueue}
      empty={
        <EmptyState icon={ClipboardCheck} title="No review queues yet" action={createButton}>
          A review queue is a list of traces, spans or sessions that people judge one by one, with
          the keyboard. Several people can share it, and you choose how many of them judge each
          item.{' '}
          {can.write
            ? 'Create one from the newest items or a random sample, or select rows in a list and add them to a queue.'
            : 'A member can create one.'}
        </EmptyState>
      }
    >
      <queueDialog.Dialog
        projectId={projectId}
        queue={edited}
        range={range}
        onClose={() => setEdited(undefined)}
        onCreated={openQueue}
      />
      {confirmDialog}
    </ListPage>
  );
}

/** Returns a function that describes the deletion of a queue, for `ConfirmDialog`. */
function useQueueDeletion(): (queue: Queue) => Confirmation {
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
