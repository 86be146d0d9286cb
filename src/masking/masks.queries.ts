import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import type { DatabaseWriter } from '../database/database-writer.js';
import type { MaskRules } from './mask-rules.contract.js';
import { ProjectMasksEntity } from './project-masks.entity.js';

interface StoredRules {
  projectId: number;
  rules: MaskRules;
  updatedAt: string;
}

/** Skips projects whose rules nobody has changed. */
export function listRules(
  database: DatabaseWriter,
  projectIds: readonly number[],
): Promise<StoredRules[]> {
  return database.query(
    `SELECT ${selectColumns(ProjectMasksEntity, 'm')} FROM project_masks m
      WHERE m.project_id = ANY($1)`,
    [projectIds],
  );
}

/** Lists the rules of all projects, by their names. Runs all the time. */
export function listAllRules(
  database: DatabaseWriter,
): Promise<(Omit<StoredRules, 'projectId'> & { name: string })[]> {
  return database.query(
    `/* masks */ SELECT p.name, m.rules, m.updated_at::text AS "updatedAt"
       FROM project_masks m JOIN projects p ON p.id = m.project_id`,
  );
}

export async function replaceRules(
  tx: EntityManager,
  projectId: number,
  rules: MaskRules,
): Promise<void> {
  await tx.query(
    `INSERT INTO project_masks (project_id, rules) VALUES ($1, $2)
     ON CONFLICT (project_id) DO UPDATE SET rules = excluded.rules, updated_at = now()`,
    [projectId, JSON.stringify(rules)],
  );
}
