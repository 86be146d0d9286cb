import type { DataColumn } from '../../../components/data-table/columns.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { AuditRow } from '../api/audit-events.js';
import { describeAction } from '../audit-actions.js';
import classes from './audit.module.css';
import { OutcomeMark } from './outcome-mark.js';
import { NameLink } from '../../../components/data-table/name-link.js';

/** The columns of the audit log. */
export const AUDIT_COLUMNS: readonly DataColumn<AuditRow>[] = [
  {
    id: 'occurredAt',
    header: 'Time',
    width: 110,
    required: true,
    cell: (row) => (
      <NameLink to="/settings/audit-log" search={(now) => ({ ...now, event: row.id })}>
        <RelativeTime time={row.occurredAt} />
      </NameLink>
    ),
  },
  {
    id: 'actor',
    header: 'User',
    width: 180,
    required: true,
    cell: (row) => <Named name={row.actorName} otherwise="unknown" />,
  },
  {
    id: 'action',
    header: 'Action',
    width: 230,
    grow: true,
    cell: (row) => <span title={row.action}>{describeAction(row.action)}</span>,
  },
  {
    id: 'subject',
    header: 'Subject',
    width: 200,
    cell: (row) => <Named name={row.subjectName ?? row.subjectId} otherwise="–" />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 100,
    cell: (row) => <OutcomeMark outcome={row.outcome} />,
  },
  {
    id: 'address',
    header: 'IP address',
    width: 140,
    cell: (row) => <Named name={row.address} otherwise="–" />,
  },
];

function Named({ name, otherwise }: { name: string | null; otherwise: string }) {
  if (!name) return <span className={classes.none}>{otherwise}</span>;
  return (
    <span title={name} dir="auto">
      {name}
    </span>
  );
}
