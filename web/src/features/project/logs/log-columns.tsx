import type { DataColumn } from '../../../components/data-table/columns.js';
import { SeverityMark } from '../../../components/logs/severity-mark.js';
import type { LogRow } from '../api/logs-list.js';
import { timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';

/** The columns of log records. */
export const LOG_COLUMNS: readonly DataColumn<LogRow>[] = [
  timeColumn({
    id: 'time',
    header: 'Time',
    width: 110,
    time: ({ time }) => time,
  }),
  {
    id: 'severity',
    header: 'Severity',
    width: 90,
    cell: ({ severity, severityText }) => <SeverityMark severity={severity} text={severityText} />,
  },
  {
    id: 'body',
    header: 'Record',
    width: 360,
    grow: true,
    required: true,
    cell: (row) => (
      <NameLink to="." search={(now: object) => ({ ...now, record: row.id })}>
        {titleOf(row)}
      </NameLink>
    ),
  },
  {
    id: 'event',
    header: 'Event',
    width: 200,
    cell: ({ eventName }) => <span title={eventName ?? undefined}>{eventName ?? '–'}</span>,
  },
  {
    id: 'service',
    header: 'Service',
    width: 140,
    cell: ({ serviceName }) => <span title={serviceName ?? undefined}>{serviceName ?? '–'}</span>,
  },
];

/** Rows show one line. */
const MAX_TITLE_LENGTH = 300;

/** Returns what a record says, in one line. */
export function titleOf({ body, eventName }: Pick<LogRow, 'body' | 'eventName'>): string {
  const text = body?.slice(0, MAX_TITLE_LENGTH).replaceAll(/\s+/g, ' ').trim();
  return text || (eventName ?? 'Empty record');
}
