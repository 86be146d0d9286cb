import { Injectable } from '@nestjs/common';
import type {
  ConfigLabel,
  OptimizationDirection,
} from '../../annotations/configs/annotation-config.entity.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import {
  AnnotationScalesQueries,
  type ConfigScaleRow,
  type EvaluatorScaleRow,
} from './annotation-scales.queries.js';

/** The range and labels of the annotations of one name, as far as they are known. */
export interface AnnotationScale {
  name: string;
  optimizationDirection: OptimizationDirection;
  lowerBound: number | null;
  upperBound: number | null;
  /** The labels and their scores; null if annotations have only a score. */
  values: ConfigLabel[] | null;
  /** The score from which an annotation counts as good; null if there is none. */
  threshold: number | null;
}

/**
 * Finds out which scores of a name are better. An evaluator that gives evaluations of this name knows best;
 * otherwise an annotation config with the name does. Names that neither knows are missing.
 */
@Injectable()
export class AnnotationScalesService {
  constructor(private readonly queries: AnnotationScalesQueries) {}

  /** Sorted by name. For evaluations of experiments and of examples. */
  async listByDataset(datasetIds: readonly number[]): Promise<AnnotationScale[][]> {
    return this.merge(datasetIds, await this.queries.listOfDatasets(datasetIds));
  }

  /** Sorted by name. For annotations of spans, traces and sessions. */
  async listByProject(projectIds: readonly number[]): Promise<AnnotationScale[][]> {
    return this.merge(projectIds, await this.queries.listOfProjects(projectIds));
  }

  private async merge(
    ownerIds: readonly number[],
    evaluators: readonly EvaluatorScaleRow[],
  ): Promise<AnnotationScale[][]> {
    const configs = (await this.queries.listConfigs()).map(toScale);
    const byOwner = Map.groupBy(evaluators, ({ ownerId }) => ownerId);
    return ownerIds.map((id) => {
      const own = (byOwner.get(id) ?? []).flatMap((row) => toEvaluatorScale(row) ?? []);
      const byName = new Map([...configs, ...own].map((scale) => [scale.name, scale]));
      return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    });
  }
}

function toScale(row: ConfigScaleRow): AnnotationScale {
  const { name, optimizationDirection, lowerBound, upperBound, values, threshold } = row;
  return { name, optimizationDirection, lowerBound, upperBound, values, threshold };
}

function toEvaluatorScale(row: EvaluatorScaleRow): AnnotationScale | undefined {
  const standard = row.kind === 'BUILTIN' ? findBuiltInEvaluator(row.evaluatorName)?.output : null;
  const output = row.outputConfigs?.[0] ?? standard;
  if (!output) return undefined;
  const { optimizationDirection } = output;
  const scale = { name: row.name, optimizationDirection, threshold: null };
  return output.type === 'CATEGORICAL'
    ? { ...scale, values: output.values, lowerBound: null, upperBound: null }
    : { ...scale, values: null, lowerBound: output.lowerBound, upperBound: output.upperBound };
}
