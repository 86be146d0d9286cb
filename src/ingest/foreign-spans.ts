import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { KeyInUse } from '../common/access/access.js';
import { rejectSpan } from './decode/reject.js';
import { MOST_KEPT } from './decode/decode-traces.js';
import { SpanRejectedError } from './decode/errors.js';
import type { EncodedSpan, EncodedSpans } from './encode-spans.js';
import { INGEST_POOL } from './ingest-pool.js';
import { keepEncoded } from './read-row.js';

const FIND = {
  name: 'ingest-find-foreign',
  text: `
    SELECT 'trace' AS kind, trace_id AS id FROM traces
    WHERE trace_id = ANY ($1) AND project_id <> $3
    UNION ALL
    SELECT 'session', session_id FROM project_sessions
    WHERE session_id = ANY ($2) AND project_id <> $3`,
};

/**
 * Senders choose the IDs of traces and sessions, which keep the project in which they began. A key
 * for one project must not reach another project by naming one of its traces or sessions.
 */
@Injectable()
export class ForeignSpans {
  constructor(@Inject(INGEST_POOL) private readonly pool: pg.Pool) {}

  /**
   * Rejects spans that would join a trace or a session of another project. Without `project`,
   * rejects none.
   */
  async refuse(
    encoded: EncodedSpans,
    project: KeyInUse['project'] | undefined,
  ): Promise<EncodedSpans> {
    if (!project || encoded.spans.length === 0) return encoded;
    const foreign = await this.find(encoded.spans, project.id);
    const joined = (span: EncodedSpan): string | undefined => {
      if (foreign.has(`trace ${span.traceId}`)) return 'trace';
      return foreign.has(`session ${span.sessionId}`) ? 'session' : undefined;
    };
    const refused = encoded.spans.filter((span) => joined(span));
    const kept = await Promise.all(refused.slice(0, MOST_KEPT).map(keepEncoded));
    return {
      ...encoded,
      spans: encoded.spans.filter((span) => !joined(span)),
      rejected: [
        ...encoded.rejected,
        ...refused.map((span, at) =>
          rejectSpan(span, refusalOf(joined(span)), span.projectName, kept[at]),
        ),
      ],
    };
  }

  private async find(spans: readonly EncodedSpan[], projectId: number): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ kind: string; id: string }>({
      ...FIND,
      values: [
        [...new Set(spans.map(({ traceId }) => traceId))],
        [...new Set(spans.flatMap(({ sessionId }) => sessionId ?? []))],
        projectId,
      ],
    });
    return new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  }
}

function refusalOf(joined: string | undefined): SpanRejectedError {
  return new SpanRejectedError(
    'other_project',
    `The span's ${joined} does not belong to the API key's project.`,
  );
}
