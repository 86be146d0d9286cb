/** The rules that select the traces of a project to keep once they are quiet. */
export interface SamplingRules {
  /** Part of the traces that nothing else keeps, from 0 to 1. */
  share: number;
  /** Whether the share is one of sessions, so that traces of a conversation stay or go together. */
  sharesSessions: boolean;
  /** Keeps those with a span that failed. */
  keepsFailed: boolean;
  /** Keeps those that took as long or longer; null: their latency does not count. */
  minLatencyMs: number | null;
  /** Keeps those that cost as much or more, in US dollars; null: their cost does not count. */
  minCost: number | null;
  /** Keeps those with as many tokens or more; null: their tokens do not count. */
  minTokens: number | null;
  /** Keeps those with such annotations. */
  scores: readonly ScoreRule[];
  /** Keeps those that meet it. In the filter language; empty for none. */
  condition: string;
  /** A trace is quiet if no span has arrived for so long. */
  quietSeconds: number;
  /** A trace whose first span arrived as long ago is decided about although it is not quiet. */
  longestWaitSeconds: number;
}

/** Annotations of a trace or of one of its spans. */
export interface ScoreRule {
  name: string;
  /** With a lower score; null: scores do not count. */
  below: number | null;
  /** With one of these labels. */
  labels: readonly string[];
}

/** The reason why a trace is kept: the first one of this order that applies. `DROPPED` if there is none. */
export type SamplingOutcome =
  | 'PROTECTED'
  | 'FAILED'
  | 'SLOW'
  | 'EXPENSIVE'
  | 'BADLY_SCORED'
  | 'CONDITION'
  | 'SHARE'
  | 'DROPPED';
