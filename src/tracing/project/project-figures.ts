/** Sums over the traces of a project that began in a range. */
export interface ProjectTotals {
  projectId: number;
  traceCount: number;
  spanCount: number;
  /** Traces with at least one failed span. */
  failedTraceCount: number;
  promptTokens: number;
  completionTokens: number;
  /** End of the trace that ended last. */
  lastEnd: string;
}

/** Sessions of a project that touch a range. */
export interface SessionTotals {
  projectId: number;
  sessionCount: number;
  averageDurationMs: number;
}

/** Half-open range of time; an absent side is open. */
export interface TimeSpan {
  start: string | null;
  end: string | null;
}

/** What durations are taken of. */
export type TimedThing = 'trace' | 'span' | 'session';
