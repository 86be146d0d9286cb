import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { type CheckedExporter, ExportersService } from '../exporters.service.js';

/** Loads the exporters of many projects at once. */
@Injectable()
export class ExportersLoaders {
  constructor(private readonly exporters: ExportersService) {}

  readonly ofProject: BatchLoader<number, CheckedExporter[]> = {
    batch: (projectIds) => this.exporters.listByProject(projectIds),
  };
}
