import type pg from 'pg';

/** Exporters give up earlier. */
const KEPT = "interval '1 hour'";
const FORGET_EVERY_MS = 60_000;

/** Sorted, so that writers of the same requests never deadlock. */
const CLAIM = {
  name: 'ingest-claim-requests',
  text: `INSERT INTO received_requests (project_id, digest)
         SELECT DISTINCT project_id, digest FROM unnest($1::bigint[], $2::bytea[]) AS sent (project_id, digest)
          ORDER BY project_id, digest
         ON CONFLICT (project_id, digest) DO NOTHING RETURNING project_id, digest`,
};

const FORGET = `
  DELETE FROM received_requests WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM received_requests WHERE received_at < now() - ${KEPT}
     ORDER BY received_at LIMIT 10000 FOR UPDATE SKIP LOCKED))`;

/** Identifies what a request has for a project. */
export interface RequestPart {
  projectId: number;
  /** Of the bytes of the request. */
  digest: Buffer;
}

/**
 * Remembers requests with log records or points, which have no IDs. Exporters that got no answer repeat the
 * same bytes, which then changes nothing.
 */
export class ReceivedRequests {
  private forgotAt = 0;

  /**
   * Records requests in the transaction that stores them.
   * @returns the function that tells whether a part is new.
   */
  async claim(
    client: pg.ClientBase,
    parts: readonly RequestPart[],
  ): Promise<(part: RequestPart) => boolean> {
    if (Date.now() - this.forgotAt > FORGET_EVERY_MS) {
      this.forgotAt = Date.now();
      await client.query(FORGET);
    }
    const { rows } = await client.query<{ project_id: number; digest: Buffer }>({
      ...CLAIM,
      values: [parts.map(({ projectId }) => projectId), parts.map(({ digest }) => digest)],
    });
    const fresh = new Set(rows.map(({ project_id, digest }) => keyOf(project_id, digest)));
    return ({ projectId, digest }) => fresh.has(keyOf(projectId, digest));
  }
}

function keyOf(projectId: number, digest: Buffer): string {
  return `${projectId} ${digest.toString('hex')}`;
}
