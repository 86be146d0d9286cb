import { randomBytes } from 'node:crypto';
import { insertRow, type Sql } from './insert.js';

/** A row of `projects`. */
export interface ProjectRow {
  id: number;
  name: string;
  name_folded: string;
  description: string | null;
  gradient_start_color: string;
  gradient_end_color: string;
  is_private: boolean;
  created_at: string;
  updated_at: string;
}

/** Inserts a project. Its name is random by default. */
export function aProject(database: Sql, given: Partial<ProjectRow> = {}): Promise<ProjectRow> {
  const name = given.name ?? `project-${randomBytes(4).toString('hex')}`;
  return insertRow(database, 'projects', { name, name_folded: name.toLowerCase(), ...given });
}
