import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { type BatchLoader, createLoaderById, loadInGroups } from '../../kernel/graphql/loaders.js';
import { type Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import {
  RetentionPoliciesService,
  type RetentionPolicyEntity,
} from '../retention-policies.service.js';
import type { RetentionRunEntity } from '../retention-run.entity.js';
import { RetentionRunsService } from '../retention-runs.service.js';
import { type ProjectTraceRetentionPolicy, toRetentionPolicy } from './retention-policy.type.js';

/** Part of the projects of a policy. */
interface ProjectsKey {
  policyId: number;
  offset: number;
  limit: number;
}

/** Loads policies, their projects and their last runs. */
@Injectable()
export class RetentionLoaders {
  readonly byId: BatchLoader<number, ProjectTraceRetentionPolicy | null>;
  readonly projects: BatchLoader<number, Project | null>;

  constructor(
    private readonly policies: RetentionPoliciesService,
    private readonly runs: RetentionRunsService,
    projects: ProjectsService,
  ) {
    this.byId = createLoaderById((ids) => policies.findByIds(ids), toRetentionPolicy);
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
  }

  readonly ofProject: BatchLoader<number, RetentionPolicyEntity> = {
    batch: async (projectIds) =>
      (await this.policies.listByProject(projectIds)).map(
        (policy) => policy ?? new NotFoundError('The project has since been deleted.'),
      ),
  };

  readonly projectIds: BatchLoader<ProjectsKey, number[]> = {
    cacheKey: (key) => `${key.policyId} ${toSliceText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toSliceText, (group, { offset, limit }) => {
        const ids = group.map(({ policyId }) => policyId);
        return this.policies.listProjectIds(ids, { offset, limit });
      }),
  };

  readonly projectCount: BatchLoader<number, number> = {
    batch: (policyIds) => this.policies.countProjects(policyIds),
  };

  readonly lastRun: BatchLoader<number, RetentionRunEntity | null> = {
    batch: (policyIds) => this.runs.listLast(policyIds),
  };
}

function toSliceText({ offset, limit }: ProjectsKey): string {
  return `${offset} ${limit}`;
}
