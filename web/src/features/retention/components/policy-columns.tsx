import { Pencil, Play, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import type { RetentionPolicy } from '../api/retention-policies.js';
import { describeRule, describeSchedule } from '../policy-texts.js';
import { isBehind } from './behind-notice.js';
import classes from './policy-columns.module.css';
import { actionsColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';

interface PolicyActions {
  onEdit: (policy: RetentionPolicy) => void;
  onRun: (policy: RetentionPolicy) => void;
  onDelete: (policy: RetentionPolicy) => void;
}

/** Returns the columns of the list of policies, without actions for those who cannot change them. */
export function buildPolicyColumns(
  actions: PolicyActions | undefined,
): DataColumn<RetentionPolicy>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 130,
      required: true,
      cell: ({ id, name }) =>
        actions ? (
          <NameLink to="/settings/data" search={{ policy: id }} name={name} />
        ) : (
          <span dir="auto" title={name}>
            {name}
          </span>
        ),
    },
    {
      id: 'rule',
      header: 'What it deletes',
      width: 160,
      grow: true,
      cell: (policy) => <span title={describeRule(policy)}>{describeRule(policy)}</span>,
    },
    {
      id: 'schedule',
      header: 'When',
      width: 226,
      cell: ({ cronExpression }) => (
        <span title={cronExpression}>{describeSchedule(cronExpression) ?? cronExpression}</span>
      ),
    },
    {
      id: 'projects',
      header: 'Projects',
      width: 78,
      numeric: true,
      cell: ({ projectCount }) => <span className="numeric">{formatCount(projectCount)}</span>,
    },
    {
      id: 'lastRun',
      header: 'Last run',
      width: 256,
      cell: ({ lastRun }) => <LastRun run={lastRun} />,
    },
    timeColumn({
      id: 'nextRun',
      header: 'Next run',
      width: 84,
      time: ({ nextRunAt }) => nextRunAt,
    }),
    ...(actions ? [buildActionsColumn(actions)] : []),
  ];
}

function LastRun({ run }: { run: RetentionPolicy['lastRun'] }) {
  if (!run) return <span className={classes.none}>–</span>;
  const cleared = formatPlural(run.clearedTraceCount, 'trace');
  const deleted = [
    ...(run.deletedTraceCount > 0 || run.clearedTraceCount === 0
      ? [`${formatPlural(run.deletedTraceCount, 'trace')} deleted`]
      : []),
    ...(run.clearedTraceCount > 0 ? [`texts of ${cleared} removed`] : []),
  ].join(', ');
  if (isBehind(run)) {
    return (
      <span className={classes.behind} title={`Cannot keep up, ${deleted}`}>
        Cannot keep up, {deleted}
      </span>
    );
  }
  if (run.endedAt === null) return <span className={classes.running}>Running, {deleted}</span>;
  if (run.error !== null) {
    return (
      <span className={classes.failed} title={run.error}>
        Failed, {deleted}
      </span>
    );
  }
  return (
    <span title={`${deleted}; ${formatPlural(run.deletedSpanCount, 'span')} deleted`}>
      <RelativeTime time={run.startedAt} />, {deleted}
    </span>
  );
}

function buildActionsColumn({
  onEdit,
  onRun,
  onDelete,
}: PolicyActions): DataColumn<RetentionPolicy> {
  return actionsColumn(
    (policy) => (
      <>
        <IconButton label={`Edit ${policy.name}`} onClick={() => onEdit(policy)}>
          <Pencil size={15} aria-hidden />
        </IconButton>
        <IconButton label={`Run ${policy.name}`} onClick={() => onRun(policy)}>
          <Play size={15} aria-hidden />
        </IconButton>
        {policy.isDefault ? null : (
          <IconButton label={`Delete ${policy.name}`} onClick={() => onDelete(policy)}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        )}
      </>
    ),
    120,
  );
}
