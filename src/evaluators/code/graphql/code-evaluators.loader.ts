import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  createLoaderById,
  loadInGroups,
} from '../../../kernel/graphql/loaders.js';
import { CodeEvaluatorsService } from '../code-evaluators.service.js';
import { type CodeEvaluatorVersion, toCodeVersion } from './code-evaluator.type.js';

interface VersionsKey {
  evaluatorId: number;
  slice: { offset: number; limit: number };
}

/** Loads versions of code, for all evaluators of a page at once. */
@Injectable()
export class CodeEvaluatorsLoaders {
  readonly versions: BatchLoader<number, CodeEvaluatorVersion | null>;

  constructor(private readonly codeEvaluators: CodeEvaluatorsService) {
    const byId = createLoaderById((ids) => codeEvaluators.findVersions(ids), toCodeVersion);
    this.versions = { ...byId, isLarge: true };
  }

  /** The row ID of the version before; null for the first. */
  readonly previous: BatchLoader<number, number | null> = {
    batch: (ids) => this.codeEvaluators.findPrevious(ids),
  };

  readonly counts: BatchLoader<number, number> = {
    batch: (ids) => this.codeEvaluators.countVersions(ids),
  };

  /** The row IDs of part of the versions of an evaluator. */
  readonly slices: BatchLoader<VersionsKey, number[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ slice }) => JSON.stringify(slice),
        (group, { slice }) =>
          this.codeEvaluators.listVersions(
            group.map(({ evaluatorId }) => evaluatorId),
            slice,
          ),
        ({ slice }) => slice.limit,
      ),
  };
}
