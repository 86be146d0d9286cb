import { ApiProperty } from '@nestjs/swagger';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { AuditEventRow } from '../audit-events.queries.js';
import { formatCsvLine } from './csv.js';

/** Something that a user or program did or tried to do. */
export class AuditEventItem {
  /** Global ID. */
  id: string;

  occurred_at: string;

  /** Dotted, such as `login.failed`. */
  action: string;

  @ApiProperty({ enum: ['success', 'failure'] })
  outcome: 'success' | 'failure';

  /** Global ID of the user, who may have been deleted. */
  actor_id: string | null;

  /** The actor's name at that time, or the name that was typed if nobody was signed in. */
  actor_name: string | null;

  /** Credential: `session`, `api-key`, `admin-secret`, or `none`. */
  credential: string | null;

  subject_type: string | null;

  subject_id: string | null;

  subject_name: string | null;

  address: string | null;

  user_agent: string | null;

  request_id: string | null;

  details: Record<string, unknown>;
}

/** A page of events. */
export class AuditEventItemPage {
  data: AuditEventItem[];

  /** The `cursor` of the next page; null on the last page. When you search, a page can be empty even if more pages follow. */
  next_cursor: string | null;
}

export function toAuditEventItem(row: AuditEventRow): AuditEventItem {
  return {
    id: toGlobalId('AuditEvent', row.id),
    occurred_at: row.occurredAt,
    action: row.action,
    outcome: row.outcome,
    actor_id: row.actorId === null ? null : toGlobalId('User', row.actorId),
    actor_name: row.actorName,
    credential: row.credential,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    address: row.address,
    user_agent: row.userAgent,
    request_id: row.requestId,
    details: row.details,
  };
}

const COLUMNS = [
  'id',
  'occurred_at',
  'action',
  'outcome',
  'actor_id',
  'actor_name',
  'credential',
  'subject_type',
  'subject_id',
  'subject_name',
  'address',
  'user_agent',
  'request_id',
] as const satisfies (keyof AuditEventItem)[];

/** The export formats: the first line of the file, and the line of each event. */
export const EXPORT_FORMATS = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    head: formatCsvLine([...COLUMNS, 'details']),
    line: (event: AuditEventItem) =>
      formatCsvLine([...COLUMNS.map((column) => event[column]), JSON.stringify(event.details)]),
  },
  jsonl: {
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (event: AuditEventItem) => `${JSON.stringify(event)}\n`,
  },
};
