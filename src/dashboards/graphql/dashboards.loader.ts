import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../kernel/graphql/loaders.js';
import type { DashboardEntity } from '../dashboard.entity.js';
import { DashboardsService } from '../dashboards.service.js';

/** Loads the dashboards of projects. */
@Injectable()
export class DashboardsLoaders {
  constructor(private readonly dashboards: DashboardsService) {}

  /** By name. All keys of a request have the same user. */
  readonly ofProject: BatchLoader<{ projectId: number; userId: number | null }, DashboardEntity[]> =
    {
      cacheKey: ({ projectId }) => String(projectId),
      batch: (keys) =>
        this.dashboards.listByProject(
          keys.map(({ projectId }) => projectId),
          keys[0]?.userId ?? null,
        ),
    };
}
