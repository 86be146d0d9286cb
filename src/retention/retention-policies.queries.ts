import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { RetentionPolicyEntity } from './retention-policy.entity.js';

/** The columns of a policy that people choose. */
export type RetentionPolicyContent = Pick<
  RetentionPolicyEntity,
  'name' | 'cronExpression' | 'maxDays' | 'maxCount' | 'maxBytes' | 'maxTextDays' | 'keeps'
>;

export const POLICY_COLUMNS = selectColumns(RetentionPolicyEntity, 'p');

/** SQL for policies and their projects. */
@Injectable()
export class RetentionPoliciesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<RetentionPolicyEntity[]> {
    return tx.query(`SELECT ${POLICY_COLUMNS} FROM retention_policies p WHERE p.id = ANY($1)`, [
      ids,
    ]);
  }

  async findDefault(): Promise<RetentionPolicyEntity> {
    const [row] = await this.database.query<[RetentionPolicyEntity]>(
      `SELECT ${POLICY_COLUMNS} FROM retention_policies p WHERE p.is_default`,
    );
    return row;
  }

  /** The default first, then the others by name. */
  listSlice({
    offset,
    limit,
  }: {
    offset: number;
    limit: number;
  }): Promise<RetentionPolicyEntity[]> {
    return this.database.query(
      `SELECT ${POLICY_COLUMNS} FROM retention_policies p
        ORDER BY p.is_default DESC, p.name OFFSET $1 LIMIT $2`,
      [offset, limit],
    );
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<[{ count: number }]>(
      'SELECT count(*) AS count FROM retention_policies',
    );
    return row.count;
  }

  /** Finds the policy that each project follows. */
  listByProject(
    projectIds: readonly number[],
  ): Promise<(RetentionPolicyEntity & { projectId: number })[]> {
    return this.database.query(
      `SELECT "projectId", ${POLICY_COLUMNS}
         FROM (${FOLLOWED} WHERE pr.id = ANY($1)) followed
         JOIN retention_policies p ON p.id = "policyId"`,
      [projectIds],
    );
  }

  /** Lists row IDs of the projects that follow each policy, oldest first. */
  listProjects(
    policyIds: readonly number[],
    { offset, limit }: { offset: number; limit: number | null },
  ): Promise<{ policyId: number; projectId: number }[]> {
    return this.database.query(
      `SELECT "policyId", "projectId" FROM (
         SELECT *, row_number() OVER (PARTITION BY "policyId" ORDER BY "projectId") AS place
           FROM (${FOLLOWED}) followed WHERE "policyId" = ANY($1)) placed
        WHERE place > $2 AND ($3::integer IS NULL OR place <= $2 + $3) ORDER BY place`,
      [policyIds, offset, limit],
    );
  }

  /** Counts the projects that follow each policy. Leaves out policies without any. */
  countProjects(policyIds: readonly number[]): Promise<{ policyId: number; count: number }[]> {
    return this.database.query(
      `SELECT "policyId", count(*) AS count FROM (${FOLLOWED}) followed
        WHERE "policyId" = ANY($1) GROUP BY "policyId"`,
      [policyIds],
    );
  }

  async insert(
    tx: EntityManager,
    content: RetentionPolicyContent,
    nextRunAt: Date,
  ): Promise<RetentionPolicyEntity> {
    const [row] = await tx.query<[RetentionPolicyEntity]>(
      `INSERT INTO retention_policies AS p (name, cron_expression, max_days, max_count, max_bytes,
         max_text_days, keeps, next_run_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${POLICY_COLUMNS}`,
      [...valuesOf(content), nextRunAt],
    );
    return row;
  }

  async update(
    tx: EntityManager,
    id: number,
    content: RetentionPolicyContent,
    nextRunAt: Date,
  ): Promise<RetentionPolicyEntity | undefined> {
    const [rows] = await tx.query<[RetentionPolicyEntity[], number]>(
      `UPDATE retention_policies p
          SET name = $1, cron_expression = $2, max_days = $3, max_count = $4, max_bytes = $5,
              max_text_days = $6, keeps = $7, next_run_at = $8, updated_at = clock_timestamp()
        WHERE p.id = $9 RETURNING ${POLICY_COLUMNS}`,
      [...valuesOf(content), nextRunAt, id],
    );
    return rows[0];
  }

  async delete(tx: EntityManager, id: number): Promise<void> {
    await tx.query('DELETE FROM retention_policies WHERE id = $1', [id]);
  }

  /** Lets projects follow a policy instead of theirs. */
  async assign(tx: EntityManager, policyId: number, projectIds: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO project_retention_policies (project_id, policy_id)
       SELECT id, $1 FROM unnest($2::bigint[]) AS id
       ON CONFLICT (project_id) DO UPDATE SET policy_id = excluded.policy_id`,
      [policyId, projectIds],
    );
  }

  /**
   * Lets projects follow the default policy.
   * @param policyId only those that follow this one; null for all.
   */
  async release(
    tx: EntityManager,
    projectIds: readonly number[],
    policyId: number | null,
  ): Promise<void> {
    await tx.query(
      `DELETE FROM project_retention_policies
        WHERE project_id = ANY($1) AND ($2::bigint IS NULL OR policy_id = $2)`,
      [projectIds, policyId],
    );
  }

  /** Sets how long the default policy keeps traces, unless people have changed it. */
  async setDefaultDays(days: number): Promise<void> {
    await this.database.query(
      `UPDATE retention_policies SET max_days = $1
        WHERE is_default AND updated_at = created_at AND max_days <> $1`,
      [days],
    );
  }
}

/** The policy of every project: its own, or the default one. */
const FOLLOWED = `
  SELECT pr.id AS "projectId", coalesce(own.policy_id, (
           SELECT p.id FROM retention_policies p WHERE p.is_default)) AS "policyId"
    FROM projects pr LEFT JOIN project_retention_policies own ON own.project_id = pr.id`;

function valuesOf(content: RetentionPolicyContent): unknown[] {
  const { name, cronExpression, maxDays, maxCount, maxBytes, maxTextDays, keeps } = content;
  return [name, cronExpression, maxDays, maxCount, maxBytes, maxTextDays, keeps];
}
