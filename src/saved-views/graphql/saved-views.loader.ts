import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../kernel/graphql/loaders.js';
import type { SavedViewEntity } from '../saved-view.entity.js';
import { SavedViewsService } from '../saved-views.service.js';

/** Loads the views of projects. */
@Injectable()
export class SavedViewsLoaders {
  constructor(private readonly views: SavedViewsService) {}

  /** By name. All keys of a request have the same user. */
  readonly ofProject: BatchLoader<{ projectId: number; userId: number | null }, SavedViewEntity[]> =
    {
      cacheKey: ({ projectId }) => String(projectId),
      batch: (keys) =>
        this.views.listByProject(
          keys.map(({ projectId }) => projectId),
          keys[0]?.userId ?? null,
        ),
    };
}
