import type { Keys } from '../kernel/sql/for-each.js';

/** Names a session. An application's ID names another session in each project. */
export interface SessionKey {
  /** Row ID of the project. */
  projectId: number;
  /** The ID that the application sent. */
  sessionId: string;
}

/** Returns the same text for equal keys, and for a trace of the session. */
export function toSessionText({
  projectId,
  sessionId,
}: SessionKey | { projectId: number; sessionId: string | null }): string {
  return `${projectId} ${sessionId}`;
}

/** SQL of the sessions in the parameters `$1` and `$2`, which `toSessionColumns` returns. */
export const SESSION_KEYS = 'unnest($1::bigint[], $2::text[]) AS k (project_id, session_id)';

export function toSessionColumns(keys: readonly SessionKey[]): [number[], string[]] {
  return [keys.map(({ projectId }) => projectId), keys.map(({ sessionId }) => sessionId)];
}

/** SQL of whether a row `one` is of the session of `other`: both have the columns of the key. */
export function isSameSession(one: string, other: string): string {
  return `${one}.session_id = ${other}.session_id AND ${one}.project_id = ${other}.project_id`;
}

/** The same for `selectForEach`, with the aliases `k.project_id` and `k.session_id`. */
export function toSessionParts(keys: readonly SessionKey[]): [Keys, Keys] {
  const [projectIds, sessionIds] = toSessionColumns(keys);
  return [
    { alias: 'k.project_id', values: projectIds, type: 'bigint' },
    { alias: 'k.session_id', values: sessionIds, type: 'text' },
  ];
}
