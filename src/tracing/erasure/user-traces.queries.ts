import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { listSessionKeys, shrinkSessions } from '../changes/session-changes.queries.js';
import {
  deleteTraces,
  LOCKED_TRACE_SELECT_LIST,
  type LockedTrace,
} from '../changes/tracing-changes.queries.js';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
  toSessionText,
} from '../../spans/session-key.js';
import {
  type GroupedValue,
  listGroupedValues,
  type ValueGrouping,
} from './grouped-values.queries.js';

/** The rows that a step deleted. */
export interface ErasedTraces {
  /** By row ID of the project. */
  projects: Map<number, { traces: number; spans: number }>;
  annotations: { spans: number; documents: number; traces: number; sessions: number };
  /** Sessions that have no traces left, and those that have some of others. */
  sessions: { deleted: SessionKey[]; kept: SessionKey[] };
  /** Groups that their spans belonged to. */
  groups: GroupedValue[];
}

/** Lists the traces with a span of an end user. Reads all spans, because no index has their users. */
export async function listUserTraces(tx: EntityManager, userId: string): Promise<string[]> {
  const rows = await tx.query<{ traceId: string }[]>(
    `SELECT DISTINCT trace_id AS "traceId" FROM spans WHERE user_id = $1 ORDER BY 1`,
    [userId],
  );
  return rows.map(({ traceId }) => traceId);
}

/** Attributes of log records and metric points that name an end user. Coding agents send most of them. */
const USER_ATTRIBUTES = [
  'user.id',
  'user.email',
  'user.name',
  'user.account_id',
  'user.account_uuid',
  'enduser.id',
  'enduser.pseudo.id',
];

/** The counts of log records and metric points that named an end user. */
export interface ErasedRecords {
  logRecords: number;
  metricPoints: number;
}

/**
 * Deletes log records and metric points that name an end user, and what ingestion tells of one: spans that could
 * not be stored, and examples of values. Reads all records and points, because no index has all their users.
 */
export async function eraseRecordsAndRefused(
  tx: EntityManager,
  userId: string,
): Promise<ErasedRecords> {
  const written = JSON.stringify(userId).slice(1, -1);
  const attributes = USER_ATTRIBUTES.map((key) => `r.attributes ->> '${key}'`).join(', ');
  // Looking for the text first spares reading the JSON of nearly all rows.
  const names = `strpos(r.attributes::text, $2) > 0 AND $1 IN (${attributes})`;
  const parameters = [userId, written];
  const [, logRecords] = await tx.query<[unknown, number]>(
    `DELETE FROM log_records r WHERE r.user_id = $1 OR ${names}`,
    parameters,
  );
  const [, metricPoints] = await tx.query<[unknown, number]>(
    `DELETE FROM metric_points r WHERE ${names}`,
    parameters,
  );
  await tx.query(
    `DELETE FROM ingestion_errors
      WHERE id IN (SELECT error_id FROM kept_spans WHERE user_id = $1)`,
    [userId],
  );
  await tx.query('UPDATE exporter_unread_keys SET example = NULL WHERE strpos(example, $1) > 0', [
    userId,
  ]);
  return { logRecords, metricPoints };
}

/**
 * Deletes traces with their spans and annotations, and those of their spans that could not be stored.
 * Deletes sessions that become empty.
 * @param groupings of the groups to return.
 */
export async function eraseTraces(
  tx: Transaction,
  traceIds: readonly string[],
  groupings: readonly ValueGrouping[],
): Promise<ErasedTraces> {
  const traces = await tx.query<(LockedTrace & { spanCount: number })[]>(
    lockTracesSql(
      tx.distribution,
      `${LOCKED_TRACE_SELECT_LIST}, t.span_count AS "spanCount"`,
      't.trace_id = ANY($1)',
    ),
    [traceIds],
  );
  const sessions = listSessionKeys(traces);
  const [counts] = await tx.query<[Omit<ErasedTraces['annotations'], 'sessions'>]>(
    `SELECT (SELECT count(*) FROM span_annotations WHERE trace_id = ANY($1)) AS spans,
            (SELECT count(*) FROM document_annotations WHERE trace_id = ANY($1)) AS documents,
            (SELECT count(*) FROM trace_annotations WHERE trace_id = ANY($1)) AS traces`,
    [traceIds],
  );
  const before = await countSessionAnnotations(tx, sessions);
  const groups = await listGroupedValues(tx, traceIds, groupings);
  await deleteTraces(tx, traceIds);
  await tx.query('DELETE FROM ingestion_errors WHERE trace_id = ANY($1)', [traceIds]);
  await shrinkSessions(tx, sessions);
  const kept = await tx.query<SessionKey[]>(
    `SELECT s.project_id AS "projectId", s.session_id AS "sessionId"
       FROM ${SESSION_KEYS} JOIN project_sessions s ON ${isSameSession('s', 'k')}`,
    toSessionColumns(sessions),
  );
  const isKept = new Set(kept.map(toSessionText));
  return {
    projects: countByProject(traces),
    annotations: {
      ...counts,
      sessions: before - (await countSessionAnnotations(tx, sessions)),
    },
    sessions: { deleted: sessions.filter((key) => !isKept.has(toSessionText(key))), kept },
    groups,
  };
}

async function countSessionAnnotations(
  tx: EntityManager,
  sessions: readonly SessionKey[],
): Promise<number> {
  const [row] = await tx.query<[{ count: number }]>(
    `SELECT count(*) FROM ${SESSION_KEYS} JOIN session_annotations a ON ${isSameSession('a', 'k')}`,
    toSessionColumns(sessions),
  );
  return row.count;
}

function countByProject(
  traces: readonly { projectId: number; spanCount: number }[],
): ErasedTraces['projects'] {
  const counts: ErasedTraces['projects'] = new Map();
  for (const { projectId, spanCount } of traces) {
    const known = counts.get(projectId) ?? { traces: 0, spans: 0 };
    counts.set(projectId, { traces: known.traces + 1, spans: known.spans + spanCount });
  }
  return counts;
}
