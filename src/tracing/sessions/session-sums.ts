/** Sums over all traces of a session. */
export interface SessionSums {
  sessionId: string;
  traceCount: number;
  /** Traces with at least one failed span. */
  failedTraceCount: number;
  promptTokens: number;
  completionTokens: number;
  /** The first user that any trace names. */
  userId: string | null;
}

const NO_SUMS = {
  traceCount: 0,
  failedTraceCount: 0,
  promptTokens: 0,
  completionTokens: 0,
  userId: null,
};

/** The sums of a session that has no trace. */
export function noSums(sessionId: string): SessionSums {
  return { sessionId, ...NO_SUMS };
}
