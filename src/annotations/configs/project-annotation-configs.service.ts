import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { isStorable } from '../../kernel/validation/storable.js';
import type { AnnotationConfigEntity } from './annotation-config.entity.js';
import { AnnotationConfigsQueries, type Slice } from './annotation-configs.queries.js';

/** A config and a project that it belongs to, by row ID. */
export interface ConfigAssignment {
  projectId: number;
  configId: number;
}

/** Manages which annotation configs each project uses. All IDs are row IDs. */
@Injectable()
export class ProjectAnnotationConfigsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: AnnotationConfigsQueries,
  ) {}

  /**
   * Lists the configs of a project, newest first.
   * @param from the first config; null starts with the newest.
   */
  list(projectId: number, from: number | null, limit: number): Promise<AnnotationConfigEntity[]> {
    return this.queries.listPage(from, limit, projectId);
  }

  /**
   * Lists part of the configs of each project, oldest first.
   * @param names lists only configs with these names; null lists all.
   */
  async listByProject(
    projectIds: readonly number[],
    names: readonly string[] | null,
    slice: Slice,
  ): Promise<AnnotationConfigEntity[][]> {
    const rows = await this.queries.listByProject(projectIds, toStorable(names), slice);
    const byProject = Map.groupBy(rows, (row) => row.projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  async countByProject(
    projectIds: readonly number[],
    names: readonly string[] | null,
  ): Promise<number[]> {
    const rows = await this.queries.countByProject(projectIds, toStorable(names));
    return sortCounts(projectIds, rows);
  }

  /** Lists part of the projects of each config, oldest first. */
  async listProjects(configIds: readonly number[], slice: Slice): Promise<number[][]> {
    const rows = await this.queries.listProjects(configIds, slice);
    const byConfig = Map.groupBy(rows, (row) => row.configId);
    return configIds.map((id) => byConfig.get(id)?.map((row) => row.projectId) ?? []);
  }

  async countProjects(configIds: readonly number[]): Promise<number[]> {
    return sortCounts(configIds, await this.queries.countProjects(configIds));
  }

  /**
   * Assigns configs to projects. Does nothing for those that are already assigned.
   * @throws NotFoundError if a project or config does not exist. Nothing changes then.
   */
  async assign(assignments: readonly ConfigAssignment[]): Promise<void> {
    await this.write((tx) => this.queries.assign(tx, ...toColumns(assignments)));
  }

  /** Removes configs from projects. Ignores those that are not assigned. */
  async unassign(assignments: readonly ConfigAssignment[]): Promise<void> {
    await this.write((tx) => this.queries.unassign(tx, ...toColumns(assignments)));
  }

  /**
   * Replaces all configs of a project.
   * @param configIds without duplicates.
   * @returns the configs, newest first.
   * @throws UnprocessableError if a config does not exist, NotFoundError if the project or a config
   * is deleted at the same time. Nothing changes then.
   */
  replace(projectId: number, configIds: readonly number[]): Promise<AnnotationConfigEntity[]> {
    return this.write(async (tx) => {
      await this.queries.lockReplacements(tx);
      const configs = await this.queries.findByIds(configIds, tx);
      if (configs.length < configIds.length) {
        throw new UnprocessableError('One or more of the annotation configs do not exist.');
      }
      await this.queries.unassignOthers(tx, projectId, configIds);
      await this.queries.assign(
        tx,
        configIds.map(() => projectId),
        configIds,
      );
      return configs.toReversed();
    });
  }

  private async write<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.inTransaction(work);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The project or an annotation config has since been deleted.');
    }
  }
}

function toColumns(assignments: readonly ConfigAssignment[]): [number[], number[]] {
  return [assignments.map((a) => a.projectId), assignments.map((a) => a.configId)];
}

function toStorable(names: readonly string[] | null): string[] | null {
  return names && names.filter(isStorable);
}

function sortCounts(ids: readonly number[], rows: { id: number; count: number }[]): number[] {
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
