import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ellipsis, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { PreviewText } from '../../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../../components/data-table/columns.js';
import rowLink from '../../../../components/data-table/row-link.module.css';
import { formatExact, formatScore, formatShare } from '../../../../lib/format/numbers.js';
import type { Agreement, Queue } from '../api/queues.js';
import { TARGETS } from '../queue-texts.js';
import { getReviewerName } from '../reviewer-name.js';
import { QueueProgress } from './queue-progress.js';

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
        <span className={rowLink.cell}>
          <Link
            to="/projects/$projectId/review/$queueId"
            params={{ projectId, queueId: id }}
            className={rowLink.link}
            dir="auto"
            title={description ? `${name}: ${description}` : name}
          >
            {name}
          </Link>
        </span>
      ),
    },
    {
      id: 'progress',
      header: 'Done',
      width: 170,
      cell: ({ progress }) => <QueueProgress progress={progress} />,
    },
    {
      id: 'reviewers',
      header: 'Reviewers',
      width: 170,
      cell: ({ progress }) => (
        <PreviewText
          text={progress.reviewers
            .map(({ user, done }) => `${getReviewerName(user)} (${formatExact(done)})`)
            .join(', ')}
        />
      ),
    },
    {
      id: 'agreement',
      header: 'Agreement',
      label: 'How often people chose the same label, or how far apart their scores are',
      width: 200,
      cell: ({ id }) => <PreviewText text={describeAgreements(agreements.get(id) ?? [])} />,
    },
    {
      id: 'target',
      header: 'Items',
      width: 90,
      cell: ({ target }) => TARGETS.find(({ value }) => value === target)?.label,
    },
    {
      id: 'configs',
      header: 'Configs',
      width: 180,
      cell: ({ annotationConfigs }) => (
        <PreviewText text={annotationConfigs.map(({ name }) => name).join(', ')} />
      ),
    },
    {
      id: 'judgments',
      header: 'Per item',
      label: 'Judgments per item',
      width: 80,
      numeric: true,
      cell: ({ judgmentsPerItem }) => judgmentsPerItem,
    },
    {
      id: 'createdAt',
      header: 'Created',
      width: 132,
      cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (queue) => <QueueMenu queue={queue} {...options} />,
    },
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
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${queue.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<ListChecks size={14} aria-hidden />}
          onClick={() => onSummary(queue)}
        >
          Summary
        </Menu.Item>
        {canChange(queue) ? (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={() => onEdit(queue)}>
              Edit…
            </Menu.Item>
            <Menu.Item
              leftSection={<Trash2 size={14} aria-hidden />}
              onClick={() => onDelete(queue)}
            >
              Delete…
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
