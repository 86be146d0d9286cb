/**
 * Joins `tokens.prompt` and `tokens.completion` to runs `r`: those that were counted where the task
 * ran, else those of its trace; null while there is no trace.
 */
export const RUN_TOKENS = `LEFT JOIN traces t ON t.trace_id = r.trace_id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN own.are_known THEN coalesce(r.prompt_tokens, 0)
                ELSE t.prompt_tokens END AS prompt,
           CASE WHEN own.are_known THEN coalesce(r.completion_tokens, 0)
                ELSE t.completion_tokens END AS completion
      FROM (VALUES (coalesce(r.prompt_tokens, r.completion_tokens) IS NOT NULL)) AS own (are_known)
  ) AS tokens`;
