import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../kernel/graphql/loaders.js';
import {
  type ProjectSampling,
  type SamplingCount,
  type SamplingOutcome,
  SamplingService,
} from '../sampling.service.js';

interface CountsKey {
  projectId: number;
  hours: number;
}

/** Loads the sampling of many projects at once. */
@Injectable()
export class SamplingLoaders {
  constructor(private readonly sampling: SamplingService) {}

  readonly ofProject: BatchLoader<number, ProjectSampling> = {
    batch: (projectIds) => this.sampling.listByProject(projectIds),
  };

  readonly reasons: BatchLoader<string, SamplingOutcome | null> = {
    batch: (traceIds) => this.sampling.listReasons(traceIds),
  };

  readonly counts: BatchLoader<CountsKey, SamplingCount[]> = {
    cacheKey: ({ projectId, hours }) => `${projectId} ${hours}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ hours }) => String(hours),
        (group, { hours }) =>
          this.sampling.countByProject(
            group.map(({ projectId }) => projectId),
            hours,
          ),
      ),
  };
}
