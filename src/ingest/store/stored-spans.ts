import type pg from 'pg';
import type { ProjectScope } from '../../kernel/http/request-context.js';
import { quarterOf } from '../../spans/quarters.js';
import { closedBy, isClosed } from './closed-projects.js';
import type { EncodedSpan } from './encode-spans.js';

const FIND_TRACES = {
  name: 'ingest-find-traces',
  text: `SELECT trace_id, project_id, session_id, ${quarterOf('start_time')} AS quarter
           FROM traces WHERE trace_id = ANY ($1)`,
};

const FIND_SPANS = {
  name: 'ingest-find-spans',
  text: `
    SELECT spans.trace_id, spans.span_id
    FROM unnest($1::text[], $2::text[]) AS sent (trace_id, span_id)
    JOIN spans ON spans.trace_id = sent.trace_id AND spans.span_id = sent.span_id`,
};

/** A trace that exists. */
export interface KnownTrace {
  /** Row ID of its project. */
  projectId: number;
  sessionId: string | null;
  /** The quarter of an hour in which it began. */
  quarter: number;
}

/** The parts of a batch that the database already has. */
export interface StoredPart {
  /** The spans that are not stored yet, without duplicates, in the given order. */
  fresh: EncodedSpan[];
  /** The traces that exist, by their IDs. */
  known: Map<string, KnownTrace>;
}

/** Skips spans that are already stored, and all but the first of duplicates. */
export async function leaveOutStored(
  client: pg.ClientBase,
  spans: readonly EncodedSpan[],
): Promise<StoredPart> {
  const byKey = new Map<string, EncodedSpan>();
  for (const span of spans) {
    const key = keyOf(span.traceId, span.spanId);
    if (!byKey.has(key)) byKey.set(key, span);
  }
  const traceIds = [...new Set(spans.map((span) => span.traceId))];
  const traces = await client.query<{
    trace_id: string;
    project_id: number;
    session_id: string | null;
    quarter: number;
  }>({
    ...FIND_TRACES,
    values: [traceIds],
  });
  const known = new Map(
    traces.rows.map((row) => [
      row.trace_id,
      { projectId: row.project_id, sessionId: row.session_id, quarter: row.quarter },
    ]),
  );
  if (known.size > 0) {
    const candidates = [...byKey.values()].filter((span) => known.has(span.traceId));
    const stored = await client.query<{ trace_id: string; span_id: string }>({
      ...FIND_SPANS,
      values: [candidates.map((span) => span.traceId), candidates.map((span) => span.spanId)],
    });
    for (const row of stored.rows) byKey.delete(keyOf(row.trace_id, row.span_id));
  }
  return { fresh: [...byKey.values()], known };
}

/** IDs cannot contain NUL. */
function keyOf(traceId: string, spanId: string): string {
  return `${traceId}\0${spanId}`;
}

const FIND_ANYWHERE = 'SELECT DISTINCT s.span_id FROM spans s WHERE s.span_id = ANY ($1)';

const FIND_OPEN = `
  SELECT DISTINCT s.span_id FROM spans s JOIN projects p ON p.id = s.project_id
  WHERE s.span_id = ANY ($1) AND NOT ${isClosed('$2', '$3')}`;

/**
 * Finds out which of some span IDs are stored, in any trace.
 * @param scope the projects to look at; undefined for all.
 */
export async function findStoredAnywhere(
  pool: pg.Pool,
  spanIds: readonly string[],
  scope: ProjectScope | undefined,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ span_id: string }>(scope ? FIND_OPEN : FIND_ANYWHERE, [
    [...new Set(spanIds)],
    ...(scope ? closedBy(scope) : []),
  ]);
  return new Set(rows.map((row) => row.span_id));
}
