import type pg from 'pg';

/** Spans that were stored together and have no cost yet. */
export interface UnpricedSpans {
  id: number;
  spanIds: number[];
  /** How often they could not be priced. */
  attempts: number;
}

/** Spans to price now. */
export interface TakenSpans extends UnpricedSpans {
  /** About how many batches were written after this one. */
  newerCount: number;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* span costs */';

const FIRST_DUE =
  'FROM unpriced_spans WHERE retry_at IS NULL OR retry_at <= now() ORDER BY id LIMIT';

/** SQL of whether spans wait to be priced. */
export const NEW_SPANS_DUE = `(SELECT id ${FIRST_DUE} 1) IS NOT NULL`;

/**
 * Takes the spans that have waited longest and are due. Those that could not be priced are taken
 * alone, so that they affect no others.
 */
export async function takeUnpriced(client: pg.ClientBase, limit: number): Promise<TakenSpans[]> {
  const { rows } = await client.query<TakenSpans>(
    `${MARK} SELECT id, to_json(span_ids) AS "spanIds", attempts,
            (SELECT max(id) FROM unpriced_spans) - id AS "newerCount"
       ${FIRST_DUE} $1`,
    [limit],
  );
  const failed = rows.findIndex(({ attempts }) => attempts > 0);
  return failed === -1 ? rows : rows.slice(0, Math.max(1, failed));
}

/** Spans that wait to be priced again. */
export interface PostponedSpans extends UnpricedSpans {
  retryAt: string;
}

/**
 * Lets spans that could not be priced wait 5 seconds. From the second time on, splits them in halves,
 * so that in the end a span that cannot be priced waits alone. Its pause then doubles each time, up
 * to an hour.
 */
export async function postponeUnpriced(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<PostponedSpans[]> {
  const { rows } = await client.query<PostponedSpans>(
    `${MARK} WITH failed AS (DELETE FROM unpriced_spans WHERE id = ANY($1) RETURNING *),
     half AS (
       SELECT failed.id, part.ids, CASE WHEN middle > 0 THEN 1 ELSE attempts + 1 END AS attempts
         FROM failed CROSS JOIN LATERAL (
           SELECT CASE WHEN attempts = 0 THEN 0 ELSE cardinality(span_ids) / 2 END AS middle) m
        CROSS JOIN LATERAL (VALUES (span_ids[:middle]), (span_ids[middle + 1:])) AS part (ids)
        WHERE cardinality(part.ids) > 0)
     INSERT INTO unpriced_spans (span_ids, attempts, retry_at)
     SELECT ids, attempts,
            now() + least(interval '1 hour', interval '5 s' * 2 ^ least(attempts - 1, 20))
       FROM half ORDER BY id
     RETURNING id, to_json(span_ids) AS "spanIds", attempts, retry_at AS "retryAt"`,
    [ids],
  );
  return rows;
}

export async function forgetUnpriced(client: pg.ClientBase, ids: readonly number[]): Promise<void> {
  await client.query(`${MARK} DELETE FROM unpriced_spans WHERE id = ANY($1)`, [ids]);
}
