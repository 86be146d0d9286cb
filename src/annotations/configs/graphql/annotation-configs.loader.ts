import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import type { AnnotationConfigEntity } from '../annotation-config.entity.js';
import { ProjectAnnotationConfigsService } from '../project-annotation-configs.service.js';

/** Part of the configs of a project. */
interface ConfigsKey {
  projectId: number;
  /** Only configs with these names; null for all. */
  names: readonly string[] | null;
  offset: number;
  limit: number;
}

/** Part of the projects of a config. */
interface ProjectsKey {
  configId: number;
  offset: number;
  limit: number;
}

/** Loads the configs of many projects, and the projects of many configs, at once. */
@Injectable()
export class AnnotationConfigsLoaders {
  constructor(private readonly assignments: ProjectAnnotationConfigsService) {}

  readonly configs: BatchLoader<ConfigsKey, AnnotationConfigEntity[]> = {
    cacheKey: (key) => `${key.projectId} ${toSliceText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toSliceText, (group, { names, offset, limit }) => {
        const ids = group.map((key) => key.projectId);
        return this.assignments.listByProject(ids, names, { offset, limit });
      }),
  };

  readonly configCount: BatchLoader<Pick<ConfigsKey, 'projectId' | 'names'>, number> = {
    cacheKey: (key) => `${key.projectId} ${toNamesText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toNamesText, (group, { names }) =>
        this.assignments.countByProject(
          group.map((key) => key.projectId),
          names,
        ),
      ),
  };

  readonly projectIds: BatchLoader<ProjectsKey, number[]> = {
    cacheKey: ({ configId, offset, limit }) => `${configId} ${offset} ${limit}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ offset, limit }) => `${offset} ${limit}`,
        (group, { offset, limit }) => {
          const ids = group.map((key) => key.configId);
          return this.assignments.listProjects(ids, { offset, limit });
        },
      ),
  };

  readonly projectCount: BatchLoader<number, number> = {
    batch: (ids) => this.assignments.countProjects(ids),
  };
}

function toSliceText({ names, offset, limit }: ConfigsKey): string {
  return JSON.stringify([names, offset, limit]);
}

function toNamesText({ names }: Pick<ConfigsKey, 'names'>): string {
  return JSON.stringify(names);
}
