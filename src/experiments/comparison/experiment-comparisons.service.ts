import { Injectable } from '@nestjs/common';
import { BadRequestError, NotFoundError } from '../../kernel/errors/errors.js';
import { FilterSyntaxError } from '../../filter-language/filter-syntax-error.js';
import { readFilter } from '../../filter-language/read-filter.js';
import type { OptimizationDirection } from '../../annotations/configs/annotation-config.entity.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import { AnnotationScalesService } from '../../evaluators/scales/annotation-scales.service.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  ExperimentComparisonsQueries,
  type SnapshotExample,
} from './experiment-comparisons.queries.js';
import { type FigureCounts, RunCountsQueries, type ScoreCounts } from './run-counts.queries.js';
import { RunGrain } from './run-grain.js';

/** Maximum number of experiments in a comparison. */
const MAX_EXPERIMENTS = 50;

/**
 * Row IDs of experiments of one dataset. The first is the base, with which the others are compared.
 */
export type ComparedExperiments = readonly [base: number, ...others: number[]];

/** Counts by the scores of one evaluation, and which of these are better. */
export interface JudgedScoreCounts extends ScoreCounts {
  optimizationDirection: OptimizationDirection;
}

/** Compares the results of experiments for the same examples, and counts which were better. */
@Injectable()
export class ExperimentComparisonsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly queries: ExperimentComparisonsQueries,
    private readonly counts: RunCountsQueries,
    private readonly scales: AnnotationScalesService,
  ) {}

  /**
   * Resolves the global IDs of experiments, the base first.
   * @throws BadRequestError if one is listed twice or they belong to different datasets;
   * NotFoundError if one does not exist.
   */
  async resolveExperiments(
    baseId: string,
    otherIds: readonly string[],
  ): Promise<ComparedExperiments> {
    const base = requireRowId(baseId, 'Experiment');
    const others = otherIds.map((id) => requireRowId(id, 'Experiment'));
    if (others.includes(base)) {
      throw new BadRequestError('The base experiment cannot be compared with itself.');
    }
    if (new Set(others).size < others.length) {
      throw new BadRequestError('The experiments to compare with must be distinct.');
    }
    if (others.length >= MAX_EXPERIMENTS) {
      throw new BadRequestError(`At most ${MAX_EXPERIMENTS} experiments can be compared.`);
    }
    const rows = await this.experiments.findByIds([base, ...others]);
    const datasets = new Map(rows.map((row) => [row.id, row.datasetId]));
    for (const [index, id] of [base, ...others].entries()) {
      const dataset = datasets.get(id);
      if (dataset === undefined) {
        const globalId = [baseId, ...otherIds][index];
        throw new NotFoundError(`Experiment with ID ${globalId} does not exist.`);
      }
      if (dataset !== datasets.get(base)) {
        throw new BadRequestError('The experiments must belong to the same dataset.');
      }
    }
    return [base, ...others];
  }

  /** Like `resolveExperiments`, for a single list of experiments, which must not be empty. */
  resolveExperimentsInOrder([
    baseId,
    ...otherIds
  ]: readonly string[]): Promise<ComparedExperiments> {
    if (baseId !== undefined) return this.resolveExperiments(baseId, otherIds);
    throw new BadRequestError('At least one experiment is required.');
  }

  /**
   * Lists examples of the base's snapshot, sorted by ID.
   * @param condition a condition on examples and their runs; null or blank selects all.
   * @param after row ID of the last example of the previous page.
   * @throws FilterSyntaxError if the condition is not valid, BadRequestError if it takes too long.
   */
  async listPage(
    experiments: ComparedExperiments,
    condition: string | null,
    { after, limit }: { after: number | null; limit: number },
  ): Promise<SnapshotExample[]> {
    const read = readFilter(condition ?? '', new RunGrain(experiments));
    return this.queries.listPage({ baseId: experiments[0], condition: read, after, limit });
  }

  /**
   * Returns why a condition is not valid for a comparison of these experiments; null if it is
   * valid.
   */
  findMistake(condition: string, experiments: ComparedExperiments): FilterSyntaxError | null {
    try {
      readFilter(condition, new RunGrain(experiments));
      return null;
    } catch (error) {
      if (error instanceof FilterSyntaxError) return error;
      throw error;
    }
  }

  /**
   * Counts the base's runs that are better than, worse than or equal to the best of the others, in latency
   * and tokens.
   */
  countByFigures([base, ...others]: ComparedExperiments): Promise<FigureCounts> {
    return this.counts.countByFigures(base, others);
  }

  /**
   * Like `countByFigures`, but by the scores of each evaluation that has scores, sorted by name. Higher
   * scores are better unless the dataset's scales say otherwise. If neither are, only equal runs are
   * counted.
   */
  async countByScores([base, ...others]: ComparedExperiments): Promise<JudgedScoreCounts[]> {
    const [experiment] = await this.experiments.findByIds([base]);
    const [scales = []] = experiment ? await this.scales.listByDataset([experiment.datasetId]) : [];
    const directions = new Map(scales.map((one) => [one.name, one.optimizationDirection]));
    const lowerIsBetter = scales
      .filter(({ optimizationDirection }) => optimizationDirection === 'MINIMIZE')
      .map(({ name }) => name);
    const rows = await this.counts.countByScores(base, others, lowerIsBetter);
    return rows.map((row) => {
      const optimizationDirection = directions.get(row.name) ?? 'MAXIMIZE';
      const counts =
        optimizationDirection === 'NONE'
          ? { ...row.counts, improved: 0, regressed: 0 }
          : row.counts;
      return { ...row, counts, optimizationDirection };
    });
  }
}
