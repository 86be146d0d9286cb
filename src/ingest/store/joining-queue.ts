import type pg from 'pg';

/** A span of a project, which may not be stored yet. */
export interface ProjectSpanKey {
  projectId: number;
  traceId: string;
  spanId: string;
}

/** An event that was sent as a log record of a span. A span of another project never gets it. */
export interface QueuedEvent extends ProjectSpanKey {
  /** Row ID of the record. */
  logId: number;
}

const QUEUE = {
  name: 'ingest-queue-events',
  text: `
    WITH waiting AS (
      INSERT INTO waiting_events (trace_id, span_id, log_id, project_id)
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
    )
    INSERT INTO unjoined_events (log_ids) VALUES ($3)`,
};

/**
 * Records in the transaction that stores events that they wait for their spans, and that the loop which
 * joins them is to look for the spans, which may be stored already.
 */
export async function queueEvents(
  client: pg.ClientBase,
  events: readonly QueuedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query({
    ...QUEUE,
    values: [
      events.map(({ traceId }) => traceId),
      events.map(({ spanId }) => spanId),
      events.map(({ logId }) => logId),
      events.map(({ projectId }) => projectId),
    ],
  });
}

const QUEUE_AGAIN = {
  name: 'ingest-queue-waiting-events',
  text: `
    INSERT INTO unjoined_events (log_ids)
    SELECT array_agg(w.log_id)
      FROM unnest($1::text[], $2::text[], $3::bigint[]) AS sent (trace_id, span_id, project_id)
      JOIN waiting_events w USING (trace_id, span_id, project_id)
    HAVING count(*) > 0`,
};

/** Lets the loop look again at the events that waited for spans, in the transaction that stores these. */
export async function queueWaitingEvents(
  client: pg.ClientBase,
  spans: readonly ProjectSpanKey[],
): Promise<void> {
  await client.query({
    ...QUEUE_AGAIN,
    values: [
      spans.map(({ traceId }) => traceId),
      spans.map(({ spanId }) => spanId),
      spans.map(({ projectId }) => projectId),
    ],
  });
}
