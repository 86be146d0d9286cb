import { isFailedSpan, isFailedTrace } from '../../spans/failure.js';
import type { Distribution } from '../../kernel/sql/distribution.js';

/** The sums over subtrees: two numbers of each span that has them. */
const ADDED_UP = {
  tokens: {
    ofTrace: 'summed.prompt_tokens > 0 OR summed.completion_tokens > 0',
    ofSpan: '(o.prompt_tokens > 0 OR o.completion_tokens > 0)',
    first: 'o.prompt_tokens',
    second: 'o.completion_tokens',
  },
  errors: {
    ofTrace: isFailedTrace('summed'),
    ofSpan: isFailedSpan('o'),
    first: '1::bigint',
    second: '0::bigint',
  },
};

/**
 * The tokens of the subtree of each span, from `joinSubtrees`.
 * @param span SQL alias of the span.
 */
export function subtreeTokens(span: string): Record<'prompt' | 'completion' | 'total', string> {
  const [prompt, completion] = [0, 1].map((place) => subtreeSum(span, 'tokens', place));
  return { prompt: prompt!, completion: completion!, total: `(${prompt} + ${completion})` };
}

/** The number of failed spans in the subtree of each span, from `joinSubtrees`. */
export function subtreeErrors(span: string): string {
  return subtreeSum(span, 'errors', 0);
}

/** Spans with nothing to add up below them are not in the object. */
function subtreeSum(span: string, figure: keyof typeof ADDED_UP, place: number): string {
  return `coalesce((${span}_${figure}.sums -> ${span}.span_id ->> ${place})::numeric, 0)`;
}

/**
 * Joins the sums over the subtree of each span, as an object of span IDs. PostgreSQL computes it
 * once for consecutive spans of a trace (Memoize), which takes 40 µs for ten spans. It does so only
 * for a single row of a table, hence `traces` and `OFFSET`.
 * @param span SQL alias of the spans.
 * @param traceId SQL of the ID of their trace. If it does not depend on the span, PostgreSQL also
 * computes the sums once where it does not expect consecutive spans of a trace.
 */
export function joinSubtrees(
  span: string,
  figure: keyof typeof ADDED_UP,
  distribution: Distribution,
  traceId = `${span}.trace_id`,
): string {
  const { ofTrace, ofSpan, first, second } = ADDED_UP[figure];
  const ofOne = (value: string) => `array_agg((CASE WHEN ${ofSpan} THEN ${value} END)::numeric)`;
  const cluster = `
  LEFT JOIN LATERAL (
    SELECT CASE WHEN ${ofTrace} THEN (
      SELECT spandrel_subtree_sums(
               array_agg(o.span_id), array_agg(o.parent_id), ${ofOne(first)}, ${ofOne(second)})
        FROM spans o WHERE o.trace_id = summed.trace_id) END AS sums
      FROM traces summed WHERE summed.trace_id = ${traceId}
  ) ${span}_${figure} ON true`;
  const single = `
  LEFT JOIN LATERAL (
    SELECT CASE WHEN ${ofTrace} THEN (
      WITH RECURSIVE above (span_id, parent_id, origin, first, second) AS (
        SELECT o.span_id, o.parent_id, o.span_id, ${first}, ${second}
          FROM spans o WHERE o.trace_id = summed.trace_id AND ${ofSpan}
        UNION
        SELECT p.span_id, p.parent_id, a.origin, a.first, a.second
          FROM above a JOIN spans p ON p.trace_id = summed.trace_id AND p.span_id = a.parent_id)
      SELECT jsonb_object_agg(subtree.span_id, jsonb_build_array(subtree.first, subtree.second))
        FROM (SELECT span_id, sum(first) AS first, sum(second) AS second
                FROM above GROUP BY span_id) subtree) END AS sums
      FROM traces summed WHERE summed.trace_id = ${traceId} OFFSET 0
  ) ${span}_${figure} ON true`;
  return distribution.choose({ single, cluster });
}
