import { randomUUID } from 'node:crypto';
import { insertRow, type Sql } from './insert.js';
import { aProject } from './project.js';
import { DEFAULT_END, DEFAULT_START } from './times.js';

/** A row of `project_sessions`. */
export interface SessionRow {
  session_id: string;
  id: number;
  project_id: number;
  start_time: string;
  end_time: string;
}

/** Inserts a session without traces, by default in a new project. */
export async function aSession(
  database: Sql,
  given: Partial<SessionRow> = {},
): Promise<SessionRow> {
  return insertRow(database, 'project_sessions', {
    session_id: randomUUID(),
    project_id: given.project_id ?? (await aProject(database)).id,
    start_time: DEFAULT_START,
    end_time: DEFAULT_END,
    ...given,
  });
}
