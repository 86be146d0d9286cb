import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { SESSION_TYPE, type SessionWithTraces } from '../sessions.service.js';

/** A trace of a session. */
export class SessionTraceItem {
  /** Global ID. */
  id: string;
  trace_id: string;
  start_time: string;
  end_time: string;
}

/** A session in the REST API. */
export class SessionItem {
  /** Global ID. */
  id: string;
  /** The ID that the application sent. */
  session_id: string;
  /** Global ID of the project of the session. */
  project_id: string;
  start_time: string;
  end_time: string;
  /** Sorted by start time. */
  traces: SessionTraceItem[];
  /** Prompt tokens of the LLM spans. */
  token_count_prompt: number;
  /** Completion tokens of the LLM spans. */
  token_count_completion: number;
  token_count_total: number;
  /** Same as `token_count_prompt`. */
  cumulative_token_count_prompt: number;
  /** Same as `token_count_completion`. */
  cumulative_token_count_completion: number;
  /** Same as `token_count_total`. */
  cumulative_token_count_total: number;
}

/** One session. */
export class SessionAnswer {
  data: SessionItem;
}

/** A page of sessions. */
export class SessionItemPage {
  data: SessionItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toSessionItem({ session: row, traces }: SessionWithTraces): SessionItem {
  const prompt = traces.reduce((sum, trace) => sum + trace.promptTokens, 0);
  const completion = traces.reduce((sum, trace) => sum + trace.completionTokens, 0);
  return {
    id: toGlobalId(SESSION_TYPE, row.id),
    session_id: row.sessionId,
    project_id: toGlobalId('Project', row.projectId),
    start_time: row.startTime,
    end_time: row.endTime,
    traces: traces.map((trace) => ({
      id: toGlobalId('Trace', trace.id),
      trace_id: trace.traceId,
      start_time: trace.startTime,
      end_time: trace.endTime,
    })),
    token_count_prompt: prompt,
    token_count_completion: completion,
    token_count_total: prompt + completion,
    cumulative_token_count_prompt: prompt,
    cumulative_token_count_completion: completion,
    cumulative_token_count_total: prompt + completion,
  };
}
