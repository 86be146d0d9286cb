import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../kernel/graphql/loaders.js';
import { MaskingService, type ProjectMasking } from '../masking.service.js';

/** Loads the rules of many projects at once. */
@Injectable()
export class MaskingLoaders {
  constructor(private readonly masking: MaskingService) {}

  readonly ofProject: BatchLoader<number, ProjectMasking> = {
    batch: (projectIds) => this.masking.listByProject(projectIds),
  };
}
