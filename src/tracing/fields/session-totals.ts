import { isFailedTrace } from '../../spans/failure.js';

/** SQL of what the traces of a session add up to. */
export interface SessionTotals {
  traces: string;
  /** Traces with at least one failed span. */
  failedTraces: string;
  promptTokens: string;
  completionTokens: string;
  /** US dollars, exact. */
  promptCost: string;
  completionCost: string;
  /** The first user that a trace names. */
  userId: string;
}

/**
 * SQL of the totals of a session, wherever they are read: by both APIs, conditions, sorts and charts. All but the
 * counts are null without traces, and costs also without a price. Conditions take that as zero.
 * @param turn alias of its traces.
 */
export function totalTurns(turn: string): SessionTotals {
  return {
    traces: 'count(*)',
    failedTraces: `count(*) FILTER (WHERE ${isFailedTrace(turn)})`,
    promptTokens: `sum(${turn}.prompt_tokens)`,
    completionTokens: `sum(${turn}.completion_tokens)`,
    // The sum of floats depends on their order, and every page must find the same value.
    promptCost: `sum(${turn}.prompt_cost::numeric)`,
    completionCost: `sum(${turn}.completion_cost::numeric)`,
    userId: `(array_agg(${turn}.user_id ORDER BY ${turn}.start_time, ${turn}.id)
      FILTER (WHERE ${turn}.user_id IS NOT NULL))[1]`,
  };
}
