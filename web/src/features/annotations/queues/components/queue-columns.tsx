import { Menu } from '@mantine/core';
import { ListChecks, Pencil, Trash2 } from 'lucide-react';
import type { DataColumn } from '../../../../components/data-table/columns.js';
import { formatExact, formatScore, formatShare } from '../../../../lib/format/numbers.js';
import type { Agreement, Queue } from '../api/queues.js';
import { TARGETS } from '../queue-texts.js';
import { getReviewerName } from '../reviewer-name.js';
import { QueueProgress } from './queue-progress.js';
import {
  actionsColumn,
  textColumn,
  timeColumn,
} from '../../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../../components/data-table/name-link.js';
import { ActionItem, ActionsMenu } from '../../../../components/buttons/actions-menu.js';

interface QueueColumnsOptions {
  projectId: string;
  /** By ID of the queue. */
  agreements: ReadonlyMap<string, readonly Agreement[]>;
  canChange: (queue: Queue) => boolean;
  onSummary: (queue: Queue) => void;
  onEdit: (queue: Queue) => void;
  onDelete: (queue: Queue) => void;
}

/** Returns the columns of the list of review queues. */
export function buildQueueColumns(options: QueueColumnsOptions): DataColumn<Queue>[] {
  const { projectId, agreements } = options;
  return [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      grow: true,
      required: true,
      cell: ({ id, name, description }) => (
        <NameLinkCell
          to="/projects/$projectId/review/$queueId"
          params={{ projectId, queueId: id }}
          title={description ? `${name}: ${description}` : name}
          name={name}
        />
      ),
    },
    {
      id: 'progress',
      header: 'Done',
      width: 170,
      cell: ({ progress }) => <QueueProgress progress={progress} />,
    },
    textColumn({
      id: 'reviewers',
      header: 'Reviewers',
      width: 170,
      text: ({ progress }) =>
        progress.reviewers
          .map(({ user, done }) => `${getReviewerName(user)} (${formatExact(done)})`)
          .join(', '),
    }),
    textColumn({
      id: 'agreement',
      header: 'Agreement',
      label: 'How often people chose the same label, or how far apart their scores are',
      width: 200,
      text: ({ id }) => describeAgreements(agreements.get(id) ?? []),
    }),
    {
      id: 'target',
      header: 'Items',
      width: 90,
      cell: ({ target }) => TARGETS.find(({ value }) => value === target)?.label,
    },
    textColumn({
      id: 'configs',
      header: 'Configs',
      width: 180,
      text: ({ annotationConfigs }) => annotationConfigs.map(({ name }) => name).join(', '),
    }),
    {
      id: 'judgments',
      header: 'Per item',
      label: 'Judgments per item',
      width: 80,
      numeric: true,
      cell: ({ judgmentsPerItem }) => judgmentsPerItem,
    },
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      time: ({ createdAt }) => createdAt,
    }),
    actionsColumn((queue) => <QueueMenu queue={queue} {...options} />),
  ];
}

/** `correctness 84%, tone ±0.1`, for the configs that two people judged. */
function describeAgreements(agreements: readonly Agreement[]): string {
  return agreements
    .flatMap(({ annotationConfig: { name }, percentAgreement, meanAbsoluteDifference }) => {
      if (meanAbsoluteDifference !== null) return `${name} ±${formatScore(meanAbsoluteDifference)}`;
      return percentAgreement === null ? [] : `${name} ${formatShare(percentAgreement)}`;
    })
    .join(', ');
}

function QueueMenu(props: { queue: Queue } & QueueColumnsOptions) {
  const { queue, canChange, onSummary, onEdit, onDelete } = props;
  return (
    <ActionsMenu name={queue.name} width={180}>
      <ActionItem icon={ListChecks} onClick={() => onSummary(queue)}>
        Summary
      </ActionItem>
      {canChange(queue) ? (
        <>
          <Menu.Divider />
          <ActionItem icon={Pencil} onClick={() => onEdit(queue)}>
            Edit…
          </ActionItem>
          <ActionItem icon={Trash2} onClick={() => onDelete(queue)}>
            Delete…
          </ActionItem>
        </>
      ) : null}
    </ActionsMenu>
  );
}
