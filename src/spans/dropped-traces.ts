/**
 * The value of `traces.kept_because` for a large trace that sampling drops, while it loses its spans step by
 * step. Requests to annotate, refer to or move the trace answer that it does not exist.
 */
export const DROPPED = 'DROPPED';

/** SQL of whether a trace is there to stay: not about to lose all spans that it had. */
export function isPresent(trace: string): string {
  return `${trace}.kept_because IS DISTINCT FROM '${DROPPED}'`;
}
