import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import type { IngestionErrorRow } from '../api/ingestion.js';
import classes from './ingestion.module.css';
import { timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';

/** The columns of what was not stored. */
export const ERROR_COLUMNS: readonly DataColumn<IngestionErrorRow>[] = [
  {
    id: 'name',
    header: 'Span',
    width: 200,
    required: true,
    cell: (row) => (
      <NameLink to="." search={(now: object) => ({ ...now, error: row.id })}>
        {titleOf(row)}
      </NameLink>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 170,
    cell: ({ reason }) => (
      <span className={classes.code} title={reason}>
        {reason}
      </span>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    width: 260,
    grow: true,
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
  {
    id: 'kept',
    header: 'Span kept',
    tip: 'Whether it can be sent again',
    width: 150,
    cell: ({ isKept, resentAt }) => (
      <span className={isKept ? undefined : classes.none}>
        {isKept ? 'Yes' : 'No'}
        {resentAt === null ? null : (
          <>
            , sent <RelativeTime time={resentAt} />
          </>
        )}
      </span>
    ),
  },
  timeColumn({
    id: 'occurredAt',
    header: 'Time',
    width: 100,
    time: ({ occurredAt }) => occurredAt,
  }),
];

/** Annotations start the names of their reasons, and name themselves in the message. */
export function titleOf({
  reason,
  spanName,
}: Pick<IngestionErrorRow, 'reason' | 'spanName'>): string {
  if (reason.startsWith('annotation_')) return 'Annotation';
  return spanName ?? 'Unnamed span';
}
