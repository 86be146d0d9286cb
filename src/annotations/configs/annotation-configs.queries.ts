import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { holdLock } from '../../database/advisory-locks.js';
import { AnnotationConfigEntity } from './annotation-config.entity.js';
import type { AnnotationConfigContent } from './annotation-config.rules.js';

/** Selects part of a list by position. */
export interface Slice {
  offset: number;
  limit: number;
}

/** Select list of a config. */
const COLUMNS = selectColumns(AnnotationConfigEntity, 'c');

/** SQL for annotation configs and their assignments to projects. */
@Injectable()
export class AnnotationConfigsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Lists configs, newest first.
   * @param from row ID of the first config; null starts with the newest.
   * @param projectId lists only the configs of this project; null lists all.
   */
  listPage(
    from: number | null,
    limit: number,
    projectId: number | null = null,
  ): Promise<AnnotationConfigEntity[]> {
    const where = new SqlWhere();
    const isOfProject = projectId !== null;
    const id = isOfProject ? 'a.annotation_config_id' : 'c.id';
    if (isOfProject) where.and(`a.project_id = ${where.bind(projectId)}`);
    if (from !== null) where.and(`${id} <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${COLUMNS} FROM annotation_configs c
        ${isOfProject ? 'JOIN project_annotation_configs a ON a.annotation_config_id = c.id' : ''}
        ${where.toString()} ORDER BY ${id} DESC LIMIT ${where.bind(limit)}`,
      where.parameters,
    );
  }

  /** Oldest first. */
  listSlice({ offset, limit }: Slice): Promise<AnnotationConfigEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM annotation_configs c ORDER BY c.id OFFSET $1 LIMIT $2`,
      [offset, limit],
    );
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<[{ count: number }]>(
      'SELECT count(*) AS count FROM annotation_configs',
    );
    return row.count;
  }

  /**
   * Lists part of the configs of each project, oldest first.
   * @param names lists only configs with these names; null lists all.
   */
  listByProject(
    projectIds: readonly number[],
    names: readonly string[] | null,
    { offset, limit }: Slice,
  ): Promise<(AnnotationConfigEntity & { projectId: number })[]> {
    return this.database.query(
      `SELECT project.id AS "projectId", ${COLUMNS} FROM unnest($1::bigint[]) AS project (id)
        CROSS JOIN LATERAL (
          SELECT c.* FROM project_annotation_configs a
            JOIN annotation_configs c ON c.id = a.annotation_config_id
           WHERE a.project_id = project.id AND ($2::text[] IS NULL OR c.name = ANY($2))
           ORDER BY a.annotation_config_id OFFSET $3 LIMIT $4
        ) c ORDER BY project.id, c.id`,
      [projectIds, names, offset, limit],
    );
  }

  /** Skips projects without such configs. */
  countByProject(
    projectIds: readonly number[],
    names: readonly string[] | null,
  ): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT a.project_id AS id, count(*) AS count FROM project_annotation_configs a
         JOIN annotation_configs c ON c.id = a.annotation_config_id
        WHERE a.project_id = ANY($1) AND ($2::text[] IS NULL OR c.name = ANY($2))
        GROUP BY a.project_id`,
      [projectIds, names],
    );
  }

  /** Lists part of the projects of each config, oldest first. */
  listProjects(
    configIds: readonly number[],
    { offset, limit }: Slice,
  ): Promise<{ configId: number; projectId: number }[]> {
    return this.database.query(
      `SELECT config.id AS "configId", a.project_id AS "projectId"
         FROM unnest($1::bigint[]) AS config (id)
        CROSS JOIN LATERAL (
          SELECT project_id FROM project_annotation_configs
           WHERE annotation_config_id = config.id ORDER BY project_id OFFSET $2 LIMIT $3
        ) a ORDER BY config.id, a.project_id`,
      [configIds, offset, limit],
    );
  }

  /** Skips configs without projects. */
  countProjects(configIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT annotation_config_id AS id, count(*) AS count FROM project_annotation_configs
        WHERE annotation_config_id = ANY($1) GROUP BY annotation_config_id`,
      [configIds],
    );
  }

  /** Returns those that exist, in ascending order of ID. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<AnnotationConfigEntity[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM annotation_configs c WHERE c.id = ANY($1) ORDER BY c.id`,
      [ids],
    );
  }

  async findByName(name: string): Promise<AnnotationConfigEntity | null> {
    const [row] = await this.database.query<AnnotationConfigEntity[]>(
      `SELECT ${COLUMNS} FROM annotation_configs c WHERE c.name = $1`,
      [name],
    );
    return row ?? null;
  }

  async insert(content: AnnotationConfigContent): Promise<AnnotationConfigEntity> {
    const [row] = await this.database.query<[AnnotationConfigEntity]>(
      `INSERT INTO annotation_configs AS c (name, type, description, optimization_direction,
         label_values, lower_bound, upper_bound, threshold)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
      toParameters(content),
    );
    return row;
  }

  /** Does nothing, and uses no row ID, if a config has this name. */
  async insertIfAbsent(content: AnnotationConfigContent): Promise<void> {
    await this.database.query(
      `INSERT INTO annotation_configs (name, type, description, optimization_direction,
         label_values, lower_bound, upper_bound, threshold)
       SELECT $1::text, $2, $3, $4, $5::jsonb, $6::float8, $7::float8, $8::float8
        WHERE NOT EXISTS (SELECT FROM annotation_configs WHERE name = $1)
       ON CONFLICT DO NOTHING`,
      toParameters(content),
    );
  }

  /** Replaces the whole content. Returns null if the config does not exist. */
  async update(
    id: number,
    content: AnnotationConfigContent,
  ): Promise<AnnotationConfigEntity | null> {
    const [rows] = await this.database.query<[AnnotationConfigEntity[], number]>(
      `UPDATE annotation_configs AS c
          SET name = $1, type = $2, description = $3, optimization_direction = $4,
              label_values = $5, lower_bound = $6, upper_bound = $7, threshold = $8,
              updated_at = now()
        WHERE c.id = $9 RETURNING ${COLUMNS}`,
      [...toParameters(content), id],
    );
    return rows[0] ?? null;
  }

  /** Returns the deleted configs. */
  async delete(tx: EntityManager, ids: readonly number[]): Promise<AnnotationConfigEntity[]> {
    const [rows] = await tx.query<[AnnotationConfigEntity[], number]>(
      `DELETE FROM annotation_configs AS c WHERE c.id = ANY($1) RETURNING ${COLUMNS}`,
      [ids],
    );
    return rows;
  }

  /** Assigns configs to projects, pair by pair. Skips pairs that are already assigned. */
  async assign(
    tx: EntityManager,
    projectIds: readonly number[],
    configIds: readonly number[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO project_annotation_configs (project_id, annotation_config_id)
       SELECT DISTINCT project_id, config_id
         FROM unnest($1::bigint[], $2::bigint[]) AS pair (project_id, config_id)
        ORDER BY project_id, config_id
       ON CONFLICT DO NOTHING`,
      [projectIds, configIds],
    );
  }

  /** Removes configs from projects, pair by pair. */
  async unassign(
    tx: EntityManager,
    projectIds: readonly number[],
    configIds: readonly number[],
  ): Promise<void> {
    await tx.query(
      `DELETE FROM project_annotation_configs a
        USING unnest($1::bigint[], $2::bigint[]) AS pair (project_id, config_id)
        WHERE a.project_id = pair.project_id AND a.annotation_config_id = pair.config_id`,
      [projectIds, configIds],
    );
  }

  /** Waits for other transactions that replace configs, so that their results do not mix. */
  async lockReplacements(tx: EntityManager): Promise<void> {
    await holdLock(tx, 'projectAnnotationConfigs');
  }

  /** Removes every config from a project except these. */
  async unassignOthers(
    tx: EntityManager,
    projectId: number,
    configIds: readonly number[],
  ): Promise<void> {
    await tx.query(
      `DELETE FROM project_annotation_configs
        WHERE project_id = $1 AND annotation_config_id <> ALL($2::bigint[])`,
      [projectId, configIds],
    );
  }
}

function toParameters(content: AnnotationConfigContent): unknown[] {
  const { name, type, description, optimizationDirection, values } = content;
  return [
    name,
    type,
    description,
    optimizationDirection,
    values && JSON.stringify(values),
    content.lowerBound,
    content.upperBound,
    content.threshold,
  ];
}
